byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  for (z : 1 .. 3) { y = 1 }
}
