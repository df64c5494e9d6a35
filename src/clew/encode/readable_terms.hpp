// What the words and some literals of a circuit mean in the words of a modeller: sums, comparisons,
// case distinctions.  Written down beside the circuit when a model is to be printed in another tool's
// language, where nobody wants to see single bits.
//
//   Terms terms;
//   CircuitNumbers words(circuit, &terms);
//   const Lit small = words.less(words.add(x, one), ten);
//   terms.comparison(small)                            // less, sum of x and 1, 10
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "clew/encode/circuit.hpp"
#include "clew/model/types.hpp"

namespace clew {

enum class TermId : std::uint32_t {};

struct Term {
  enum class Op : std::uint8_t {
    Constant,  // constant
    State,     // `index` of SymbolicModel::values, in the state in which the move begins
    Input,     // `index` of SymbolicModel::input_words
    Truth,     // 1 where `condition` is true, else 0
    Choose,    // where `condition` is true a, else b
    Wrap,      // the low bits of a, read as a member of `range`
    Complement,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
  };
  Op op = Op::Constant;
  Value constant = 0;
  std::uint32_t index = 0;
  Lit condition = lit_false;
  Range range = {};
  TermId a = no_id<TermId>;
  TermId b = no_id<TermId>;
  std::uint32_t width = 1;  // bits that every value of it fits into, as a two's complement number
  friend bool operator==(const Term&, const Term&) = default;
};

// How a literal came about: a compared with b.
struct TermComparison {
  enum class Kind : std::uint8_t { Less, Equal };
  Kind kind = Kind::Less;
  TermId a = no_id<TermId>;
  TermId b = no_id<TermId>;
  bool is_negated = false;
};

class Terms {
 public:
  TermId add(const Term& term);
  const Term& operator[](TermId id) const { return terms_[to_index(id)]; }
  std::size_t size() const { return terms_.size(); }

  // Constants need no note; of two notes about one node the first stays, both say the same.
  void note(Lit lit, const TermComparison& comparison);
  // None for literals that are known as gates only.
  std::optional<TermComparison> comparison(Lit lit) const;

 private:
  struct TermHash {
    std::size_t operator()(const Term& term) const;
  };

  std::vector<Term> terms_;
  std::unordered_map<Term, TermId, TermHash> known_;
  std::unordered_map<std::uint32_t, TermComparison> comparisons_;  // by node
};

}  // namespace clew
