#define N M
byte x;
active proctype P() { x = N }
