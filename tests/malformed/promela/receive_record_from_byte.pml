typedef R { byte a; byte b };
R r;
chan c = [1] of { byte };
active proctype P() { c?r }
