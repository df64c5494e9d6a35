byte x;
inline f(v) { v = 1 +; x = 2 }
active proctype P() { f(x) }
