// What is written to the underscore is gone.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

active proctype P() {
  _ = 5;
  _ = 6
}
