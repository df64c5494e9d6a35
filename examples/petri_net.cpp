// A Petri net: places hold tokens, and a transition fires when all its input places have one. The
// net below is two workers who share a drill and a hammer; one takes the drill first, the other the
// hammer. Everybody who has written two locks knows how that ends.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "clew/space/search.hpp"

using clew::HashStore;
using clew::SearchEnd;

// --- the space: a marking, the transition that fires, where to start, where one can go

struct PetriNet {
  using State = std::vector<std::uint8_t>;  // tokens on each place
  using Action = std::size_t;               // number of the transition that fires

  struct Transition {
    std::string name;
    std::vector<std::size_t> inputs;
    std::vector<std::size_t> outputs;
  };

  std::vector<std::string> places;
  State start;
  std::vector<Transition> transitions;

  bool enabled(const Transition& transition, const State& marking) const {
    return std::all_of(transition.inputs.begin(), transition.inputs.end(),
                       [&](std::size_t place) { return marking[place] > 0; });
  }

  bool dead(const State& marking) const {
    return std::none_of(transitions.begin(), transitions.end(),
                        [&](const Transition& transition) { return enabled(transition, marking); });
  }

  void initial_states(auto&& found) const { found(start); }

  void successors(const State& marking, auto&& found) const {
    for (Action action = 0; action < transitions.size(); ++action) {
      if (!enabled(transitions[action], marking)) continue;
      State target = marking;
      for (const std::size_t place : transitions[action].inputs) --target[place];
      for (const std::size_t place : transitions[action].outputs) ++target[place];
      found(action, target);
    }
  }
};

enum Place : std::size_t { Drill, Hammer, AIdle, AWaits, AWorks, BIdle, BWaits, BWorks };

// A takes the drill first; which tool B takes first is the question.
PetriNet workshop(Place b_first, Place b_second) {
  const std::vector<std::string> places = {"drill",   "hammer", "A idle",  "A waits",
                                           "A works", "B idle", "B waits", "B works"};
  return {places,
          {1, 1, 1, 0, 0, 1, 0, 0},
          {{"A takes the drill", {AIdle, Drill}, {AWaits}},
           {"A takes the hammer", {AWaits, Hammer}, {AWorks}},
           {"A puts both back", {AWorks}, {AIdle, Drill, Hammer}},
           {std::string("B takes the ").append(places[b_first]), {BIdle, b_first}, {BWaits}},
           {std::string("B takes the ").append(places[b_second]), {BWaits, b_second}, {BWorks}},
           {"B puts both back", {BWorks}, {BIdle, Drill, Hammer}}}};
}

// --- asking questions

std::string text(const PetriNet& net, const PetriNet::State& marking) {
  std::string result;
  for (std::size_t place = 0; place < marking.size(); ++place) {
    if (marking[place] > 0) result.append(result.empty() ? "" : ", ").append(net.places[place]);
  }
  return result;
}

void print(const PetriNet& net, const char* strategy, const clew::SearchResult<PetriNet>& result) {
  std::printf("%s: %s\n", strategy,
              result.end == SearchEnd::Goal ? "deadlock" : "no deadlock found");
  if (result.end != SearchEnd::Goal) return;
  for (const auto& step : result.path->steps) {
    std::printf("  %-20s %s\n", net.transitions[step.action].name.c_str(),
                text(net, step.state).c_str());
  }
}

int main() {
  using namespace clew;

  const PetriNet net = workshop(Hammer, Drill);
  const auto dead = is([&](const PetriNet::State& marking) { return net.dead(marking); });
  // A guess at how far away the deadlock is: it needs both tools to be gone.
  const auto tools_left = [](const PetriNet::State& marking) {
    return static_cast<std::uint64_t>(marking[Drill] + marking[Hammer]);
  };

  HashStore<PetriNet::State> everything;
  const auto whole = breadth_first(net, everything);
  std::printf("%llu markings, %llu transitions, %llu deadlock\n\n",
              static_cast<unsigned long long>(whole.counters.discovered),
              static_cast<unsigned long long>(whole.counters.transitions),
              static_cast<unsigned long long>(whole.counters.terminal));

  HashStore<PetriNet::State> store;
  print(net, "breadth-first", breadth_first(net, store, rules(rule(dead, goal), store_in(store))));
  HashStore<PetriNet::State> deep_store;
  print(net, "depth-first", depth_first(net, rules(rule(dead, goal), store_in(deep_store))));
  print(net, "best-first", best_first(net, BestFirst{.heuristic = tools_left}, dead));
  print(net, "random walk", random_walk(net, dead, {.seed = 3, .steps_max = 1000}));

  // The remedy: both take the drill first.
  HashStore<PetriNet::State> repaired_store;
  const auto repaired = breadth_first(workshop(Drill, Hammer), repaired_store);
  std::printf("\nboth take the drill first: %llu markings, %llu deadlocks\n",
              static_cast<unsigned long long>(repaired.counters.discovered),
              static_cast<unsigned long long>(repaired.counters.terminal));
  return 0;
}
