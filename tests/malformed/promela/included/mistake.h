byte x;
byte x y;
