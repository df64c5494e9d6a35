// The same without an initialiser: it is set to zero.
//
// expect: states 12
// expect: transitions 11
// expect: deadlock holds

active proctype P() {
  byte i;
  do
  :: i < 2 ->
     {
       byte j;
       j++;
       i++
     }
  :: else -> break
  od;
  i = 0
}
