inline f() { skip }
inline f() { skip }
active proctype P() { f() }
