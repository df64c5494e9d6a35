#pragma once

// Weak fairness: a process that can move all the time moves at some time. FairGraph wraps a graph
// so that its accepting cycles are those of the graph that are weakly fair to each process:
//
//   FairGraph fair(graph, process_count);
//   const CycleSearch search = find_cycle_nested(fair);
//   if (search.on_cycle) graph_node = fair.inner(*search.on_cycle);
//
// Y. Choueka's copies ("Theories of automata on omega-tapes", 1974) in the way of SPIN's option -f
// (G. Holzmann, "The SPIN model checker", 2003, chapter 8). With N processes there are N + 2 copies
// of the graph:
//
//   copy 0      waits for an accepting node
//   copy i      waits for process i - 1: that it moves, or that it cannot (1 <= i <= N)
//   copy N + 1  all have had their turn; its nodes are the accepting ones, and the next
//               transition goes where it would go from copy 0. Runs begin here, which spares
//               their lassos a step
//
// A transition leads to the same target as in the graph, but into a later copy if what its copy
// waits for has come: its source is accepting, or does not let the process move, or it is itself a
// move of the process. One transition may pass several copies at once; SPIN makes steps of their
// own for that, so our loops are shorter. A cycle of the wrapper that comes by copy N + 1 has
// passed all the copies, and a cycle of the graph where each process moves or cannot move somewhere
// passes them all in the end.
//
// If the graph has no mark, copy 0 is missing; if it has several, there is one like copy 0 for
// each. The wrapper always has one mark.
//
// Threads: as many workers as it was made for may use it at once, if the graph lets them.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "clew/base/contract.hpp"
#include "clew/base/hash.hpp"
#include "clew/space/growing_array.hpp"
#include "clew/space/numbered_graph.hpp"

namespace clew {

// Who made a transition, a bit each: two processes that meet make one together, and nobody makes that
// of a terminal node that goes on for ever.
using Movers = std::uint64_t;
inline constexpr Movers nobody = 0;

// A graph that says who moves:
//
//   successors_with_movers(worker, node, out, movers)   as successors, with the movers of each
template <class T>
concept MoverGraph = NumberedGraph<T> &&
    requires(T& graph, unsigned worker, NodeId node, std::vector<NodeId>& out,
             std::vector<Movers>& movers) {
  { graph.successors_with_movers(worker, node, out, movers) } -> std::same_as<bool>;
};

// Numbers for 64-bit keys, in order of discovery. The table is cut into shards, each behind a lock
// of its own, so that workers seldom meet.
//
// Threads: any number of workers may call everything at once.
class KeyNumbers {
 public:
  static constexpr std::uint32_t no_number = ~std::uint32_t{0};

  // no_number: all 2^32 - 1 numbers are taken.
  std::uint32_t number_of(std::uint64_t key) {
    const std::uint64_t hash = mix_bits(key);
    Shard& shard = shards_[hash >> (64 - shard_bits)];
    const std::lock_guard lock(shard.mutex);
    if ((shard.used + 1) * 2 > shard.slots.size()) grow(shard);
    std::uint32_t& slot = slot_of(shard, key, hash);
    if (slot != no_number) return slot;
    const std::uint64_t added = count_.fetch_add(1, std::memory_order_relaxed);
    if (added >= no_number) return no_number;
    keys_.grow_to(added + 1);
    // Whoever has the number got it through the lock of this shard, or from somebody who did.
    keys_[static_cast<std::uint32_t>(added)] = key;
    slot = static_cast<std::uint32_t>(added);
    ++shard.used;
    return slot;
  }

  // REQUIRES: number_of gave the number.
  std::uint64_t key(std::uint32_t number) const { return keys_[number]; }

  std::uint32_t count() const {
    const std::uint64_t count = count_.load(std::memory_order_relaxed);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, no_number));
  }

 private:
  static constexpr unsigned shard_bits = 6;
  struct alignas(64) Shard {
    std::mutex mutex;
    std::size_t used = 0;
    std::vector<std::uint32_t> slots;  // numbers; half of them at most are taken
  };

  // The slot that holds the key, or the empty one where it belongs.
  std::uint32_t& slot_of(Shard& shard, std::uint64_t key, std::uint64_t hash) {
    const std::size_t mask = shard.slots.size() - 1;
    std::size_t position = static_cast<std::size_t>(hash) & mask;
    while (shard.slots[position] != no_number && keys_[shard.slots[position]] != key) {
      position = (position + 1) & mask;
    }
    return shard.slots[position];
  }

  void grow(Shard& shard) {
    std::vector<std::uint32_t> old(std::max<std::size_t>(16, shard.slots.size() * 2), no_number);
    shard.slots.swap(old);
    for (const std::uint32_t number : old) {
      if (number == no_number) continue;
      slot_of(shard, keys_[number], mix_bits(keys_[number])) = number;
    }
  }

  std::array<Shard, std::size_t{1} << shard_bits> shards_;
  GrowingArray<std::uint64_t> keys_;  // by number
  std::atomic<std::uint64_t> count_{0};
};

template <MoverGraph Graph>
class FairGraph {
 public:
  static constexpr unsigned processes_max = 63;

  // REQUIRES: the graph outlives this; process_count <= processes_max, else throws ContractError.
  FairGraph(Graph& graph, unsigned process_count, unsigned workers = 1)
      : graph_(graph), process_count_(process_count), scratch_(workers) {
    if (process_count > processes_max) {
      throw ContractError("FairGraph: there are " + std::to_string(process_count) +
                          " processes, fairness can do with " + std::to_string(processes_max) +
                          " at most");
    }
    for (std::uint64_t rest = graph.all_marks(); rest != 0; rest &= rest - 1) {
      marks_.push_back(rest & -rest);
    }
  }

  bool initial(unsigned worker, std::vector<NodeId>& out) {
    std::vector<NodeId>& nodes = scratch_[worker].targets;
    nodes.clear();
    if (!graph_.initial(worker, nodes)) return false;
    return std::all_of(nodes.begin(), nodes.end(),
                       [&](NodeId node) { return append(node, last_copy(), out); });
  }

  bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
    auto& [targets, movers] = scratch_[worker];
    targets.clear();
    movers.clear();
    const NodeId source = inner(node);
    if (!graph_.successors_with_movers(worker, source, targets, movers)) return false;
    Movers enabled = nobody;
    for (const Movers each : movers) enabled |= each;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (!append(targets[i], copy_behind(node, enabled, movers[i]), out)) return false;
    }
    return true;
  }

  // The copy to which a transition of `moved` leads from a node where `enabled` can move.
  unsigned copy_behind(NodeId node, Movers enabled, Movers moved) const {
    const unsigned from = copy(node) == last_copy() ? first_copy : copy(node);
    return copy_behind(from, graph_.marks(inner(node)), ~enabled | moved);
  }

  std::uint64_t marks(NodeId node) const { return copy(node) == last_copy() ? 1 : 0; }
  std::uint64_t all_marks() const { return 1; }
  std::uint32_t node_count() const { return numbers_.count(); }

  // The node of the graph that this one is a copy of, and which copy.
  NodeId inner(NodeId node) const {
    return NodeId{static_cast<std::uint32_t>(numbers_.key(number(node)) >> copy_bits)};
  }
  unsigned copy(NodeId node) const {
    return static_cast<unsigned>(numbers_.key(number(node)) & ((1U << copy_bits) - 1));
  }
  unsigned last_copy() const { return mark_count() + process_count_; }

 private:
  struct alignas(64) Scratch {
    std::vector<NodeId> targets;
    std::vector<Movers> movers;
  };
  static constexpr unsigned first_copy = 0;
  static constexpr unsigned copy_bits = 8;  // 64 marks, 63 processes and one more are 128 copies

  unsigned mark_count() const { return static_cast<unsigned>(marks_.size()); }

  // Passes over each copy whose wish is fulfilled: by the marks, then by the processes that have
  // had their turn.
  unsigned copy_behind(unsigned copy, std::uint64_t marks, std::uint64_t had_turn) const {
    while (copy < mark_count() && (marks & marks_[copy]) != 0) ++copy;
    if (copy < mark_count() || copy == last_copy()) return copy;
    const unsigned process = copy - mark_count();
    const auto passed = static_cast<unsigned>(std::countr_one(had_turn >> process));
    return mark_count() + std::min(process + passed, process_count_);
  }

  bool append(NodeId node, unsigned copy, std::vector<NodeId>& out) {
    const std::uint32_t number_of_copy =
        numbers_.number_of((std::uint64_t{number(node)} << copy_bits) | copy);
    if (number_of_copy == KeyNumbers::no_number) return false;
    out.push_back(NodeId{number_of_copy});
    return true;
  }

  Graph& graph_;
  unsigned process_count_;
  std::vector<std::uint64_t> marks_;  // the marks of the graph, one bit each
  std::vector<Scratch> scratch_;      // by worker
  KeyNumbers numbers_;                // of (node, copy)
};

}  // namespace clew
