// Where a guard or an effect of the claim has no value: then nobody knows what the claim says of the run.
//
//   const ClaimFailures failures = claim_failures_in(judge, state);
//   if (failures.count > 0) tell(failures.text);
//
// An error of the system is none of the claim: it ends the move, with a claim or without.
#pragma once

#include <cstdint>
#include <string>

#include "clew/model/interpreter.hpp"

namespace clew {

struct ClaimFailures {
  std::uint64_t count = 0;  // moves of the state
  // "the guard 'a[k] == 0' of the claim has no value: index 2 is outside 0..1 of 'a'"; of several the
  // first in the order of the alphabet, which is the same for everybody who asks.
  std::string text;
  // Of that: the guard, if it looks at a process that is not there.
  ExprId guard_without_process = no_id<ExprId>;
};

// What fails where the system cannot move counts, too, whether or not such runs do: the state is reached.
// REQUIRES: the judge's model has a claim.
ClaimFailures claim_failures_in(const Interpreter& judge, const State& state);

}  // namespace clew
