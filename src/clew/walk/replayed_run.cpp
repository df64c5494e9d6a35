#include "clew/walk/replayed_run.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace clew {

namespace {

// A move as it looks to somebody who cannot tell equal processes apart.
struct Looks {
  explicit Looks(const Move& move)
      : fails(move.error != nullptr), asserts(move.failed_assertion != nullptr) {
    for (const Firing& firing : move.firings) actions.push_back(firing.action);
  }
  bool is_like(const Move& move) const {
    return fails == (move.error != nullptr) && asserts == (move.failed_assertion != nullptr) &&
           std::equal(
               actions.begin(), actions.end(), move.firings.begin(), move.firings.end(),
               [](ActionId action, const Firing& firing) { return action == firing.action; });
  }

  std::vector<ActionId> actions;
  bool fails;
  bool asserts;
};

std::vector<Firing> copied(const Move& move) { return {move.firings.begin(), move.firings.end()}; }

}  // namespace

void ReplayedRun::move_to(FunctionRef<bool(const State&)> is_wanted) {
  move_by([&](const Move& move) { return is_wanted(*move.target); });
}

void ReplayedRun::move_by(FunctionRef<bool(const Move&)> is_wanted) {
  std::vector<Firing> firings;
  std::optional<State> reached;
  judge_.moves(state_, [&](const Move& move) {
    if (!move.target || !is_wanted(move)) return Continue::Yes;
    firings = copied(move);
    reached = *move.target;
    return Continue::No;
  });
  if (reached) state_ = std::move(*reached);
  moves_.push_back(std::move(firings));
}

void ReplayedRun::end_with(std::uint32_t ordinal) {
  std::vector<Firing> firings;
  std::uint32_t next = 0;
  judge_.moves(state_, [&](const Move& move) {
    if (next++ != ordinal) return Continue::Yes;
    firings = copied(move);
    return Continue::No;
  });
  moves_.push_back(std::move(firings));
}

void ReplayedRun::end_like(const State& walked, std::uint32_t ordinal) {
  std::optional<Looks> wanted;
  std::uint32_t next = 0;
  judge_.moves(walked, [&](const Move& move) {
    if (next++ != ordinal) return Continue::Yes;
    wanted.emplace(move);
    return Continue::No;
  });
  std::vector<Firing> firings;
  judge_.moves(state_, [&](const Move& move) {
    if (!wanted || !wanted->is_like(move)) return Continue::Yes;
    firings = copied(move);
    return Continue::No;
  });
  moves_.push_back(std::move(firings));
}

}  // namespace clew
