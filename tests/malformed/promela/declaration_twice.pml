byte x;
int x;
active proctype P() { skip }
