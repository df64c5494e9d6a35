#include "clew/engine/explicit/explicit_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/hash.hpp"
#include "clew/base/text.hpp"
#include "clew/engine/explicit/examination.hpp"
#include "clew/engine/explicit/heuristic.hpp"
#include "clew/engine/explicit/model_space.hpp"
#include "clew/engine/explicit/packed_search.hpp"
#include "clew/model/choices.hpp"
#include "clew/model/print.hpp"
#include "clew/space/best_first.hpp"
#include "clew/space/breadth_first.hpp"
#include "clew/space/depth_first.hpp"

namespace clew {

namespace {

using Space = ModelSpace<Examination>;

struct SearchedTo {
  SearchEnd end = SearchEnd::Exhausted;
  std::uint64_t states_cut = 0;
};

template <class Result>
SearchedTo ending_of(const Result& result) {
  return {result.end, result.counters.cut};
}

std::uint64_t level_limit(const EngineTask& task) {
  return task.limits.level_max == 0 ? no_level : task.limits.level_max;
}

// In which order states are walked.
Order order_of(const EngineTask& task) {
  return task.reduction == Reduction::SymmetryByLocation ? Order::DepthFirst : task.order;
}

Answer remember_in(ExactStore& store, const Representatives& representatives, auto& visit) {
  if (representatives.keeps_walked()) return store_in(store)(visit);
  const Insertion insertion = store.insert(representatives.kept(visit.state));
  visit.id = insertion.id;
  if (insertion.outcome == Outcome::Full) return Answer::Stop;
  return insertion.outcome == Outcome::New ? Answer::New : Answer::Skip;
}

SearchedTo search(const Space& space, ExactStore& store, const Representatives& representatives,
                  Examination& examination, const EngineTask& task, const Interpreter& judge,
                  const Codec& codec) {
  // The store's refusal ends every search in the same way.
  const auto remember = [&](auto& visit) {
    const Answer answer = remember_in(store, representatives, visit);
    if (answer == Answer::Stop) examination.store_is_full();
    return answer;
  };
  // Properties are decided by the examination; for the search itself nothing is a goal.
  const auto never = [](const auto&) { return false; };
  switch (order_of(task)) {
    case Order::BreadthFirst:
      return ending_of(breadth_first(space, store, remember, examination, level_limit(task)));
    case Order::DepthFirst:
      examination.record_parents();
      return ending_of(depth_first(space, remember, rules(), examination, level_limit(task)));
    case Order::BestFirst: {
      examination.record_parents();
      const auto distance = [&](const PackedState& packed) {
        return distance_to_sighting(judge, task.properties, codec.unpack(packed.bytes()));
      };
      return ending_of(best_first_in(store, space, BestFirst{.heuristic = distance}, never,
                                     level_limit(task), examination));
    }
    case Order::Random: {
      examination.record_parents();
      const auto lot = [&](const PackedState& packed) {
        return mix_bits(hash_value(packed) ^ mix_bits(task.seed));
      };
      return ending_of(best_first_in(store, space, BestFirst{.heuristic = lot}, never,
                                     level_limit(task), examination));
    }
  }
  return {};
}

// A breadth-first search that ended at the depth limit has not expanded the last level.  If nothing
// new lies behind it, the space is complete after all; if something does, the last level is still
// part of the answer: a deadlock in it is reached within the limit.
SearchedTo look_behind(SearchedTo ending, const Space& space, ExactStore& store,
                       Examination& examination, bool ends_runs) {
  const std::uint64_t end = store.size();
  const std::uint64_t begin = end - ending.states_cut;
  bool complete = true;
  examination.count(Examination::Counts::Nothing);
  for (std::uint64_t id = begin; id < end && complete; ++id) {
    if (!examination.keep_going()) return {SearchEnd::Stopped, ending.states_cut};
    space.successors(store.state(StateId{id}), [&](std::uint32_t, const PackedState& target) {
      complete = complete && store.find(target) != no_state;
    });
  }
  // Where the model itself says how long a run is, a move that fails is one too many.
  complete = complete && !(ends_runs && examination.errors_behind() > 0);
  examination.count(complete ? Examination::Counts::All : Examination::Counts::Deadlocks);
  for (std::uint64_t id = begin; id < end; ++id) {
    if (!examination.keep_going()) return {SearchEnd::Stopped, ending.states_cut};
    space.successors(store.state(StateId{id}), [](std::uint32_t, const PackedState&) {});
  }
  return {complete ? SearchEnd::Exhausted : SearchEnd::Bounded, ending.states_cut};
}

}  // namespace

EngineReport run_explicit_engine(const Model& model, const EngineTask& task) {
  if (is_packed_task(task)) return run_packed_search(model, task);
  const Interpreter judge(model);
  const Codec codec(model);
  ExactStore store({.state_bytes = codec.is_fixed_width() ? codec.state_bytes() : 0,
                    .memory_bytes_max = store_share(task.limits.memory_bytes_max)});
  const Representatives representatives(model, codec, task.reduction);
  Examination examination(judge, codec, representatives, store, task);
  const Space space(judge, codec, representatives, examination);
  const bool knows_levels = order_of(task) == Order::BreadthFirst;
  if (!examination.has_room_to_begin()) {
    return examination.report(SearchEnd::Stopped, 0, knows_levels);
  }
  SearchedTo ending = search(space, store, representatives, examination, task, judge, codec);
  if (ending.end == SearchEnd::Bounded && knows_levels) {
    const bool ends_runs = model.moves_max == task.limits.level_max;
    ending = look_behind(ending, space, store, examination, ends_runs);
  }
  if (ending.end == SearchEnd::Stopped) examination.store_is_full();
  return examination.report(ending.end, ending.states_cut, knows_levels);
}

}  // namespace clew
