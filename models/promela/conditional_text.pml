// Text that is left out: #if, #ifdef, #ifndef, #else, #endif, nested.
//
// expect: states 15
// expect: transitions 18
// expect: deadlock holds

#define WITH_SECOND
#define SIZE 2

byte x;

#ifdef WITH_SECOND
#if SIZE > 1
active proctype Second() {
  x = SIZE;
  x = 0
}
#else
active proctype Never() {
  x = nonsense
}
#endif
#endif

#ifndef WITH_SECOND
active proctype Nor_this() {
  x = more nonsense
}
#endif

active proctype First() {
  x = 1
}
