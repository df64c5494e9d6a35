// Blocks within blocks are nothing.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  {
    {
      x = 1
    };
    {
      {
        x = 2
      }
    }
  };
  {
    x = 3
  }
}
