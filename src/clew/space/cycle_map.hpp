#pragma once

// Accepting cycles by breadth-first sweeps, for graphs with at most one mark: an accepting node
// that is its own predecessor, at whatever distance, is on a cycle.
//
//   const CycleSearch search = find_cycle_map(graph);
//
// L. Brim, I. Černá, P. Moravec, J. Šimša, "Accepting predecessors are better than back edges in
// distributed LTL model-checking" (2004). No node can hold all its accepting predecessors, but it
// can hold the greatest (by number), its MAP. The values go along the transitions until none grows.
// If a node is its own MAP, it is on an accepting cycle, and the search can often tell so early.
// Otherwise the nodes that are the MAP of some node are on no cycle: each node of a cycle has the
// same MAP, a MAP on a cycle would be its own or have a greater one, and the latter would be handed
// on. They lose their acceptance, and the next round begins. As a cycle lies among nodes with one
// and the same MAP, the rounds after the first look only at transitions between such.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clew/space/cycle_search.hpp"
#include "clew/space/frontier_sweep.hpp"

namespace clew {

template <NumberedGraph Graph>
class MapSearch {
 public:
  MapSearch(Graph& graph, CycleOptions options) : reader_(graph, 0, options), sweep_(reader_) {}

  CycleSearch run() {
    if (first_round()) {
      while (prepare_round() && go_on(sweep_.run(hand_on()))) {
      }
    }
    return end_.result(reader_.counters());
  }

 private:
  // A node as a value: its number + 1, so that none is the least.
  using Value = std::uint32_t;
  static constexpr Value none = 0;
  static constexpr Value whole = ~Value{0};  // the part of all nodes in the first round
  static constexpr Value value_of(NodeId node) { return number(node) + 1; }

  // Here and below, false says that the search is over; end_ tells why.
  bool first_round() {
    std::vector<NodeId> initial;
    if (!reader_.initial(initial)) return go_on(SweepEnd::Stopped);
    make_room();
    for (const NodeId node : initial) meet(node);
    const auto hand_on_to = hand_on();
    return go_on(sweep_.run([&](NodeId source, std::span<const NodeId> targets) {
      make_room();
      for (const NodeId target : targets) meet(target);
      return hand_on_to(source, targets);
    }));
  }

  void meet(NodeId node) {
    if (met_[number(node)]) return;
    met_[number(node)] = true;
    reader_.count_entered();
    put(node);
  }

  // What a sweep does with a node whose value has grown.
  auto hand_on() {
    return [this](NodeId source, std::span<const NodeId> targets) {
      queued_[number(source)] = false;
      const Value own = is_candidate(source) ? value_of(source) : none;
      const Value value = std::max(maps_[number(source)], own);
      for (const NodeId target : targets) {
        if (parts_[number(target)] != parts_[number(source)]) continue;
        if (value <= maps_[number(target)]) continue;
        if (value == value_of(target)) return end_.found(target);
        maps_[number(target)] = value;
        put(target);
      }
      return true;
    };
  }

  // false as well when there is nothing left to look for.
  bool prepare_round() {
    for (const Value map : maps_) {
      if (map != none) excluded_[map - 1] = true;
    }
    parts_.swap(maps_);
    std::fill(maps_.begin(), maps_.end(), none);
    bool any = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const NodeId node{static_cast<std::uint32_t>(i)};
      if (parts_[i] == none || !is_candidate(node)) continue;
      any = true;
      put(node);
    }
    return any;
  }

  void put(NodeId node) {
    if (queued_[number(node)]) return;
    queued_[number(node)] = true;
    sweep_.put(node);
  }

  bool is_candidate(NodeId node) { return !excluded_[number(node)] && reader_.accepting(node); }

  bool go_on(SweepEnd end) {
    if (end == SweepEnd::Stopped) end_.stop();
    return end == SweepEnd::Done;
  }

  void make_room() {
    if (met_.size() >= reader_.node_count()) return;
    met_.resize(reader_.node_count());
    queued_.resize(met_.size());
    excluded_.resize(met_.size());
    maps_.resize(met_.size(), none);
    parts_.resize(met_.size(), whole);
  }

  GraphReader<Graph> reader_;
  FrontierSweep<Graph> sweep_;
  CycleEnd end_;
  // --- by node; bytes, not bits, as they are written at random
  std::vector<std::uint8_t> met_;
  std::vector<std::uint8_t> queued_;    // waits in a frontier
  std::vector<std::uint8_t> excluded_;  // was a MAP, so it is on no accepting cycle
  std::vector<Value> maps_;
  std::vector<Value> parts_;  // the MAP of the round before
};

// REQUIRES: the graph has at most one mark, else throws ContractError.
template <NumberedGraph Graph>
CycleSearch find_cycle_map(Graph& graph, CycleOptions options = {}) {
  require_one_mark("find_cycle_map", graph.all_marks());
  return MapSearch<Graph>(graph, options).run();
}

}  // namespace clew
