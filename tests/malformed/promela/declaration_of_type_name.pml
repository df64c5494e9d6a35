byte byte;
active proctype P() { skip }
