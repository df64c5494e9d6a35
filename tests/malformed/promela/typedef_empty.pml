typedef R { };
active proctype P() { skip }
