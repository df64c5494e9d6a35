byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  Q[0]@there -> x = 1
}
