byte x;
inline f(a) { return a + 1 }
active proctype P() { f(2) }
