// Peterson's algorithm: mutual exclusion for two processes.
//
// expect: states 38
// expect: transitions 64
// expect: deadlock holds
// expect: assertions holds

bit flag[2];
bit turn;
byte inside;

active [2] proctype P() {
  do
  :: flag[_pid] = 1;
     turn = 1 - _pid;
     (flag[1 - _pid] == 0 || turn == _pid);
     inside++;
     assert(inside == 1);
     inside--;
     flag[_pid] = 0
  od
}
