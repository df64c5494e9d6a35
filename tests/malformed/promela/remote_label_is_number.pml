byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  P[0]@3 -> x = 1
}
