byte a[-3];
active proctype P() { skip }
