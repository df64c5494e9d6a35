// A receive that takes a message and does not name all its fields is an error as well; one that leaves the message
// where it is, or only asks for it, is none.
//
// expect: warning channel 'c' carries 2 items, found 1
// expect: errors violated, path 4
// expect: deadlock holds

chan c = [2] of { byte, byte };
byte x, y;

active proctype P() {
  c!1,2;
  c?<x>;
  c?[x];
  if
  :: c?x,y
  :: c??x
  fi;
  assert(x == 1)
}
