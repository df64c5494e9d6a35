// The same over a channel that everybody knows, buffered and not, for every engine; only whom nobody answers is no
// step. SPIN goes on behind the error, with zeros.
//
// differs from spin: a run-time error reaches no state
// expect: warning channel 'c' carries 2 items, found 1
// expect: states 8
// expect: transitions 11
// expect: errors 3
// expect: errors violated, path 1
// expect: reach: x == 3 holds

chan c = [1] of { byte, byte };
chan d = [0] of { byte, byte };
byte x;

active proctype P() {
  if
  :: c!1
  :: d!1
  :: x = 1; d!1,1
  fi;
  x = 3
}

active proctype Q() { byte y; if :: d?1,y :: x == 1 -> d?y fi }
