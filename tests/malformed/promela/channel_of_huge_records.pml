typedef R { int x[60000] };
chan c = [60000] of { R };
active proctype P() { skip }
