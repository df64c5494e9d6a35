// A record's declaration is a step that does nothing; of an array only element 0 is set.
//
// expect: states 13
// expect: transitions 12
// expect: deadlock holds

typedef R { byte a; byte b };
byte g;

active proctype P() {
  g = 1;
  R r;
  r.b = 1;
  chan q;
  g = 2;
  mtype m;
  g = 3;
  bool f = 1;
  g = 4;
  byte v[3] = 7;
  g = 5
}
