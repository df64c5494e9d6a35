#include "clew/engine/bdd/bit_order.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace clew {

namespace {

// What belongs together: the closer these vertices stand, the better.
struct Bond {
  std::vector<std::uint32_t> vertices;
  double weight = 1;
};

double span_of(const std::vector<Bond>& bonds, const std::vector<std::uint32_t>& position) {
  double total = 0;
  for (const Bond& bond : bonds) {
    std::uint32_t first = ~0U;
    std::uint32_t last = 0;
    for (const std::uint32_t vertex : bond.vertices) {
      first = std::min(first, position[vertex]);
      last = std::max(last, position[vertex]);
    }
    total += bond.weight * (last - first);
  }
  return total;
}

// FORCE (Aloul, Markov, Sakallah 2003): every vertex moves to the middle of the middles of its bonds,
// again and again, while that makes the bonds shorter.
std::vector<std::uint32_t> pulled_together(std::size_t vertex_count,
                                           const std::vector<Bond>& bonds) {
  std::vector<std::uint32_t> position(vertex_count);
  std::iota(position.begin(), position.end(), 0U);
  std::vector<std::uint32_t> best = position;
  double best_span = span_of(bonds, position);
  int failures = 0;
  for (int round = 0; round < 200 && failures < 10; ++round) {
    std::vector<double> pull(vertex_count, 0);
    std::vector<double> weight(vertex_count, 0);
    for (const Bond& bond : bonds) {
      double middle = 0;
      for (const std::uint32_t vertex : bond.vertices) middle += position[vertex];
      middle /= static_cast<double>(bond.vertices.size());
      for (const std::uint32_t vertex : bond.vertices) {
        pull[vertex] += middle * bond.weight;
        weight[vertex] += bond.weight;
      }
    }
    std::vector<std::uint32_t> order(vertex_count);
    std::iota(order.begin(), order.end(), 0U);
    const auto place = [&](std::uint32_t vertex) {
      return weight[vertex] > 0 ? pull[vertex] / weight[vertex] : position[vertex];
    };
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const double at_a = place(a);
      const double at_b = place(b);
      return at_a != at_b ? at_a < at_b : position[a] < position[b];
    });
    for (std::uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    const double span = span_of(bonds, position);
    failures = span < best_span ? 0 : failures + 1;
    if (span < best_span) {
      best_span = span;
      best = position;
    }
  }
  return best;
}

class Orderer {
 public:
  Orderer(const SymbolicModel& model, const std::vector<MovePart>& parts)
      : model_(model), parts_(parts) {
    for (std::uint32_t i = 0; i < model.bits.size(); ++i) bit_of_[node_of(model.bits[i])] = i;
    for (std::uint32_t i = 0; i < model.inputs.size(); ++i) {
      bit_of_[node_of(model.inputs[i])] = static_cast<std::uint32_t>(model.bits.size()) + i;
    }
    entered_.resize(model.circuit.node_count(), 0);
  }

  BitOrder natural() {
    std::vector<std::uint32_t> position(bit_count());
    std::iota(position.begin(), position.end(), 0U);
    return finished(position);
  }

  // Values as wholes: those that a move reads or writes belong together.
  BitOrder by_values(bool high_first) {
    std::vector<std::vector<std::uint32_t>> bits_of;  // by vertex
    std::vector<std::uint32_t> vertex_of(bit_count(), 0);
    std::vector<bool> has(bit_count(), false);
    const auto add = [&](std::vector<std::uint32_t> bits) {
      if (bits.empty()) return;
      for (const std::uint32_t bit : bits) {
        vertex_of[bit] = static_cast<std::uint32_t>(bits_of.size());
        has[bit] = true;
      }
      if (high_first) std::reverse(bits.begin(), bits.end());
      bits_of.push_back(std::move(bits));
    };
    for (const SymbolicValue& value : model_.values) {
      std::vector<std::uint32_t> bits(value.width);
      std::iota(bits.begin(), bits.end(), value.first_bit);
      add(std::move(bits));
    }
    for (std::uint32_t bit = 0; bit < bit_count(); ++bit) {
      if (!has[bit]) add({bit});
    }
    std::vector<Bond> bonds;
    for (const MovePart& move : parts_) {
      Bond bond;
      for (const std::uint32_t bit : support_of(move)) bond.vertices.push_back(vertex_of[bit]);
      std::sort(bond.vertices.begin(), bond.vertices.end());
      bond.vertices.erase(std::unique(bond.vertices.begin(), bond.vertices.end()),
                          bond.vertices.end());
      if (bond.vertices.size() < 2) continue;
      bond.weight = 1.0 / static_cast<double>(bond.vertices.size() - 1);
      bonds.push_back(std::move(bond));
    }
    const std::vector<std::uint32_t> place = pulled_together(bits_of.size(), bonds);
    std::vector<std::uint32_t> order(bits_of.size());
    for (std::uint32_t vertex = 0; vertex < place.size(); ++vertex) order[place[vertex]] = vertex;
    std::vector<std::uint32_t> position(bit_count());
    std::uint32_t next = 0;
    for (const std::uint32_t vertex : order) {
      for (const std::uint32_t bit : bits_of[vertex]) position[bit] = next++;
    }
    return finished(position);
  }

  // Gates as vertices of their own.
  BitOrder by_gates() {
    const std::uint32_t node_count = model_.circuit.node_count();
    std::vector<std::uint32_t> vertex(node_count, ~0U);
    std::uint32_t vertex_count = 0;
    std::vector<std::uint32_t> bit_vertex(bit_count());
    for (std::uint32_t node = 1; node < node_count; ++node) {
      vertex[node] = vertex_count++;
      const auto bit = bit_of_.find(node);
      if (bit != bit_of_.end()) bit_vertex[bit->second] = vertex[node];
    }
    std::vector<Bond> bonds;
    for (std::uint32_t node = 1; node < node_count; ++node) {
      const Gate& gate = model_.circuit.gate(node);
      Bond bond;
      bond.vertices.push_back(vertex[node]);
      const Lit operands[] = {gate.a, gate.b, gate.c};
      for (int k = 0; k < gate.operand_count(); ++k) {
        bond.vertices.push_back(vertex[node_of(operands[k])]);
      }
      if (bond.vertices.size() > 1) bonds.push_back(std::move(bond));
    }
    for (const MovePart& move : parts_) {
      Bond bond;
      if (!is_constant(move.enabled)) bond.vertices.push_back(vertex[node_of(move.enabled)]);
      for (const auto& update : move.updates) {
        Bond pair;
        pair.vertices.push_back(bit_vertex[update.bit]);
        if (!is_constant(update.value)) pair.vertices.push_back(vertex[node_of(update.value)]);
        bond.vertices.push_back(bit_vertex[update.bit]);
        if (pair.vertices.size() > 1) bonds.push_back(pair);
      }
      if (bond.vertices.size() > 1) bonds.push_back(bond);
    }
    const std::vector<std::uint32_t> place = pulled_together(vertex_count, bonds);
    std::vector<std::uint32_t> order(bit_count());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return place[bit_vertex[a]] < place[bit_vertex[b]];
    });
    std::vector<std::uint32_t> position(bit_count());
    for (std::uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    return finished(position);
  }

 private:
  std::uint32_t bit_count() const {
    return static_cast<std::uint32_t>(model_.bits.size() + model_.inputs.size());
  }

  BitOrder finished(const std::vector<std::uint32_t>& position) const {
    const auto middle = position.begin() + static_cast<std::ptrdiff_t>(model_.bits.size());
    return {{position.begin(), middle}, {middle, position.end()}, bit_count()};
  }

  std::vector<std::uint32_t> support_of(const MovePart& move) {
    ++epoch_;
    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> open;
    const auto enter = [&](Lit lit) {
      const std::uint32_t node = node_of(lit);
      if (entered_[node] == epoch_) return;
      entered_[node] = epoch_;
      open.push_back(node);
    };
    enter(move.enabled);
    for (const auto& update : move.updates) {
      enter(model_.bits[update.bit]);
      enter(update.value);
    }
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      const Gate& gate = model_.circuit.gate(node);
      if (gate.kind == Gate::Kind::Input) found.push_back(bit_of_.at(node));
      const Lit operands[] = {gate.a, gate.b, gate.c};
      for (int k = 0; k < gate.operand_count(); ++k) enter(operands[k]);
    }
    return found;
  }

  const SymbolicModel& model_;
  const std::vector<MovePart>& parts_;
  std::unordered_map<std::uint32_t, std::uint32_t> bit_of_;  // by node; choices behind state bits
  std::vector<std::uint32_t> entered_;                       // by node: the last walk that did
  std::uint32_t epoch_ = 0;
};

}  // namespace

BitOrder order_of_bits(const SymbolicModel& model, const std::vector<MovePart>& parts) {
  Orderer orderer(model, parts);
  const char* kind = std::getenv("BDD_ORDER");
  const std::string name = kind ? kind : "values";
  if (name == "natural") return orderer.natural();
  if (name == "values") return orderer.by_values(false);
  if (name == "high") return orderer.by_values(true);
  return orderer.by_gates();
}

}  // namespace clew
