// A process starts two, each of which starts one.
//
// expect: states 34
// expect: transitions 49
// expect: deadlock holds

byte n;

proctype Leaf() {
  n++
}

proctype Node() {
  run Leaf()
}

init {
  run Node();
  run Node()
}
