// A record is passed to a process field by field.
//
// expect: states 23
// expect: transitions 25

typedef Job {
  byte size;
  bool urgent
};
byte done;

proctype Worker(byte n; Job j) {
  done = n + j.size
}

init {
  Job small;
  small.size = 3;
  run Worker(1, small);
  run Worker(2, small);
  _nr_pr == 1;
  assert(done == 4 || done == 5)
}
