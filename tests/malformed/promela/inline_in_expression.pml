byte x;
inline f(a) { return a + 1 }
active proctype P() { x = 1 + f(2) }
