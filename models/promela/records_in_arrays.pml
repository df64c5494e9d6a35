// Arrays of records with arrays in records.
//
// expect: states 13
// expect: transitions 12
// expect: deadlock holds
// expect: assertions holds

typedef Cell { bit used; byte v[2] };
typedef Row { Cell cell[2]; byte n };
Row row[2];

active proctype P() {
  byte i;
  for (i : 0 .. 1) {
    row[i].cell[1 - i].v[i] = i + 1;
    row[i].n++
  };
  assert(row[1].cell[0].v[1] == 2)
}
