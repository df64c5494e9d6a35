// A provided clause may ask who I am.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte who;

active [2] proctype P() provided (who == _pid) {
  who = 1 - who;
  who = 1 - who
}
