typedef Node { byte value; Node * next };
typedef Other { byte value };
Node * p;
Other * q;
int * n;
byte x;
Node whole;
active proctype P() {
  chan c = [1] of { byte }; c?p
}
