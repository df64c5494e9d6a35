// Names that the generated text uses for itself.
//
// expect: states 30
// expect: transitions 29
// expect: deadlock holds

byte more, count, next, at, e, s, t, run1, end1, start;
active proctype start1() { do :: more < 3 -> more++; count = more; next = count; at = next; e = at; s = e; t = s; start = t :: else -> break od }
