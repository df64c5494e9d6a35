// Two choices of two equal options: four transitions to one state.
//
// expect: states 4
// expect: transitions 6
// expect: deadlock holds

byte x, y;

active proctype P() {
  atomic {
    if
    :: x = 1
    :: x = 1
    fi;
    if
    :: y = 1
    :: y = 1
    fi
  };
  x = 4
}
