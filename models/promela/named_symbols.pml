// Each named set counts by itself.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

mtype:fruit = { apple, pear };
mtype:size = { small, big };
mtype:fruit f = pear;
mtype:size s;
byte x;

active proctype P() {
  s = small;
  x = f;
  x = s;
  f = apple;
  x = f
}
