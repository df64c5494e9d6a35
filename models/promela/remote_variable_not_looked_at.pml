// The left side decides, so that there is no Q yet on the right does not matter.
//
// expect: states 4
// expect: transitions 3
// expect: deadlock violated

byte go;
proctype Q() { byte y = 1; (false) }
active proctype P() { (go == 0 || Q:y == 1); run Q(); go = 1 }
