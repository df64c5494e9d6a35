// So has being an option; the other options wait until no escape is open.
//
// expect: states 5
// expect: transitions 4
// expect: deadlock holds

byte x;

active proctype P() {
  if
  :: {
       {
         x = 1
       } unless {
         x = 2
       }
     } unless {
       x = 3
     }
  :: x = 4
  fi
}
