#pragma once

// A graph kept whole, and the questions of branching time about it: from which nodes does some path
// do this, or that?
//
//   SpaceGraph states(space, [](const State&) { return false; });
//   StoredGraph graph;
//   graph.read(states);
//   NodeSet broken(graph.node_count());
//   ...                                                        // broken.insert(node)
//   graph.exists_until(graph.all(), broken);                   // EF broken
//   graph.exists_globally(!broken);                            // EG !broken
//
// Every path is infinite: a node without successors gets a transition to itself, because a system
// that cannot move stays as it is for ever.
//
// Successors are stored, 4 bytes each, one row after the other in order of the nodes; predecessors,
// another 4 bytes each, only once a question goes backwards. All questions take time linear in the
// number of transitions (E. Clarke, E. Emerson, A. Sistla, "Automatic verification of finite-state
// concurrent systems using temporal logic specifications", 1986, with counters instead of
// components for exists_globally).
//
// Threads: one worker.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "clew/space/branching_set.hpp"
#include "clew/space/numbered_graph.hpp"
#include "clew/space/search_result.hpp"

namespace clew {

// What to do with a node that is about to be read.
enum class Reading : std::uint8_t {
  Expand,
  Leave,  // its successors do not matter: it gets a transition to itself
  Stop,   // this node is enough: what was not read so far does not matter
};

class StoredGraph {
 public:
  // Reads all nodes that can be reached. `look(node)` is asked about every node before it is
  // expanded, in order of the numbers.
  //
  // Ends as Exhausted; as Goal if `look` said Stop: then only the nodes up to that one are part of
  // the graph, with the transitions between them; as Bounded if nodes at `level_max` were not
  // expanded; as Stopped if the graph had to stop, or there is no room. After Stopped nothing
  // follows from the graph.
  //
  // REQUIRES: this graph is empty; with level_max, nothing was discovered in `graph` before.
  template <NumberedGraph Graph, class Look>
  SearchEnd read(Graph& graph, Look look, std::uint64_t level_max = no_level_limit) {
    std::vector<NodeId> found;
    if (!graph.initial(0, found)) return SearchEnd::Stopped;
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    initial_ = found;
    SearchEnd end = SearchEnd::Exhausted;
    std::uint64_t level = 0;
    std::uint32_t level_end = graph.node_count();
    for (std::uint32_t i = 0; i < graph.node_count() && end != SearchEnd::Goal; ++i) {
      if (i == level_end) {
        ++level;
        level_end = graph.node_count();
      }
      found.clear();
      const Reading reading = look(NodeId{i});
      if (reading == Reading::Stop) end = SearchEnd::Goal;
      if (reading == Reading::Leave) ++nodes_left_;
      if (reading == Reading::Expand && level >= level_max) end = SearchEnd::Bounded;
      if (reading == Reading::Expand && level < level_max && !graph.successors(0, NodeId{i}, found))
        return SearchEnd::Stopped;
      if (!has_room_for_row(found.size())) return SearchEnd::Stopped;
      add_row(NodeId{i}, found);
    }
    if (end == SearchEnd::Goal) forget_unread();
    return end;
  }
  template <NumberedGraph Graph>
  SearchEnd read(Graph& graph) {
    return read(graph, [](NodeId) { return Reading::Expand; });
  }

  // Asked now and then by what takes long. Once it says no, answers are worth nothing.
  void ask(std::function<bool()> may_go_on) { may_go_on_ = std::move(may_go_on); }
  bool is_stopped() const { return is_stopped_; }
  // Asked whether there is room for so many bytes more; that may be for a moment only.
  void ask_room(std::function<bool(std::uint64_t bytes)> has_room) {
    has_room_ = std::move(has_room);
  }

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(row_ends_.size()); }
  std::uint64_t transition_count() const { return targets_.size(); }
  std::uint32_t nodes_left() const { return nodes_left_; }  // on the word of `look`
  const std::vector<NodeId>& initial() const { return initial_; }
  // In order of their numbers, each once; never empty.
  std::span<const NodeId> successors(NodeId node) const {
    const std::uint64_t begin = number(node) == 0 ? 0 : row_ends_[number(node) - 1];
    return {targets_.data() + begin, targets_.data() + row_ends_[number(node)]};
  }

  NodeSet none() const { return NodeSet(node_count()); }
  NodeSet all() const { return NodeSet(node_count(), true); }

  // EX: nodes with a successor in `to`.
  NodeSet exists_next(const NodeSet& to) {
    NodeSet found = none();
    for (std::uint32_t i = 0; i < node_count() && may_go_on(); ++i) {
      const auto row = successors(NodeId{i});
      if (std::any_of(row.begin(), row.end(), [&](NodeId target) { return to.contains(target); }))
        found.insert(NodeId{i});
    }
    return found;
  }

  // EU: nodes from which a path leads to one in `to`, and up to there all are in `through`.
  NodeSet exists_until(const NodeSet& through, const NodeSet& to) {
    NodeSet found = to;
    if (!need_sources()) return found;
    std::vector<NodeId> frontier;
    to.for_each([&](NodeId node) { frontier.push_back(node); });
    while (!frontier.empty() && may_go_on()) {
      const NodeId node = frontier.back();
      frontier.pop_back();
      for (const NodeId source : predecessors(node)) {
        if (found.contains(source) || !through.contains(source)) continue;
        found.insert(source);
        frontier.push_back(source);
      }
    }
    return found;
  }

  // EG: nodes from which some path stays in `within` for ever.
  NodeSet exists_globally(const NodeSet& within) {
    NodeSet found = within;
    if (!need_sources() || !has_room(sizeof(std::uint32_t) * node_count())) return found;
    std::vector<std::uint32_t> ways_on(node_count(), 0);  // successors that are still in the set
    std::vector<NodeId> frontier;                         // nodes that have to go
    within.for_each([&](NodeId node) {
      for (const NodeId target : successors(node)) {
        if (within.contains(target)) ++ways_on[number(node)];
      }
      if (ways_on[number(node)] == 0) frontier.push_back(node);
    });
    for (const NodeId node : frontier) found.erase(node);
    while (!frontier.empty() && may_go_on()) {
      const NodeId node = frontier.back();
      frontier.pop_back();
      for (const NodeId source : predecessors(node)) {
        if (!found.contains(source) || --ways_on[number(source)] > 0) continue;
        found.erase(source);
        frontier.push_back(source);
      }
    }
    return found;
  }

  std::uint64_t memory_bytes() const {
    return (targets_.capacity() + sources_.capacity()) * sizeof(NodeId) +
           (row_ends_.capacity() + source_ends_.capacity()) * sizeof(std::uint64_t);
  }

 private:
  static constexpr std::uint64_t no_level_limit = ~std::uint64_t{0};

  void add_row(NodeId node, std::vector<NodeId>& targets) {
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    if (targets.empty()) targets.push_back(node);
    targets_.insert(targets_.end(), targets.begin(), targets.end());
    row_ends_.push_back(targets_.size());
  }

  // Transitions to nodes that have no row are dropped.
  void forget_unread() {
    std::vector<NodeId> targets;
    std::vector<std::uint64_t> row_ends;
    std::swap(targets, targets_);
    std::swap(row_ends, row_ends_);
    const auto count = static_cast<std::uint32_t>(row_ends.size());
    std::vector<NodeId> row;
    std::uint64_t next = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      row.clear();
      for (; next < row_ends[i]; ++next) {
        if (number(targets[next]) < count) row.push_back(targets[next]);
      }
      add_row(NodeId{i}, row);
    }
    std::erase_if(initial_, [&](NodeId node) { return number(node) >= count; });
  }

  std::span<const NodeId> predecessors(NodeId node) const {
    const std::uint64_t begin = number(node) == 0 ? 0 : source_ends_[number(node) - 1];
    return {sources_.data() + begin, sources_.data() + source_ends_[number(node)]};
  }

  // Counts the transitions into each node, which says where its sources will lie; then puts them
  // there, from the back of each row to its front.
  bool need_sources() {
    if (source_ends_.size() == row_ends_.size()) return !is_stopped_;
    const std::uint64_t bytes =
        sizeof(NodeId) * targets_.size() + 2 * sizeof(std::uint64_t) * row_ends_.size();
    if (!has_room(bytes)) return false;
    std::vector<std::uint64_t> places(node_count(), 0);
    for (const NodeId target : targets_) ++places[number(target)];
    std::uint64_t sum = 0;
    for (std::uint64_t& place : places) place = sum += place;
    source_ends_ = places;
    sources_.resize(targets_.size());
    for (std::uint32_t i = node_count(); i-- > 0 && may_go_on();) {
      for (const NodeId target : successors(NodeId{i})) {
        sources_[--places[number(target)]] = NodeId{i};
      }
    }
    return !is_stopped_;
  }

  bool has_room(std::uint64_t bytes) {
    if (has_room_ && !has_room_(bytes)) is_stopped_ = true;
    return !is_stopped_;
  }
  // Growing takes as much again while rows are copied.
  bool has_room_for_row(std::size_t length) {
    const bool grows =
        targets_.size() + length >= targets_.capacity() || row_ends_.size() == row_ends_.capacity();
    return !grows ||
           has_room(sizeof(NodeId) * targets_.size() + sizeof(std::uint64_t) * row_ends_.size());
  }

  static constexpr std::uint64_t steps_per_question = 1 << 16;
  bool may_go_on() {
    if (++steps_ % steps_per_question == 0 && may_go_on_ && !may_go_on_()) is_stopped_ = true;
    return !is_stopped_;
  }

  std::vector<NodeId> initial_;
  std::vector<NodeId> targets_;          // row after row
  std::vector<std::uint64_t> row_ends_;  // by node
  std::vector<NodeId> sources_;          // the same backwards; empty until needed
  std::vector<std::uint64_t> source_ends_;
  std::uint32_t nodes_left_ = 0;
  std::function<bool()> may_go_on_;
  std::function<bool(std::uint64_t)> has_room_;
  std::uint64_t steps_ = 0;
  bool is_stopped_ = false;
};

}  // namespace clew
