// A process that does one thing: before it, at its end location, gone.
//
// expect: states 3
// expect: transitions 2
// expect: deadlock holds

init {
  skip
}
