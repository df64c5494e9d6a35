byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  goto there; d_step { x = 1; there: x = 2 }
}
