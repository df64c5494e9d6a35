// Macros with and without arguments, one over two lines, one taken back and defined anew.
//
// expect: states 36
// expect: transitions 59
// expect: deadlock holds
// expect: assertions holds

#define LIMIT 3
#define next(n) ((n + 1) % LIMIT)
#define wait_for(e) (e) ->
#define move(v) \
  v = next(v); \
  printf("%d\n", v)

byte x;

active proctype P() {
  move(x);
  move(x);
  wait_for(x == 2) x = 0
}

#undef LIMIT
#define LIMIT 2

active proctype Q() {
  byte y;
  y = next(y);
  y = next(y);
  assert(y == 0)
}
