// Every pass through the declaration sets the variable again.
//
// expect: states 12
// expect: transitions 11
// expect: deadlock holds

active proctype P() {
  byte i;
  do
  :: i < 2 -> byte j = 5; j++; i++
  :: else -> break
  od;
  i = 0
}
