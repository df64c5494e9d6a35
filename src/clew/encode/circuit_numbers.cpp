#include "clew/encode/circuit_numbers.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace clew {

namespace {

constexpr std::size_t width_max = 32;
constexpr std::size_t shift_bits = 5;  // a shift by more is an error

// As many bits of the number as `width` says; the sign goes on past its end.
CircuitNumber resized(const CircuitNumber& word, std::size_t width) {
  CircuitNumber result;
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

CircuitNumber CircuitNumbers::trimmed(CircuitNumber word) {
  while (word.width() > 1 && word.bits[word.width() - 1] == word.bits[word.width() - 2]) {
    word.bits.pop_back();
  }
  return word;
}

CircuitNumber CircuitNumbers::named(CircuitNumber word, Term term) const {
  if (!terms_) return word;
  if (const auto value = constant_of(word)) {
    term = {};
    term.constant = *value;
  }
  term.width = static_cast<std::uint32_t>(word.width());
  word.term = terms_->add(term);
  return word;
}

CircuitNumber CircuitNumbers::noted(CircuitNumber word, Term::Op op, const CircuitNumber& a,
                                    const CircuitNumber& b) const {
  if (!terms_ || !is_some(a.term) || !is_some(b.term)) return word;  // an inner part of another one
  Term term;
  term.op = op;
  term.a = a.term;
  term.b = b.term;
  return named(std::move(word), term);
}

Lit CircuitNumbers::noted(Lit lit, TermComparison::Kind kind, const CircuitNumber& a,
                          const CircuitNumber& b) {
  if (terms_ && is_some(a.term) && is_some(b.term)) terms_->note(lit, {kind, a.term, b.term, false});
  return lit;
}

CircuitNumber CircuitNumbers::truth(Lit lit) const {
  Term term;
  term.op = Term::Op::Truth;
  term.condition = lit;
  return named({{lit, lit_false}}, term);
}

CircuitNumber CircuitNumbers::constant(Value value) const {
  CircuitNumber word;
  const std::size_t width = width_of({value, value});
  for (std::size_t i = 0; i < width; ++i) {
    word.bits.push_back(constant_lit(((static_cast<std::uint32_t>(value) >> i) & 1U) != 0));
  }
  return named(std::move(word), {});
}

std::optional<Value> CircuitNumbers::constant_of(const CircuitNumber& word) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width_max; ++i) {
    const Lit bit = word.bit(i);
    if (!is_constant(bit)) return std::nullopt;
    if (bit == lit_true) value |= 1U << i;
  }
  return static_cast<Value>(value);
}

Lit CircuitNumbers::is_true(const CircuitNumber& word) {
  const Lit result = circuit_.any(word.bits);
  const bool is_truth = is_some(word.term) && (*terms_)[word.term].op == Term::Op::Truth;
  if (is_truth) return result;
  return !noted(!result, TermComparison::Kind::Equal, word, constant(0));
}

Lit CircuitNumbers::equal(const CircuitNumber& a, const CircuitNumber& b) {
  std::vector<Lit> equal_bits;
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) {
    equal_bits.push_back(circuit_.same(a.bit(i), b.bit(i)));
    if (equal_bits.back() == lit_false) return lit_false;
  }
  return noted(circuit_.all(equal_bits), TermComparison::Kind::Equal, a, b);
}

Lit CircuitNumbers::less(const CircuitNumber& a, const CircuitNumber& b) {
  const std::size_t width = std::max(a.width(), b.width());
  Lit less = lit_false;
  for (std::size_t i = 0; i + 1 < width; ++i) {
    less = circuit_.choose(circuit_.differs(a.bit(i), b.bit(i)), b.bit(i), less);
  }
  less = circuit_.choose(circuit_.differs(a.sign(), b.sign()), a.sign(), less);
  return noted(less, TermComparison::Kind::Less, a, b);
}

Lit CircuitNumbers::within(const CircuitNumber& word, Range range) {
  return circuit_.both(less_equal(constant(range.low), word),
                       less_equal(word, constant(range.high)));
}

CircuitNumber CircuitNumbers::sum(const CircuitNumber& a, const CircuitNumber& b, Lit carry,
                                  std::size_t width) {
  CircuitNumber result;
  for (std::size_t i = 0; i < width; ++i) {
    const Lit x = a.bit(i);
    const Lit y = b.bit(i);
    const Lit differ = circuit_.differs(x, y);
    result.bits.push_back(circuit_.differs(differ, carry));
    carry = circuit_.choose(differ, carry, x);
  }
  return trimmed(std::move(result));
}

CircuitNumber CircuitNumbers::add(const CircuitNumber& a, const CircuitNumber& b) {
  const std::size_t width = std::min(width_max, std::max(a.width(), b.width()) + 1);
  return noted(sum(a, b, lit_false, width), Term::Op::Add, a, b);
}

CircuitNumber CircuitNumbers::subtract(const CircuitNumber& a, const CircuitNumber& b) {
  const std::size_t width = std::min(width_max, std::max(a.width(), b.width()) + 1);
  return noted(sum(a, complement(b), lit_true, width), Term::Op::Subtract, a, b);
}

CircuitNumber CircuitNumbers::negate(const CircuitNumber& a) { return subtract(constant(0), a); }

CircuitNumber CircuitNumbers::complement(const CircuitNumber& a) const {
  CircuitNumber result = a;
  for (Lit& bit : result.bits) bit = !bit;
  return noted(std::move(result), Term::Op::Complement, a, a);
}

CircuitNumber CircuitNumbers::multiply(const CircuitNumber& a, const CircuitNumber& b) {
  // One addition for every bit of the left factor that may be set: the one with constants is better.
  const auto constants = [](const CircuitNumber& word) {
    return std::count_if(word.bits.begin(), word.bits.end(), is_constant);
  };
  if (constants(b) > constants(a)) return multiply(b, a);
  const std::size_t width = std::min(width_max, a.width() + b.width());
  CircuitNumber result = constant(0);
  for (std::size_t i = 0; i < std::min(a.width(), width); ++i) {
    if (a.bits[i] == lit_false) continue;
    CircuitNumber addend;
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

CircuitNumbers::Quotient CircuitNumbers::divide(const CircuitNumber& a, const CircuitNumber& b) {
  // Magnitudes as plain numbers: one bit for the sign that is never set.
  const auto magnitude = [this](const CircuitNumber& word) {
    CircuitNumber wide = sum(word, resized({{word.sign()}}, word.width()), lit_false, word.width());
    wide = resized(wide, word.width());
    for (Lit& bit : wide.bits) bit = circuit_.differs(bit, word.sign());
    wide.bits.push_back(lit_false);
    return wide;
  };
  const CircuitNumber dividend = magnitude(a);
  const CircuitNumber divisor = magnitude(b);
  CircuitNumber quotient;
  quotient.bits.assign(dividend.width(), lit_false);
  CircuitNumber remainder = constant(0);
  for (std::size_t i = dividend.width() - 1; i-- > 0;) {
    remainder.bits.insert(remainder.bits.begin(), dividend.bits[i]);
    remainder = resized(remainder, divisor.width() + 1);
    const Lit fits = less_equal(divisor, remainder);
    quotient.bits[i] = fits;
    const CircuitNumber reduced = sum(remainder, complement(divisor), lit_true, remainder.width());
    remainder = choose(fits, resized(reduced, divisor.width() + 1), remainder);
  }
  const auto signed_as = [this](const CircuitNumber& word, Lit negative) {
    return choose(negative, negate(word), word);
  };
  const auto cut = [](CircuitNumber word) {
    if (word.width() > width_max) word.bits.resize(width_max);
    return trimmed(std::move(word));
  };
  return {
      noted(cut(signed_as(quotient, circuit_.differs(a.sign(), b.sign()))), Term::Op::Divide, a, b),
      noted(cut(signed_as(remainder, a.sign())), Term::Op::Modulo, a, b)};
}

CircuitNumber CircuitNumbers::shift_left(const CircuitNumber& a, const CircuitNumber& count) {
  CircuitNumber result = a;
  for (std::size_t i = 0; i < shift_bits; ++i) {
    const Lit shifts = count.bit(i);
    if (shifts == lit_false) continue;
    CircuitNumber shifted = result;
    shifted.bits.insert(shifted.bits.begin(), std::size_t{1} << i, lit_false);
    if (shifted.width() > width_max) shifted.bits.resize(width_max);
    result = choose(shifts, shifted, result);
  }
  return noted(std::move(result), Term::Op::ShiftLeft, a, count);
}

CircuitNumber CircuitNumbers::shift_right(const CircuitNumber& a, const CircuitNumber& count) {
  CircuitNumber result = a;
  for (std::size_t i = 0; i < shift_bits; ++i) {
    const std::size_t by = std::size_t{1} << i;
    CircuitNumber shifted;
    for (std::size_t k = 0; k < result.width(); ++k) shifted.bits.push_back(result.bit(k + by));
    result = choose(count.bit(i), shifted, result);
  }
  return noted(std::move(result), Term::Op::ShiftRight, a, count);
}

CircuitNumber CircuitNumbers::bit_and(const CircuitNumber& a, const CircuitNumber& b) {
  CircuitNumber result;
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) {
    result.bits.push_back(circuit_.both(a.bit(i), b.bit(i)));
  }
  return noted(trimmed(std::move(result)), Term::Op::BitAnd, a, b);
}

CircuitNumber CircuitNumbers::bit_or(const CircuitNumber& a, const CircuitNumber& b) {
  return noted(complement(bit_and(complement(a), complement(b))), Term::Op::BitOr, a, b);
}

CircuitNumber CircuitNumbers::bit_xor(const CircuitNumber& a, const CircuitNumber& b) {
  CircuitNumber result;
  for (std::size_t i = 0; i < std::max(a.width(), b.width()); ++i) {
    result.bits.push_back(circuit_.differs(a.bit(i), b.bit(i)));
  }
  return noted(trimmed(std::move(result)), Term::Op::BitXor, a, b);
}

CircuitNumber CircuitNumbers::choose(Lit condition, const CircuitNumber& yes, const CircuitNumber& no) {
  if (is_constant(condition)) return condition == lit_true ? yes : no;
  CircuitNumber result;
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

CircuitNumber CircuitNumbers::wrapped(const CircuitNumber& a, Range range) const {
  if (range.span() == 0) return constant(range.low);
  CircuitNumber result = resized(a, static_cast<std::size_t>(std::bit_width(range.span())));
  if (range.low == 0) result.bits.push_back(lit_false);
  Term term;
  term.op = Term::Op::Wrap;
  term.a = a.term;
  term.range = range;
  return named(trimmed(std::move(result)), term);
}

}  // namespace clew
