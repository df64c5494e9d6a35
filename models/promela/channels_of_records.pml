// Every variable of a record type comes with the channels that its fields declare.
//
// expect: states 7
// expect: transitions 6

typedef Port {
  chan in[2] = [1] of { byte };
  byte last
};
Port left;

active proctype P() {
  Port own[2];
  left.in[1]!4;
  left.in[1]?left.last;
  own[1].in[0]!left.last;
  own[1].in[0]?own[0].last;
  assert(own[0].last == 4)
}
