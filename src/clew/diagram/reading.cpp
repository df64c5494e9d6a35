// What is in a diagram: counts, rows, levels.
#include <algorithm>
#include <unordered_map>

#include "clew/diagram/hot_path.hpp"

namespace clew {

namespace {

__extension__ using Uint128 = unsigned __int128;

struct SmallCount {
  Uint128 value = 0;
  static SmallCount power_of_two(std::uint64_t exponent) { return {Uint128{1} << exponent}; }
  SmallCount& operator+=(const SmallCount& other) {
    value += other.value;
    return *this;
  }
  SmallCount& operator-=(const SmallCount& other) {
    value -= other.value;
    return *this;
  }
  SmallCount& operator<<=(std::uint64_t count) {
    value <<= count;
    return *this;
  }
};

}  // namespace

// The rows of all levels from that of the node on; `known` is by node, not negated.
template <class Number>
Number Diagrams::count_below(Edge edge, std::span<const std::uint32_t> levels, auto& known) {
  const auto position = [&](Edge at) {
    const auto place = std::lower_bound(levels.begin(), levels.end(), level_of(at));
    return static_cast<std::uint64_t>(place - levels.begin());
  };
  const std::uint64_t here = position(edge);
  const std::uint64_t bits = levels.size() - here;
  const std::uint32_t node = edge >> 1;
  Number result;
  if (node == 0) {
    result = Number::power_of_two(0);
  } else if (const auto found = known.find(node); found != known.end()) {
    result = found->second;
  } else {
    result = count_below<Number>(nodes_[node].low, levels, known);
    result <<= position(nodes_[node].low) - here - 1;
    Number high = count_below<Number>(nodes_[node].high, levels, known);
    high <<= position(nodes_[node].high) - here - 1;
    result += high;
    known.emplace(node, result);
  }
  if ((edge & 1) == 0) return result;
  Number rest = Number::power_of_two(bits);
  rest -= result;
  return rest;
}

BigUnsigned Diagrams::count(const Bdd& set, std::span<const std::uint32_t> levels) {
  const auto above = static_cast<std::uint64_t>(
      std::lower_bound(levels.begin(), levels.end(), level_of(set.edge_)) - levels.begin());
  BigUnsigned result;
  if (levels.size() < 127) {
    std::unordered_map<std::uint32_t, SmallCount> known;
    const SmallCount small = count_below<SmallCount>(set.edge_, levels, known);
    result = BigUnsigned(static_cast<std::uint64_t>(small.value >> 64));
    result <<= 64;
    result += BigUnsigned(static_cast<std::uint64_t>(small.value));
  } else {
    std::unordered_map<std::uint32_t, BigUnsigned> known;
    result = count_below<BigUnsigned>(set.edge_, levels, known);
  }
  result <<= above;
  return result;
}

std::vector<bool> Diagrams::least_row(const Bdd& set, std::span<const std::uint32_t> levels) {
  std::vector<bool> row;
  Edge edge = set.edge_;
  for (const std::uint32_t level : levels) {
    const Edge low = low_at(edge, level);
    row.push_back(low == edge_false);
    edge = low == edge_false ? high_at(edge, level) : low;
  }
  return row;
}

bool Diagrams::contains(const Bdd& set, const std::vector<bool>& values) {
  Edge edge = set.edge_;
  while (edge > edge_false) edge = values[level_of(edge)] ? high_of(edge) : low_of(edge);
  return edge == edge_true;
}

// Calls it with every node below the functions once, constants left out.
template <class Visit>
void Diagrams::visit_nodes(std::span<const Bdd> functions, Visit visit) {
  std::vector<std::uint32_t> seen;
  for (const Bdd& function : functions) seen.push_back(function.edge_ >> 1);
  const auto enter = [&](std::uint32_t node) {
    if (node == 0 || (nodes_[node].level & mark_bit) != 0) return false;
    nodes_[node].level |= mark_bit;
    return true;
  };
  std::erase_if(seen, [&](std::uint32_t node) { return !enter(node); });
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Node node = nodes_[seen[i]];
    visit(node.level & ~mark_bit);
    for (const Edge edge : {node.low, node.high}) {
      if (enter(edge >> 1)) seen.push_back(edge >> 1);
    }
  }
  for (const std::uint32_t node : seen) nodes_[node].level &= ~mark_bit;
}

std::vector<std::uint32_t> Diagrams::support(const Bdd& function) {
  std::vector<bool> found(limits_.level_count, false);
  visit_nodes(std::span(&function, 1), [&](std::uint32_t level) { found[level] = true; });
  std::vector<std::uint32_t> levels;
  for (std::uint32_t level = 0; level < found.size(); ++level) {
    if (found[level]) levels.push_back(level);
  }
  return levels;
}

std::uint64_t Diagrams::node_count(const Bdd& function) {
  return node_count(std::span(&function, 1));
}

std::uint64_t Diagrams::node_count(std::span<const Bdd> functions) {
  std::uint64_t count = 1;
  visit_nodes(functions, [&](std::uint32_t) { ++count; });
  return count;
}

}  // namespace clew
