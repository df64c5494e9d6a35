#include "clew/render/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "clew/model/print.hpp"
#include "clew/render/layout.hpp"
#include "clew/render/values.hpp"

namespace clew {

namespace {

constexpr std::size_t node_columns = 32;
constexpr std::size_t edge_columns = 36;
constexpr std::size_t edge_firings_max = 8;  // shown beside an arrow; the detail has all

// Works in two passes: first which states there are, then what connects them.  A state that only
// the trace brings in is then connected like any other.
class StateGraphBuilder {
 public:
  StateGraphBuilder(const Interpreter& judge, const Codec& codec, std::uint64_t states_max)
      : judge_(judge), codec_(codec), states_max_(std::max<std::uint64_t>(states_max, 1)) {}

  StateGraph build(const Trace* highlighted) {
    discover();
    if (highlighted) {
      for (std::size_t i = 0; i < highlighted->steps.size(); ++i) {
        node_of(highlighted->steps[i].state, i);
      }
    }
    graph_.states_seen = states_.size();
    for (std::size_t node = 0; node < states_.size(); ++node) connect(node);
    add_error_node();
    if (highlighted) highlight(*highlighted);
    return std::move(graph_);
  }

 private:
  using NodeIndex = std::size_t;

  std::optional<NodeIndex> find(const State& state) const {
    const auto found = node_by_state_.find(codec_.pack(state));
    if (found == node_by_state_.end()) return std::nullopt;
    return found->second;
  }

  // Adds the state if it is new: as one that so many moves lead to, the fewest if it was found by levels.
  NodeIndex node_of(const State& state, std::uint64_t level) {
    const auto [entry, is_new] = node_by_state_.try_emplace(codec_.pack(state), states_.size());
    if (!is_new) return entry->second;
    states_.push_back(state);
    levels_.push_back(level);
    StateGraph::Node node;
    node.lines = fold_items(value_items(judge_.model(), judge_.layout(), state), node_columns);
    graph_.nodes.push_back(std::move(node));
    return entry->second;
  }

  void discover() {
    judge_.initial_states([&](const State& state) {
      if (states_.size() == states_max_) {
        graph_.truncated = true;
        return Continue::No;
      }
      graph_.nodes[node_of(state, 0)].is_initial = true;
      return Continue::Yes;
    });
    for (NodeIndex next = 0; next < states_.size(); ++next) {
      if (ends_runs(next)) continue;
      const State source = states_[next];  // a copy: states_ grows
      judge_.moves(source, [&](const Move& move) {
        if (move.target && states_.size() < states_max_) node_of(*move.target, levels_[next] + 1);
      });
    }
  }

  // No run of a model that bounds them goes on from here.
  bool ends_runs(NodeIndex node) const {
    const std::optional<std::uint64_t> moves_max = judge_.model().moves_max;
    return moves_max && levels_[node] >= *moves_max;
  }

  void connect(NodeIndex node) {
    const State& source = states_[node];
    const Expansion expansion = judge_.moves(source, [&](const Move& move) {
      if (ends_runs(node)) {
        graph_.nodes[node].is_cut = true;
      } else if (!move.target) {
        add_edge(node, error_node(), move.firings, source, nullptr);
        StateGraph::Edge& edge = graph_.edges.back();
        const std::string message = text_of(*move.error);
        for (std::string& line : fold_words(message, edge_columns)) edge.lines.push_back(line);
        edge.detail += "; error: " + message;
        edge.is_error = true;
      } else if (const auto target = find(*move.target)) {
        add_edge(node, *target, move.firings, source, move.target);
      } else {
        graph_.nodes[node].is_cut = true;
        graph_.truncated = true;
      }
    });
    graph_.nodes[node].is_deadlock = expansion.deadlock;
  }

  // The box shows where the processes are, so the arrow says only who moved, from where to where.
  static std::string arrow_text(const Model& model, const Action& action) {
    if (!names_locations(model)) return action.text;
    const ProcessType& type = model.process_types[action.owner];
    return type.locations[action.from].name + " -> " + type.locations[action.to].name;
  }

  void add_edge(NodeIndex source_node, NodeIndex target_node, std::span<const Firing> firings,
                const State& source, const State* target) {
    StateGraph::Edge edge;
    edge.source = source_node;
    edge.target = target_node;
    const Model& model = judge_.model();
    for (std::size_t i = 0; i < firings.size(); ++i) {
      const Firing& firing = firings[i];
      const Action& action = model.actions[firing.action];
      const std::string process = acting_process_name(model, firing, source, target);
      if (i < edge_firings_max) {
        const std::string choices = choices_text(model, firing);
        const std::string text = process + ": " + arrow_text(model, action) +
                                 (choices.empty() ? "" : " with " + choices);
        for (std::string& line : fold_words(text, edge_columns)) {
          edge.lines.push_back(std::move(line));
        }
      } else if (i == edge_firings_max) {
        edge.lines.push_back(fmt::format("... {} more", firings.size() - i));
      }
      if (!edge.detail.empty()) edge.detail += "; ";
      edge.detail += process + ": " + text_of(model, action);
      if (const std::string choices = choices_text(model, firing); !choices.empty()) {
        edge.detail += " with " + choices;
      }
    }
    graph_.edges.push_back(std::move(edge));
    moves_.emplace_back(firings.begin(), firings.end());
  }

  // Comes after all states; made when the states are known.
  NodeIndex error_node() {
    has_errors_ = true;
    return states_.size();
  }

  void add_error_node() {
    if (!has_errors_) return;
    StateGraph::Node node;
    node.lines = {"error"};
    node.is_error = true;
    graph_.nodes.push_back(std::move(node));
  }

  void highlight(const Trace& trace) {
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const NodeIndex target = node_of(trace.steps[i].state, i);
      graph_.nodes[target].on_path = true;
      if (i == 0) continue;
      const NodeIndex source = node_of(trace.steps[i - 1].state, i - 1);
      highlight_edge(source, target, &trace.steps[i].firings);
    }
    const NodeIndex last = node_of(trace.steps.back().state, trace.steps.size() - 1);
    if (trace.error) {
      highlight_edge(last, states_.size(), &trace.failing_firings);
      if (has_errors_) graph_.nodes.back().on_path = true;
    } else if (trace.loop_start) {
      const NodeIndex again = node_of(trace.steps[*trace.loop_start].state, *trace.loop_start);
      if (again != last) highlight_edge(last, again, nullptr);
    }
  }

  // The first edge between the two that is this move; any move if `firings` is null.
  void highlight_edge(NodeIndex source, NodeIndex target, const std::vector<Firing>* firings) {
    for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
      StateGraph::Edge& edge = graph_.edges[i];
      if (edge.source != source || edge.target != target) continue;
      if (firings && moves_[i] != *firings) continue;
      edge.on_path = true;
      return;
    }
  }

  const Interpreter& judge_;
  const Codec& codec_;
  std::uint64_t states_max_;
  StateGraph graph_;
  std::vector<State> states_;          // by node
  std::vector<std::uint64_t> levels_;  // by node
  std::unordered_map<PackedState, NodeIndex> node_by_state_;
  MoveList moves_;  // by edge
  bool has_errors_ = false;
};

// "effect a = 1, b = 2;" on one line if it fits, else one assignment per line.
std::vector<std::string> part_lines(std::string_view part) {
  if (width_of(part) <= edge_columns) return {std::string(part)};
  std::vector<std::string> lines;
  while (!part.empty()) {
    const std::size_t comma = part.find(", ");
    const std::size_t end = comma == std::string_view::npos ? part.size() : comma + 1;
    for (const std::string& line : fold_words(part.substr(0, end), edge_columns)) {
      lines.push_back(lines.empty() ? line : "  " + line);
    }
    part.remove_prefix(std::min(end + 1, part.size()));
  }
  return lines;
}

// The parts of an action below each other: guard, communication, effect.
std::vector<std::string> action_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t semicolon = text.find("; ", begin);
    const std::size_t end = semicolon == std::string::npos ? text.size() : semicolon + 1;
    const std::string_view part = std::string_view(text).substr(begin, end - begin);
    for (std::string& line : part_lines(part)) lines.push_back(std::move(line));
    begin = end == text.size() ? end : end + 1;
  }
  return lines;
}

}  // namespace

StateGraph build_state_graph(const Interpreter& judge, const Codec& codec, std::uint64_t states_max,
                             const Trace* highlighted) {
  return StateGraphBuilder(judge, codec, states_max).build(highlighted);
}

StateGraph path_alone(const StateGraph& graph) {
  StateGraph path;
  std::vector<std::size_t> number(graph.nodes.size(), 0);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].on_path) continue;
    number[i] = path.nodes.size();
    path.nodes.push_back(graph.nodes[i]);
    path.nodes.back().is_cut = false;  // nearly all are
    path.states_seen += graph.nodes[i].is_error ? 0U : 1U;
  }
  for (const StateGraph::Edge& edge : graph.edges) {
    if (!edge.on_path) continue;
    path.edges.push_back(edge);
    path.edges.back().source = number[edge.source];
    path.edges.back().target = number[edge.target];
  }
  return path;
}

StateGraph control_flow_graph(const Model& model, ProcessTypeId id) {
  const ProcessType& type = model.process_types[id];
  StateGraph graph;
  for (const Location& location : type.locations) {
    StateGraph::Node node;
    node.lines = {location.name};
    node.is_committed = location.committed;
    node.is_accepting = location.accepting;
    node.is_end = location.is_end;
    node.is_progress = location.is_progress;
    graph.nodes.push_back(std::move(node));
  }
  graph.states_seen = graph.nodes.size();
  if (is_some(type.initial)) graph.nodes[to_index(type.initial)].is_initial = true;
  for (const Action& action : model.actions) {
    if (action.owner != id) continue;
    StateGraph::Edge edge;
    edge.source = to_index(action.from);
    edge.target = to_index(action.to);
    edge.lines = action_lines(action.text);
    edge.detail = text_of(model, action) + ", " + place_text(model, action.span);
    edge.is_escape = action.escape != 0;
    edge.goes_on = action.then != Action::Then::Ends;
    graph.edges.push_back(std::move(edge));
  }
  return graph;
}

}  // namespace clew
