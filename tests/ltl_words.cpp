#include "tests/ltl_words.hpp"

#include <algorithm>
#include <array>

namespace clew {

namespace {

using enum FormulaOp;

// All words of exactly `length` letters.
std::vector<std::vector<std::uint64_t>> all_words(unsigned proposition_count, std::size_t length) {
  std::vector<std::vector<std::uint64_t>> words{{}};
  const std::uint64_t letter_count = std::uint64_t{1} << proposition_count;
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<std::vector<std::uint64_t>> longer;
    for (const auto& word : words) {
      for (std::uint64_t letter = 0; letter < letter_count; ++letter) {
        longer.push_back(word);
        longer.back().push_back(letter);
      }
    }
    words = std::move(longer);
  }
  return words;
}

// The truth of formulas at all positions of one word, a bit for each position.
class Judge {
 public:
  Judge(const Formulas& formulas, const LassoWord& word)
      : formulas_(formulas),
        word_(word),
        all_((std::uint64_t{1} << word.letters.size()) - 1),
        known_(formulas.size()),
        truth_(formulas.size()) {}

  std::uint64_t truth(FormulaId id) {
    if (!known_[to_index(id)]) {
      truth_[to_index(id)] = compute(formulas_[id]) & all_;
      known_[to_index(id)] = true;
    }
    return truth_[to_index(id)];
  }

 private:
  // Where the successor is one of `positions`.
  std::uint64_t before(std::uint64_t positions) const {
    const std::uint64_t shifted = positions >> 1;
    const bool loop = ((positions >> word_.loop_start) & 1) != 0;
    return loop ? shifted | (std::uint64_t{1} << (word_.letters.size() - 1)) : shifted;
  }

  // The least or the greatest solution of x = now || (while && X x).
  std::uint64_t solution(std::uint64_t now, std::uint64_t meanwhile, bool greatest) const {
    std::uint64_t x = greatest ? all_ : 0;
    while (true) {
      const std::uint64_t next = (now | (meanwhile & before(x))) & all_;
      if (next == x) return x;
      x = next;
    }
  }

  std::uint64_t compute(const FormulaNode& node) {
    switch (node.op) {
      case False: return 0;
      case True: return all_;
      case Proposition: {
        std::uint64_t positions = 0;
        for (std::size_t i = 0; i < word_.letters.size(); ++i) {
          positions |= ((word_.letters[i] >> node.proposition) & 1) << i;
        }
        return positions;
      }
      case And: {
        std::uint64_t positions = all_;
        for (const FormulaId operand : node.operands) positions &= truth(operand);
        return positions;
      }
      case Or: {
        std::uint64_t positions = 0;
        for (const FormulaId operand : node.operands) positions |= truth(operand);
        return positions;
      }
      default: break;
    }
    const std::uint64_t a = truth(node.left());
    const std::uint64_t b = node.operands.size() > 1 ? truth(node.right()) : 0;
    switch (node.op) {
      case Not: return ~a;
      case Implies: return ~a | b;
      case Equivalent: return ~(a ^ b);
      case Next: return before(a);
      case Finally: return solution(a, all_, false);
      case Globally: return solution(0, a, true);
      case Until: return solution(b, a, false);
      case WeakUntil: return solution(b, a, true);
      case Release: return solution(a & b, b, true);
      default: return solution(a & b, b, false);
    }
  }

  const Formulas& formulas_;
  const LassoWord& word_;
  std::uint64_t all_;
  std::vector<bool> known_;
  std::vector<std::uint64_t> truth_;
};

using StateSet = std::vector<char>;

// The product of an automaton and a loop, and the nodes from which a run meets all marks again and
// again (the fixpoint of Emerson and Lei 1986).
class LoopProduct {
 public:
  LoopProduct(const Automaton& automaton, const std::vector<std::uint64_t>& loop)
      : automaton_(automaton), length_(loop.size()) {
    edges_.resize(automaton.states.size() * length_);
    for (std::size_t state = 0; state < automaton.states.size(); ++state) {
      for (std::size_t i = 0; i < length_; ++i) {
        for (const AutomatonEdge& edge : automaton.states[state]) {
          if (!edge.guard.matches(loop[i])) continue;
          edges_[state * length_ + i].push_back(
              {edge.target * length_ + (i + 1) % length_, edge.marks});
        }
      }
    }
  }

  StateSet accepting() const {
    StateSet good(edges_.size(), 1);
    while (true) {
      StateSet smaller = good;
      // Without marks the run only has to be infinite: any edge will do.
      for (unsigned mark = 0; mark < std::max(automaton_.mark_count, 1U); ++mark) {
        const std::uint64_t wanted = automaton_.mark_count == 0 ? 0 : std::uint64_t{1} << mark;
        const StateSet reaching = reach(smaller, wanted);
        for (std::size_t i = 0; i < smaller.size(); ++i) smaller[i] = smaller[i] & reaching[i];
      }
      if (smaller == good) break;
      good = smaller;
    }
    StateSet states(automaton_.states.size());
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = good[i * length_];
    return states;
  }

 private:
  struct ProductEdge {
    std::size_t target;
    std::uint64_t marks;
  };

  // Who comes, inside `good`, to an edge with the wanted marks.
  StateSet reach(const StateSet& good, std::uint64_t wanted) const {
    StateSet reached(edges_.size(), 0);
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t i = edges_.size(); i-- > 0;) {
        if (reached[i] != 0 || good[i] == 0) continue;
        for (const ProductEdge& edge : edges_[i]) {
          if (good[edge.target] == 0) continue;
          if ((edge.marks & wanted) != wanted && reached[edge.target] == 0) continue;
          reached[i] = 1;
          changed = true;
          break;
        }
      }
    }
    return reached;
  }

  const Automaton& automaton_;
  std::size_t length_;
  std::vector<std::vector<ProductEdge>> edges_;
};

}  // namespace

std::vector<LassoWord> lasso_words(unsigned proposition_count, std::size_t length_max) {
  std::vector<LassoWord> words;
  for (std::size_t loop_length = 1; loop_length <= length_max; ++loop_length) {
    for (const auto& loop : all_words(proposition_count, loop_length)) {
      for (std::size_t stem_length = 0; stem_length + loop_length <= length_max; ++stem_length) {
        for (auto letters : all_words(proposition_count, stem_length)) {
          letters.insert(letters.end(), loop.begin(), loop.end());
          words.push_back({std::move(letters), stem_length});
        }
      }
    }
  }
  return words;
}

std::vector<bool> truth_on(const Formulas& formulas, FormulaId formula,
                           const std::vector<LassoWord>& words) {
  std::vector<bool> result;
  for (const LassoWord& word : words) {
    result.push_back((Judge(formulas, word).truth(formula) & 1) != 0);
  }
  return result;
}

std::vector<bool> accepted_by(const Automaton& automaton, const std::vector<LassoWord>& words) {
  std::vector<bool> result;
  std::vector<std::uint64_t> known_loop;
  StateSet from_loop;
  for (const LassoWord& word : words) {
    const std::vector<std::uint64_t> loop(
        word.letters.begin() + static_cast<std::ptrdiff_t>(word.loop_start), word.letters.end());
    if (loop != known_loop) {
      from_loop = LoopProduct(automaton, loop).accepting();
      known_loop = loop;
    }
    StateSet good = from_loop;
    for (std::size_t i = word.loop_start; i-- > 0;) {
      StateSet earlier(good.size(), 0);
      for (std::size_t state = 0; state < good.size(); ++state) {
        for (const AutomatonEdge& edge : automaton.states[state]) {
          if (good[edge.target] != 0 && edge.guard.matches(word.letters[i])) earlier[state] = 1;
        }
      }
      good = std::move(earlier);
    }
    result.push_back(good[automaton.initial] != 0);
  }
  return result;
}

std::vector<bool> accepted_by(const BuchiAutomaton& automaton,
                              const std::vector<LassoWord>& words) {
  return accepted_by(with_marks(automaton), words);
}

FormulaId random_ltl(Formulas& formulas, SplitMix64& random, unsigned operators,
                     unsigned proposition_count) {
  if (operators == 0) {
    const std::uint64_t choice = random.below(proposition_count * 8U + 1);
    if (choice == 0) return formulas.constant(random.below(2) == 0);
    return formulas.proposition(static_cast<std::uint32_t>(choice % proposition_count));
  }
  constexpr std::array unary = {Not, Next, Finally, Globally};
  constexpr std::array binary = {And,     Or,    Until,     Release,       And,
                                 Implies, Until, WeakUntil, StrongRelease, Equivalent};
  if (operators == 1 || random.below(5) < 2) {
    const FormulaOp op = unary[random.below(unary.size())];
    return formulas.make(op, random_ltl(formulas, random, operators - 1, proposition_count));
  }
  const auto left = static_cast<unsigned>(random.below(operators));
  const FormulaOp op = binary[random.below(binary.size())];
  const FormulaId a = random_ltl(formulas, random, left, proposition_count);
  return formulas.make(op, a,
                       random_ltl(formulas, random, operators - 1 - left, proposition_count));
}

}  // namespace clew
