// Two producers and a consumer around a semaphore that is a rendezvous with its keeper.
//
// expect: states 1743
// expect: transitions 4324
// expect: deadlock holds
// expect: assertions holds

mtype = { take, give };
chan semaphore = [0] of { mtype };
chan store = [2] of { byte };
byte busy;

active proctype Keeper() {
  end: do
  :: semaphore!take -> semaphore?give
  od
}

active [2] proctype Producer() {
  byte n;
  for (n : 1 .. 2) {
    semaphore?take;
    busy++;
    assert(busy == 1);
    store!_pid * 10 + n;
    busy--;
    semaphore!give
  }
}

active proctype Consumer() {
  byte n, last[2];
  end: do
  :: store?n ->
     d_step {
       n > 0;
       assert(last[n / 10 - 1] < n % 10);
       last[n / 10 - 1] = n % 10;
       n = 0
     }
  od
}
