typedef R { byte a int b };
active proctype P() { skip }
