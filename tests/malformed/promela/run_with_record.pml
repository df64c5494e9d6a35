typedef R { byte a };
R r;
proctype Q(byte a) { skip }
init { run Q(r) }
