byte x, y, a[3];
chan c = [2] of { byte, byte };
active proctype P() {
  if :: else -> x = 1 :: else -> x = 2 fi
}
