active proctype P() { byte x; x = 1 }
never { do :: *P:x == 2 -> break :: else od }
