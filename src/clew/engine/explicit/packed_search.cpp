#include "clew/engine/explicit/packed_search.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <tuple>
#include <type_traits>

#include "clew/base/contract.hpp"
#include "clew/engine/explicit/search_run.hpp"
#include "clew/reduce/statement_merging.hpp"
#include "clew/walk/expander_factory.hpp"
#include "clew/walk/packing_choice.hpp"
#include "clew/walk/store_list.hpp"

namespace clew {

namespace {

unsigned worker_count(const EngineTask& task) {
  if (task.order != Order::BreadthFirst) return 1;
  constexpr std::uint64_t workers_max = 256;
  const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min(task.threads > 0 ? task.threads : cores, workers_max));
}

// What a search holds at any time, whatever it finds.
bool has_room_to_begin(LimitWatch& limits, const StatePacking& walked) {
  constexpr std::uint64_t states_held = 8;
  const std::uint64_t state_bytes = walked.judge().declared_state().values.size() * sizeof(Value) +
                                    walked.initial_word_count() * sizeof(std::uint64_t);
  return limits.has_room_for(states_held * state_bytes);
}

EngineReport report_without_search(const Model& model, const EngineTask& task,
                                   const LimitWatch& limits) {
  EngineReport report;
  const Ending ending{SearchEnd::Stopped, limits.reason(), limits.text(), false};
  tell_ending(report, ending, task.limits);
  report.action_taken.resize(model.actions.size(), false);
  for (const Property& property : task.properties) {
    report.findings.push_back(finding_for(property, {}, ending, task.limits));
  }
  return report;
}

template <class Store>
EngineReport run_with(const SearchSetting& setting, typename SearchRun<Store>::MakeStore make_store) {
  SearchRun<Store> run(setting, std::move(make_store));
  return setting.task.order == Order::BreadthFirst ? run.breadth_first() : run.depth_first();
}

// The first of the list, or the one that is asked for.
EngineReport run_in_store(const SearchSetting& setting) {
  const std::uint64_t share = store_share(setting.task.limits.memory_bytes_max);
  const std::string& asked = setting.task.store;
  std::optional<EngineReport> report;
  const auto try_entry = [&](const auto& entry) {
    if (report || (asked != "auto" && asked != entry.info.name)) return;
    using Store = typename std::decay_t<decltype(entry)>::Type;
    report = run_with<Store>(setting, [&](unsigned workers) {
      return entry.make({setting.walked.codec(), workers, share,
                         [&limits = setting.limits](std::uint64_t states) {
                           return limits.allows_store(states) ? Continue::Yes : Continue::No;
                         }});
    });
    report->statistics.store = entry.info.name;
  };
  std::apply([&](const auto&... entry) { (try_entry(entry), ...); }, store_list);
  if (!report) throw ContractError("search: there is no store '" + asked + "'");
  return std::move(*report);
}

std::size_t longest_trace(const EngineReport& report) {
  std::size_t moves = 0;
  for (const Finding& finding : report.findings) {
    for (const MovePath& path : finding.traces) moves = std::max(moves, path.moves.size());
  }
  return moves;
}

// Where moves were left out a trace need not be a shortest one.  So the state space is searched once more,
// with all its moves, no deeper, and as long as it is not much larger: most violations are near, and
// people read the trace.
template <class SearchAll>
void shorten_traces(const EngineTask& task, const SearchAll& search_all, EngineReport& report) {
  constexpr std::uint64_t states_few = 20'000;
  constexpr std::uint64_t times_as_many = 4;
  const std::size_t moves = longest_trace(report);
  if (moves < 2 || task.order != Order::BreadthFirst) return;
  EngineTask whole = task;
  whole.reduction = Reduction::None;
  whole.limits.level_max = moves - 1;
  whole.states_enough = states_few + times_as_many * report.statistics.states;
  whole.explore_everything = false;
  const EngineReport shorter = search_all(whole);
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    Finding& finding = report.findings[i];
    const Finding& other = shorter.findings[i];
    const bool is_shorter = !finding.traces.empty() && !other.traces.empty() &&
                            other.traces.front().moves.size() < finding.traces.front().moves.size();
    if (is_shorter) finding.traces = other.traces;
  }
}

// `is_joined`: of moves of the model several may be one, so that somebody else counts them.
EngineReport search(const Interpreter& judge, const WordCodec& codec, const EngineTask& task,
                    LimitWatch& limits, bool is_joined) {
  const StatePacking walked(judge, codec, task.reduction);
  if (!has_room_to_begin(limits, walked)) return report_without_search(judge.model(), task, limits);
  Crew crew(worker_count(task));
  ExpanderFactory expanders(walked, task);
  const SearchSetting setting{walked,
                              task,
                              limits,
                              crew,
                              [&](unsigned worker) { return expanders.make(worker); },
                              [&](unsigned worker) { return expanders.make_whole(worker); }};
  EngineReport report = run_in_store(setting);
  expanders.tell(report.statistics);
  if (task.reduction == Reduction::PartialOrder) {
    if (!expanders.takes_every_action()) {
      // What is never taken here may well be taken elsewhere.
      report.action_taken.assign(report.action_taken.size(), true);
    }
    const auto search_all = [&](const EngineTask& whole) {
      return run_in_store({walked, whole, limits, crew, setting.make_whole_expander});
    };
    if (report.statistics.left_out > 0 && !is_joined) shorten_traces(task, search_all, report);
    report.statistics.seconds = limits.seconds();
  }
  return report;
}

// A run of the joined model as one of the given model.
void tell_in_moves_of(const Model& given, const Model& joined, const EngineTask& task,
                      LimitWatch& limits, EngineReport& report) {
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const bool ends = is_about_ends(task.properties[i].kind);
    for (MovePath& path : report.findings[i].traces) {
      path.moves =
          split_moves(given, joined, path.moves, ends ? LastMove::Whole : LastMove::FirstPart);
    }
  }
  const Interpreter judge(given);
  const auto search_all = [&](const EngineTask& whole) {
    return with_chosen_codec(
        judge, [&](const WordCodec& codec) { return search(judge, codec, whole, limits, false); });
  };
  // What a compiler took that works for the next run does not count.
  const double before = limits.seconds();
  shorten_traces(task, search_all, report);
  report.statistics.seconds += limits.seconds() - before;
}

}  // namespace

bool is_packed_task(const EngineTask& task) {
  return (task.order == Order::BreadthFirst || task.order == Order::DepthFirst) &&
         task.reduction != Reduction::SymmetryByLocation && task.store != "exact";
}

EngineReport run_packed_search(const Model& given, const EngineTask& task) {
  LimitWatch limits(task);
  std::optional<Model> walked = forgetful_model(given, task, Counters::Forgotten);
  if (walked) walked = merge_statements(std::move(*walked));
  const bool is_joined = walked && differ_in_moves(given, *walked);
  const Interpreter judge(walked ? *walked : given);
  EngineReport report = with_chosen_codec(
      judge, [&](const WordCodec& codec) { return search(judge, codec, task, limits, is_joined); });
  if (is_joined) tell_in_moves_of(given, *walked, task, limits, report);
  return report;
}

}  // namespace clew
