typedef R { S s };
typedef S { R r };
R r;
active proctype P() { skip }
