// Guarded sequences as single steps: up and down.
//
// expect: states 4
// expect: transitions 6
// expect: deadlock holds

byte x;

active proctype P() {
  do
  :: atomic {
       x < 3;
       x++
     }
  od
}

active proctype Q() {
  do
  :: atomic {
       x > 0;
       x--
     }
  od
}
