typedef T { byte a };
byte T;
active proctype P() { skip }
