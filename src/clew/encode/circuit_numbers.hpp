// Integers as bits of a circuit, as wide as they need to be.
//
//   CircuitNumbers words(circuit);
//   const CircuitNumber sum = words.add(words.constant(3), x);        // one bit wider than its operands
//   const Lit small = words.less(sum, words.constant(10));
//
// A word is a two's complement number of 1 to 32 bits, the lowest first, the last one its sign.
// Arithmetic is that of the model: 32 bits with wrap-around, so a result is exact unless it would need
// more than 32 bits, and then it is cut.
#pragma once

#include <optional>
#include <vector>

#include "clew/encode/circuit.hpp"
#include "clew/encode/readable_terms.hpp"
#include "clew/model/types.hpp"

namespace clew {

struct CircuitNumber {
  std::vector<Lit> bits;
  TermId term = no_id<TermId>;  // if terms are written down

  std::size_t width() const { return bits.size(); }
  Lit sign() const { return bits.back(); }
  // Past the end the sign goes on.
  Lit bit(std::size_t index) const { return index < bits.size() ? bits[index] : bits.back(); }
};

class CircuitNumbers {
 public:
  // What words mean is written down in `terms` if there are some.
  // REQUIRES: both outlive this.
  explicit CircuitNumbers(Circuit& circuit, Terms* terms = nullptr) : circuit_(circuit), terms_(terms) {}

  bool notes_terms() const { return terms_ != nullptr; }
  CircuitNumber constant(Value value) const;
  CircuitNumber truth(Lit lit) const;  // 0 or 1
  // The same word, known as this term from now on.
  CircuitNumber named(CircuitNumber word, Term term) const;
  // The value if no input has a say in it.
  static std::optional<Value> constant_of(const CircuitNumber& word);

  Lit is_true(const CircuitNumber& word);  // not zero
  Lit equal(const CircuitNumber& a, const CircuitNumber& b);
  Lit less(const CircuitNumber& a, const CircuitNumber& b);
  Lit less_equal(const CircuitNumber& a, const CircuitNumber& b) { return !less(b, a); }
  Lit within(const CircuitNumber& word, Range range);

  CircuitNumber negate(const CircuitNumber& a);
  CircuitNumber complement(const CircuitNumber& a) const;
  CircuitNumber add(const CircuitNumber& a, const CircuitNumber& b);
  CircuitNumber subtract(const CircuitNumber& a, const CircuitNumber& b);
  CircuitNumber multiply(const CircuitNumber& a, const CircuitNumber& b);
  // Truncates toward zero.  The result means nothing where the divisor is zero.
  struct Quotient {
    CircuitNumber quotient;
    CircuitNumber remainder;  // has the sign of the dividend
  };
  Quotient divide(const CircuitNumber& a, const CircuitNumber& b);
  // The result means nothing where the count is outside 0..31.
  CircuitNumber shift_left(const CircuitNumber& a, const CircuitNumber& count);
  CircuitNumber shift_right(const CircuitNumber& a, const CircuitNumber& count);
  CircuitNumber bit_and(const CircuitNumber& a, const CircuitNumber& b);
  CircuitNumber bit_or(const CircuitNumber& a, const CircuitNumber& b);
  CircuitNumber bit_xor(const CircuitNumber& a, const CircuitNumber& b);
  CircuitNumber choose(Lit condition, const CircuitNumber& yes, const CircuitNumber& no);
  // The low bits read as a member of the range, as wrap() does (model/types.hpp).
  CircuitNumber wrapped(const CircuitNumber& a, Range range) const;

 private:
  // a + b + carry, `width` bits of it.
  CircuitNumber sum(const CircuitNumber& a, const CircuitNumber& b, Lit carry, std::size_t width);
  // Without the bits at the end that repeat the sign.
  static CircuitNumber trimmed(CircuitNumber word);

  CircuitNumber noted(CircuitNumber word, Term::Op op, const CircuitNumber& a, const CircuitNumber& b) const;
  Lit noted(Lit lit, TermComparison::Kind kind, const CircuitNumber& a, const CircuitNumber& b);

  Circuit& circuit_;
  Terms* terms_;
};

// Bits that a two's complement number needs for every value of the range.
std::size_t width_of(Range range);

}  // namespace clew
