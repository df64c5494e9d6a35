// The same holds for a select that is a loop: here nothing is ever assigned.
//
// expect: states 7
// expect: transitions 6
// expect: deadlock holds

byte g = 1, n = 2;

active proctype P() {
  goto there;
  there: select (g : 0 .. n)
}
