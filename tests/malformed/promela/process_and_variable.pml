byte P;
active proctype P() { skip }
