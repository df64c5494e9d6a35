// Outside of options, and in blocks within them, every skip is a step.
//
// expect: states 104
// expect: transitions 164
// expect: deadlock holds

inline three() { skip; skip; skip }
byte x;

active proctype P() {
  skip; skip; skip;
  { true; true };
  three();
  if
  :: { skip; skip; skip }; x = 1
  :: atomic { skip; skip; x = 2 }; skip
  fi;
  for (x : 1 .. 2) { skip; skip; skip }
}

active proctype Q() { x = 9 }
