byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  if x == 0 -> y = 1 fi
}
