// Runs that pass no state twice.  Where none is as long as the runs looked at, every reachable state has
// been seen on one of them, and every loop closed: then no longer run has to be asked about.
//
//   LongRuns runs(run, moves);
//   if (runs.are_shorter_than(10)) ...;    // none of 10 moves
#pragma once

#include <memory>

#include "clew/encode/unrolled_runs.hpp"
#include "clew/engine/solver/solver_run.hpp"

namespace clew {

class LongRuns {
 public:
  // REQUIRES: all outlive this.
  LongRuns(SolverRun& run, const std::vector<std::uint32_t>& moves);

  // True if no run of so many moves passes no state twice.  False also if that is too hard to tell.
  // REQUIRES: the length is one more than the last time, at first 1.
  bool are_shorter_than(std::uint64_t length);

 private:
  bool is_impossible(std::uint64_t length);

  std::unique_ptr<SatSolver> solver_;
  Unrolled unrolled_;
  Clauses clauses_;
  std::uint64_t failures_ = 0;  // in a row: the solver gave up
};

}  // namespace clew
