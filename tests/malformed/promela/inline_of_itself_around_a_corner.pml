inline f() { g() }
inline g() { f() }
active proctype P() { f() }
