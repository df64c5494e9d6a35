// Integers as bits of a circuit, as wide as they need to be.
//
//   Words words(circuit);
//   const Word sum = words.add(words.constant(3), x);        // one bit wider than its operands
//   const Lit small = words.less(sum, words.constant(10));
//
// A word is a two's complement number of 1 to 32 bits, the lowest first, the last one its sign.
// Arithmetic is that of the model: 32 bits with wrap-around, so a result is exact unless it would need
// more than 32 bits, and then it is cut.
#pragma once

#include <optional>
#include <vector>

#include "clew/encode/circuit.hpp"
#include "clew/encode/terms.hpp"
#include "clew/model/types.hpp"

namespace clew {

struct Word {
  std::vector<Lit> bits;
  TermId term = no_id<TermId>;  // if terms are written down

  std::size_t width() const { return bits.size(); }
  Lit sign() const { return bits.back(); }
  // Past the end the sign goes on.
  Lit bit(std::size_t index) const { return index < bits.size() ? bits[index] : bits.back(); }
};

class Words {
 public:
  // What words mean is written down in `terms` if there are some.
  // REQUIRES: both outlive this.
  explicit Words(Circuit& circuit, Terms* terms = nullptr) : circuit_(circuit), terms_(terms) {}

  bool notes_terms() const { return terms_ != nullptr; }
  Word constant(Value value) const;
  Word truth(Lit lit) const;  // 0 or 1
  // The same word, known as this term from now on.
  Word named(Word word, Term term) const;
  // The value if no input has a say in it.
  static std::optional<Value> constant_of(const Word& word);

  Lit is_true(const Word& word);  // not zero
  Lit equal(const Word& a, const Word& b);
  Lit less(const Word& a, const Word& b);
  Lit less_equal(const Word& a, const Word& b) { return !less(b, a); }
  Lit within(const Word& word, Range range);

  Word negate(const Word& a);
  Word complement(const Word& a) const;
  Word add(const Word& a, const Word& b);
  Word subtract(const Word& a, const Word& b);
  Word multiply(const Word& a, const Word& b);
  // Truncates toward zero.  The result means nothing where the divisor is zero.
  struct Quotient {
    Word quotient;
    Word remainder;  // has the sign of the dividend
  };
  Quotient divide(const Word& a, const Word& b);
  // The result means nothing where the count is outside 0..31.
  Word shift_left(const Word& a, const Word& count);
  Word shift_right(const Word& a, const Word& count);
  Word bit_and(const Word& a, const Word& b);
  Word bit_or(const Word& a, const Word& b);
  Word bit_xor(const Word& a, const Word& b);
  Word choose(Lit condition, const Word& yes, const Word& no);
  // The low bits read as a member of the range, as wrap() does (model/types.hpp).
  Word wrapped(const Word& a, Range range) const;

 private:
  // a + b + carry, `width` bits of it.
  Word sum(const Word& a, const Word& b, Lit carry, std::size_t width);
  // Without the bits at the end that repeat the sign.
  static Word trimmed(Word word);

  Word noted(Word word, Term::Op op, const Word& a, const Word& b) const;
  Lit noted(Lit lit, Comparison::Kind kind, const Word& a, const Word& b);

  Circuit& circuit_;
  Terms* terms_;
};

// Bits that a two's complement number needs for every value of the range.
std::size_t width_of(Range range);

}  // namespace clew
