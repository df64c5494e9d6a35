// A block, an atomic sequence and a d_step as options.
//
// expect: states 7
// expect: transitions 8
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: {
       x = 1;
       x = 2
     }
  :: atomic {
       x = 3;
       x = 4
     }
  :: d_step {
       x = 5;
       x = 6
     }
  fi;
  x = 0
}
