typedef R { byte a };
proctype P(R r) { skip }
init { skip }
