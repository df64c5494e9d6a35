// A d_step that begins with a choice takes its first possible receive only, in a handshake too.
//
// expect: states 4
// expect: transitions 3

chan c = [0] of { byte };
byte a;

active proctype S() {
  c!1
}

active proctype R() {
  byte x;
  d_step {
    if
    :: c?x -> a = 1
    :: c?x -> a = 2
    fi;
    x = 0
  }
}
