// Eval takes any expression.
//
// expect: states 12
// expect: transitions 13
// expect: deadlock violated

chan c = [1] of { byte };
byte x = 1;

active proctype P() {
  do
  :: c!2
  :: c!3; break
  od
}

active proctype Q() {
  c?eval(x + 1);
  x = 2;
  c?eval(x + 1)
}
