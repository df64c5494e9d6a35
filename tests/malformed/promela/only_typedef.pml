typedef T { byte x }
