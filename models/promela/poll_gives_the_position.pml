// The value of a searching poll is the position of the message it finds.
//
// expect: states 36
// expect: transitions 48

mtype = { red, green, blue };
chan c = [2] of { mtype };
byte g;

active proctype P() {
  c!!green;
  c!!blue;
  g = 1
}

active proctype Q() {
  byte z;
  z = c??[green];
  g = z
}
