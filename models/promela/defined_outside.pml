// A parameter that is given on the command line, with a value for those who do not give it.
//
// define: N=3
// expect: states 15
// expect: transitions 24
// expect: deadlock holds

#ifndef N
#define N 2
#endif

byte n;

active [N] proctype P() {
  n = n + 1
}
