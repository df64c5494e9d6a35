byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  for (x = 0; x < 3; x++) { y = 1 }
}
