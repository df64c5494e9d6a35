typedef Node { byte value; Node * next };
typedef Other { byte value };
Node * p;
Other * q;
int * n;
byte x;
Node whole;
active proctype P() {
  Node * * r; r = p
}
