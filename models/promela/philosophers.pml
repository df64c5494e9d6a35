// Four philosophers, each of whom takes the left fork first: all may sit there with one fork.
//
// define: N=4
// expect: states 81
// expect: transitions 213
// expect: deadlock violated, path 5

chan fork[N] = [1] of { bit };

proctype Philosopher(byte me) {
  do
  :: fork[me]?_ -> fork[(me + 1) % N]?_;
     fork[me]!1;
     fork[(me + 1) % N]!1
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) {
      fork[i]!1;
      run Philosopher(i)
    }
  }
}
