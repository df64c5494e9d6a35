byte x;
init { run x() }
