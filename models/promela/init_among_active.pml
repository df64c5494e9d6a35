// Init takes its pid from where it stands in the text.
//
// expect: states 22
// expect: transitions 32
// expect: deadlock holds

byte x;

active proctype P() {
  skip
}

init {
  x = _pid
}

active proctype Q() {
  x = _pid
}
