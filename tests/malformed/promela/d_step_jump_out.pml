byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  d_step { x = 1; goto there }; there: x = 2
}
