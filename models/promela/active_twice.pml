// Two processes of one type from the start, told apart by their pid.
//
// expect: states 17
// expect: transitions 21
// expect: deadlock holds

byte n;

active [2] proctype P() {
  n = n + _pid;
  n = n * 2
}
