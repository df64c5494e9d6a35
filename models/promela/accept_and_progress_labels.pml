// Labels of cycles change no count.
//
// expect: states 4
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  accept: do
  :: x = 1 - x; progress_made: skip
  od
}
