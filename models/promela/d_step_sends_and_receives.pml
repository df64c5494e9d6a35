// Messages in one indivisible step.
//
// expect: states 8
// expect: transitions 9
// expect: deadlock holds

chan c = [2] of { byte };
byte v;

active proctype P() {
  d_step {
    c!1;
    c!2;
    c?v;
    c!3
  };
  c?v
}

active proctype Q() {
  c?v
}
