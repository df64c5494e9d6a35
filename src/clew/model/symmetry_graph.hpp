// A state as a graph of its exchangeable processes and its heap objects, and the search for the
// order of the processes that all states of one kind agree on.
//
// Colours are refined until neighbours no longer tell two nodes apart; where equal processes are
// left, one is set apart after the other, and the smallest state wins (B. McKay's scheme, 1981).
// Processes that can simply be swapped are never tried one by one, and what an automorphism found on
// the way makes equal is skipped, so n equal processes do not cost n! states.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clew/model/state.hpp"

namespace clew {

class SymmetryGraph {
 public:
  // The numbers of processes that may change places: one list for each type, in the order of the types,
  // each ascending.
  using Groups = std::vector<std::vector<std::uint32_t>>;

  // REQUIRES: all outlive the graph; processes in groups have no channels of their own.
  SymmetryGraph(const Model& model, const Layout& layout, const State& state, const Groups& groups);

  State smallest();

 private:
  using Node = std::uint32_t;
  static constexpr Node none = ~Node{0};

  // Lists of numbers back to back.
  struct Lists {
    std::vector<std::int64_t> items;
    std::vector<std::size_t> ends;

    void add(std::int64_t item) { items.push_back(item); }
    void end_list() { ends.push_back(items.size()); }
    void clear() { items.clear(), ends.clear(); }
    std::size_t begin_of(std::size_t list) const { return list == 0 ? 0 : ends[list - 1]; }
  };

  Node object_node(Value reference) const {
    return static_cast<Node>(process_count_ + static_cast<std::size_t>(reference) - 1);
  }
  void add_node(const Frame& frame, std::int64_t kind, std::int64_t location, std::size_t offset);
  void mark_roots();
  void collect_arrivals();

  // Gives equal nodes equal colours 0, 1, ... in the order of their lists; the number of colours.
  std::size_t colour_by(const Lists& lists);
  void refine();
  bool processes_are_apart() const;
  std::vector<Node> first_shared_cell() const;
  void set_apart(const std::vector<Node>& nodes);
  bool can_be_swapped(Node a, Node b);

  // Below this level nothing new can be found.
  std::size_t search(std::size_t level);
  std::size_t try_members(const std::vector<Node>& cell, std::size_t level);
  std::size_t reach_leaf(std::size_t level);
  bool is_covered(Node member, const std::vector<Node>& tried);
  std::vector<Node> order() const;
  State arranged(const std::vector<Node>& order) const;

  const Model& model_;
  const Layout& layout_;
  const State& state_;
  const Groups& groups_;
  std::size_t process_count_ = 0;         // the first nodes are processes, group by group
  std::vector<std::uint32_t> number_of_;  // of each process node: its number in the state
  Lists contents_;                        // what a node is by itself
  std::vector<Node> targets_;             // of all references, node by node; none: null
  std::vector<std::size_t> target_ends_;
  // References that lead to a node: which one of its source, and the source.
  struct Arrival {
    std::uint32_t label;
    Node source;
  };
  std::vector<std::vector<Arrival>> arrivals_;

  std::vector<std::uint32_t> colours_;
  std::vector<std::uint32_t> first_colours_;  // by contents alone
  std::size_t colour_count_ = 0;

  std::vector<Node> path_;  // the processes set apart so far, one for each level
  std::vector<Node> best_path_;
  std::vector<Node> best_order_;
  std::optional<State> best_;
  std::vector<std::vector<Node>> automorphisms_;  // of process nodes

  Lists scratch_;
  std::vector<Node> swapped_;
};

}  // namespace clew
