// One more pair of braces has the effect of a label.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  {
    {
      {
        x = 1
      } unless {
        x = 2
      }
    }
  } unless {
    x = 3
  }
}
