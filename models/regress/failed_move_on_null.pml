// A move that fails on null stores nothing: what it had made before must not be found by a later one.
// expect: states 8
// expect: deadlock holds
// expect: errors violated
// expect: ltl: G F (b == 0) violated
typedef M { M * l };
byte * a;
bit b;
active proctype P() { do :: a = new byte od }
active proctype R() { b = 1; false }
active proctype Q() { M * x; do :: x.l.l = new M :: x = new M od }
