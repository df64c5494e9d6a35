byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  here: x = 1; here: x = 2
}
