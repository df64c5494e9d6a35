// Eval compares with the value of a variable.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock violated

chan c = [3] of { byte };
byte v = 3;

active proctype P() {
  c!3;
  c?eval(v);
  c!4;
  c?eval(v)
}
