#include "clew/engine/bdd/bit_order.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace clew {

namespace {

constexpr std::size_t wide_width = 9;          // bits from which on a number is worth interleaving
constexpr std::size_t narrow_width = 6;        // the same with a wide one
constexpr std::size_t interleaved_words = 32;  // more of them would have to be remembered at once

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

// Where the vertices are drawn to: to the middle of the middles of their bonds.
std::vector<double> pulls_of(const std::vector<Bond>& bonds,
                             const std::vector<std::uint32_t>& position) {
  std::vector<double> pull(position.size(), 0);
  std::vector<double> weight(position.size(), 0);
  for (const Bond& bond : bonds) {
    double middle = 0;
    for (const std::uint32_t vertex : bond.vertices) middle += position[vertex];
    middle /= static_cast<double>(bond.vertices.size());
    for (const std::uint32_t vertex : bond.vertices) {
      pull[vertex] += middle * bond.weight;
      weight[vertex] += bond.weight;
    }
  }
  for (std::size_t i = 0; i < pull.size(); ++i) {
    pull[i] = weight[i] > 0 ? pull[i] / weight[i] : position[i];
  }
  return pull;
}

// The position of each vertex, such that bonds are short.
std::vector<std::uint32_t> pulled_together(std::size_t vertex_count,
                                           const std::vector<Bond>& bonds) {
  std::vector<std::uint32_t> position(vertex_count);
  std::iota(position.begin(), position.end(), 0U);
  std::vector<std::uint32_t> best = position;
  double best_span = span_of(bonds, position);
  int rounds_without_gain = 0;
  for (int round = 0; round < 200 && rounds_without_gain < 10; ++round) {
    const std::vector<double> pull = pulls_of(bonds, position);
    std::vector<std::uint32_t> order(vertex_count);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return pull[a] != pull[b] ? pull[a] < pull[b] : position[a] < position[b];
    });
    for (std::uint32_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    const double span = span_of(bonds, position);
    ++rounds_without_gain;
    if (span >= best_span) continue;
    rounds_without_gain = 0;
    best_span = span;
    best = position;
  }
  return best;
}

class Orderer {
 public:
  Orderer(const SymbolicModel& model, const std::vector<MovePart>& parts)
      : model_(model), parts_(parts) {
    const auto state_bits = static_cast<std::uint32_t>(model.bits.size());
    bit_count_ = state_bits + static_cast<std::uint32_t>(model.inputs.size());
    for (std::uint32_t i = 0; i < state_bits; ++i) bit_of_[node_of(model.bits[i])] = i;
    for (std::uint32_t i = 0; i < model.inputs.size(); ++i) {
      bit_of_[node_of(model.inputs[i])] = state_bits + i;
    }
    entered_.resize(model.circuit.node_count(), 0);
    find_words();
    join_words();
    interleave();
  }

  BitOrder order() {
    const std::vector<std::uint32_t> place = pulled_together(vertices_.size(), bonds());
    std::vector<std::uint32_t> vertex_at(vertices_.size());
    for (std::uint32_t i = 0; i < place.size(); ++i) vertex_at[place[i]] = i;
    std::vector<std::uint32_t> position(bit_count_);
    std::uint32_t next = 0;
    for (const std::uint32_t vertex : vertex_at) {
      for (const std::uint32_t bit : vertices_[vertex]) position[bit] = next++;
    }
    const auto middle = position.begin() + static_cast<std::ptrdiff_t>(model_.bits.size());
    return {{position.begin(), middle}, {middle, position.end()}, bit_count_};
  }

 private:
  using Bits = std::vector<std::uint32_t>;  // numbers of state bits, choices behind them

  // --- words: the values of the state, and choices

  void add_word(Bits bits) {
    std::erase_if(bits, [&](std::uint32_t bit) { return has_word_[bit]; });
    if (bits.empty()) return;
    for (const std::uint32_t bit : bits) {
      word_of_[bit] = static_cast<std::uint32_t>(words_.size());
      has_word_[bit] = true;
    }
    words_.push_back(std::move(bits));
  }

  void find_words() {
    word_of_.resize(bit_count_, 0);
    has_word_.resize(bit_count_, false);
    for (const SymbolicValue& value : model_.values) {
      Bits bits(value.width);
      std::iota(bits.begin(), bits.end(), value.first_bit);
      add_word(std::move(bits));
    }
    for (const SymbolicMove& move : model_.moves) {
      for (const SymbolicFiring& firing : move.firings) {
        for (const CircuitNumber& word : firing.choices) {
          Bits bits;
          for (const Lit lit : word.bits) {
            const auto bit = bit_of_.find(node_of(lit));
            if (bit != bit_of_.end()) bits.push_back(bit->second);
          }
          add_word(std::move(bits));
        }
      }
    }
    for (std::uint32_t bit = 0; bit < bit_count_; ++bit) add_word({bit});
  }

  // --- words that are added, compared or copied

  std::uint32_t leader_of(std::uint32_t word) {
    while (leader_[word] != word) word = leader_[word] = leader_[leader_[word]];
    return word;
  }

  void join(Lit a, Lit b) {
    const auto one = bit_of_.find(node_of(a));
    const auto other = bit_of_.find(node_of(b));
    if (one == bit_of_.end() || other == bit_of_.end()) return;
    const std::uint32_t first = word_of_[one->second];
    const std::uint32_t second = word_of_[other->second];
    const auto [narrow, wide] = std::minmax({words_[first].size(), words_[second].size()});
    if (narrow < narrow_width || wide < wide_width) return;
    leader_[leader_of(first)] = leader_of(second);
  }

  void join_words() {
    leader_.resize(words_.size());
    std::iota(leader_.begin(), leader_.end(), 0U);
    // A sum and a comparison both begin with where two bits differ.
    for (std::uint32_t node = 1; node < model_.circuit.node_count(); ++node) {
      const Gate& gate = model_.circuit.gate(node);
      if (gate.kind == Gate::Kind::Xor) join(gate.a, gate.b);
    }
    for (const MovePart& part : parts_) {
      for (const SymbolicMove::Update& update : part.updates) {
        join(model_.bits[update.bit], update.value);
      }
    }
  }

  // A vertex is a word, or a few words with their bits in turn, the highest first: sets with bounds like
  // x + y <= 300 take a tenth of the nodes that they take with the lowest first.
  void interleave() {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> groups;  // by leader
    for (std::uint32_t word = 0; word < words_.size(); ++word) {
      groups[leader_of(word)].push_back(word);
    }
    vertex_of_.resize(bit_count_, 0);
    for (std::uint32_t word = 0; word < words_.size(); ++word) {
      const std::vector<std::uint32_t>& group = groups[leader_of(word)];
      if (group.size() > interleaved_words) {
        add_vertex({word});
      } else if (group.front() == word) {
        add_vertex(group);
      }
    }
  }

  void add_vertex(const std::vector<std::uint32_t>& words) {
    if (words.size() == 1) return add_bits(words_[words.front()]);
    Bits bits;
    std::size_t longest = 0;
    for (const std::uint32_t word : words) longest = std::max(longest, words_[word].size());
    for (std::size_t k = longest; k-- > 0;) {
      for (const std::uint32_t word : words) {
        if (k < words_[word].size()) bits.push_back(words_[word][k]);
      }
    }
    add_bits(std::move(bits));
  }

  void add_bits(Bits bits) {
    for (const std::uint32_t bit : bits) {
      vertex_of_[bit] = static_cast<std::uint32_t>(vertices_.size());
    }
    vertices_.push_back(std::move(bits));
  }

  // --- bonds

  std::vector<Bond> bonds() {
    std::vector<Bond> found;
    for (const MovePart& part : parts_) {
      Bond bond;
      for (const std::uint32_t bit : support_of(part)) bond.vertices.push_back(vertex_of_[bit]);
      std::sort(bond.vertices.begin(), bond.vertices.end());
      bond.vertices.erase(std::unique(bond.vertices.begin(), bond.vertices.end()),
                          bond.vertices.end());
      if (bond.vertices.size() < 2) continue;
      bond.weight = 1.0 / static_cast<double>(bond.vertices.size() - 1);
      found.push_back(std::move(bond));
    }
    return found;
  }

  Bits support_of(const MovePart& part) {
    ++epoch_;
    Bits found;
    std::vector<std::uint32_t> open;
    const auto enter = [&](Lit lit) {
      const std::uint32_t node = node_of(lit);
      if (std::exchange(entered_[node], epoch_) != epoch_) open.push_back(node);
    };
    enter(part.enabled);
    for (const SymbolicMove::Update& update : part.updates) {
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
  std::uint32_t bit_count_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> bit_of_;  // by node
  std::vector<Bits> words_;
  std::vector<std::uint32_t> word_of_;  // by bit
  std::vector<bool> has_word_;          // by bit
  std::vector<std::uint32_t> leader_;   // by word: another one of its group, or itself
  std::vector<Bits> vertices_;
  std::vector<std::uint32_t> vertex_of_;  // by bit
  std::vector<std::uint32_t> entered_;    // by node: the last walk that did
  std::uint32_t epoch_ = 0;
};

}  // namespace

BitOrder order_of_bits(const SymbolicModel& model, const std::vector<MovePart>& parts) {
  return Orderer(model, parts).order();
}

}  // namespace clew
