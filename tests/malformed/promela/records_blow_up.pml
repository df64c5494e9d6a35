typedef R0 { int x[100] };
typedef R1 { R0 a[100]; R0 b };
typedef R2 { R1 a[100]; R1 b };
typedef R3 { R2 a[100]; R2 b };
typedef R4 { R3 a[100]; R3 b };
typedef R5 { R4 a[100]; R4 b };
typedef R6 { R5 a[100]; R5 b };
typedef R7 { R6 a[100]; R6 b };
typedef R8 { R7 a[100]; R7 b };
typedef R9 { R8 a[100]; R8 b };
typedef R10 { R9 a[100]; R9 b };
R10 r;
active proctype P() { skip }
