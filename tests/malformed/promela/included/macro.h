#define ADD(to, what) to = to + what
