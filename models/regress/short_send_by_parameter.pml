// A send with fewer fields than its channel carries is a run-time error where it is met, also over a channel that
// came as a parameter. It was taken for a message with zeros, and everything held.
//
// expect: errors violated, path 2
// expect: assertions holds

chan c = [1] of { byte, byte };
byte a, b;

proctype P(chan out) { out!1 }

init { run P(c); c?a,b; assert(b == 1) }
