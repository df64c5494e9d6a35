#include "clew/export/printed_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace clew {

namespace {

constexpr std::size_t inlined_length_max = 240;  // longer texts get a name
constexpr std::size_t repeated_length_max =
    24;  // shorter ones need none, however often they are used

void add_all(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
  if (from.empty()) return;
  std::vector<std::uint32_t> all;
  std::set_union(to.begin(), to.end(), from.begin(), from.end(), std::back_inserter(all));
  to = std::move(all);
}

}  // namespace

PrintedTerms::PrintedTerms(const SymbolicModel& model, Dialect dialect, PrintedNames names)
    : model_(model), dialect_(dialect), names_(std::move(names)) {
  find_bits();
  order_terms();
}

// --- which items there are

void PrintedTerms::find_bits() {
  bits_.resize(model_.circuit.node_count());
  for (std::uint32_t i = 0; i < model_.values.size(); ++i) {
    const SymbolicValue& value = model_.values[i];
    for (std::uint32_t k = 0; k < value.width; ++k) {
      bits_[node_of(model_.bits[value.first_bit + k])] = {false, i, k, true};
    }
  }
  for (std::uint32_t i = 0; i < model_.input_words.size(); ++i) {
    const CircuitNumber& word = model_.input_words[i].word;
    for (std::uint32_t k = 0; k < word.width(); ++k) {
      if (!is_constant(word.bits[k])) bits_[node_of(word.bits[k])] = {true, i, k, true};
    }
  }
}

// A node may be printed as a comparison only if nothing in the comparison needs the node itself: all
// conditions inside come before it.
void PrintedTerms::order_terms() {
  const Terms& terms = *model_.terms;
  term_level_.resize(terms.size(), 0);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Term& term = terms[to_id<TermId>(i)];
    std::uint32_t level = node_of(term.condition);
    for (const TermId part : {term.a, term.b}) {
      if (is_some(part)) level = std::max(level, term_level_[to_index(part)]);
    }
    term_level_[i] = level;
  }
}

bool PrintedTerms::is_comparison(std::uint32_t node) const {
  const auto found = model_.terms->comparison(lit_of(node));
  return found && term_level_[to_index(found->a)] < node && term_level_[to_index(found->b)] < node;
}

std::uint32_t PrintedTerms::item_of(bool is_truth, std::uint32_t id) {
  auto& known = is_truth ? nodes_ : terms_;
  const auto [entry, is_new] = known.try_emplace(id, static_cast<std::uint32_t>(items_.size()));
  if (is_new) {
    Item item;
    item.is_truth = is_truth;
    item.id = id;
    items_.push_back(std::move(item));
  }
  return entry->second;
}

void PrintedTerms::need(Lit lit) {
  if (is_constant(lit)) return;
  const auto before = static_cast<std::uint32_t>(items_.size());
  const std::uint32_t item = item_of(true, node_of(lit));
  ++items_[item].references;
  if (item == before) visit(item);
}

void PrintedTerms::need(TermId term) {
  if (!is_some(term)) return refuse("a value is known by its bits only");
  const auto before = static_cast<std::uint32_t>(items_.size());
  const std::uint32_t item = item_of(false, static_cast<std::uint32_t>(term));
  ++items_[item].references;
  if (item == before) visit(item);
}

void PrintedTerms::visit(std::uint32_t first) {
  std::vector<std::uint32_t> open{first};
  while (!open.empty()) {
    const std::uint32_t current = open.back();
    open.pop_back();
    Item looked = std::move(items_[current]);  // the list of items grows meanwhile
    items_[current].references = 0;
    list_parts(looked);
    std::vector<std::uint32_t> parts;
    for (const std::uint32_t coded : looked.parts) {
      const auto before = static_cast<std::uint32_t>(items_.size());
      const std::uint32_t part = item_of((coded & 1U) != 0, coded >> 1U);
      ++items_[part].references;
      parts.push_back(part);
      if (part == before) open.push_back(part);
    }
    looked.parts = std::move(parts);
    looked.references += items_[current].references;
    items_[current] = std::move(looked);
  }
}

// As ids, doubled, and one more for nodes.  A part that is written twice is listed twice.
void PrintedTerms::list_parts(Item& item) const {
  const auto add_term = [&](TermId id) {
    item.parts.push_back(static_cast<std::uint32_t>(id) * 2);
  };
  const auto add_lit = [&](Lit lit) {
    if (!is_constant(lit)) item.parts.push_back(node_of(lit) * 2 + 1);
  };
  if (item.is_truth) {
    if (is_comparison(item.id)) {
      const auto comparison = model_.terms->comparison(lit_of(item.id));
      add_term(comparison->a);
      add_term(comparison->b);
      return;
    }
    const Gate& gate = model_.circuit.gate(item.id);
    const int count = gate.operand_count();
    if (count > 0) add_lit(gate.a);
    if (count > 1) add_lit(gate.b);
    if (count > 2) add_lit(gate.c);
    return;
  }
  const Term& term = (*model_.terms)[to_id<TermId>(item.id)];
  add_lit(term.condition);
  const bool repeats =
      dialect_ != Dialect::Smt2 && term.op >= Term::Op::Divide && term.op <= Term::Op::BitXor;
  for (int i = 0; i < (repeats ? 2 : 1); ++i) {
    if (is_some(term.a)) add_term(term.a);
    if (is_some(term.b)) add_term(term.b);
  }
}

void PrintedTerms::widen() {
  for (const SymbolicValue& value : model_.values) {
    width_ = std::max(width_, static_cast<std::uint32_t>(width_of(value.range)));
  }
  for (const SymbolicInput& input : model_.input_words) {
    width_ = std::max(width_, static_cast<std::uint32_t>(width_of(input.range)));
  }
  for (const Item& item : items_) {
    if (item.is_truth) continue;
    width_ = std::max(width_, (*model_.terms)[to_id<TermId>(item.id)].width);
  }
}

void PrintedTerms::print() {
  widen();
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < items_.size(); ++i) order.push_back(i);
  const auto key = [this](std::uint32_t index) {
    const Item& item = items_[index];
    return std::tuple(item.is_truth ? item.id : term_level_[item.id], item.is_truth ? 0 : 1,
                      item.id);
  };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (const std::uint32_t index : order) {
    Item& item = items_[index];
    for (const std::uint32_t part : item.parts) {
      add_all(item.inputs, items_[part].inputs);
      const auto defined = defined_.find(part);
      if (defined != defined_.end()) {
        add_all(item.uses, {defined->second});
      } else {
        add_all(item.uses, items_[part].uses);
      }
    }
    print(item);
    const bool is_short = item.yes.body.size() <= repeated_length_max;
    const bool needs_name =
        (item.references > 1 && !is_short) ||
        std::max(item.yes.body.size(), item.no.body.size()) > inlined_length_max;
    const bool is_plain = item.yes.kind == Kind::True || item.yes.kind == Kind::False;
    if (!needs_name || is_plain) continue;
    defined_[index] = static_cast<std::uint32_t>(definitions_.size());
    define(item);
  }
}

void PrintedTerms::define(Item& item) {
  PrintedDefinition definition;
  definition.is_truth = item.is_truth;
  definition.name =
      item.is_truth
          ? fmt::format("{}{}{}", names_.truth_prefix, ++truths_defined_, names_.suffix)
          : fmt::format("{}{}{}", names_.number_prefix, ++numbers_defined_, names_.suffix);
  definition.text = rendered(item.yes);
  definition.interval = item.interval;
  definition.inputs = item.inputs;
  item.yes = {Kind::Atom, call(definition)};
  if (item.is_truth) item.no = opposite(item.yes);
  definitions_.push_back(std::move(definition));
  definition_uses_.push_back(item.uses);
}

std::string PrintedTerms::call(const PrintedDefinition& definition) const {
  if (dialect_ != Dialect::Uppaal) return definition.name;
  std::string arguments = names_.arguments;
  for (const std::uint32_t input : definition.inputs) {
    arguments += (arguments.empty() ? "" : ", ") + names_.inputs[input];
  }
  return fmt::format("{}({})", definition.name, arguments);
}

std::vector<std::size_t> PrintedTerms::definitions_for(const std::vector<Lit>& lits,
                                                       const std::vector<TermId>& terms) const {
  std::vector<bool> wanted(definitions_.size(), false);
  const auto want = [&](std::uint32_t index) {
    const auto defined = defined_.find(index);
    if (defined != defined_.end()) wanted[defined->second] = true;
    for (const std::uint32_t use : items_[index].uses) wanted[use] = true;
  };
  for (const Lit lit : lits) {
    if (!is_constant(lit)) want(nodes_.at(node_of(lit)));
  }
  for (const TermId term : terms) want(terms_.at(to_index(term)));
  std::vector<std::size_t> result;
  for (std::size_t i = definitions_.size(); i-- > 0;) {
    if (!wanted[i]) continue;
    for (const std::uint32_t use : definition_uses_[i]) wanted[use] = true;
    result.push_back(i);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

// --- printing

std::string PrintedTerms::rendered(const Text& text) const {
  switch (text.kind) {
    case Kind::False: return dialect_ == Dialect::Smv ? "FALSE" : "false";
    case Kind::True: return dialect_ == Dialect::Smv ? "TRUE" : "true";
    case Kind::And: return dialect_ == Dialect::Smt2 ? "(and " + text.body + ")" : text.body;
    case Kind::Or: return dialect_ == Dialect::Smt2 ? "(or " + text.body + ")" : text.body;
    default: return text.body;
  }
}

std::string PrintedTerms::operand(const Text& text, bool in_logic) const {
  const bool is_bare = dialect_ == Dialect::Smt2 || text.kind == Kind::Atom ||
                       text.kind == Kind::False || text.kind == Kind::True ||
                       (in_logic && text.kind == Kind::TermComparison);
  return is_bare ? rendered(text) : "(" + text.body + ")";
}

PrintedTerms::Text PrintedTerms::opposite(const Text& text) const {
  if (text.kind == Kind::True) return {Kind::False, ""};
  if (text.kind == Kind::False) return {Kind::True, ""};
  if (dialect_ == Dialect::Smt2) return {Kind::Atom, "(not " + rendered(text) + ")"};
  return {Kind::Atom, "!" + operand(text)};
}

PrintedTerms::Text PrintedTerms::joined(Kind kind, const Text& a, const Text& b) const {
  const Kind neutral = kind == Kind::And ? Kind::True : Kind::False;
  const Kind deciding = kind == Kind::And ? Kind::False : Kind::True;
  if (a.kind == neutral || b.kind == deciding) return b;
  if (b.kind == neutral || a.kind == deciding) return a;
  std::string_view sign = " ";
  if (dialect_ == Dialect::Smv) sign = kind == Kind::And ? " & " : " | ";
  if (dialect_ == Dialect::Uppaal) sign = kind == Kind::And ? " && " : " || ";
  Text result{kind, "", {}};
  for (const Text* text : {&a, &b}) {
    if (text->kind == kind) {
      result.parts.insert(result.parts.end(), text->parts.begin(), text->parts.end());
    } else {
      result.parts.push_back(operand(*text, true));
    }
  }
  std::vector<std::string> parts;
  for (std::string& part : result.parts) {
    if (std::find(parts.begin(), parts.end(), part) != parts.end()) continue;
    result.body += (parts.empty() ? "" : std::string(sign)) + part;
    parts.push_back(std::move(part));
  }
  result.parts = std::move(parts);
  if (result.parts.size() == 1) return a;
  return result;
}

PrintedTerms::Text PrintedTerms::chosen(const std::string& condition, const std::string& yes,
                                        const std::string& no) const {
  switch (dialect_) {
    case Dialect::Smv:
      return {Kind::Atom, fmt::format("case {} : {}; TRUE : {}; esac", condition, yes, no)};
    case Dialect::Uppaal:
      return {Kind::Other, fmt::format("({}) ? ({}) : ({})", condition, yes, no)};
    default: return {Kind::Atom, fmt::format("(ite {} {} {})", condition, yes, no)};
  }
}

PrintedTerms::Text PrintedTerms::truth(Lit lit) const {
  if (is_constant(lit)) return {lit == lit_true ? Kind::True : Kind::False, ""};
  const Item& item = items_[nodes_.at(node_of(lit))];
  return is_negated(lit) ? item.no : item.yes;
}

std::string PrintedTerms::text(Lit lit) const { return rendered(truth(lit)); }

std::string PrintedTerms::conjunct(Lit lit) const {
  const Text found = truth(lit);
  if (found.kind == Kind::True) return {};
  return found.kind == Kind::And ? found.body : operand(found, true);
}

std::string PrintedTerms::text(TermId term) const { return rendered(number(term)); }

const std::vector<std::uint32_t>& PrintedTerms::inputs_of(Lit lit) const {
  static const std::vector<std::uint32_t> none;
  return is_constant(lit) ? none : items_[nodes_.at(node_of(lit))].inputs;
}

const std::vector<std::uint32_t>& PrintedTerms::inputs_of(TermId term) const {
  return items_[terms_.at(to_index(term))].inputs;
}

void PrintedTerms::print(Item& item) {
  if (!item.is_truth) return print_term(item);
  if (is_comparison(item.id)) {
    return print_comparison(item, *model_.terms->comparison(lit_of(item.id)));
  }
  if (model_.circuit.gate(item.id).kind == Gate::Kind::Input) return print_bit(item);
  print_gate(item);
}

void PrintedTerms::print_gate(Item& item) {
  const Gate& gate = model_.circuit.gate(item.id);
  const Text a = truth(gate.a);
  const Text b = truth(gate.b);
  if (gate.kind == Gate::Kind::And) {
    item.yes = joined(Kind::And, a, b);
    item.no = joined(Kind::Or, truth(!gate.a), truth(!gate.b));
    return;
  }
  if (gate.kind == Gate::Kind::Xor) {
    if (b.kind == Kind::True || b.kind == Kind::False || a.kind == Kind::True ||
        a.kind == Kind::False) {
      const bool first = a.kind == Kind::True || a.kind == Kind::False;
      const bool flips = (first ? a : b).kind == Kind::True;
      const Lit rest = negated_if(first ? gate.b : gate.a, flips);
      item.yes = truth(rest);
      item.no = truth(!rest);
      return;
    }
    const bool is_prefix = dialect_ == Dialect::Smt2;
    const bool is_smv = dialect_ == Dialect::Smv;
    item.yes = is_prefix ? Text{Kind::Atom, fmt::format("(xor {} {})", rendered(a), rendered(b))}
                         : infix(operand(a), is_smv ? " xor " : " != ", operand(b));
    item.no = is_prefix ? Text{Kind::Atom, fmt::format("(= {} {})", rendered(a), rendered(b))}
                        : infix(operand(a), is_smv ? " <-> " : " == ", operand(b));
    return;
  }
  const auto choice = [&](const Text& yes, const Text& no) {
    if (a.kind == Kind::True) return yes;
    if (a.kind == Kind::False) return no;
    return chosen(rendered(a), rendered(yes), rendered(no));
  };
  item.yes = choice(b, truth(gate.c));
  item.no = choice(truth(!gate.b), truth(!gate.c));
}

// A single bit of a value, where nobody knows what it is asked for.
void PrintedTerms::print_bit(Item& item) {
  const Bit bit = bits_[item.id];
  const std::string& name = bit.is_input ? names_.inputs[bit.index] : names_.values[bit.index];
  const Range range =
      bit.is_input ? model_.input_words[bit.index].range : model_.values[bit.index].range;
  if (bit.is_input) item.inputs = {bit.index};
  const auto weight = std::int64_t{1} << bit.bit;
  if (dialect_ == Dialect::Smt2) {
    item.yes = {Kind::Atom, fmt::format("(= ((_ extract {0} {0}) {1}) #b1)", bit.bit, name)};
    item.no = {Kind::Atom, fmt::format("(= ((_ extract {0} {0}) {1}) #b0)", bit.bit, name)};
    return;
  }
  const std::size_t width = width_of(range) - (range.low < 0 ? 0 : 1);
  const std::string_view equal = dialect_ == Dialect::Smv ? "=" : "==";
  const auto compare = [&](std::string left, std::string_view op, std::int64_t right) {
    return Text{Kind::TermComparison, fmt::format("{} {} {}", left, op, right)};
  };
  if (range.low >= 0 && range.high == 1) {
    item.yes = compare(name, equal, 1);
    item.no = compare(name, equal, 0);
  } else if (bit.bit + 1 == width) {
    item.yes = range.low < 0 ? compare(name, "<", 0) : compare(name, ">=", weight);
    item.no = range.low < 0 ? compare(name, ">=", 0) : compare(name, "<", weight);
  } else {
    const std::string_view modulo = dialect_ == Dialect::Smv ? "mod" : "%";
    std::string number = name;
    if (range.low < 0) number = fmt::format("({} + {})", name, std::int64_t{1} << (width - 1));
    if (bit.bit > 0) number = fmt::format("({} / {})", number, weight);
    number = fmt::format("{} {} 2", number, modulo);
    item.yes = compare(number, equal, 1);
    item.no = compare(number, equal, 0);
  }
}

void PrintedTerms::print_comparison(Item& item, const TermComparison& comparison) {
  const Text& a = number(comparison.a);
  const Text& b = number(comparison.b);
  const bool is_less = comparison.kind == TermComparison::Kind::Less;
  Text yes;
  Text no;
  if (dialect_ == Dialect::Smt2) {
    yes = {Kind::Atom, fmt::format("({} {} {})", is_less ? "bvslt" : "=", a.body, b.body)};
    no = is_less ? Text{Kind::Atom, fmt::format("(bvsle {} {})", b.body, a.body)} : opposite(yes);
  } else {
    const Interval& left = interval(comparison.a);
    const Interval& right = interval(comparison.b);
    const bool never =
        is_less ? left.low >= right.high : left.high < right.low || right.high < left.low;
    const bool always =
        is_less ? left.high < right.low
                : left.low == left.high && right.low == right.high && left.low == right.low;
    const bool is_flipped = left.low == left.high && right.low != right.high;
    // In SMV what is compared binds closer than the comparison, as it is printed; in UPPAAL, as in C, it
    // may not.
    const auto side = [&](const Text& text) {
      return dialect_ == Dialect::Smv ? text.body : operand(text);
    };
    const std::string first = side(is_flipped ? b : a);
    const std::string second = side(is_flipped ? a : b);
    const std::string_view equal = dialect_ == Dialect::Smv ? "=" : "==";
    const std::string_view sign = is_less ? (is_flipped ? ">" : "<") : equal;
    const std::string_view other = is_less ? (is_flipped ? "<=" : ">=") : "!=";
    yes = {Kind::TermComparison, fmt::format("{} {} {}", first, sign, second)};
    no = {Kind::TermComparison, fmt::format("{} {} {}", first, other, second)};
    if (never) std::tie(yes.kind, no.kind) = std::pair(Kind::False, Kind::True);
    if (always) std::tie(yes.kind, no.kind) = std::pair(Kind::True, Kind::False);
  }
  item.yes = comparison.is_negated ? no : yes;
  item.no = comparison.is_negated ? yes : no;
}

}  // namespace clew
