// Without the label only the outermost escape is offered.
//
// expect: states 3
// expect: transitions 2
// expect: deadlock holds

byte x;

active proctype P() {
  {
    {
      x = 1
    } unless {
      x = 2
    }
  } unless {
    x = 3
  }
}
