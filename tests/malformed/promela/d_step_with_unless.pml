byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  d_step { x = 1; { x = 2 } unless { y == 1 } }
}
