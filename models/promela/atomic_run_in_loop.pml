// The usual way to start n processes.
//
// expect: states 9
// expect: transitions 10
// expect: deadlock holds

byte n;

proctype A(byte i) {
  n = n + i
}

init {
  byte i = 1;
  atomic {
    do
    :: i <= 2 -> run A(i); i++
    :: else -> break
    od
  }
}
