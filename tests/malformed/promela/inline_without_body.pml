inline f();
active proctype P() { skip }
