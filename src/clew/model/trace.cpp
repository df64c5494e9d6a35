#include "clew/model/trace.hpp"

#include <algorithm>
#include <utility>

#include "clew/base/patience.hpp"

namespace clew {

namespace {

bool can_move(const Interpreter& judge, const State& state) {
  bool found = false;
  judge.moves(state, [&](const Move& move) {
    found = move.target != nullptr;
    return found ? Continue::No : Continue::Yes;
  });
  return found;
}

}  // namespace

Replay replay(const Interpreter& judge, const MovePath& path) {
  if (judge.is_initial(path.first)) return replay_from(judge, path.first, path.moves);
  Replay nothing;
  nothing.trace.steps.push_back({{}, path.first, nullptr, {}});
  nothing.impossible_step = 0;
  return nothing;
}

Replay replay(const Interpreter& judge, const MoveList& moves) {
  return replay_from(judge, judge.initial_state(), moves);
}

Replay replay_from(const Interpreter& judge, State first, const MoveList& moves) {
  Replay result;
  Trace& trace = result.trace;
  trace.steps.push_back({{}, std::move(first), nullptr, {}});
  for (std::size_t i = 0; i < moves.size(); ++i) {
    look_at_patience();  // all states are kept, and may be large
    const std::vector<Firing>& wanted = moves[i];
    const State source = trace.steps.back().state;
    bool found = false;
    if (wanted.empty() && !trace.error) {
      found = !can_move(judge, source);
      if (found) trace.steps.push_back({{}, source, nullptr, {}});
    } else if (!trace.error) {  // nothing comes after a move that failed
      judge.move_with(source, wanted, [&](const Move& move) {
        found = true;
        if (move.error) {
          trace.failing_firings = wanted;
          trace.error = *move.error;
          trace.assertion_before_error = move.failed_assertion;
        } else {
          trace.steps.push_back({wanted, *move.target, move.failed_assertion,
                                 std::vector<Printed>(move.printed.begin(), move.printed.end())});
        }
      });
    }
    if (!found) {
      result.impossible_step = i + 1;
      return result;
    }
  }
  return result;
}

std::vector<Firing> move_between(const Interpreter& judge, const State& source,
                                 const State& target) {
  std::vector<Firing> firings;
  judge.moves(source, [&](const Move& move) {
    if (!move.target || !(*move.target == target)) return Continue::Yes;
    firings.assign(move.firings.begin(), move.firings.end());
    return Continue::No;
  });
  return firings;
}

}  // namespace clew
