// So are `true` and `1`, also behind a printf; a skip with a label, another number or the last one stays a step.
//
// expect: states 23
// expect: transitions 23
// expect: deadlock holds

mtype = { two, one };
byte x;

active proctype P() {
  if
  :: true; 1; one; x = 1; two; two
  :: printf("here\n"); (1); skip; x = 2
  :: skip; named: skip; skip; goto named
  :: 2; 2; skip; skip
  :: skip; { skip; skip }; skip; true && true; x = 4
  fi
}
