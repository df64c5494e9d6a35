#if 1
byte x;
