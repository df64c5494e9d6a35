// What the post knows of.
mtype = { letter, parcel };

#ifndef LIMIT
#define LIMIT 9
#endif

inline keep(what) {
  kept = kept + what;
  assert(kept < LIMIT)
}
