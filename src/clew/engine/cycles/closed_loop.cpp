#include "clew/engine/cycles/closed_loop.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "clew/space/hash_store.hpp"

namespace clew {

namespace {

// Where the loop comes to an end by the move that leads into it, too, it begins a move earlier.
void begin_loop_earlier(const Interpreter& judge, Finding& finding) {
  MoveList& moves = finding.traces.front().moves;
  std::size_t& start = *finding.loop_start;
  const Replay whole = replay(judge, finding.traces.front());
  const std::vector<TraceStep>& steps = whole.trace.steps;
  while (start > 0 && moves[start - 1] == moves.back() &&
         steps[start - 1].state == steps[moves.size() - 1].state) {
    moves.pop_back();
    --start;
  }
}

}  // namespace

bool close_loop(const Interpreter& judge, Finding& finding, std::size_t moves_max) {
  if (!finding.loop_start || finding.traces.empty()) return true;
  const MovePath& path = finding.traces.front();
  const auto loop_begin = path.moves.begin() + static_cast<std::ptrdiff_t>(*finding.loop_start);
  const MoveList loop(loop_begin, path.moves.end());
  const Replay stem = replay(judge, {path.first, MoveList(path.moves.begin(), loop_begin)});
  if (loop.empty() || !stem.complete()) return false;
  HashStore<State> before_rounds;  // by the number of rounds taken before
  before_rounds.insert(stem.trace.steps.back().state);
  const std::size_t room = moves_max - std::min(moves_max, *finding.loop_start);
  for (std::size_t rounds = 1; rounds <= room / loop.size(); ++rounds) {
    Replay round = replay_from(judge, before_rounds.state(StateId{rounds - 1}), loop);
    if (!round.complete() || round.trace.error) return false;
    const auto [same, outcome] = before_rounds.insert(std::move(round.trace.steps.back().state));
    if (outcome == Outcome::New) continue;
    MoveList& moves = finding.traces.front().moves;
    for (std::size_t i = 1; i < rounds; ++i) moves.insert(moves.end(), loop.begin(), loop.end());
    *finding.loop_start += to_index(same) * loop.size();
    begin_loop_earlier(judge, finding);
    return true;
  }
  return false;
}

}  // namespace clew
