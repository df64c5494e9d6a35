#define BEGIN if ::
byte x;
active proctype P() { BEGIN x = 1 }
