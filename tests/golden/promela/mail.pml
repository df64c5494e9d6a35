// A letter and a parcel go through a letter box; the clerk hands the parcel back at the door.
#include "post.h"

chan box = [2] of { mtype, byte };
chan door = [0] of { byte };
byte kept;

proctype Clerk(byte room) {
  byte n;
  do
  :: box?letter, n ->
     printf("%e %d for room %d\n", letter, n, room);
     keep(n)
  :: box?parcel, n ->
     door!n;
     break
  od
}

active proctype Sender() {
  byte back;
  atomic {
    run Clerk(3);
    box!letter, 1;
    box!parcel, 2
  };
  door?back;
  d_step {
    back++;
    back++
  };
  assert(back == SUM)
}
