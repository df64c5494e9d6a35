active proctype P() { skip }; }
