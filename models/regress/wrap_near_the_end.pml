// A value near the end of 32 bits that is cut to 16: what an export adds on the way must not lead further.
// expect: states 9
// expect: assertions holds
int y;
short x;
active proctype P() {
  if
  :: y = 2147483647
  :: y = 32768
  fi;
  x = y;
  assert(x == -1 || x == -32768)
}
