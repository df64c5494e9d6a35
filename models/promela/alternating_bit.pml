// The alternating bit protocol over channels that lose messages: every number arrives once, in order.
//
// expect: states 664
// expect: transitions 1743
// expect: deadlock holds
// expect: assertions holds

mtype = { data, ack };
chan forth = [1] of { mtype, byte, bit };
chan back = [1] of { mtype, bit };
byte expected;

active proctype Sender() {
  byte number;
  bit sequence, answer;
  do
  :: forth!data(number, sequence)
  :: back?ack(answer) ->
     if
     :: answer == sequence ->
        sequence = 1 - sequence;
        number = (number + 1) % 3
     :: else
     fi
  od
}

active proctype Receiver() {
  byte number;
  bit sequence, awaited;
  do
  :: forth?data(number, sequence) ->
     if
     :: sequence == awaited ->
        assert(number == expected);
        expected = (expected + 1) % 3;
        awaited = 1 - awaited
     :: else
     fi;
     back!ack(sequence)
  od
}

active proctype Thief() {
  do
  :: forth?data(_, _)
  :: back?ack(_)
  od
}
