#include "tests/random_graph.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "clew/base/hash.hpp"
#include "clew/base/random.hpp"

namespace clew {
namespace {

class GraphMaker {
 public:
  GraphMaker(GraphShape shape, std::uint32_t nodes, std::uint64_t seed)
      : random_(seed), shape_(shape), nodes_(nodes) {}

  MarkedGraph make(unsigned mark_count) {
    graph_.transitions.resize(nodes_);
    graph_.process_count = static_cast<unsigned>(random_.below(5));
    add_transitions();
    if (random_.below(2) == 0) let_terminal_nodes_go_on();
    add_marks(mark_count);
    graph_.initial.push_back(0);
    for (std::uint64_t more = random_.below(3); more > 0; --more) {
      graph_.initial.push_back(any_node());
    }
    return std::move(graph_);
  }

 private:
  std::uint32_t any_node() { return static_cast<std::uint32_t>(random_.below(nodes_)); }
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_.below(bound));
  }

  void add(std::uint32_t source, std::uint32_t target) {
    const auto one = [&] {
      const std::uint64_t drawn = random_.below(graph_.process_count + 1);
      return drawn == 0 ? nobody : Movers{1} << (drawn - 1);
    };
    // Now and then two processes move together.
    const Movers first = one();
    graph_.transitions[source].push_back({target, below(4) == 0 ? first | one() : first});
  }
  void add_at_random(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) add(any_node(), any_node());
  }

  void add_transitions() {
    switch (shape_) {
      case GraphShape::Sparse: return add_at_random(nodes_ + below(nodes_));
      case GraphShape::Dense: return add_at_random(nodes_ * (3 + below(6)));
      case GraphShape::ManyComponents: return add_components();
      case GraphShape::LongChain: return add_chain();
      case GraphShape::Rings: return add_rings();
      case GraphShape::Acyclic: return add_forward();
    }
  }

  void add_components() {
    for (std::uint32_t begin = 0; begin < nodes_;) {
      const std::uint32_t length = std::min(nodes_ - begin, 1 + below(4));
      for (std::uint32_t i = below(2 * length + 1); i > 0; --i) {
        add(begin + below(length), begin + below(length));
      }
      begin += length;
      for (std::uint32_t i = 1 + below(2); i > 0 && begin < nodes_; --i) {
        add(begin - 1 - below(length), begin + below(std::min(nodes_ - begin, 5U)));
      }
    }
  }

  void add_chain() {
    for (std::uint32_t node = 0; node + 1 < nodes_; ++node) add(node, node + 1);
    for (std::uint32_t i = below(4); i > 0; --i) {
      const std::uint32_t source = any_node();
      add(source, below(source + 1));
    }
  }

  void add_rings() {
    for (std::uint32_t begin = 0; begin < nodes_;) {
      const std::uint32_t length = std::min(nodes_ - begin, 1 + below(9));
      for (std::uint32_t i = 0; i < length; ++i) add(begin + i, begin + (i + 1) % length);
      if (begin > 0) add(below(begin), begin + below(length));
      begin += length;
    }
  }

  void add_forward() {
    for (std::uint32_t node = 0; node + 1 < nodes_; ++node) {
      for (std::uint32_t i = below(4); i > 0; --i) add(node, node + 1 + below(nodes_ - node - 1));
    }
    if (below(4) == 0) {
      const std::uint32_t node = any_node();
      add(node, node);
    }
  }

  void let_terminal_nodes_go_on() {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (graph_.transitions[node].empty()) graph_.transitions[node].push_back({node, nobody});
    }
  }

  void add_marks(unsigned mark_count) {
    graph_.all_marks = (std::uint64_t{1} << mark_count) - 1;
    constexpr std::array<std::uint64_t, 4> rarities = {2, 4, 10, 30};
    const std::uint64_t rarity = rarities[random_.below(rarities.size())];
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      // Marks beyond those that count are there as well: searches have to ignore them.
      std::uint64_t marks = std::uint64_t{1} << 5;
      for (unsigned mark = 0; mark < mark_count; ++mark) {
        if (random_.below(rarity) == 0) marks |= std::uint64_t{1} << mark;
      }
      graph_.marks.push_back(marks);
    }
  }

  SplitMix64 random_;
  GraphShape shape_;
  std::uint32_t nodes_;
  MarkedGraph graph_;
};

}  // namespace

std::uint64_t MarkedGraph::enabled(std::uint32_t node) const {
  std::uint64_t movers = 0;
  for (const Transition& transition : transitions[node]) {
    movers |= transition.movers;
  }
  return movers;
}

MarkedGraph random_marked_graph(GraphShape shape, unsigned mark_count, std::uint64_t seed) {
  SplitMix64 random(seed);
  const auto nodes = static_cast<std::uint32_t>(1 + random.below(random.below(3) == 0 ? 6 : 40));
  return GraphMaker(shape, nodes, random.next()).make(mark_count);
}

MarkedGraph large_marked_graph(GraphShape shape, std::uint32_t nodes, std::uint64_t seed) {
  return GraphMaker(shape, nodes, seed).make(1);
}

MarkedGraph made_weak(MarkedGraph graph) {
  const Closure closure(graph);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (std::uint32_t first = 0; first < node; ++first) {
      if (closure.in_one_component(first, node)) {
        graph.marks[node] = graph.marks[first];
        break;
      }
    }
  }
  return graph;
}

MarkedGraph with_escapes(MarkedGraph graph, std::uint64_t seed) {
  SplitMix64 random(seed);
  const std::uint32_t refuge = graph.size();
  const Movers process = Movers{1} << graph.process_count++;
  const std::uint64_t rarity = 1 + random.below(20);  // of nodes without a way out
  for (auto& transitions : graph.transitions) {
    if (rarity == 1 || random.below(rarity) > 0) transitions.push_back({refuge, process});
  }
  graph.transitions.push_back({{refuge, process}});
  graph.marks.push_back(0);
  return graph;
}

std::string text(const MarkedGraph& graph) {
  std::string result;
  for (std::uint32_t source = 0; source < graph.size(); ++source) {
    for (const auto& [target, movers] : graph.transitions[source]) {
      result += std::to_string(source) + "->" + std::to_string(target);
      if (movers != nobody) result += "/" + std::to_string(movers);
      result += " ";
    }
  }
  result += "| initial";
  for (const std::uint32_t node : graph.initial) result += " " + std::to_string(node);
  result += " | marks";
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const std::uint64_t marks = graph.marks[node] & graph.all_marks;
    if (marks != 0) result += " " + std::to_string(node) + ":" + std::to_string(marks);
  }
  return result + " of " + std::to_string(graph.all_marks);
}

Closure::Closure(const MarkedGraph& graph)
    : rows_(graph.size(), std::vector<bool>(graph.size())), reachable_(graph.size()) {
  const std::uint32_t size = graph.size();
  for (std::uint32_t source = 0; source < size; ++source) {
    for (const auto& transition : graph.transitions[source]) {
      rows_[source][transition.target] = true;
    }
  }
  for (std::uint32_t middle = 0; middle < size; ++middle) {
    for (std::uint32_t source = 0; source < size; ++source) {
      if (!rows_[source][middle]) continue;
      for (std::uint32_t target = 0; target < size; ++target) {
        if (rows_[middle][target]) rows_[source][target] = true;
      }
    }
  }
  for (const std::uint32_t node : graph.initial) {
    reachable_[node] = true;
    for (std::uint32_t target = 0; target < size; ++target) {
      if (rows_[node][target]) reachable_[target] = true;
    }
  }
}

bool is_in_accepting_component(const MarkedGraph& graph, const Closure& closure,
                               std::uint32_t node) {
  if (!closure.is_reachable(node) || !closure.leads_to(node, node)) return false;
  std::uint64_t marks = 0;
  for (std::uint32_t other = 0; other < graph.size(); ++other) {
    if (closure.in_one_component(node, other)) marks |= graph.marks[other];
  }
  return (marks & graph.all_marks) == graph.all_marks;
}

bool has_accepting_cycle(const MarkedGraph& graph, const Closure& closure) {
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (is_in_accepting_component(graph, closure, node)) return true;
  }
  return false;
}

bool is_in_fair_component(const MarkedGraph& graph, const Closure& closure, std::uint32_t node) {
  if (!is_in_accepting_component(graph, closure, node)) return false;
  std::uint64_t had_turn = 0;
  for (std::uint32_t other = 0; other < graph.size(); ++other) {
    if (!closure.in_one_component(node, other)) continue;
    had_turn |= ~graph.enabled(other);
    for (const auto& [target, movers] : graph.transitions[other]) {
      if (closure.in_one_component(node, target)) had_turn |= movers;
    }
  }
  const std::uint64_t everybody = (std::uint64_t{1} << graph.process_count) - 1;
  return (had_turn & everybody) == everybody;
}

bool has_fair_cycle(const MarkedGraph& graph, const Closure& closure) {
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (is_in_fair_component(graph, closure, node)) return true;
  }
  return false;
}

DiscoveringGraph::DiscoveringGraph(const MarkedGraph& graph, std::uint64_t calls_max)
    : graph_(graph),
      calls_max_(calls_max),
      numbers_(graph.size(), no_node),
      originals_(graph.size()) {}

bool DiscoveringGraph::initial(unsigned /*worker*/, std::vector<NodeId>& out) {
  for (const std::uint32_t node : graph_.initial) out.push_back(number_of(node));
  return true;
}

bool DiscoveringGraph::successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
  std::vector<Movers> movers;
  return successors_with_movers(worker, node, out, movers);
}

bool DiscoveringGraph::successors_with_movers(unsigned worker, NodeId node,
                                              std::vector<NodeId>& out,
                                              std::vector<Movers>& movers) {
  const std::uint64_t call = calls_.fetch_add(1);
  if (call >= calls_max_) return false;
  const bool is_small = graph_.size() < 1000;
  if (worker > 0 && is_small && mix_bits(call) % 8 == 0) std::this_thread::yield();
  for (const auto& [target, moved] : graph_.transitions[original(node)]) {
    out.push_back(number_of(target));
    movers.push_back(moved);
  }
  return true;
}

NodeId DiscoveringGraph::number_of(std::uint32_t node) {
  const std::lock_guard lock(mutex_);
  if (numbers_[node] == no_node) {
    numbers_[node] = NodeId{count_.load()};
    originals_[count_.load()].store(node);
    count_.fetch_add(1);
  }
  return numbers_[node];
}

MarkedGraph discovered_part(const DiscoveringGraph& discovering) {
  const MarkedGraph& whole = discovering.graph();
  MarkedGraph part;
  part.all_marks = whole.all_marks;
  part.process_count = whole.process_count;
  std::vector<std::uint32_t> numbers(whole.size(), number(no_node));
  for (std::uint32_t i = 0; i < discovering.node_count(); ++i) {
    numbers[discovering.original(NodeId{i})] = i;
  }
  for (std::uint32_t i = 0; i < discovering.node_count(); ++i) {
    const std::uint32_t node = discovering.original(NodeId{i});
    part.marks.push_back(whole.marks[node]);
    auto& transitions = part.transitions.emplace_back();
    for (const auto& [target, movers] : whole.transitions[node]) {
      if (numbers[target] != number(no_node)) transitions.push_back({numbers[target], movers});
    }
  }
  for (const std::uint32_t node : whole.initial) part.initial.push_back(numbers[node]);
  return part;
}

}  // namespace clew
