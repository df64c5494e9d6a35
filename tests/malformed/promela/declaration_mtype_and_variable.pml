mtype = { red };
byte red;
active proctype P() { skip }
