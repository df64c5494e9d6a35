// Numbers of a model as text: the part of printed_terms.hpp that is about terms.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "clew/export/printed_terms.hpp"

namespace clew {

namespace {

constexpr std::int64_t value_min = full_range.low;
constexpr std::int64_t value_max = full_range.high;

Interval of_width(std::uint32_t width) {
  const std::int64_t half = std::int64_t{1} << (width - 1);
  return {-half, half - 1};
}

// The smallest 2^k - 1 that is not below.
std::int64_t all_ones(std::int64_t value) {
  return (std::int64_t{1} << std::bit_width(static_cast<std::uint64_t>(value))) - 1;
}

std::int64_t magnitude(const Interval& interval) {
  return std::max(std::abs(interval.low), std::abs(interval.high));
}

Interval product(const Interval& a, const Interval& b) {
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

Interval quotient(const Interval& a, const Interval& b) {
  const std::int64_t most = magnitude(a);
  const bool positive = a.low >= 0 && b.low >= 0;
  return {positive ? 0 : -most, most};
}

Interval remainder(const Interval& a, const Interval& b) {
  const std::int64_t most = std::min(magnitude(a), std::max<std::int64_t>(magnitude(b) - 1, 0));
  return {a.low >= 0 ? 0 : -most, a.high <= 0 ? 0 : most};
}

Interval of_bits(Term::Op op, const Interval& a, const Interval& b, std::uint32_t width) {
  if (op == Term::Op::BitAnd) {
    if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
    if (a.low >= 0) return {0, a.high};
    if (b.low >= 0) return {0, b.high};
  } else if (a.low >= 0 && b.low >= 0) {
    return {0, all_ones(std::max(a.high, b.high))};
  }
  return of_width(width);
}

}  // namespace

Interval PrintedTerms::interval_of(const Term& term) const {
  const Interval a = is_some(term.a) ? interval(term.a) : Interval{};
  const Interval b = is_some(term.b) ? interval(term.b) : Interval{};
  switch (term.op) {
    case Term::Op::Constant: return {term.constant, term.constant};
    case Term::Op::State: {
      const Range range = model_.values[term.index].range;
      return {range.low, range.high};
    }
    case Term::Op::Input: {
      const Range range = model_.input_words[term.index].range;
      return {range.low, range.high};
    }
    case Term::Op::Truth: return {0, 1};
    case Term::Op::Choose: return {std::min(a.low, b.low), std::max(a.high, b.high)};
    case Term::Op::Wrap: {
      const bool fits = a.low >= term.range.low && a.high <= term.range.high;
      return fits ? a : Interval{term.range.low, term.range.high};
    }
    case Term::Op::Complement: return {-1 - a.high, -1 - a.low};
    case Term::Op::Add: return {a.low + b.low, a.high + b.high};
    case Term::Op::Subtract: return {a.low - b.high, a.high - b.low};
    case Term::Op::Multiply: return product(a, b);
    case Term::Op::Divide: return quotient(a, b);
    case Term::Op::Modulo: return remainder(a, b);
    case Term::Op::ShiftLeft: {
      const std::int64_t least = std::clamp<std::int64_t>(b.low, 0, 31);
      const std::int64_t most = std::clamp<std::int64_t>(b.high, 0, 31);
      return product(a, {std::int64_t{1} << least, std::int64_t{1} << most});
    }
    case Term::Op::ShiftRight:
      return {std::min<std::int64_t>(a.low, 0), std::max<std::int64_t>(a.high, 0)};
    default: return of_bits(term.op, a, b, term.width);
  }
}

namespace {

bool is_within(const Interval& interval, Range range) {
  return interval.low >= range.low && interval.high <= range.high;
}

// As many numbers as a type has, added to one of them and to what makes none of them negative.
bool wraps_beyond_values(const Term& term, const Interval& a) {
  if (is_within(a, term.range)) return false;
  const std::int64_t count = static_cast<std::int64_t>(term.range.span()) + 1;
  return 2 * count - std::int64_t{term.range.low} > value_max;
}

}  // namespace

void PrintedTerms::print_term(Item& item) {
  const Term& term = (*model_.terms)[to_id<TermId>(item.id)];
  if (term.op == Term::Op::Input) item.inputs = {term.index};
  item.interval = interval_of(term);
  if (dialect_ != Dialect::Smt2) {
    // With -2^31 its own negation is too large.
    const bool fits = item.interval.low > value_min && item.interval.high <= value_max;
    const bool goes_beyond =
        term.op == Term::Op::Wrap && wraps_beyond_values(term, interval(term.a));
    if (!fits || goes_beyond) {
      refuse("a number in it may be beyond 2147483647, where Clew goes on with -2147483648");
      item.interval = {-1, 1};
    }
  }
  item.yes = term_text(term);
}

std::string PrintedTerms::constant(std::int64_t value) const {
  if (dialect_ != Dialect::Smt2) return std::to_string(value);
  const std::uint64_t mask = (std::uint64_t{1} << width_) - 1;
  return fmt::format("(_ bv{} {})", static_cast<std::uint64_t>(value) & mask, width_);
}

PrintedTerms::Text PrintedTerms::term_text(const Term& term) {
  switch (term.op) {
    case Term::Op::Constant: {
      const bool is_atom = dialect_ == Dialect::Smt2 || term.constant >= 0;
      return {is_atom ? Kind::Atom : Kind::Other, constant(term.constant)};
    }
    case Term::Op::State: return {Kind::Atom, names_.values[term.index]};
    case Term::Op::Input: return {Kind::Atom, names_.inputs[term.index]};
    case Term::Op::Truth:
      if (truth(term.condition).kind == Kind::True) return {Kind::Atom, constant(1)};
      if (truth(term.condition).kind == Kind::False) return {Kind::Atom, constant(0)};
      return chosen(text(term.condition), constant(1), constant(0));
    case Term::Op::Choose:
      if (truth(term.condition).kind == Kind::True) return number(term.a);
      if (truth(term.condition).kind == Kind::False) return number(term.b);
      return chosen(text(term.condition), text(term.a), text(term.b));
    default: break;
  }
  if (dialect_ == Dialect::Smt2) return bit_vector_text(term);
  return dialect_ == Dialect::Smv ? smv_text(term) : plain_text(term);
}

PrintedTerms::Text PrintedTerms::bit_vector_text(const Term& term) const {
  const std::string& a = number(term.a).body;
  if (term.op == Term::Op::Complement) return {Kind::Atom, fmt::format("(bvnot {})", a)};
  if (term.op == Term::Op::Wrap) {
    const auto kept = static_cast<std::uint32_t>(std::bit_width(term.range.span()));
    if (kept >= width_) return {Kind::Atom, a};
    return {Kind::Atom,
            fmt::format("((_ {}_extend {}) ((_ extract {} 0) {}))",
                        term.range.low < 0 ? "sign" : "zero", width_ - kept, kept - 1, a)};
  }
  const std::string_view name = [&]() -> std::string_view {
    switch (term.op) {
      case Term::Op::Add: return "bvadd";
      case Term::Op::Subtract: return "bvsub";
      case Term::Op::Multiply: return "bvmul";
      case Term::Op::Divide: return "bvsdiv";
      case Term::Op::Modulo: return "bvsrem";
      case Term::Op::ShiftLeft: return "bvshl";
      case Term::Op::ShiftRight: return "bvashr";
      case Term::Op::BitAnd: return "bvand";
      case Term::Op::BitOr: return "bvor";
      default: return "bvxor";
    }
  }();
  return {Kind::Atom, fmt::format("({} {} {})", name, a, number(term.b).body)};
}

// Where the divisor is zero the result is not asked for, but the other tool must not stumble.
std::string PrintedTerms::divisor(TermId term) const {
  const Text& by = number(term);
  if (!interval(term).contains(0)) return operand(by);
  const std::string zero =
      fmt::format("{} {} 0", operand(by), dialect_ == Dialect::Smv ? "=" : "==");
  const Text safe = chosen(zero, "1", rendered(by));
  return operand(safe);
}

PrintedTerms::Text PrintedTerms::wrapped_text(const Term& term) const {
  const Interval a = interval(term.a);
  const Range range = term.range;
  if (is_within(a, range)) return number(term.a);
  const std::string_view modulo = dialect_ == Dialect::Smv ? "mod" : "%";
  const std::int64_t count = static_cast<std::int64_t>(range.span()) + 1;
  const std::int64_t moved = -std::int64_t{range.low};
  std::string number_text = operand(number(term.a));
  if (a.high + moved > value_max) {
    // What is added must not lead beyond 32 bits: only to the rest.
    number_text = fmt::format("({} {} {} + {})", number_text, modulo, count, moved + count);
  } else {
    if (moved > 0) number_text = fmt::format("({} + {})", number_text, moved);
    if (a.low + moved < 0) {
      number_text = fmt::format("({} {} {} + {})", number_text, modulo, count, count);
    }
  }
  const std::string rest = fmt::format("{} {} {}", number_text, modulo, count);
  return {Kind::Other, moved > 0 ? fmt::format("({}) - {}", rest, moved) : rest};
}

// What is written as in C.
PrintedTerms::Text PrintedTerms::plain_text(const Term& term) const {
  const std::string a = operand(number(term.a));
  if (term.op == Term::Op::Complement) return infix("-1 - ", "", a);
  if (term.op == Term::Op::Wrap) return wrapped_text(term);
  const std::string b = operand(number(term.b));
  switch (term.op) {
    case Term::Op::Add: return infix(a, " + ", b);
    case Term::Op::Subtract: return infix(a, " - ", b);
    case Term::Op::Multiply: return infix(a, " * ", b);
    case Term::Op::Divide: return infix(a, " / ", divisor(term.b));
    case Term::Op::Modulo: return infix(a, " % ", divisor(term.b));
    case Term::Op::ShiftLeft: return infix(a, " << ", b);
    case Term::Op::ShiftRight: return infix(a, " >> ", b);
    case Term::Op::BitAnd: return infix(a, " & ", b);
    case Term::Op::BitOr: return infix(a, " | ", b);
    default: return infix(a, " ^ ", b);
  }
}

// SMV has no operators on the bits of a number, and not every version rounds alike.
PrintedTerms::Text PrintedTerms::smv_text(const Term& term) {
  switch (term.op) {
    case Term::Op::Divide:
    case Term::Op::Modulo: return smv_quotient(term);
    case Term::Op::ShiftLeft:
    case Term::Op::ShiftRight: return smv_shift(term);
    case Term::Op::BitAnd:
    case Term::Op::BitOr:
    case Term::Op::BitXor: return smv_bits(term);
    default: return plain_text(term);
  }
}

PrintedTerms::Text PrintedTerms::smv_quotient(const Term& term) const {
  const Interval a = interval(term.a);
  const Interval b = interval(term.b);
  const bool divides = term.op == Term::Op::Divide;
  const std::string_view op = divides ? " / " : " mod ";
  const std::string left = operand(number(term.a));
  const std::string right = divisor(term.b);
  if (a.low >= 0 && b.low >= 0) return infix(left, op, right);
  // Of numbers that are not negative every version knows the quotient.
  std::string cases;
  const auto add = [&](bool is_needed, std::string_view condition, bool minus_a, bool minus_b) {
    if (!is_needed) return;
    const bool minus = divides ? minus_a != minus_b : minus_a;
    cases +=
        fmt::format("{} : {}({}{}{}); ", condition, minus ? "-" : "",
                    minus_a ? "(-" + left + ")" : left, op, minus_b ? "(-" + right + ")" : right);
  };
  const std::string a_is_not_negative = left + " >= 0";
  const std::string b_is_not_negative = right + " >= 0";
  const std::string both = a_is_not_negative + " & " + b_is_not_negative;
  add(a.high >= 0 && b.high >= 0, both, false, false);
  add(a.high >= 0 && b.low < 0, a_is_not_negative, false, true);
  add(a.low < 0 && b.high >= 0, b_is_not_negative, true, false);
  add(a.low < 0 && b.low < 0, "TRUE", true, true);
  // Nothing else can be, but NuSMV wants a last case all the same.
  const bool has_last = a.low < 0 && b.low < 0;
  if (!has_last) cases += "TRUE : 0; ";
  return {Kind::Atom, "case " + cases + "esac"};
}

PrintedTerms::Text PrintedTerms::smv_shift(const Term& term) {
  const Interval a = interval(term.a);
  const Interval b = interval(term.b);
  const std::string value = operand(number(term.a));
  const auto by = [&](std::int64_t count) {
    const std::int64_t factor = std::int64_t{1} << count;
    if (term.op == Term::Op::ShiftLeft) return fmt::format("{} * {}", value, factor);
    if (a.low >= 0) return fmt::format("{} / {}", value, factor);
    return fmt::format("case {0} >= 0 : {0} / {1}; TRUE : -1 - ((-1 - {0}) / {1}); esac", value,
                       factor);
  };
  const std::int64_t least = std::clamp<std::int64_t>(b.low, 0, 31);
  const std::int64_t most = std::clamp<std::int64_t>(b.high, 0, 31);
  if (least == most) return {Kind::Other, by(least)};
  std::string cases;
  for (std::int64_t count = least; count < most; ++count) {
    cases += fmt::format("{} = {} : {}; ", operand(number(term.b)), count, by(count));
  }
  return {Kind::Atom, fmt::format("case {}TRUE : {}; esac", cases, by(most))};
}

PrintedTerms::Text PrintedTerms::smv_bits(const Term& term) {
  const Interval a = interval(term.a);
  const Interval b = interval(term.b);
  const std::string left = operand(number(term.a));
  const std::string right = operand(number(term.b));
  const bool masks_left = b.low == b.high && b.low == all_ones(b.low < 0 ? 0 : b.low);
  if (term.op == Term::Op::BitAnd && masks_left) {
    const std::int64_t count = b.low + 1;
    if (a.low >= 0) return infix(left, " mod ", std::to_string(count));
    return {Kind::Other, fmt::format("(({0} mod {1}) + {1}) mod {1}", left, count)};
  }
  if (a.low < 0 || b.low < 0) {
    refuse("it has operators on the bits of numbers that may be negative");
    return {Kind::Atom, "0"};
  }
  const std::int64_t shared = std::min(all_ones(a.high), all_ones(b.high));
  std::string both;
  for (std::int64_t weight = 1; weight <= shared; weight *= 2) {
    const auto bit = [&](const std::string& text, const Interval& interval) {
      if (interval.low == interval.high) {
        return std::string((interval.low & weight) != 0 ? "1" : "0");
      }
      return weight == 1 ? fmt::format("({} mod 2)", text)
                         : fmt::format("(({} / {}) mod 2)", text, weight);
    };
    const std::string x = bit(left, a);
    const std::string y = bit(right, b);
    if (x == "0" || y == "0") continue;
    std::string both_set = x == "1" ? y : (y == "1" ? x : x + " * " + y);
    if (weight > 1) both_set = fmt::format("{} * {}", weight, both_set);
    both += (both.empty() ? "" : " + ") + both_set;
  }
  if (both.empty()) both = "0";
  if (term.op == Term::Op::BitAnd) return {Kind::Other, both};
  const std::string_view factor = term.op == Term::Op::BitOr ? "" : "2 * ";
  return {Kind::Other, fmt::format("{} + {} - {}({})", left, right, factor, both)};
}

}  // namespace clew
