typedef T { byte v; byte w[2] };
typedef R { byte a; T t; T ts[2] };
R r, rs[2];
byte x;
active proctype P() {
  R.a = 1
}
