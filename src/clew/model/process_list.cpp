#include "clew/model/process_list.hpp"

#include <algorithm>
#include <utility>

#include "clew/base/random.hpp"

namespace clew {

namespace {

using Types = std::vector<ProcessTypeId>;

// What is looked at: enough to see every start of a model that begins with them, at a cost nobody
// notices.
constexpr int walks = 2;
constexpr int moves_max = 400;          // of one walk
constexpr int quiet_moves_max = 60;     // without a start; then there will be none
constexpr int moves_seen_max = 20'000;  // of all walks, whether they were taken or not
constexpr std::size_t processes_max = 64;
constexpr int pauses_max = 64;  // a move of many steps tells too little for what it takes

bool begins_with(const Types& list, const Types& first) {
  return first.size() <= list.size() && std::equal(first.begin(), first.end(), list.begin());
}

Types processes_of(const State& state) {
  Types types;
  for (const auto& part : state.shape->processes) types.push_back(part.type);
  return types;
}

class Guess {
 public:
  explicit Guess(const Interpreter& judge)
      : judge_(judge), longest_(processes_of(judge.declared_state())) {}

  std::optional<Types> run() {
    for (int i = 0; i < walks && is_good_; ++i) walk(static_cast<std::uint64_t>(i));
    return is_good_ ? std::optional(std::move(longest_)) : std::nullopt;
  }

 private:
  // False if the list has grown.
  bool look_at(const State& state) {
    if (!state.shape->objects.empty()) is_good_ = false;
    Types types = processes_of(state);
    if (begins_with(longest_, types)) return true;
    is_good_ = is_good_ && begins_with(types, longest_) && types.size() <= processes_max;
    longest_ = std::move(types);
    return false;
  }

  // Follows the moves that start a process; where there is none, any.
  void walk(std::uint64_t seed) {
    SplitMix64 random(seed);
    State state = judge_.declared_state();
    int quiet = 0;
    for (int i = 0;
         i < moves_max && quiet < quiet_moves_max && is_good_ && moves_seen_ < moves_seen_max;
         ++i) {
      ++quiet;
      std::optional<State> next;
      bool starts = false;
      std::uint64_t met = 0;
      judge_.moves(
          state,
          [&](const Move& move) {
            const Continue go_on = ++moves_seen_ < moves_seen_max ? Continue::Yes : Continue::No;
            if (!move.target) return go_on;
            if (!look_at(*move.target)) quiet = 0;
            if (starts) return go_on;
            starts = move.target->process_count() > state.process_count();
            if (starts || random.below(++met) == 0) next = *move.target;
            return go_on;
          },
          [&] { return ++pauses_ < pauses_max ? Continue::Yes : Continue::No; });
      if (!next) return;
      state = std::move(*next);
    }
    // Still starting others: there may be no end to it.
    if (quiet == 0) is_good_ = false;
  }

  const Interpreter& judge_;
  Types longest_;
  bool is_good_ = true;
  int moves_seen_ = 0;
  int pauses_ = 0;
};

}  // namespace

std::optional<std::vector<ProcessTypeId>> likely_processes(const Interpreter& judge) {
  if (!judge.model().is_dynamic() || judge.setup_error()) return std::nullopt;
  return Guess(judge).run();
}

}  // namespace clew
