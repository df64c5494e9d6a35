// In a block even the first declaration is a step.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock holds

active proctype P() {
  {
    byte z;
    z++
  }
}
