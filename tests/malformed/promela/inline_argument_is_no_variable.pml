byte x;
inline f(v) { v = 1 }
active proctype P() { f(3) }
