typedef T { byte a };
T t;
T * p;
chan c = [1] of { T * };
init { p = new T; t.a = 3; c!t }
