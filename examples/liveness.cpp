// Does a lift come to everybody who calls it? Two ways to run a lift, written as plain C++, and one
// formula of temporal logic asked about both. The space is the struct below; everything after it is
// asking the question and showing the answer.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "clew/property/watched_space.hpp"

// --- the space: a state, an action, where to start, where one can go

constexpr int floors = 4;

enum class Plan {
  NearestFirst,  // always to the nearest floor that calls
  KeepGoing,     // on in the same direction as long as somebody calls from there
};

struct Lift {
  struct State {
    int floor = 0;
    bool upwards = true;
    bool open = false;        // the doors are, and the call of this floor is answered
    std::uint8_t called = 0;  // bit f: somebody waits on floor f

    bool calls(int from) const { return ((called >> from) & 1) != 0; }
    bool operator==(const State&) const = default;
    std::uint64_t hash_value() const { return clew::hash_of(floor, upwards, open, called); }
  };
  using Action = int;  // the floor where somebody presses the button meanwhile, or nobody
  static constexpr int nobody = -1;

  Plan plan;

  void initial_states(auto&& found) const { found(State{}); }

  // The lift does what its plan says. What the people do is anybody's guess: meanwhile one of them
  // may press a button on any floor. Where the doors are open, one walks in instead.
  void successors(const State& state, auto&& found) const {
    const State moved = move(state);
    found(nobody, moved);
    for (int floor = 0; floor < floors; ++floor) {
      if (moved.calls(floor) || (moved.open && floor == moved.floor)) continue;
      State pressed = moved;
      pressed.called = static_cast<std::uint8_t>(pressed.called | (1 << floor));
      found(floor, pressed);
    }
  }

 private:
  State move(State state) const {
    state.open = false;
    if (state.calls(state.floor)) {
      state.open = true;
      state.called = static_cast<std::uint8_t>(state.called & ~(1 << state.floor));
      return state;
    }
    const int target = next_target(state);
    if (target == nobody) return state;
    state.upwards = target > state.floor;
    state.floor += state.upwards ? 1 : -1;
    return state;
  }

  int next_target(const State& state) const {
    int best = nobody;
    int best_cost = 0;
    for (int floor = 0; floor < floors; ++floor) {
      if (!state.calls(floor)) continue;
      int cost = std::abs(floor - state.floor);
      const bool turns = (floor > state.floor) != state.upwards;
      if (plan == Plan::KeepGoing && turns) cost += floors;
      if (best == nobody || cost < best_cost) {
        best = floor;
        best_cost = cost;
      }
    }
    return best;
  }
};

// --- the question: whoever calls from floor 3 finds the doors open there, sooner or later

auto ask(const Lift& lift) {
  return clew::check_ltl(
      lift, "G (waiting -> F served)",
      {{"waiting", [](const Lift::State& state) { return state.calls(3); }},
       {"served", [](const Lift::State& state) { return state.open && state.floor == 3; }}});
}

// --- the answer

std::string text_of(const Lift::State& state) {
  std::string text = "floor " + std::to_string(state.floor) + (state.open ? ", open" : "");
  for (int floor = 0; floor < floors; ++floor) {
    if (state.calls(floor)) text += ", " + std::to_string(floor) + " waits";
  }
  return text;
}

void print(const clew::Step<clew::Stuttering<Lift>>& step) {
  std::printf("    %s\n", text_of(step.state).c_str());
}

void print(const char* plan, const clew::LtlAnswer<Lift>& answer) {
  std::printf("%s: %s\n", plan, std::string(clew::name_of(answer.verdict)).c_str());
  if (!answer.lasso) return;
  std::printf("    %s\n", text_of(answer.lasso->stem.initial).c_str());
  for (const auto& step : answer.lasso->stem.steps) print(step);
  std::printf("  and then for ever\n");
  for (const auto& step : answer.lasso->cycle) print(step);
}

int main() {
  for (const auto& [name, plan] :
       {std::pair{"nearest first", Plan::NearestFirst}, std::pair{"keep going", Plan::KeepGoing}}) {
    const auto answer = ask(Lift{plan});
    if (!answer.ok()) {
      std::printf("%s", answer.diagnostics.text().c_str());
      return 2;
    }
    print(name, answer.value());
  }
  return 0;
}
