// What generated C text and the program that calls it share: one struct, written down twice.  The other
// copy is in c_prelude.cpp, and a test compares them.
//
// The text computes the moves of a state.  It writes the words of each successor to `next`, where the
// program has made room, and counts; what it cannot do alone it asks one of the routines for.
#pragma once

#include <cstdint>

namespace clew {

struct Run {
  std::uint64_t* next;      // the successor under construction
  std::uint64_t* end;       // one that begins behind this needs more room
  std::uint64_t errors;     // moves that failed
  std::uint64_t asserting;  // moves on which an assertion failed
  std::uint64_t steps;      // moves of the system, before its claim joined, where that matters
  std::uint64_t arrived;    // moves of the system that did not fail, if there is a claim
  std::uint64_t firings;    // actions taken, where that matters
  std::uint64_t label;      // of this move (model/move_label.hpp), where somebody wants to be told
  std::uint64_t* labels;    // where that of the next successor goes
  std::uint64_t open;       // a bit for each action of the claim that joins moves from the source
  std::uint64_t unread;     // a bit for each whose guard has no value there
  const std::uint64_t* source;   // of the moves
  const std::uint64_t* nothing;  // stands for a process or object that is not there
  unsigned char* taken;          // by action: 1 if some move took it
  unsigned char* ignored;        // where that is noted for moves that the claim does not join
  std::int32_t timeout;          // 1: no process can move without one
  std::int32_t committed;        // 1: only processes at committed locations move
  std::int32_t asserted;         // 1: an assertion has failed on this move
  std::int32_t listing;          // 1: steps go to `listed`, not to `next`
  void* host;

  // Makes room at `next`; what lies there is kept.
  void (*more)(Run*);
  // A process or object is to come for which states of fixed length have no place.
  void (*foreign)(Run*);
  // The state at `next` is in the middle of a move; `within` is 2 if the process must go on.
  void (*go_on)(Run*, int process, int within);
  // The state at `next` is the end of a step: 0 the move ends, 1 and 2 as above, 3 the step failed.
  void (*listed)(Run*, int then, int process);
  // 1 if a process could move, -1 if that cannot be told.
  int (*enabled)(Run*, const std::uint64_t* state, int process, int self);

  // --- states that change their shape
  std::uint64_t* (*begin)(Run*, const std::uint64_t* state);  // copies it to `next`
  void (*emit)(Run*);                                         // the state at `next` is complete
  const std::uint64_t* (*keep)(Run*);                         // a copy of it, good until forget()
  void (*forget)(Run*);
  void (*canonical)(Run*);                         // numbers the heap objects at `next`
  int (*count)(Run*, const std::uint64_t* state);  // of processes
  int (*type_of)(Run*, const std::uint64_t* state, int process);
  // The first word of a process of this type (-1: of any); 0 if there is none.
  int (*place_of)(Run*, const std::uint64_t* state, int process, int type);
  int (*first)(Run*, const std::uint64_t* state, int type);           // -1 if there is none
  int (*object_at)(Run*, const std::uint64_t* state, int reference);  // 0 for null
  // The kind of the channel with a number (0: there is none), and what its place is counted from.
  int (*channel)(Run*, const std::uint64_t* state, int number, unsigned* base);
  int (*own_channel)(Run*, const std::uint64_t* state, int process, int index);
  // 1 if some process is at a location with the mark (marks.hpp).
  int (*has_mark)(Run*, const std::uint64_t* state, int mark);
  // Change the state at `next`.  What is new gets a number; -1 if there is no room for it.
  int (*start)(Run*, int type);
  void (*terminate)(Run*);
  int (*allocate)(Run*, int type);
};

// The functions of a text.
using MovesFunction = int (*)(Run*, const std::uint64_t* state);  // 1 if the state is a deadlock
// Ends the system's part of a move whose target is at `next`, or which failed.
using FinishFunction = void (*)(Run*, int has_failed);
using StepsFunction = void (*)(Run*, const std::uint64_t* state, int process, int within);
// Sets bit k of `seen` if question k is answered in the state, of `no_value` if it has no value.
using LookFunction = void (*)(Run*, const std::uint64_t* state, std::uint64_t* seen,
                              std::uint64_t* no_value);

}  // namespace clew
