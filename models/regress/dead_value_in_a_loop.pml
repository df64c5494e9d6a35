// The same in Promela: the lasso for 'F (g == 2)' was none of the model.
//
// expect: states 5
// expect: deadlock holds
// expect: ltl: F {g == 2} violated
// expect: ltl: F G {g == 1} violated
// expect: ltl: {g == 0} U {g == 1} violated
// expect: ltl: G {g == 0} holds

byte g, v;
active proctype P() { byte l; do :: v = l; l = 1 od }
