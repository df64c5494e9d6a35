int a[60000];
typedef R { int b[60000] };
R r[60000];
active proctype P() { skip }
