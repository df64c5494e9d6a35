// Several engines side by side, each in a worker of its own (base/worker.hpp): the first who answers a
// property has answered it, and who crashes loses only itself.
//
//   const EngineInfo both = portfolio_of({{engine_named("explicit")}, {engine_named("pdr")}});
//   const Report report = check_with(both, model, options);
//
// What workers say is taken for what it is, the word of a stranger: it is read strictly (report_bytes.hpp)
// and replayed by the judge like everything an engine says.
//
// Threads: workers are forked from the thread that asks.  The jobs use no lock but that of the heap;
// still, ask while no other thread of the program is in the midst of asking Clew.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "clew/engine/engine.hpp"

namespace clew {

// An engine of a portfolio.
struct Member {
  EngineInfo engine;
  // It begins so long after the first, or when nobody else is at work: many questions are answered by
  // then.
  std::chrono::milliseconds delay{0};
  int nice = 0;               // as in WorkerLimits
  std::uint64_t threads = 1;  // for an engine that can use them; 0: one for every core
  double memory_share = 1;    // of the limit
  // It runs in our own process, and cannot crash alone: only for the first, and for the explicit engine,
  // which most questions need no longer than a worker needs to begin.  The others are then forked while
  // its threads are there.  That is safe because their jobs use no lock but that of the heap.
  bool is_at_home = false;
};

// The engine that asks them all.  Its findings say whose they are.
// REQUIRES: there is at least one.
EngineInfo portfolio_of(std::vector<Member> members);

}  // namespace clew
