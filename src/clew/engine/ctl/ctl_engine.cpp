#include "clew/engine/ctl/ctl_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "clew/base/memory.hpp"
#include "clew/property/ctl_check.hpp"
#include "clew/space/branching_components.hpp"
#include "clew/space/cycle_components.hpp"
#include "clew/space/short_lasso.hpp"
#include "clew/walk/expander_factory.hpp"
#include "clew/walk/packing_choice.hpp"
#include "clew/walk/path_to_moves.hpp"
#include "clew/walk/standing.hpp"
#include "clew/walk/system_graph.hpp"

namespace clew {

namespace {

// The propositions as questions that an expander answers about a state.
EngineTask with_questions(const EngineTask& task) {
  EngineTask asked = task;
  asked.properties.clear();
  for (const Proposition& proposition : task.properties.front().propositions) {
    Property question;
    question.name = proposition.text;
    question.text = proposition.text;
    question.kind = PropertyKind::Reach;
    question.expr = proposition.expr;
    asked.properties.push_back(std::move(question));
  }
  return asked;
}

// Which propositions are true in which state.
class Labels {
 public:
  Labels(SystemGraph& graph, const StatePacking& walked, const EngineTask& asked)
      : graph_(graph), walked_(walked), asked_(asked), sets_(asked.properties.size()) {}

  // The labels of a node, a bit for each proposition; remembered in the sets.
  std::uint64_t look(NodeId node) {
    if (number(node) >= known_.node_count()) make_room(node);
    known_.insert(node);
    if (!graph_.look(0, node, looked_)) return 0;
    if (!looked_.failed.empty() && failure_.empty()) note_failure(node);
    std::uint64_t bits = 0;
    for (const std::uint32_t i : looked_.seen) {
      bits |= std::uint64_t{1} << i;
      sets_[i].insert(node);
    }
    return bits;
  }

  // Why some proposition has no value in some state; empty: none has.
  const std::string& failure() const { return failure_; }

  std::vector<NodeSet> sets(std::uint32_t node_count) const {
    std::vector<NodeSet> cut = sets_;
    for (NodeSet& set : cut) set.resize(node_count);
    return cut;
  }
  // The same of a node that was looked at before, or was not.
  std::uint64_t bits(NodeId node) {
    if (number(node) >= known_.node_count() || !known_.contains(node)) return look(node);
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (sets_[i].contains(node)) found |= std::uint64_t{1} << i;
    }
    return found;
  }

 private:
  // By half as much again: sets are many small blocks, and growing them is copying.
  void make_room(NodeId node) {
    const std::uint64_t wanted = std::max<std::uint64_t>(number(node) + std::uint64_t{1}, 4096);
    const std::uint64_t length = std::min<std::uint64_t>(wanted + wanted / 2, number(no_node));
    for (NodeSet& set : sets_) set.resize(static_cast<std::uint32_t>(length));
    known_.resize(static_cast<std::uint32_t>(length));
  }

  void note_failure(NodeId node) {
    const Property& question = asked_.properties[looked_.failed.front()];
    const State state = walked_.state(graph_.packed_state(0, node).data());
    const Evaluation evaluation = walked_.judge().evaluate(question.expr, state);
    failure_ = fmt::format("'{}' has no value in some state: {}", question.text,
                           evaluation.error ? text_of(*evaluation.error) : "unknown");
  }

  SystemGraph& graph_;
  const StatePacking& walked_;
  const EngineTask& asked_;
  std::vector<NodeSet> sets_;
  NodeSet known_;  // nodes that were looked at
  Looked looked_;
  std::string failure_;
};

// What came out: the truth of the formula, and why.
struct CtlOutcome {
  SearchEnd end = SearchEnd::Exhausted;
  std::optional<bool> is_true;
  bool saw_everything = false;
  std::optional<MoveTree> tree;
  std::uint64_t stored_bytes = 0;
};

class CtlRun {
 public:
  CtlRun(const SearchSetting& setting, const Property& property, SystemGraph& graph)
      : setting_(setting),
        property_(property),
        ctl_(*property.ctl),
        graph_(graph),
        labels_(graph, setting.walked, setting.task) {}

  CtlOutcome run(CtlRoute route) {
    const auto terminal = terminal_question(ctl_);
    const bool has_depth = setting_.task.limits.level_max != 0;  // a notion of breadth-first search
    const bool is_auto = route == CtlRoute::Auto && !has_depth;
    // What is found from one initial state makes the formula false, but true only if there is no other.
    const auto decides = [&](const auto& question) {
      return !question.decides_true || setting_.walked.has_fixed_start();
    };
    if (terminal && is_auto && decides(*terminal)) return by_components(*terminal);
    const auto lasso = lasso_question(ctl_);
    if (lasso && is_auto && decides(*lasso)) return by_cycle(*lasso);
    return by_labelling(route);
  }

  const std::string& failure() const { return labels_.failure(); }

 private:
  bool wants_trace(bool is_true) const { return is_true == property_.is_existential(); }

  // --- labelling

  CtlOutcome by_labelling(CtlRoute route) {
    const CtlHorizon horizon(ctl_);
    const bool prunes =
        (route == CtlRoute::Auto || route == CtlRoute::Pruned) && setting_.walked.has_fixed_start();
    const std::uint64_t limit = setting_.task.limits.level_max;
    const std::uint64_t level_max = std::min(limit == 0 ? ~std::uint64_t{0} : limit,
                                             prunes ? horizon.level_max() : ~std::uint64_t{0});
    StoredGraph stored;
    std::unordered_map<std::uint64_t, Reading> known;  // by labels
    const auto look = [&](NodeId node) {
      const std::uint64_t bits = labels_.look(node);
      if (!labels_.failure().empty()) return Reading::Stop;
      if (!prunes) return Reading::Expand;
      const auto [place, is_new] = known.try_emplace(bits, Reading::Expand);
      if (is_new && horizon.is_decisive(bits)) {
        place->second = Reading::Stop;
      } else if (is_new && horizon.is_closed(bits)) {
        place->second = Reading::Leave;
      }
      return place->second;
    };
    stored.ask_room([&](std::uint64_t bytes) {
      return setting_.limits.room_up_to(bytes) == bytes;  // else the store is said to be full
    });
    CtlOutcome outcome;
    outcome.end = stored.read(graph_, look, level_max);
    // What lies behind the horizon is not missing.
    const bool is_complete = outcome.end == SearchEnd::Bounded && level_max == horizon.level_max();
    outcome.saw_everything = outcome.end == SearchEnd::Exhausted && stored.nodes_left() == 0;
    if (is_complete) outcome.end = SearchEnd::Exhausted;
    const bool is_answer = outcome.end == SearchEnd::Exhausted || outcome.end == SearchEnd::Goal;
    if (!is_answer || !labels_.failure().empty()) return outcome;
    stored.ask([&] { return graph_.may_go_on(0); });
    CtlCheck check(stored, ctl_, labels_.sets(stored.node_count()));
    const bool is_true = check.holds();
    outcome.stored_bytes = stored.memory_bytes();
    if (stored.is_stopped()) {
      outcome.end = SearchEnd::Stopped;
      return outcome;
    }
    outcome.is_true = is_true;
    if (wants_trace(is_true)) outcome.tree = tree_of(check.evidence());
    return outcome;
  }

  MoveTree tree_of(const CtlEvidence& evidence) {
    MoveTree tree;
    tree.formula = evidence.formula;
    tree.is_true = evidence.is_true;
    MovePath path = path_along(evidence.path);
    tree.moves = std::move(path.moves);
    tree.first = std::move(path.first);
    tree.loop_start = evidence.loop_start;
    tree.ending = ending_text(ctl_, evidence);
    for (const CtlBranch& branch : evidence.branches) {
      tree.branches.push_back({branch.step, tree_of(branch.evidence)});
    }
    return tree;
  }

  MovePath path_along(const std::vector<NodeId>& nodes) {
    PackedPath path;
    for (const NodeId node : nodes) path.push_back(graph_.packed_state(0, node));
    // If the limits do not let it be shown, nothing of the tree will be.
    return run_through(setting_.walked, setting_.limits, path)
        .value_or(MovePath{setting_.walked.first_state(path.front()), {}});
  }

  // --- terminal components

  // The graph, with a look at every state that is expanded.
  struct LabelledGraph {
    SystemGraph& graph;
    Labels& labels;

    bool initial(unsigned worker, std::vector<NodeId>& out) { return graph.initial(worker, out); }
    bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
      labels.look(node);
      return labels.failure().empty() && graph.successors(worker, node, out);
    }
    std::uint64_t marks(NodeId) const { return 0; }
    std::uint64_t all_marks() const { return 0; }
    std::uint32_t node_count() const { return graph.node_count(); }
  };

  CtlOutcome by_components(const TerminalQuestion& question) {
    std::vector<NodeId> decisive;
    LabelledGraph labelled{graph_, labels_};
    CtlOutcome outcome;
    outcome.end = walk_components(labelled, [&](const GraphComponent& component) {
      if (!component.is_terminal) return Continue::Yes;
      const auto is_wanted = [&](NodeId node) {
        return is_true_under(ctl_.formulas, question.operand, labels_.bits(node)) ==
               question.wanted;
      };
      if (!std::all_of(component.members.begin(), component.members.end(), is_wanted)) {
        return Continue::Yes;
      }
      decisive.assign(component.members.begin(), component.members.end());
      return Continue::No;
    });
    outcome.saw_everything = outcome.end == SearchEnd::Exhausted;
    if (!labels_.failure().empty() || outcome.end == SearchEnd::Stopped) return outcome;
    outcome.is_true = question.decides_true == (outcome.end == SearchEnd::Goal);
    if (outcome.end != SearchEnd::Goal) return outcome;
    const std::vector<NodeId> path = path_into(decisive);
    if (path.empty()) {  // a limit was reached meanwhile
      outcome.end = SearchEnd::Stopped;
      outcome.is_true.reset();
      return outcome;
    }
    outcome.tree = terminal_tree(question, path, decisive.size());
    return outcome;
  }

  // A shortest path from an initial node into the component, among the nodes that are known.  Empty
  // if a limit was reached.
  std::vector<NodeId> path_into(const std::vector<NodeId>& component) {
    const std::uint32_t nodes_end = graph_.node_count();
    NodeSet goals(nodes_end);
    for (const NodeId node : component) goals.insert(node);
    std::vector<NodeId> parents(nodes_end, no_node);
    std::vector<NodeId> order;
    if (!graph_.initial(0, order)) return {};
    std::vector<NodeId> targets;
    NodeId reached = no_node;
    for (const NodeId node : order) {
      parents[number(node)] = node;
      if (reached == no_node && goals.contains(node)) reached = node;
    }
    for (std::size_t i = 0; i < order.size() && reached == no_node; ++i) {
      targets.clear();
      if (!graph_.successors(0, order[i], targets)) return {};
      for (const NodeId target : targets) {
        if (number(target) >= nodes_end || parents[number(target)] != no_node) continue;
        parents[number(target)] = order[i];
        order.push_back(target);
        if (reached == no_node && goals.contains(target)) reached = target;
      }
    }
    std::vector<NodeId> path;
    for (NodeId node = reached; node != no_node; node = parents[number(node)]) {
      path.push_back(node);
      if (parents[number(node)] == node) break;
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  // The formula is EF or AG of a formula that speaks of all states of the component.
  MoveTree terminal_tree(const TerminalQuestion& question, const std::vector<NodeId>& path,
                         std::size_t component_size) {
    const auto below_negations = [&](FormulaId formula) {
      while (ctl_.formulas.op(formula) == FormulaOp::Not) formula = ctl_.formulas[formula].left();
      return formula;
    };
    // Through negations the truth of a part may be another than that of the whole.
    const auto truth_of = [&](FormulaId outer, FormulaId inner, bool value) {
      for (; outer != inner; outer = ctl_.formulas[outer].left()) value = !value;
      return value;
    };
    CtlEvidence trunk;
    trunk.formula = below_negations(ctl_.formula);
    trunk.is_true = truth_of(ctl_.formula, trunk.formula, question.decides_true);
    trunk.path = path;
    const PathFact fact = path_fact(ctl_.formulas, trunk.formula, trunk.is_true);
    CtlEvidence end;
    end.formula = below_negations(fact.left());
    end.is_true = truth_of(fact.left(), end.formula, fact.wanted);
    end.path = {path.back()};
    end.reachable = component_size;
    trunk.branches.push_back({path.size() - 1, end});
    return tree_of(trunk);
  }

  // --- cycles

  // The part of the graph in which the operand keeps its value.
  struct KeepingGraph {
    SystemGraph& graph;
    Labels& labels;
    const CtlFormula& ctl;
    const LassoQuestion& question;

    bool keeps(NodeId node) {
      return is_true_under(ctl.formulas, question.operand, labels.bits(node)) == question.wanted;
    }
    bool drop_others(std::vector<NodeId>& nodes, std::size_t first) {
      const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(first);
      nodes.erase(std::remove_if(begin, nodes.end(), [&](NodeId each) { return !keeps(each); }),
                  nodes.end());
      return labels.failure().empty();
    }
    bool initial(unsigned worker, std::vector<NodeId>& out) {
      const std::size_t first = out.size();
      return graph.initial(worker, out) && drop_others(out, first);
    }
    bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
      const std::size_t first = out.size();
      if (!graph.successors(worker, node, out)) return false;
      if (out.size() == first) out.push_back(node);  // stays as it is for ever
      return drop_others(out, first);
    }
    std::uint64_t marks(NodeId) const { return 0; }
    std::uint64_t all_marks() const { return 0; }
    std::uint32_t node_count() const { return graph.node_count(); }
  };

  CtlOutcome by_cycle(const LassoQuestion& question) {
    KeepingGraph keeping{graph_, labels_, ctl_, question};
    const CycleSearch found = find_cycle_components(keeping);
    CtlOutcome outcome;
    outcome.end = found.end;
    if (!labels_.failure().empty() || found.end == SearchEnd::Stopped) return outcome;
    outcome.is_true = question.decides_true == (found.end == SearchEnd::Goal);
    if (found.end != SearchEnd::Goal) return outcome;
    const auto lasso = short_lasso(keeping, *found.on_cycle);
    if (!lasso) {  // a limit was reached meanwhile
      outcome.end = SearchEnd::Stopped;
      outcome.is_true.reset();
      return outcome;
    }
    CtlEvidence evidence;
    evidence.formula = ctl_.formula;
    evidence.is_true = question.decides_true;
    while (ctl_.formulas.op(evidence.formula) == FormulaOp::Not) {
      evidence.formula = ctl_.formulas[evidence.formula].left();
      evidence.is_true = !evidence.is_true;
    }
    evidence.path = lasso->stem;
    evidence.loop_start = evidence.path.size() - 1;
    evidence.path.insert(evidence.path.end(), lasso->loop.begin(), lasso->loop.end());
    outcome.tree = tree_of(evidence);
    return outcome;
  }

  const SearchSetting& setting_;
  const Property& property_;
  const CtlFormula& ctl_;
  SystemGraph& graph_;
  Labels labels_;
};

Finding finding_of(const Property& property, const CtlOutcome& outcome, const std::string& failure,
                   const Ending& ending, const Limits& limits) {
  Finding finding;
  if (!failure.empty()) {
    finding.reason = Reason::Error;
    finding.reason_text = failure;
    return finding;
  }
  Standing standing;
  if (outcome.is_true && *outcome.is_true == property.is_existential()) standing.sightings = 1;
  finding = finding_for(property, standing, ending, limits);
  finding.tree = outcome.tree;
  return finding;
}

EngineReport search(const Interpreter& judge, const WordCodec& codec, const EngineTask& task,
                    LimitWatch& limits, CtlRoute route) {
  const StatePacking walked(judge, codec, Reduction::None);
  const EngineTask asked = with_questions(task);
  const Property& property = task.properties.front();
  ExpanderFactory expanders(walked, asked);
  Crew crew(1);
  const SearchSetting setting{walked, asked, limits, crew,
                              [&](unsigned worker) { return expanders.make(worker); }};
  NumberStore store({.word_count = walked.stride(),
                     .workers = 1,
                     .memory_bytes_max = store_share(task.limits.memory_bytes_max)});
  SystemGraph graph(setting, store);
  CtlRun run(setting, property, graph);
  const CtlOutcome outcome = run.run(route);
  if (outcome.end == SearchEnd::Stopped && run.failure().empty() && !limits.is_stopped()) {
    limits.store_is_full(store.size());
  }
  const Ending ending{outcome.end, limits.reason(), limits.text(), false};
  EngineReport report;
  tell_ending(report, ending, task.limits);
  report.finished = outcome.saw_everything;
  report.action_taken.resize(judge.model().actions.size(), false);
  graph.mark_taken(report.action_taken);
  report.findings.push_back(finding_of(property, outcome, run.failure(), ending, task.limits));
  Finding& finding = report.findings.back();
  if (limits.reason_not_to_show() != Reason::None) {
    finding.tree.reset();
    if (is_unshown(finding)) make_unshown(finding, limits, true);
  }
  Statistics& statistics = report.statistics;
  const SearchCounts counts = graph.counts();
  statistics.states = store.state_count();
  statistics.transitions = counts.transitions;
  statistics.deadlocks = counts.deadlocks;
  statistics.errors = counts.errors;
  statistics.store = "numbers";
  statistics.bytes_per_state = static_cast<double>(store.memory_bytes() + outcome.stored_bytes) /
                               static_cast<double>(std::max<std::uint64_t>(statistics.states, 1));
  statistics.packed_bytes_per_state = counts.packed_bytes_per_state(codec);
  expanders.tell(statistics);
  statistics.seconds = limits.seconds();
  statistics.peak_memory_bytes = resident_memory_bytes_peak();
  return report;
}

}  // namespace

bool is_ctl_task(const EngineTask& task) {
  return task.properties.size() == 1 && task.properties.front().kind == PropertyKind::Ctl &&
         task.properties.front().ctl != nullptr;
}

EngineReport run_ctl_engine(const Model& model, const EngineTask& task, CtlRoute route) {
  LimitWatch limits(task);
  const Interpreter judge(model);
  return with_chosen_codec(
      judge, [&](const WordCodec& codec) { return search(judge, codec, task, limits, route); });
}

}  // namespace clew
