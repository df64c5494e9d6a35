typedef R { R all[10] };
R r;
active proctype P() { skip }
