// The number of a process as a value. Written as DVE the model crashed Clew: whoever looked how deep the expression
// nests took the number for an operator.
//
// expect: states 4
// expect: transitions 8
// expect: deadlock holds
// expect: assertions holds
// expect: errors holds

active [2] proctype T() {
  byte x;
  x = _pid + 5;
  do
  :: skip
  od
}
