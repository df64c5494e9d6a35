#pragma once

// Rules tell a search what to do with a state. A search decides only the order in which states come
// up; for each of them it asks the rules. A rule is a condition and an action, and rules are
// composed:
//
//   HashStore<State> store;
//   breadth_first(space, store, rules(rule(is(solved), goal),
//                                     rule(always, store_in(store))));
//
// reads: a solved state ends the search; any other is stored, and skipped if it was known.
// Everything is composed at compile time, so a search with rules is as fast as a loop written by
// hand (bench/modular_search.cpp measures it).
//
// The design follows M. Kattenbelt's thesis "Towards an explicit-state model checking framework"
// (Twente, 2006), with one deviation. There all rules are asked and the answer of highest priority
// wins; here they are asked in order, and the first objection wins. Every configuration can be
// written by choosing the order, and a revisited state costs nothing more than finding out that it
// was known.
//
// A condition is a callable `bool(const Visit&)`, an action a callable `Answer(Visit&)`; both may
// be generic lambdas. Any callable that maps a visit to an Answer may stand for a whole rule.

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "clew/space/hash_store.hpp"
#include "clew/space/search_result.hpp"
#include "clew/space/space.hpp"

namespace clew {

enum class Answer : std::uint8_t {
  New,   // no objection: ask the next rule; when there is none left, expand the state
  Skip,  // do not expand this state
  Goal,  // this is what was looked for: end the search and return the path
  Stop,  // end the search without a result, for instance because the store is full
  // When a search leaves a state, "no objection" reads better as Continue. Skip then says the same.
  Continue = New,
};

// A state that a search has come to, and how.
template <StateSpace Space>
struct Visit {
  const typename Space::State& state;
  const typename Space::Action* action = nullptr;  // null for an initial state
  std::uint64_t level = 0;                         // steps from the initial state, on this path
  StateId source = no_state;                       // the state that `action` left
  StateId id = no_state;                           // filled in by store_in

  // A hash computed in advance, and the store whose hash it is.
  const void* hashed_for = nullptr;
  std::uint64_t hash = 0;
};

// --- conditions

struct Always {
  constexpr bool operator()(const auto&) const { return true; }
};
inline constexpr Always always{};

template <class Predicate>
struct Is {
  Predicate predicate;
  constexpr bool operator()(const auto& visit) const { return predicate(visit.state); }
};

// Holds when `predicate(state)` does.
template <class Predicate>
constexpr Is<Predicate> is(Predicate predicate) {
  return {std::move(predicate)};
}

// --- actions

template <Answer answer>
struct Say {
  constexpr Answer operator()(const auto&) const { return answer; }
};
inline constexpr Say<Answer::Goal> goal{};
inline constexpr Say<Answer::Skip> skip{};

template <class Store>
struct StoreIn {
  Store* store;

  template <class Space>
  Answer operator()(Visit<Space>& visit) const {
    const Insertion insertion = insert(visit);
    visit.id = insertion.id;
    switch (insertion.outcome) {
      case Outcome::New: return Answer::New;
      case Outcome::Known: return Answer::Skip;
      case Outcome::Full: break;
    }
    return Answer::Stop;
  }

 private:
  template <class Space>
  Insertion insert(const Visit<Space>& visit) const {
    if constexpr (PrefetchingStore<Store, typename Space::State>) {
      if (visit.hashed_for == store) return store->insert(visit.state, visit.hash);
    }
    return store->insert(visit.state);
  }
};

// Stores the state: Skip if it is known, New if it is new, Stop if the store is full.
// REQUIRES: the store outlives the action.
template <class Store>
constexpr StoreIn<Store> store_in(Store& store) {
  return {&store};
}

template <class Function>
struct Call {
  Function function;
  constexpr Answer operator()(auto& visit) {
    function(std::as_const(visit));
    return Answer::New;
  }
};

// Lets `function(visit)` look on; it has no say.
template <class Function>
constexpr Call<Function> call(Function function) {
  return {std::move(function)};
}

template <class Search>
struct NestedSearch {
  Search search;
  constexpr Answer operator()(auto& visit) {
    switch (search(std::as_const(visit)).end) {
      case SearchEnd::Goal: return Answer::Goal;
      case SearchEnd::Stopped: return Answer::Stop;
      case SearchEnd::Bounded:
      case SearchEnd::Exhausted: break;
    }
    return Answer::Continue;
  }
};

// Runs another search from here: `search(visit)` returns its SearchResult. Its goal is a goal of
// the outer search too, and when it is stopped the outer one is. The caller keeps what else he
// wants of the result.
template <class Search>
constexpr NestedSearch<Search> run(Search search) {
  return {std::move(search)};
}

// --- rules

template <class Condition, class Action>
struct Rule {
  Condition condition;
  Action action;
  constexpr Answer operator()(auto& visit) {
    return condition(std::as_const(visit)) ? action(visit) : Answer::New;
  }
};

template <class Condition, class Action>
constexpr Rule<Condition, Action> rule(Condition condition, Action action) {
  return {std::move(condition), std::move(action)};
}

template <class... Each>
class Rules {
 public:
  constexpr explicit Rules(Each... each) : each_(std::move(each)...) {}

  constexpr Answer operator()(auto& visit) {
    return std::apply(
        [&](auto&... each) {
          Answer answer = Answer::New;
          // The fold stops at the first rule that objects.
          (void)(((answer = each(visit)) == Answer::New) && ...);
          return answer;
        },
        each_);
  }

 private:
  std::tuple<Each...> each_;
};

// Asks the given rules in order. Without any, every state is welcome.
template <class... Each>
constexpr Rules<Each...> rules(Each... each) {
  return Rules<Each...>(std::move(each)...);
}

}  // namespace clew
