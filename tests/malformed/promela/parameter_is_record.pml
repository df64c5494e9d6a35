typedef R { byte a[2] };
proctype P(R r) { skip }
init { skip }
