byte _;
active proctype P() { skip }
