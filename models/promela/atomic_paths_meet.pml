// Every path through an atomic sequence is a transition, even if they meet.
//
// expect: states 4
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  atomic {
    if
    :: x = 1
    :: x = 2
    fi;
    x = 3
  };
  x = 4
}
