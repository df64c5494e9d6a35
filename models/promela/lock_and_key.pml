// Two users of a lock that is tested and taken in one step; the properties over runs are in
// lock_and_key.ltl and use the macros of this file.
//
// expect: states 5
// expect: transitions 6
// expect: deadlock holds
// expect: assertions holds
// expect: safe holds
// expect: again holds
// expect: starves violated
// expect: fair_enough holds
// expect: both violated

#define USERS 2
#define free (owner == 0)
#define critical(who) (User[who]@inside)

byte owner;

active [USERS] proctype User() {
  do
  :: atomic { free -> owner = _pid + 1 };
inside:
     assert(owner == _pid + 1);
     owner = 0
  od
}
