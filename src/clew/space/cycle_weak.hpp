#pragma once

// Accepting cycles of weak graphs: those in which every cycle consists of accepting nodes only, or
// has none. Many formulas have such automata, and then one depth-first pass is enough: each cycle
// closes with a transition to a node of the open path, and that node tells which kind it is.
//
//   if (automaton.is_weak()) return find_cycle_of_marked(graph);
//
// I. Černá, R. Pelánek, "Relating hierarchy of temporal properties to model checking" (2003).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clew/space/cycle_search.hpp"

namespace clew {

template <NumberedGraph Graph>
class WeakCycleSearch {
 public:
  WeakCycleSearch(Graph& graph, CycleOptions options) : reader_(graph, 0, options) {}

  CycleSearch run() {
    while (advance(1U << 20)) {
    }
    return result();
  }

  // Enters up to so many nodes more. False: the search is over.
  bool advance(std::uint64_t nodes) {
    if (!has_begun_ && !begin()) return false;
    const std::uint64_t enough = reader_.counters().entered + nodes;
    for (;;) {
      if (!leave_finished() && !take_initial()) return false;
      if (reader_.counters().entered >= enough) return true;
      if (!follow_next()) return false;
    }
  }

  CycleSearch result() const { return end_.result(reader_.counters()); }

 private:
  enum class Stage : std::uint8_t { Unmet, OnPath, Left };
  struct Frame {
    NodeId node;
    std::size_t first;  // its successors are pending_[first ...]
    std::size_t next;
  };

  // Here and below, false says that the search is over; end_ tells why.
  bool begin() {
    has_begun_ = true;
    if (!reader_.initial(initial_)) return end_.stop();
    make_room();
    return true;
  }

  // Leaves the nodes whose successors are all done. False: none is open.
  bool leave_finished() {
    while (!frames_.empty() && frames_.back().next == pending_.size()) {
      const Frame& top = frames_.back();
      stages_[number(top.node)] = Stage::Left;
      pending_.resize(top.first);
      frames_.pop_back();
    }
    return !frames_.empty();
  }

  // Enters the next initial node that is unmet. False: there is none, or the search is over.
  bool take_initial() {
    while (next_initial_ < initial_.size()) {
      const NodeId node = initial_[next_initial_++];
      if (stages_[number(node)] != Stage::Unmet) continue;
      if (!enter(node)) return false;
      if (leave_finished()) return true;
    }
    return false;
  }

  bool follow_next() {
    const NodeId target = pending_[frames_.back().next++];
    const Stage stage = stages_[number(target)];
    if (stage == Stage::Unmet) return enter(target);
    if (stage == Stage::OnPath && reader_.accepting(target)) return end_.found(target);
    return true;
  }

  bool enter(NodeId node) {
    const std::size_t first = pending_.size();
    reader_.count_entered();
    if (!reader_.successors(node, pending_)) return end_.stop();
    make_room();
    stages_[number(node)] = Stage::OnPath;
    frames_.push_back({node, first, first});
    return true;
  }

  void make_room() {
    // Somebody else may discover nodes as well, one by one.
    if (stages_.size() < reader_.node_count()) stages_.resize(reader_.node_count() * 3 / 2);
  }

  GraphReader<Graph> reader_;
  CycleEnd end_;
  std::vector<Stage> stages_;    // by node
  std::vector<NodeId> pending_;  // successors of the open nodes, one node after the other
  std::vector<Frame> frames_;
  std::vector<NodeId> initial_;
  std::size_t next_initial_ = 0;
  bool has_begun_ = false;
};

// A cycle that is found is accepting in any graph. That there is none follows only if the graph is
// weak, which the caller has to know.
template <NumberedGraph Graph>
CycleSearch find_cycle_of_marked(Graph& graph, CycleOptions options = {}) {
  return WeakCycleSearch<Graph>(graph, options).run();
}

}  // namespace clew
