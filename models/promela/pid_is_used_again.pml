// The number of processes drops when the child is removed, and its pid is free again.
//
// expect: states 21
// expect: transitions 20
// expect: deadlock holds

byte x;

proctype Child() {
  skip
}

init {
  do
  :: x < 3 -> run Child(); _nr_pr == 1; x++
  :: else -> break
  od
}
