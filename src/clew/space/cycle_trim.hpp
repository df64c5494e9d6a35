#pragma once

// Accepting cycles of weak graphs, by as many workers as there are. In a weak graph every cycle
// consists of accepting nodes only, or has none; so there is an accepting one exactly if the
// accepting nodes, taken alone, do not fall away when again and again those are removed to which no
// transition leads.
//
//   find_cycle_by_trimming(graph, crew.size(), run_workers)
//
//   1. All nodes are discovered, in no particular order. The transitions among accepting nodes are
//      written down, and counted where they lead to.
//   2. Nodes whose count is zero are removed, and the counts of their successors fall.
//
// The graph is asked about each node once; the second part takes place in arrays. That costs 12
// bytes for each node and 4 for each transition among accepting ones.
//
// Nodes come in batches, which a graph may answer far faster than one by one (BatchGraph). The price
// is that all nodes are discovered before anything is known, so a cycle that is easy to find is not
// found early. Hence worker 0 also goes on with a depth-first search (cycle_weak.hpp), alone at
// first and for a small part of its time later. Whoever is ready first has the answer.
//
// This is OWCTY (cycle_owcty.hpp) where one round is enough: I. Černá, R. Pelánek, "Distributed
// explicit fair cycle detection" (2003); J. Barnat, L. Brim, P. Ročkai, "A time-optimal on-the-fly
// parallel algorithm for model checking of weak LTL properties" (2009).

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "clew/space/cycle_search.hpp"
#include "clew/space/cycle_weak.hpp"
#include "clew/space/growing_array.hpp"

namespace clew {

// Nodes that wait for some worker, in batches.
//
// Threads: all may call everything at once.
class NodePool {
 public:
  explicit NodePool(unsigned workers) : workers_(workers) {}

  void put(std::vector<NodeId> nodes) {
    {
      const std::lock_guard lock(mutex_);
      batches_.push_back(std::move(nodes));
    }
    changed_.notify_one();
  }

  // Waits for a batch. False: all workers wait, so there will be none, or the pool was closed.
  bool take(std::vector<NodeId>& nodes) {
    std::unique_lock lock(mutex_);
    ++waiting_;
    if (waiting_ == workers_ && batches_.empty()) close(lock);
    changed_.wait(lock, [&] { return is_closed_ || !batches_.empty(); });
    --waiting_;
    if (is_closed_) return false;
    nodes = std::move(batches_.back());
    batches_.pop_back();
    return true;
  }

  bool is_hungry() const {
    // Relaxed: who looks too early or too late shares a little less.
    return waiting_.load(std::memory_order_relaxed) > 0;
  }

  void close() {
    std::unique_lock lock(mutex_);
    close(lock);
  }
  // REQUIRES: nobody is at work.
  void open() { is_closed_ = false; }

 private:
  void close(const std::unique_lock<std::mutex>&) {
    is_closed_ = true;
    changed_.notify_all();
  }

  unsigned workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::vector<NodeId>> batches_;
  std::atomic<unsigned> waiting_{0};
  bool is_closed_ = false;
};

// How much is searched depth-first.
struct DepthFirstShare {
  std::uint64_t nodes_first = 20'000;  // before anything else
  std::uint64_t percent = 10;          // of the nodes that worker 0 takes up later; below 100
};

template <NumberedGraph Graph>
class TrimmingSearch {
 public:
  TrimmingSearch(Graph& graph, unsigned workers, DepthFirstShare share, CycleOptions options)
      : graph_(graph),
        options_(options),
        share_(share),
        walk_(graph, options),
        pool_(workers),
        workers_(workers) {}

  template <class RunWorkers>
  CycleSearch run(RunWorkers run_workers) {
    // Most cycles that exist are found at once.
    if (share_.nodes_first > 0 && !walk_.advance(share_.nodes_first)) return walk_.result();
    if (!begin()) return ending_.result(counters());
    run_workers([&](unsigned worker) { work(worker, Task::Discover); });
    if (!is_over_.load()) {
      collect_removable();
      run_workers([&](unsigned worker) { work(worker, Task::Remove); });
    }
    if (is_walked_.load()) return walk_.result();
    if (is_over_.load()) return ending_.result(counters());
    // There is a cycle among the nodes that are left.
    if (removed() < accepting()) return finish_walk();
    return ending_.result(counters());
  }

 private:
  enum class Task : std::uint8_t { Discover, Remove };
  struct alignas(64) Worker {
    std::vector<NodeId> batch;
    std::vector<NodeId> found;
    std::vector<NodeId> targets;
    std::vector<std::size_t> ends;
    // Of each accepting node it has expanded: how many accepting successors, and which.
    std::vector<std::uint32_t> rows;
    std::uint64_t accepting = 0;
    std::uint64_t removed = 0;
    CycleCounters counters;
  };

  static constexpr std::size_t batch_nodes_max = 256;
  static constexpr unsigned worker_shift = 48;  // in a place: who wrote the row, and where
  static constexpr std::uint32_t is_met = std::uint32_t{1} << 31;  // the rest counts

  bool begin() {
    std::vector<NodeId> initial;
    if (!graph_.initial(0, initial)) return ending_.stop();
    nodes_.grow_to(graph_.node_count());
    Worker& mine = per_worker_.emplace_back();
    for (const NodeId node : initial) meet(node, mine);
    pool_.put(std::exchange(mine.found, {}));
    per_worker_.resize(workers_);
    return true;
  }

  void work(unsigned worker, Task task) {
    try {
      serve(worker, task);
    } catch (...) {
      stop();  // or the others would wait for work of this one
      throw;
    }
  }

  void serve(unsigned worker, Task task) {
    Worker& mine = per_worker_[worker];
    while (next_batch(mine)) {
      if (options_.is_stopped()) return stop();
      if (task == Task::Remove) {
        remove(mine);
        continue;
      }
      if (!expand(worker, mine)) return stop();
      discover(worker, mine);
      if (worker == 0 && !walk_on(mine.batch.size())) return;
      if (is_over_.load(std::memory_order_relaxed)) return;
    }
  }

  // Own nodes first, the last found of them: they are still in the cache.
  bool next_batch(Worker& mine) {
    if (pool_.is_hungry() && mine.found.size() > 1) {
      const auto half = static_cast<std::ptrdiff_t>(mine.found.size() / 2);
      pool_.put({mine.found.begin(), mine.found.begin() + half});
      mine.found.erase(mine.found.begin(), mine.found.begin() + half);
    }
    if (mine.found.empty() && !pool_.take(mine.found)) return false;
    const std::size_t count = std::min(mine.found.size(), batch_nodes_max);
    mine.batch.assign(mine.found.end() - static_cast<std::ptrdiff_t>(count), mine.found.end());
    mine.found.resize(mine.found.size() - count);
    return true;
  }

  bool expand(unsigned worker, Worker& mine) {
    mine.targets.clear();
    mine.ends.clear();
    mine.counters.successor_calls += mine.batch.size();
    if (!successors_of_all(graph_, worker, mine.batch, mine.targets, mine.ends)) return false;
    nodes_.grow_to(graph_.node_count());
    row_of_.grow_to(graph_.node_count());
    return true;
  }

  // Starts to fetch what is known of a target that comes up soon.
  void approach(const Worker& mine, std::size_t next) {
    constexpr std::size_t ahead = 12;
    if (next + ahead < mine.targets.size()) {
      __builtin_prefetch(&nodes_[number(mine.targets[next + ahead])], 1);
    }
  }

  void discover(unsigned worker, Worker& mine) {
    mine.counters.entered += mine.batch.size();
    std::size_t next = 0;
    for (std::size_t i = 0; i < mine.batch.size(); ++i) {
      const bool counts = is_accepting(graph_, mine.batch[i]);
      const std::size_t row = mine.rows.size();
      if (counts) begin_row(worker, mine, mine.batch[i]);
      for (; next < mine.ends[i]; ++next) {
        approach(mine, next);
        const NodeId target = mine.targets[next];
        meet(target, mine);
        if (!counts || !is_accepting(graph_, target)) continue;
        nodes_[number(target)].fetch_add(1, std::memory_order_relaxed);
        mine.rows.push_back(number(target));
      }
      if (counts) mine.rows[row] = static_cast<std::uint32_t>(mine.rows.size() - row - 1);
    }
  }

  void begin_row(unsigned worker, Worker& mine, NodeId node) {
    ++mine.accepting;
    row_of_[number(node)] = std::uint64_t{worker} << worker_shift | mine.rows.size();
    mine.rows.push_back(0);
  }

  void meet(NodeId node, Worker& mine) {
    std::atomic<std::uint32_t>& info = nodes_[number(node)];
    if ((info.load(std::memory_order_relaxed) & is_met) != 0) return;
    if ((info.fetch_or(is_met, std::memory_order_relaxed) & is_met) == 0)
      mine.found.push_back(node);
  }

  void remove(Worker& mine) {
    mine.removed += mine.batch.size();
    for (const NodeId node : mine.batch) {
      const std::uint64_t place = row_of_[number(node)];
      const std::vector<std::uint32_t>& rows = per_worker_[place >> worker_shift].rows;
      const std::uint64_t row = place & ((std::uint64_t{1} << worker_shift) - 1);
      for (std::uint64_t i = row + 1; i <= row + rows[row]; ++i) {
        const std::uint32_t before =
            nodes_[rows[i]].fetch_sub(1, std::memory_order_relaxed) & ~is_met;
        if (before == 1) mine.found.push_back(NodeId{rows[i]});
      }
    }
  }

  void collect_removable() {
    pool_.open();
    std::vector<NodeId> nodes;
    const std::uint32_t end = graph_.node_count();
    nodes_.grow_to(end);
    for (std::uint32_t i = 0; i < end; ++i) {
      // A number that was never given was never met.
      const bool is_removable =
          nodes_[i].load(std::memory_order_relaxed) == is_met && is_accepting(graph_, NodeId{i});
      if (is_removable) nodes.push_back(NodeId{i});
      if (nodes.size() == batch_nodes_max) pool_.put(std::exchange(nodes, {}));
    }
    if (!nodes.empty()) pool_.put(std::move(nodes));
  }

  // False: the depth-first search is over, and so is all.
  bool walk_on(std::size_t nodes_done) {
    nodes_to_walk_ += nodes_done * share_.percent / (100 - share_.percent);
    if (nodes_to_walk_ < batch_nodes_max) return true;
    if (walk_.advance(std::exchange(nodes_to_walk_, 0))) return true;
    is_walked_.store(true);
    is_over_.store(true);
    pool_.close();
    return false;
  }

  CycleSearch finish_walk() {
    while (walk_.advance(batch_nodes_max)) {
    }
    return walk_.result();
  }

  void stop() {
    if (!is_over_.exchange(true)) ending_.stop();
    pool_.close();
  }

  std::uint64_t accepting() const {
    std::uint64_t sum = 0;
    for (const Worker& worker : per_worker_) sum += worker.accepting;
    return sum;
  }
  std::uint64_t removed() const {
    std::uint64_t sum = 0;
    for (const Worker& worker : per_worker_) sum += worker.removed;
    return sum;
  }
  CycleCounters counters() const {
    CycleCounters sum = walk_.result().counters;
    for (const Worker& worker : per_worker_) {
      sum.entered += worker.counters.entered;
      sum.successor_calls += worker.counters.successor_calls;
    }
    return sum;
  }

  Graph& graph_;
  CycleOptions options_;
  DepthFirstShare share_;
  WeakCycleSearch<Graph> walk_;  // of worker 0
  std::uint64_t nodes_to_walk_ = 0;
  NodePool pool_;
  unsigned workers_;
  std::vector<Worker> per_worker_;
  GrowingArray<std::atomic<std::uint32_t>> nodes_;  // is_met, and the count
  GrowingArray<std::uint64_t> row_of_;              // by accepting node: its place
  CycleEnd ending_;
  std::atomic<bool> is_over_{false};    // there is nothing left to do
  std::atomic<bool> is_walked_{false};  // because the depth-first search has the answer
};

// A cycle that is found is accepting in any graph. That there is none follows only if the graph is
// weak, which the caller has to know. `run_workers(job)` calls job(worker) for each worker at once.
template <NumberedGraph Graph, class RunWorkers>
CycleSearch find_cycle_by_trimming(Graph& graph, unsigned workers, RunWorkers run_workers,
                                   DepthFirstShare share = {}, CycleOptions options = {}) {
  return TrimmingSearch<Graph>(graph, workers, share, options).run(run_workers);
}

}  // namespace clew
