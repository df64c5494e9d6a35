#define INC(v) v = v +
byte x;
active proctype P() { INC(x) }
