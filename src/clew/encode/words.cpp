#include "clew/encode/words.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace clew {

namespace {

constexpr std::size_t width_max = 32;
constexpr std::size_t shift_bits = 5;  // a shift by more is an error

// As many bits of the number as `width` says; the sign goes on past its end.
Word resized(const Word& word, std::size_t width) {
  Word result;
  for (std::size_t i = 0; i < width; ++i) result.bits.push_back(word.bit(i));
  return result;
}

}  // namespace

std::size_t width_of(Range range) {
  const auto magnitude_bits = [](Value value) {
    const auto bits = static_cast<std::uint32_t>(value < 0 ? ~value : value);
    return static_cast<std::size_t>(std::bit_width(bits));
  };
  return std::max(magnitude_bits(range.low), magnitude_bits(range.high)) + 1;
}

Word Words::trimmed(Word word) {
  while (word.width() > 1 && word.bits[word.width() - 1] == word.bits[word.width() - 2]) {
    word.bits.pop_back();
  }
  return word;
}

Word Words::named(Word word, Term term) const {
  if (!terms_) return word;
  if (const auto value = constant_of(word)) {
    term = {};
    term.constant = *value;
  }
  term.width = static_cast<std::uint32_t>(word.width());
  word.term = terms_->add(term);
  return word;
}

Word Words::noted(Word word, Term::Op op, const Word& a, const Word& b) const {
  if (!terms_ || !is_some(a.term) || !is_some(b.term)) return word;  // an inner part of another one
  Term term;
  term.op = op;
  term.a = a.term;
  term.b = b.term;
  return named(std::move(word), term);
}

Lit Words::noted(Lit lit, Comparison::Kind kind, const Word& a, const Word& b) {
  if (terms_ && is_some(a.term) && is_some(b.term)) terms_->note(lit, {kind, a.term, b.term, false});
  return lit;
}

Word Words::truth(Lit lit) const {
  Term term;
  term.op = Term::Op::Truth;
  term.condition = lit;
  return named({{lit, lit_false}}, term);
}

Word Words::constant(Value value) const {
  Word word;
  const std::size_t width = width_of({value, value});
  for (std::size_t i = 0; i < width; ++i) {
    word.bits.push_back(constant_lit(((static_cast<std::uint32_t>(value) >> i) & 1U) != 0));
  }
  return named(std::move(word), {});
}

std::optional<Value> Words::constant_of(const Word& word) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width_max; ++i) {
    const Lit bit = word.bit(i);
    if (!is_constant(bit)) return std::nullopt;
    if (bit == lit_true) value |= 1U << i;
  }
  return static_cast<Value>(value);
}

Lit Words::is_true(const Word& word) {
  const Lit result = circuit_.any(word.bits);
  const bool is_truth = is_some(word.term) && (*terms_)[word.term].op == Term::Op::Truth;
  if (is_truth) return result;
  return !noted(!result, Comparison::Kind::Equal, word, constant(0));
}

Lit Words::equal(const Word& a, const Word& b) {
  std::vector<Lit> equal_bits;
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) {
    equal_bits.push_back(circuit_.same(a.bit(i), b.bit(i)));
    if (equal_bits.back() == lit_false) return lit_false;
  }
  return noted(circuit_.all(equal_bits), Comparison::Kind::Equal, a, b);
}

Lit Words::less(const Word& a, const Word& b) {
  const std::size_t width = std::max(a.width(), b.width());
  Lit less = lit_false;
  for (std::size_t i = 0; i + 1 < width; ++i) {
    less = circuit_.choose(circuit_.differs(a.bit(i), b.bit(i)), b.bit(i), less);
  }
  less = circuit_.choose(circuit_.differs(a.sign(), b.sign()), a.sign(), less);
  return noted(less, Comparison::Kind::Less, a, b);
}

Lit Words::within(const Word& word, Range range) {
  return circuit_.both(less_equal(constant(range.low), word),
                       less_equal(word, constant(range.high)));
}

Word Words::sum(const Word& a, const Word& b, Lit carry, std::size_t width) {
  Word result;
  for (std::size_t i = 0; i < width; ++i) {
    const Lit x = a.bit(i);
    const Lit y = b.bit(i);
    const Lit differ = circuit_.differs(x, y);
    result.bits.push_back(circuit_.differs(differ, carry));
    carry = circuit_.choose(differ, carry, x);
  }
  return trimmed(std::move(result));
}

Word Words::add(const Word& a, const Word& b) {
  const std::size_t width = std::min(width_max, std::max(a.width(), b.width()) + 1);
  return noted(sum(a, b, lit_false, width), Term::Op::Add, a, b);
}

Word Words::subtract(const Word& a, const Word& b) {
  const std::size_t width = std::min(width_max, std::max(a.width(), b.width()) + 1);
  return noted(sum(a, complement(b), lit_true, width), Term::Op::Subtract, a, b);
}

Word Words::negate(const Word& a) { return subtract(constant(0), a); }

Word Words::complement(const Word& a) const {
  Word result = a;
  for (Lit& bit : result.bits) bit = !bit;
  return noted(std::move(result), Term::Op::Complement, a, a);
}

Word Words::multiply(const Word& a, const Word& b) {
  // One addition for every bit of the left factor that may be set: the one with constants is better.
  const auto constants = [](const Word& word) {
    return std::count_if(word.bits.begin(), word.bits.end(), is_constant);
  };
  if (constants(b) > constants(a)) return multiply(b, a);
  const std::size_t width = std::min(width_max, a.width() + b.width());
  Word result = constant(0);
  for (std::size_t i = 0; i < std::min(a.width(), width); ++i) {
    if (a.bits[i] == lit_false) continue;
    Word addend;
    for (std::size_t k = 0; k < width; ++k) {
      addend.bits.push_back(k < i ? lit_false : circuit_.both(a.bits[i], b.bit(k - i)));
    }
    // The last bit stands for a negative power of two, unless all 32 bits are there: then the sign
    // is beyond what is kept either way.
    const bool is_sign = i + 1 == a.width();
    result = is_sign ? sum(result, complement(addend), lit_true, width)
                     : sum(result, addend, lit_false, width);
    result = resized(result, width);
  }
  return noted(trimmed(std::move(result)), Term::Op::Multiply, a, b);
}

Words::Quotient Words::divide(const Word& a, const Word& b) {
  // Magnitudes as plain numbers: one bit for the sign that is never set.
  const auto magnitude = [this](const Word& word) {
    Word wide = sum(word, resized({{word.sign()}}, word.width()), lit_false, word.width());
    wide = resized(wide, word.width());
    for (Lit& bit : wide.bits) bit = circuit_.differs(bit, word.sign());
    wide.bits.push_back(lit_false);
    return wide;
  };
  const Word dividend = magnitude(a);
  const Word divisor = magnitude(b);
  Word quotient;
  quotient.bits.assign(dividend.width(), lit_false);
  Word remainder = constant(0);
  for (std::size_t i = dividend.width() - 1; i-- > 0;) {
    remainder.bits.insert(remainder.bits.begin(), dividend.bits[i]);
    remainder = resized(remainder, divisor.width() + 1);
    const Lit fits = less_equal(divisor, remainder);
    quotient.bits[i] = fits;
    const Word reduced = sum(remainder, complement(divisor), lit_true, remainder.width());
    remainder = choose(fits, resized(reduced, divisor.width() + 1), remainder);
  }
  const auto signed_as = [this](const Word& word, Lit negative) {
    return choose(negative, negate(word), word);
  };
  const auto cut = [](Word word) {
    if (word.width() > width_max) word.bits.resize(width_max);
    return trimmed(std::move(word));
  };
  return {
      noted(cut(signed_as(quotient, circuit_.differs(a.sign(), b.sign()))), Term::Op::Divide, a, b),
      noted(cut(signed_as(remainder, a.sign())), Term::Op::Modulo, a, b)};
}

Word Words::shift_left(const Word& a, const Word& count) {
  Word result = a;
  for (std::size_t i = 0; i < shift_bits; ++i) {
    const Lit shifts = count.bit(i);
    if (shifts == lit_false) continue;
    Word shifted = result;
    shifted.bits.insert(shifted.bits.begin(), std::size_t{1} << i, lit_false);
    if (shifted.width() > width_max) shifted.bits.resize(width_max);
    result = choose(shifts, shifted, result);
  }
  return noted(std::move(result), Term::Op::ShiftLeft, a, count);
}

Word Words::shift_right(const Word& a, const Word& count) {
  Word result = a;
  for (std::size_t i = 0; i < shift_bits; ++i) {
    const std::size_t by = std::size_t{1} << i;
    Word shifted;
    for (std::size_t k = 0; k < result.width(); ++k) shifted.bits.push_back(result.bit(k + by));
    result = choose(count.bit(i), shifted, result);
  }
  return noted(std::move(result), Term::Op::ShiftRight, a, count);
}

Word Words::bit_and(const Word& a, const Word& b) {
  Word result;
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) {
    result.bits.push_back(circuit_.both(a.bit(i), b.bit(i)));
  }
  return noted(trimmed(std::move(result)), Term::Op::BitAnd, a, b);
}

Word Words::bit_or(const Word& a, const Word& b) {
  return noted(complement(bit_and(complement(a), complement(b))), Term::Op::BitOr, a, b);
}

Word Words::bit_xor(const Word& a, const Word& b) {
  Word result;
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) {
    result.bits.push_back(circuit_.differs(a.bit(i), b.bit(i)));
  }
  return noted(trimmed(std::move(result)), Term::Op::BitXor, a, b);
}

Word Words::choose(Lit condition, const Word& yes, const Word& no) {
  if (is_constant(condition)) return condition == lit_true ? yes : no;
  Word result;
  for (std::size_t i = 0; i < std::max(yes.width(), no.width()); ++i) {
    result.bits.push_back(circuit_.choose(condition, yes.bit(i), no.bit(i)));
  }
  if (!terms_ || !is_some(yes.term) || !is_some(no.term)) return trimmed(std::move(result));
  Term term;
  term.op = Term::Op::Choose;
  term.condition = condition;
  term.a = yes.term;
  term.b = no.term;
  return named(trimmed(std::move(result)), term);
}

Word Words::wrapped(const Word& a, Range range) const {
  if (range.span() == 0) return constant(range.low);
  Word result = resized(a, static_cast<std::size_t>(std::bit_width(range.span())));
  if (range.low == 0) result.bits.push_back(lit_false);
  Term term;
  term.op = Term::Op::Wrap;
  term.a = a.term;
  term.range = range;
  return named(trimmed(std::move(result)), term);
}

}  // namespace clew
