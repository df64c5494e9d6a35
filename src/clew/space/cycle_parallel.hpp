#pragma once

// Accepting cycles by nested depth-first search on many workers, for graphs with at most one mark.
//
//   const auto run_workers = [&](auto&& job) { pool.run(job); };  // job(worker) on each of them
//   const CycleSearch search = find_cycle_parallel(graph, pool.size(), run_workers);
//
// S. Evangelista, A. Laarman, L. Petrucci, J. van de Pol, "Improved multi-core nested depth-first
// search" (2012), known as CNDFS. Each worker runs a nested search of its own, with its own open
// path (cyan) and its own order of successors, and all share what is done: blue nodes, which the
// outer search of somebody has left, and red ones, over which no accepting cycle can be reached. An
// inner search collects the nodes it meets, and makes them red at its end. Before that it waits
// until the other accepting nodes among them have become red: somebody else is about to do it.
//
// Why that is right (we add early detection and the all-red rule to the paper's algorithm):
//   (1) No node of an accepting cycle ever becomes red. Take the first one that does. Its successor
//       on the cycle is not red, so the all-red rule did not do it. If an inner search did, it has
//       collected the whole cycle, for nothing on it was red, and waited for each accepting node on
//       it to be red, apart from its own seed; so the seed is the only one, and is cyan, and a
//       search that meets a cyan node reports a cycle.
//   (2) A worker that leaves an accepting node leaves it red. So without a report all accepting
//       nodes that were met are red at the end, and by (1) are on no accepting cycle.
//   (3) Nobody waits for ever. An accepting node that was met and is not red is on the path of each
//       worker that met it. Workers that wait for each other in a ring would have their seeds on
//       one accepting cycle, by (1) without a red node, so that each inner search had met its own
//       path and reported it.
//
// Which cycle is found depends on who is faster; that there is one does not.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "clew/base/hash.hpp"
#include "clew/space/cycle_search.hpp"
#include "clew/space/growing_array.hpp"

namespace clew {

// What the workers share.
//
// Threads: everything may be called by all workers at once.
class SharedColours {
 public:
  void make_room(std::size_t nodes) { by_node_.grow_to(nodes); }

  // A colour is set after whatever led to it was read or written, and a worker that sees it sees
  // that too; the proof of (1) above needs a "first". The release stores and the acquire loads pair
  // with each other.
  bool is_blue(NodeId node) const {
    return by_node_[number(node)].blue.load(std::memory_order_acquire);
  }
  bool is_red(NodeId node) const {
    return by_node_[number(node)].red.load(std::memory_order_acquire);
  }
  void make_blue(NodeId node) {
    by_node_[number(node)].blue.store(true, std::memory_order_release);
  }
  void make_red(NodeId node) { by_node_[number(node)].red.store(true, std::memory_order_release); }

  // Nothing but the wish to end depends on it, so it needs no order.
  bool is_over() const { return over_.load(std::memory_order_relaxed); }

  void report_found(NodeId node) {
    const std::lock_guard lock(mutex_);
    if (!end_.is_found()) end_.found(node);  // certain, even if somebody else had to stop
    over_.store(true, std::memory_order_relaxed);
  }
  void report_stopped() {
    const std::lock_guard lock(mutex_);
    if (end_.is_open()) end_.stop();
    over_.store(true, std::memory_order_relaxed);
  }

  // When all workers have ended.
  CycleSearch result(const CycleCounters& counters) const { return end_.result(counters); }

 private:
  // Two bytes that only ever turn true: a plain store is enough, where two bits of one byte would
  // need a locked instruction.
  struct Colours {
    std::atomic<bool> blue{false};
    std::atomic<bool> red{false};
  };

  GrowingArray<Colours> by_node_;
  std::atomic<bool> over_{false};
  std::mutex mutex_;  // of end_
  CycleEnd end_;
};

template <NumberedGraph Graph>
class ParallelCycleWorker {
 public:
  ParallelCycleWorker(Graph& graph, SharedColours& shared, unsigned worker, CycleOptions options)
      : reader_(graph, worker, options), shared_(shared), worker_(worker), options_(options) {}

  CycleCounters run() {
    std::vector<NodeId> initial;
    if (reader_.initial(initial)) {
      make_room();
      rotate(initial, 0, no_node);
      for (const NodeId node : initial) {
        if (!shared_.is_blue(node) && !search_blue(node)) break;
      }
    } else {
      shared_.report_stopped();
    }
    return reader_.counters();
  }

 private:
  struct Frame {
    NodeId node;
    bool accepting;
    bool all_red;       // so far
    std::size_t first;  // its successors are pending_[first ...]
    std::size_t next;
  };
  struct RedFrame {
    std::size_t first;
    std::size_t next;
  };
  // What only this worker knows of a node.
  struct Own {
    bool cyan = false;
    bool collected = false;
  };

  // Here and below, false says that the search is over; the shared result tells why.
  bool search_blue(NodeId start) {
    if (!enter(start)) return false;
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next == pending_.size()) {
        if (!leave()) return false;
        continue;
      }
      const NodeId target = pending_[top.next];
      if (own(target).cyan) {
        if (top.accepting || reader_.accepting(target)) return found(target);
        top.all_red = false;
      } else if (shared_.is_blue(target)) {
        top.all_red = top.all_red && shared_.is_red(target);
      } else {  // comes up here again when it is left, and is blue then
        if (!enter(target)) return false;
        continue;
      }
      ++top.next;
    }
    return true;
  }

  bool enter(NodeId node) {
    const std::size_t first = pending_.size();
    reader_.count_entered();
    if (!expand(node)) return false;
    own(node).cyan = true;
    frames_.push_back({node, reader_.accepting(node), true, first, first});
    return true;
  }

  bool leave() {
    const Frame top = frames_.back();
    shared_.make_blue(top.node);
    if (top.all_red) {
      shared_.make_red(top.node);
    } else if (top.accepting) {
      if (!collect_from(top) || !wait_for_others(top.node)) return false;
      for (const NodeId node : collected_) {
        shared_.make_red(node);
        own(node).collected = false;
      }
    }
    own(top.node).cyan = false;
    frames_.pop_back();
    pending_.resize(top.first);
    return true;
  }

  // The inner search, from an accepting node whose successors are on top of the stack.
  bool collect_from(const Frame& seed) {
    collected_.clear();
    collect(seed.node);
    red_frames_.push_back({seed.first, seed.first});
    while (!red_frames_.empty()) {
      RedFrame& top = red_frames_.back();
      if (top.next == pending_.size()) {
        pending_.resize(top.first);
        red_frames_.pop_back();
        continue;
      }
      const NodeId target = pending_[top.next++];
      if (own(target).cyan) return found(target);
      if (own(target).collected || shared_.is_red(target)) continue;
      collect(target);
      const std::size_t first = pending_.size();
      if (!expand(target)) return false;
      red_frames_.push_back({first, first});
    }
    return true;
  }

  bool wait_for_others(NodeId seed) {
    for (const NodeId node : collected_) {
      if (node == seed || !reader_.accepting(node)) continue;
      // By (3) it comes, and mostly soon; a worker that sleeps leaves its core to the one it waits
      // for.
      for (unsigned attempt = 0; !shared_.is_red(node); ++attempt) {
        if (shared_.is_over()) return false;
        if (options_.is_stopped()) return stop();
        if (attempt < attempts_awake) {
          std::this_thread::yield();
        } else {
          std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
      }
    }
    return true;
  }

  void collect(NodeId node) {
    collected_.push_back(node);
    own(node).collected = true;
  }

  bool expand(NodeId node) {
    if (shared_.is_over()) return false;
    const std::size_t first = pending_.size();
    if (!reader_.successors(node, pending_)) return stop();
    make_room();
    rotate(pending_, first, node);
    return true;
  }

  // Workers that begin with different successors spread over the graph. Worker 0 keeps the order of
  // the graph, so that alone it does what find_cycle_nested does.
  void rotate(std::vector<NodeId>& nodes, std::size_t first, NodeId source) const {
    const std::size_t length = nodes.size() - first;
    if (worker_ == 0 || length < 2) return;
    const std::uint64_t hash = mix_bits((std::uint64_t{worker_} << 32) | number(source));
    const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(first);
    std::rotate(begin, begin + static_cast<std::ptrdiff_t>(hash % length), nodes.end());
  }

  bool found(NodeId node) {
    shared_.report_found(node);
    return false;
  }

  bool stop() {
    shared_.report_stopped();
    return false;
  }

  Own& own(NodeId node) { return own_[number(node)]; }
  void make_room() {
    const std::size_t nodes = reader_.node_count();
    shared_.make_room(nodes);
    if (own_.size() < nodes) own_.resize(nodes);
  }

  static constexpr unsigned attempts_awake = 64;

  GraphReader<Graph> reader_;
  SharedColours& shared_;
  unsigned worker_;
  CycleOptions options_;
  std::vector<Own> own_;         // by node
  std::vector<NodeId> pending_;  // successors of the open nodes, one node after the other
  std::vector<Frame> frames_;
  std::vector<RedFrame> red_frames_;
  std::vector<NodeId> collected_;  // by the inner search
};

// `run_workers(job)` calls job(worker) for each worker from 0 to worker_count - 1, on a thread of
// its own, and returns when all have ended.
// REQUIRES: the graph has at most one mark, else throws ContractError; the graph may be used by all
// workers at once.
template <NumberedGraph Graph, class RunWorkers>
CycleSearch find_cycle_parallel(Graph& graph, unsigned worker_count, RunWorkers&& run_workers,
                                CycleOptions options = {}) {
  require_one_mark("find_cycle_parallel", graph.all_marks());
  SharedColours shared;
  std::vector<CycleCounters> counters(worker_count);
  run_workers([&](unsigned worker) {
    try {
      counters[worker] = ParallelCycleWorker<Graph>(graph, shared, worker, options).run();
    } catch (const std::bad_alloc&) {
      shared.report_stopped();
    } catch (...) {
      shared.report_stopped();  // nobody shall wait for this worker
      throw;
    }
  });
  CycleCounters sum;
  for (const CycleCounters& each : counters) {
    sum.entered += each.entered;
    sum.successor_calls += each.successor_calls;
  }
  return shared.result(sum);
}

}  // namespace clew
