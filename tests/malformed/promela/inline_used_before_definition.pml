active proctype P() { f() }
inline f() { skip }
