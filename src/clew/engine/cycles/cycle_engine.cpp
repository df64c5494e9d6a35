#include "clew/engine/cycles/cycle_engine.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <optional>
#include <thread>

#include "clew/base/memory.hpp"
#include "clew/engine/cycles/closed_loop.hpp"
#include "clew/engine/cycles/product_graph.hpp"
#include "clew/model/intervals.hpp"
#include "clew/model/move_label.hpp"
#include "clew/property/claim_class.hpp"
#include "clew/space/cycle_components.hpp"
#include "clew/space/cycle_map.hpp"
#include "clew/space/cycle_nested.hpp"
#include "clew/space/cycle_owcty.hpp"
#include "clew/space/cycle_parallel.hpp"
#include "clew/space/cycle_trim.hpp"
#include "clew/space/fair_graph.hpp"
#include "clew/space/short_lasso.hpp"
#include "clew/walk/claim_failures.hpp"
#include "clew/walk/expander_factory.hpp"
#include "clew/walk/packing_choice.hpp"
#include "clew/walk/path_to_moves.hpp"
#include "clew/walk/pilot/reduction_outlook.hpp"
#include "clew/walk/turn_slices.hpp"

namespace clew {

namespace {

unsigned worker_count(const EngineTask& task) {
  const bool shares =
      task.algorithm == CycleAlgorithm::Auto || task.algorithm == CycleAlgorithm::Parallel;
  if (!shares) return 1;
  constexpr std::uint64_t workers_max = 256;
  const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min(task.threads > 0 ? task.threads : cores, workers_max));
}

template <class Graph>
CycleSearch search_for_cycle(Graph& graph, const SearchSetting& setting, bool is_weak) {
  const auto run_workers = [&](auto&& job) {
    setting.crew.run([&](unsigned worker) { job(worker); }, [] {});
  };
  switch (setting.task.algorithm) {
    case CycleAlgorithm::Components: return find_cycle_components(graph);
    case CycleAlgorithm::Nested: return find_cycle_nested(graph);
    case CycleAlgorithm::Owcty: return find_cycle_owcty(graph);
    case CycleAlgorithm::Map: return find_cycle_map(graph);
    case CycleAlgorithm::Parallel:
      return find_cycle_parallel(graph, setting.crew.size(), run_workers);
    case CycleAlgorithm::Auto: break;
  }
  const bool is_alone = setting.crew.start() == 1;
  if (is_weak && is_alone) return find_cycle_of_marked(graph);
  if (is_weak) return find_cycle_by_trimming(graph, setting.crew.size(), run_workers);
  if (is_alone) return find_cycle_components(graph);
  return find_cycle_parallel(graph, setting.crew.size(), run_workers);
}

// --- lassos

// The lasso as moves: through its stem, once around its loop, and back to where the loop began.
std::optional<MovePath> moves_along(ProductGraph& graph, const StatePacking& walked,
                                    LimitWatch& limits, const NodeLasso& lasso) {
  PackedPath path;
  for (const NodeId node : lasso.stem) path.push_back(graph.packed_state(0, node));
  for (const NodeId node : lasso.loop) path.push_back(graph.packed_state(0, node));
  return run_through(walked, limits, path);
}

void show_lasso(ProductGraph& graph, const StatePacking& walked, LimitWatch& limits, NodeId on_cycle,
                Finding& finding) {
  const auto lasso = short_lasso(graph, on_cycle);
  auto path = lasso ? moves_along(graph, walked, limits, *lasso) : std::nullopt;
  if (!path) return;
  finding.loop_start = lasso->stem.size() - 1;
  finding.traces.push_back(std::move(*path));
}

// Of two moves to the same state one may be fair and the other not: the copies tell which is meant.
void show_fair_lasso(ProductGraph& graph, FairGraph<ProductGraph>& fair, const StatePacking& walked,
                     LimitWatch& limits, NodeId on_cycle, Finding& finding) {
  const auto lasso = short_lasso(fair, on_cycle);
  if (!lasso) return;
  std::vector<NodeId> nodes = lasso->stem;
  nodes.insert(nodes.end(), lasso->loop.begin(), lasso->loop.end());
  const PackedWords first = graph.packed_state(0, fair.inner(nodes.front()));
  ReplayedRun run(walked.judge(), walked.state(first.data()));
  PackedWords words;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    if (!limits.lets_show()) return;
    const PackedWords target = graph.packed_state(0, fair.inner(nodes[i]));
    Movers enabled = nobody;
    walked.judge().moves(run.state(), [&](const Move& move) {
      if (move.target) enabled |= label_of(MoveLabel::Movers, move.firings);
    });
    run.move_by([&](const Move& move) {
      walked.pack(*move.target, words);
      const Movers movers = label_of(MoveLabel::Movers, move.firings);
      return words == target &&
             fair.copy_behind(nodes[i - 1], enabled, movers) == fair.copy(nodes[i]);
    });
  }
  finding.loop_start = lasso->stem.size() - 1;
  finding.traces.push_back(run.path());
}

// --- one search

// What all searches of one run have in common.
struct CycleTask {
  const StatePacking& walked;
  ExpanderFactory& expanders;
  const EngineTask& task;
  LimitWatch& limits;
  bool is_weak;
  bool is_whole = false;   // all moves are followed, whatever the task says
  bool is_beside = false;  // another search waits, which is in charge of the machine code

  // What is found needs no trace to be true.
  bool is_certain() const { return task.reduction == Reduction::None; }
  const Model& model() const { return walked.judge().model(); }
  NumberStore::Options store_options(unsigned workers) const {
    return {.word_count = walked.stride(),
            .workers = workers,
            .memory_bytes_max = store_share(task.limits.memory_bytes_max)};
  }
  SearchSetting setting(Crew& crew) const {
    const auto make = [this](unsigned worker) {
      const unsigned number = worker + (is_beside ? 1 : 0);
      return is_whole ? expanders.make_whole(number, task.successor_order)
                      : expanders.make(number, task.successor_order);
    };
    return {walked, task, limits, crew, make};
  }
};

void tell_counts(Statistics& statistics, const NumberStore& store, const SearchCounts& counts,
                 const WordCodec& codec) {
  statistics.states = store.state_count();
  statistics.transitions = counts.transitions;
  statistics.deadlocks = counts.deadlocks;
  statistics.errors = counts.errors;
  statistics.left_out = counts.left_out;
  statistics.packed_bytes_per_state = counts.packed_bytes_per_state(codec);
  statistics.store = "numbers";
  statistics.bytes_per_state = static_cast<double>(store.memory_bytes()) /
                               static_cast<double>(std::max<std::uint64_t>(statistics.states, 1));
}

// What has become of a search.
EngineReport report_of(const CycleTask& run, const Crew& crew, ProductGraph& graph,
                       FairGraph<ProductGraph>* fair, const NumberStore& store,
                       const CycleSearch& found) {
  const Ending ending{found.end, run.limits.reason(), run.limits.text(), false};
  EngineReport report;
  tell_ending(report, ending, run.task.limits);
  report.action_taken.resize(run.model().actions.size(), false);
  graph.mark_taken(report.action_taken);
  Standing standing;
  standing.sightings = found.on_cycle ? 1 : 0;
  for (const Property& property : run.task.properties) {
    report.findings.push_back(finding_for(property, standing, ending, run.task.limits));
    Finding& finding = report.findings.back();
    const bool saw_everything = graph.counts().expanded == store.state_count();
    if (saw_everything && run.model().claim) finding.claim_failure = graph.claim_failure();
    if (!found.on_cycle || crew.size() > 1) continue;
    run.limits.search_is_over();
    if (fair != nullptr) {
      show_fair_lasso(graph, *fair, run.walked, run.limits, *found.on_cycle, finding);
    } else {
      show_lasso(graph, run.walked, run.limits, *found.on_cycle, finding);
    }
    if (is_unshown(finding)) make_unshown(finding, run.limits, run.is_certain());
  }
  tell_counts(report.statistics, store, graph.counts(), run.walked.codec());
  report.statistics.threads = crew.size();
  report.statistics.reduction = run.task.reduction;
  if (run.is_whole) report.statistics.reduced_until = 0;
  return report;
}

// One search with so many workers.
EngineReport search_with(unsigned workers, const CycleTask& run) {
  Crew crew(workers);
  const SearchSetting setting = run.setting(crew);
  NumberStore store(run.store_options(crew.size()));
  ProductGraph graph(setting, store);
  std::optional<FairGraph<ProductGraph>> fair;
  if (asks_for_fairness(run.model(), run.task)) {
    fair.emplace(graph, FairGraph<ProductGraph>::processes_max, crew.size());
  }
  const CycleSearch found = fair ? search_for_cycle(*fair, setting, false)
                                 : search_for_cycle(graph, setting, run.is_weak);
  if (graph.has_too_many_processes()) {
    run.limits.stop(Reason::Unsupported, "weak fairness can do with 63 processes at most");
  }
  const bool is_full = found.end == SearchEnd::Stopped && !run.limits.is_stopped();
  if (is_full) run.limits.store_is_full(store.size());
  return report_of(run, crew, graph, fair ? &*fair : nullptr, store, found);
}

// --- beside a search

// A cycle among the states nearest to the initial ones, about so many.  Depth first nobody may ever come back
// to them.
std::optional<EngineReport> search_nearby(const CycleTask& run, std::uint64_t states_max) {
  Crew crew(1);
  NumberStore store(run.store_options(1));
  ProductGraph graph(run.setting(crew), store);
  std::vector<NodeId> met;
  bool goes_on = graph.initial(0, met);
  for (std::uint32_t node = 0; goes_on && node < graph.node_count(); ++node) {
    if (graph.node_count() > states_max) break;
    met.clear();
    goes_on = graph.successors(0, static_cast<NodeId>(node), met);
  }
  if (!goes_on) return std::nullopt;
  // The cycle met first may be the farthest, so the nearest nodes are searched alone before.
  const std::uint32_t nodes_end = graph.node_count();
  constexpr std::uint32_t growth = 8;
  for (std::uint64_t nodes = 64;; nodes *= growth) {
    graph.keep_to(static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes, nodes_end)));
    const CycleSearch found = find_cycle_components(graph);
    if (found.on_cycle) return report_of(run, crew, graph, nullptr, store, found);
    if (nodes >= nodes_end) return std::nullopt;
  }
}

// A cycle that another depth-first search meets among so many states.
std::optional<EngineReport> search_far(const CycleTask& run) {
  EngineReport report = search_with(1, run);
  if (report.findings.front().basis != Basis::Witness) return std::nullopt;
  return report;
}

// While a search goes on depth first, or by whatever else its workers do, others look now and then: nearby,
// and far down where other moves come first.
class SideSearches {
 public:
  SideSearches(const CycleTask& run, std::function<std::uint64_t(std::uint64_t)> turn_of_others)
      : run_(run),
        turn_of_others_(std::move(turn_of_others)),
        begin_(std::chrono::steady_clock::now()) {}

  // As EngineTask::turn.  What was found ends the search.
  std::uint64_t turn(std::uint64_t states) {
    const bool looks =
        run_.task.algorithm == CycleAlgorithm::Auto && !asks_for_fairness(run_.model(), run_.task);
    std::uint64_t next = TurnSlices::never;
    if (looks) {
      if (const auto size = slices_.due(states)) look(*size);
      next = slices_.next();
    }
    if (found_ || !turn_of_others_) return next;
    return std::min(next, turn_of_others_(states));
  }

  void begin_anew() {
    slices_ = {};
    found_.reset();
    turn_of_others_ = nullptr;  // they had it
  }

  std::optional<EngineReport> take_found() { return std::exchange(found_, std::nullopt); }

 private:
  void look(std::uint64_t states) {
    EngineTask task = run_.task;
    task.turn = nullptr;
    task.states_max = 0;
    const auto ask = [&](auto&& search) {
      if (found_) return;
      EngineTask mine = task;
      mine.limits.seconds_before += seconds_since(begin_);
      LimitWatch limits(mine);
      CycleTask beside{run_.walked, run_.expanders, mine, limits, run_.is_weak, run_.is_whole};
      beside.is_beside = true;
      found_ = search(beside);
    };
    ask([&](const CycleTask& beside) { return search_nearby(beside, states); });
    // All successors on the way count, so what lies some thousand moves down needs a hundred thousand states.
    constexpr std::uint64_t far_states_min = 8 * states_before_turns;
    task.states_max = states == states_before_turns ? states : std::max(states, far_states_min);
    for (const SuccessorOrder order : orders_.next()) {
      task.successor_order = order;
      ask([](const CycleTask& beside) { return search_far(beside); });
    }
    if (found_) run_.limits.stop(Reason::Interrupted, "found beside");
  }

  const CycleTask& run_;
  std::function<std::uint64_t(std::uint64_t)> turn_of_others_;
  const std::chrono::steady_clock::time_point begin_;
  TurnSlices slices_;
  OrdersInTurn orders_{SuccessorOrder::Reversed, SuccessorOrder::Shuffled};
  std::optional<EngineReport> found_;
};

// Some moves are to be left out, and that will not pay.
bool is_better_whole(const CycleTask& run) {
  if (run.task.reduction != Reduction::PartialOrder) return false;
  Crew crew(1);
  return !reduction_will_pay(run.setting(crew));
}

// The same with one worker; if the limits do not let it come to an end, `found` without its trace.
EngineReport search_alone(const CycleTask& run, SideSearches& beside, EngineReport found) {
  EngineTask task = run.task;
  task.algorithm = CycleAlgorithm::Auto;
  run.limits.search_begins_again();
  beside.begin_anew();
  EngineReport report =
      search_with(1, {run.walked, run.expanders, task, run.limits, run.is_weak, run.is_whole});
  if (auto nearer = beside.take_found()) report = std::move(*nearer);
  if (report.findings.front().basis == Basis::Witness) return report;
  for (Finding& finding : found.findings) {
    make_unshown(finding, run.limits, run.is_certain());
  }
  return found;
}

EngineReport search(const Interpreter& judge, const WordCodec& codec, const EngineTask& asked,
                    ClaimClass claim_class) {
  const StatePacking walked(judge, codec, Reduction::None);
  ExpanderFactory expanders(walked, asked);
  EngineTask task = asked;
  std::optional<SideSearches> beside;
  task.turn = [&](std::uint64_t states) { return beside->turn(states); };
  LimitWatch limits(task);
  const bool is_weak = claim_class != ClaimClass::General;
  CycleTask run{walked, expanders, task, limits, is_weak};
  beside.emplace(run, asked.turn);
  run.is_whole = is_better_whole(run);
  // A slice is short, and what it finds must not be a matter of chance.
  const unsigned workers = task.states_max != 0 ? 1 : worker_count(task);
  EngineReport report = search_with(workers, run);
  if (auto found = beside->take_found()) report = std::move(*found);
  const bool is_found = report.findings.front().basis == Basis::Witness;
  if (workers > 1 && is_found) {
    // Which cycle several workers find is a matter of chance, and a counterexample must not be.
    report = search_alone(run, *beside, std::move(report));
    report.statistics.threads = workers;
  }
  expanders.tell(report.statistics);
  report.statistics.seconds = limits.seconds();
  report.statistics.peak_memory_bytes = resident_memory_bytes_peak();
  return report;
}

}  // namespace

bool is_cycle_task(const EngineTask& task) {
  return !task.properties.empty() &&
         std::all_of(task.properties.begin(), task.properties.end(), [](const Property& property) {
           return property.is_about_runs() || property.kind == PropertyKind::Infinite;
         });
}

EngineReport run_cycle_engine(const Model& model, const EngineTask& task) {
  const ClaimClass claim_class = model.claim ? class_of_claim(model) : ClaimClass::Weak;
  const auto begin = std::chrono::steady_clock::now();
  const auto search_in = [&](const Model& searched, const EngineTask& asked) {
    const Interpreter judge(searched);
    return with_chosen_codec(
        judge, [&](const WordCodec& codec) { return search(judge, codec, asked, claim_class); });
  };
  const std::optional<Model> forgetful = forgetful_model(model, task, Counters::Kept);
  if (!forgetful) return search_in(model, task);
  EngineReport report = search_in(*forgetful, task);
  const Interpreter judge(model);
  const bool is_closed = std::all_of(report.findings.begin(), report.findings.end(),
                                     [&](Finding& each) { return close_loop(judge, each); });
  if (is_closed) return report;
  EngineTask whole = task;
  whole.reduction = Reduction::None;
  whole.limits.seconds_before += seconds_since(begin);
  report = search_in(model, whole);
  report.statistics.unreduced_because = "a loop was found that the model itself closes too late";
  return report;
}

}  // namespace clew
