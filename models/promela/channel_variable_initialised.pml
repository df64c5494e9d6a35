// A channel variable may start as another channel.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

chan c[2] = [1] of { byte };
byte x;

active proctype P() {
  chan other = c[1];
  other!5;
  x = 1;
  c[1]?x
}
