unsigned * p : 3;
int * q;
active proctype P() { p = q }
