// Up to 33 values there is one option each.
//
// expect: states 36
// expect: transitions 67
// expect: deadlock holds

byte i;

active proctype P() {
  select (i : 1 .. 33);
  i = 0
}
