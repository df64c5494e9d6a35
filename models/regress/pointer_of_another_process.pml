// What a pointer of another process points to, in questions and in formulas of the file.
// expect: states 8
// expect: reach: *P:x == 2 holds, path 2
// expect: reach: *Q[1]:y[1] == 2 holds, path 5
// expect: ltl: F {*P:x == 2} unknown
// expect: follows unknown
byte * g;
active proctype P() { byte * x; x = new byte; *x = 2; g = x }
active proctype Q() { byte * y[2]; g != null -> y[1] = g }
ltl follows { <> (*P:x == 2) }
