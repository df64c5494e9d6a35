// At a label before nested unlesses all their escapes are offered side by side.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  L:  {
    {
      x = 1
    } unless {
      x = 2
    }
  } unless {
    x = 3
  }
}
