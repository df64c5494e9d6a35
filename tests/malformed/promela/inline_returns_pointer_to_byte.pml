byte x;
int * p;
inline f() { return p }
active proctype P() { x = f() }
