typedef R { Thing t };
R r;
active proctype P() { skip }
