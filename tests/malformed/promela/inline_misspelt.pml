inline increment(v) { v++ }
byte x;
active proctype P() { incerment(x) }
