#include "clew/engine/solver/outside/watched_lasso.hpp"

#include <algorithm>
#include <iterator>

#include "clew/space/nested_dfs.hpp"

namespace clew {

namespace {

// Where the system is on its lasso, and the state of both.
struct WatchedState {
  std::size_t position = 0;
  State both;

  bool operator==(const WatchedState&) const = default;
  std::uint64_t hash_value() const { return hash_of(position, both); }
};

// What claim and system do together, as long as the system keeps to its lasso.
class AlongLasso {
 public:
  using State = WatchedState;
  using Action = std::vector<Firing>;

  AlongLasso(const Interpreter& judge, const std::vector<clew::State>& states,
             std::size_t loop_start)
      : judge_(judge), states_(states), loop_start_(loop_start) {}

  void initial_states(auto&& found) const {
    judge_.initial_states([&](const clew::State& both) {
      if (is_at(both, 0)) found(State{0, both});
    });
  }
  void successors(const State& from, auto&& found) const {
    const std::size_t next = from.position + 1 < states_.size() ? from.position + 1 : loop_start_;
    judge_.moves(from.both, [&](const Move& move) {
      if (!move.target || !is_at(*move.target, next)) return;
      found(Action(move.firings.begin(), move.firings.end()), State{next, *move.target});
    });
  }
  bool accepting(const State& state) const {
    const Model& model = judge_.model();
    const ProcessType& claim = model.process_types[model.claim->type];
    return claim.locations[state.both.location_of(claim_id)].accepting;
  }

 private:
  // The claim stands between what all processes see and the first of them.
  bool is_at(const clew::State& both, std::size_t position) const {
    const std::vector<Value>& values = states_[position].values;
    const auto claim_begin = both.values.begin() + judge_.layout().claim_offset;
    const auto claim_end = both.values.begin() + judge_.layout().process_offset;
    const auto claim_length = static_cast<std::size_t>(claim_end - claim_begin);
    return both.values.size() == values.size() + claim_length &&
           std::equal(both.values.begin(), claim_begin, values.begin()) &&
           std::equal(claim_end, both.values.end(),
                      values.begin() + judge_.layout().claim_offset);
  }

  const Interpreter& judge_;
  const std::vector<clew::State>& states_;
  std::size_t loop_start_;
};

}  // namespace

std::optional<WatchedLasso> watched_lasso(const Model& product, const std::vector<State>& states,
                                          std::size_t loop_start) {
  const Interpreter judge(product);
  auto found = find_accepting_cycle(AlongLasso(judge, states, loop_start));
  if (!found.lasso) return std::nullopt;
  WatchedLasso result;
  result.path.first = found.lasso->stem.initial.both;
  result.loop_start = found.lasso->stem.steps.size();
  for (auto* steps : {&found.lasso->stem.steps, &found.lasso->cycle}) {
    std::transform(steps->begin(), steps->end(), std::back_inserter(result.path.moves),
                   [](auto& step) { return std::move(step.action); });
  }
  return result;
}

}  // namespace clew
