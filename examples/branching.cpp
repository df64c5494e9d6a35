// CTL over a state space of your own: a lift between three floors that may get stuck. Can it always
// come back to the ground floor? If not, where is the point of no return?

#include <cstdio>
#include <string>

#include "clew/property/ctl_space.hpp"

struct Lift {
  struct State {
    int floor = 0;
    bool is_stuck = false;

    bool operator==(const State&) const = default;
    friend std::size_t hash_value(const State& state) {
      return static_cast<std::size_t>(state.floor * 2 + (state.is_stuck ? 1 : 0));
    }
  };
  using Action = const char*;

  void initial_states(auto&& found) const { found(State{}); }
  void successors(const State& state, auto&& found) const {
    if (state.is_stuck) return;  // nothing moves any more
    if (state.floor < 2) found("up", State{state.floor + 1, false});
    if (state.floor > 0) found("down", State{state.floor - 1, false});
    if (state.floor == 2) found("stick", State{2, true});
  }
};

using Story = clew::CtlStory<Lift::State>;

void print(const Story& story, const std::string& indent) {
  std::printf("%s", indent.c_str());
  for (std::size_t i = 0; i < story.path.size(); ++i) {
    const bool begins_loop = story.loop_start == i;
    std::printf("%s%s%d%s", i == 0 ? "" : " ", begins_loop ? "(" : "", story.path[i].floor,
                story.path[i].is_stuck ? "!" : "");
  }
  std::printf("%s: %s\n", story.loop_start ? ")" : "", story.ending.c_str());
  for (const auto& branch : story.branches) {
    std::printf("%s  at step %zu '%s' is %s:\n", indent.c_str(), branch.step,
                branch.story.formula.c_str(), branch.story.is_true ? "true" : "false");
    print(branch.story, indent + "    ");
  }
}

int main() {
  for (const char* formula : {"AG EF ground", "EF AG stuck", "AF top", "AG (stuck -> top)",
                              "EF (top && EG !stuck)", "AG EF groud"}) {
    const auto answer =
        clew::check_ctl(Lift{}, formula,
                        {{"ground", [](const Lift::State& state) { return state.floor == 0; }},
                         {"top", [](const Lift::State& state) { return state.floor == 2; }},
                         {"stuck", [](const Lift::State& state) { return state.is_stuck; }}});
    if (!answer.ok()) {
      std::printf("%s", answer.diagnostics.text().c_str());
      continue;
    }
    std::printf("%s: %s\n", formula, std::string(name_of(answer.value().verdict)).c_str());
    if (answer.value().evidence) print(*answer.value().evidence, "  ");
  }
  return 0;
}
