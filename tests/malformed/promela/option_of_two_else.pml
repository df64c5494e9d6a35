byte x;
active proctype P() { do :: x < 3 -> x++ :: else -> break :: else -> x = 1 od }
