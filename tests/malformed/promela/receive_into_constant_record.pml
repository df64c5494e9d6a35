typedef R { byte a };
mtype = { red };
chan c = [1] of { R };
active proctype P() { c?red.a }
