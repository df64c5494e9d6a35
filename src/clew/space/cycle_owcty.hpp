#pragma once

// Accepting cycles by breadth-first sweeps, for graphs with at most one mark: what remains when
// everything is removed that cannot be on or behind an accepting cycle?
//
//   const CycleSearch search = find_cycle_owcty(graph);
//
// I. Černá, R. Pelánek, "Distributed explicit fair cycle detection" (2003), after the "one way
// catch them young" of K. Fisler, R. Fraer, G. Kamhi, M. Vardi, Z. Yang, "Is there a best symbolic
// cycle-detection algorithm?" (2001). The set starts as all nodes that can be reached. A round
// keeps what can be reached from the accepting nodes of the set, then removes nodes that have no
// predecessor in it, one after the other. When a round removes nothing, the set is empty, or there
// is a cycle.
//
// The first sweep meets all nodes, so an answer takes that long at least, unless an accepting node
// is its own successor. Few rounds are needed as a rule: one for weak graphs.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clew/space/cycle_search.hpp"
#include "clew/space/frontier_sweep.hpp"

namespace clew {

template <NumberedGraph Graph>
class OwctySearch {
 public:
  OwctySearch(Graph& graph, CycleOptions options) : reader_(graph, 0, options), sweep_(reader_) {}

  CycleSearch run() {
    if (reach_all()) {
      std::size_t before = 0;
      do {
        before = members_.size();
      } while (keep_behind_accepting() && remove_without_predecessor() &&
               members_.size() != before);
      if (end_.is_open() && !members_.empty()) end_.found(accepting_on_cycle());
    }
    return end_.result(reader_.counters());
  }

 private:
  enum class Stage : std::uint8_t { Outside, Member, Reached };

  // Here and below, false says that the search is over; end_ tells why.
  bool reach_all() {
    std::vector<NodeId> initial;
    if (!reader_.initial(initial)) return go_on(SweepEnd::Stopped);
    make_room();
    const auto add = [&](NodeId node) {
      if (stage(node) != Stage::Outside) return;
      stage(node) = Stage::Member;
      reader_.count_entered();
      members_.push_back(node);
      sweep_.put(node);
    };
    for (const NodeId node : initial) add(node);
    return go_on(sweep_.run([&](NodeId source, std::span<const NodeId> targets) {
      make_room();
      for (const NodeId target : targets) {
        if (target == source && reader_.accepting(source)) return end_.found(source);
        add(target);
      }
      return true;
    }));
  }

  // Counts predecessors on the way: each member that is kept is expanded here once.
  bool keep_behind_accepting() {
    for (const NodeId node : members_) {
      predecessors_[number(node)] = 0;
      origins_[number(node)] = no_node;
      if (!reader_.accepting(node)) continue;
      stage(node) = Stage::Reached;
      sweep_.put(node);
    }
    const bool swept = go_on(sweep_.run([&](NodeId source, std::span<const NodeId> targets) {
      const NodeId origin = reader_.accepting(source) ? source : origins_[number(source)];
      for (const NodeId target : targets) {
        if (stage(target) == Stage::Outside) continue;
        ++predecessors_[number(target)];
        if (origins_[number(target)] == no_node) origins_[number(target)] = origin;
        if (stage(target) == Stage::Reached) continue;
        stage(target) = Stage::Reached;
        sweep_.put(target);
      }
      return true;
    }));
    if (swept) keep(Stage::Reached);
    return swept;
  }

  bool remove_without_predecessor() {
    const auto remove_if_first = [&](NodeId node) {
      if (predecessors_[number(node)] > 0) return;
      stage(node) = Stage::Outside;
      sweep_.put(node);
    };
    for (const NodeId node : members_) remove_if_first(node);
    const bool swept = go_on(sweep_.run([&](NodeId, std::span<const NodeId> targets) {
      for (const NodeId target : targets) {
        if (stage(target) == Stage::Outside) continue;
        --predecessors_[number(target)];
        remove_if_first(target);
      }
      return true;
    }));
    if (swept) keep(Stage::Member);
    return swept;
  }

  // The members at this stage stay, the others go.
  void keep(Stage kept) {
    std::size_t length = 0;
    for (const NodeId node : members_) {
      const bool stays = stage(node) == kept;
      stage(node) = stays ? Stage::Member : Stage::Outside;
      if (stays) members_[length++] = node;
    }
    members_.resize(length);
  }

  // The last round has removed nothing. So each accepting member has a predecessor, and was met
  // over it by the sweep; its origin is an accepting member from which it can be reached. Going
  // from origin to origin, as often as there are members, ends up in a ring of them.
  NodeId accepting_on_cycle() {
    NodeId node = origins_[number(members_.front())];
    for (std::size_t i = 0; i < members_.size(); ++i) node = origins_[number(node)];
    return node;
  }

  bool go_on(SweepEnd end) {
    if (end == SweepEnd::Stopped) end_.stop();
    return end == SweepEnd::Done;
  }

  Stage& stage(NodeId node) { return stages_[number(node)]; }
  void make_room() {
    if (stages_.size() >= reader_.node_count()) return;
    stages_.resize(reader_.node_count(), Stage::Outside);
    predecessors_.resize(stages_.size());
    origins_.resize(stages_.size(), no_node);
  }

  GraphReader<Graph> reader_;
  FrontierSweep<Graph> sweep_;
  CycleEnd end_;
  std::vector<NodeId> members_;  // the set, in order of discovery
  // --- by node
  std::vector<Stage> stages_;
  std::vector<std::uint32_t> predecessors_;  // in the set
  std::vector<NodeId> origins_;  // an accepting member that leads here, by one step or more
};

// REQUIRES: the graph has at most one mark, else throws ContractError.
template <NumberedGraph Graph>
CycleSearch find_cycle_owcty(Graph& graph, CycleOptions options = {}) {
  require_one_mark("find_cycle_owcty", graph.all_marks());
  return OwctySearch<Graph>(graph, options).run();
}

}  // namespace clew
