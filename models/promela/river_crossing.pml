// Wolf, goat and cabbage: the failed assertion is the way across.
//
// expect: states 13
// expect: transitions 23
// expect: deadlock holds
// expect: assertions violated, path 9

bit farmer, wolf, goat, cabbage;

active proctype Cross() {
  do
  :: d_step {
       wolf == farmer && (goat != farmer || cabbage != farmer);
       farmer = 1 - farmer;
       wolf = farmer
     }
  :: d_step {
       goat == farmer;
       farmer = 1 - farmer;
       goat = farmer
     }
  :: d_step {
       cabbage == farmer && (goat != farmer || wolf != farmer);
       farmer = 1 - farmer;
       cabbage = farmer
     }
  :: d_step {
       goat != farmer || (wolf != farmer && cabbage != farmer);
       farmer = 1 - farmer
     }
  :: farmer && wolf && goat && cabbage -> break
  od;
  assert(false)
}
