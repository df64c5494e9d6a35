// A look at the first message that changes nothing.
//
// expect: states 15
// expect: transitions 19
// expect: deadlock holds

chan c = [2] of { byte, byte };
byte x, v;

active proctype P() {
  c!1, 2;
  c!3, 4
}

active proctype Q() {
  do
  :: c?[3, _] -> x = 3; break
  :: c?[1, v] -> x = 1; c?1, v
  :: c??[3, 4] -> skip
  od
}
