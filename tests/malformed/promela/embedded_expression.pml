byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  c_expr { now.x == 1 } -> x = 2
}
