#include "clew/model/trace.hpp"

#include <algorithm>

namespace clew {

std::optional<Trace> replay(const Interpreter& judge, const MoveList& moves) {
  Trace trace;
  trace.steps.push_back({{}, judge.initial_state()});
  for (const std::vector<Firing>& wanted : moves) {
    if (trace.error) return std::nullopt;  // nothing comes after a move that failed
    const State source = trace.steps.back().state;
    bool found = false;
    judge.moves(source, [&](const Move& move) {
      if (found ||
          !std::equal(move.firings.begin(), move.firings.end(), wanted.begin(), wanted.end())) {
        return;
      }
      found = true;
      if (move.error) {
        trace.failing_firings = wanted;
        trace.error = *move.error;
      } else {
        trace.steps.push_back({wanted, *move.target});
      }
    });
    if (!found) return std::nullopt;
  }
  return trace;
}

std::vector<Firing> move_between(const Interpreter& judge, const State& source,
                                 const State& target) {
  std::vector<Firing> firings;
  judge.moves(source, [&](const Move& move) {
    if (firings.empty() && move.target && *move.target == target) {
      firings.assign(move.firings.begin(), move.firings.end());
    }
  });
  return firings;
}

}  // namespace clew
