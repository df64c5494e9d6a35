// Leader election in a ring with one direction: the highest number wins and everybody else hears of it.
//
// define: N=3
// expect: states 103
// expect: transitions 189
// expect: deadlock holds
// expect: assertions holds

mtype = { candidate, winner };
chan link[N] = [2] of { mtype, byte };
byte leaders;

proctype Node(byte place; byte number) {
  mtype what;
  byte other;
  link[place]!candidate(number);
  end: do
  :: link[(place + N - 1) % N]?what(other) ->
     if
     :: what == candidate && other > number -> link[place]!candidate(other)
     :: what == candidate && other < number
     :: what == candidate && other == number ->
        leaders++;
        assert(leaders == 1);
        link[place]!winner(number)
     :: what == winner && other != number -> link[place]!winner(other);
        break
     :: what == winner && other == number -> break
     fi
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) {
      run Node(i, (i * 2 + 1) % N)
    }
  }
}
