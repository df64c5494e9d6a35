#include "clew/property/ltl_to_automaton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>
#include <utility>

#include "clew/base/contract.hpp"
#include "clew/base/text.hpp"
#include "clew/property/automaton_reduce.hpp"
#include "clew/property/formula_rewrite.hpp"

namespace clew {

namespace {

using enum FormulaOp;

constexpr std::size_t propositions_max = 64;
constexpr std::size_t promises_max = 64;
constexpr std::size_t obligations_max = 128;
// Above this, alternatives that others make superfluous are no longer looked for.
constexpr std::size_t compared_terms_max = 3'000;

// How much work may be done: some hundredths of a second, about a second.
constexpr std::uint64_t work_little = 4'000'000;
constexpr std::uint64_t work_max = 120'000'000;

// Thrown inside the tableau only; the text becomes Translation::refusal.
struct Refusal {
  std::string text;
};

// A set of obligations: formulas that have to hold from some position on, by number.
struct Obligations {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  bool is_subset_of(const Obligations& other) const {
    return (low & ~other.low) == 0 && (high & ~other.high) == 0;
  }
  Obligations operator|(const Obligations& other) const {
    return {low | other.low, high | other.high};
  }
  friend auto operator<=>(const Obligations&, const Obligations&) = default;
};

// One way to satisfy a formula.
struct Term {
  Cube now;
  Obligations next;
  std::uint64_t postponed = 0;  // promises

  // Whoever can go this way can go the other way, and is better off.
  bool is_dominated_by(const Term& other) const {
    return other.now.contains(now) && other.next.is_subset_of(next) &&
           (other.postponed & ~postponed) == 0;
  }
  friend auto operator<=>(const Term&, const Term&) = default;
};

using Terms = std::vector<Term>;

class Tableau {
 public:
  Tableau(const Formulas& formulas, const TranslationOptions& options, std::uint64_t work_limit)
      : formulas_(formulas), options_(options), work_limit_(work_limit) {}

  Automaton build(FormulaId root) {
    Automaton result;
    result.states.clear();
    state_of(obligations_of(root));
    for (std::size_t i = 0; i < states_.size(); ++i) {
      std::vector<AutomatonEdge> edges;
      // The key of a map stays where it is.
      for (const Term& term : *states_[i]) {
        edges.push_back({term.now, state_of(term.next), term.postponed});
      }
      result.states.push_back(std::move(edges));
    }
    result.mark_count = static_cast<std::uint32_t>(promises_.size());
    // Only now it is known which promises there are.
    for (auto& edges : result.states) {
      for (AutomatonEdge& edge : edges) edge.marks = result.all_marks() & ~edge.marks;
    }
    return result;
  }

 private:
  // --- states

  std::uint32_t state_of(const Obligations& written) {
    const Obligations obligations = with_factors(written);
    if (const auto found = known_sets_.find(obligations); found != known_sets_.end()) {
      return found->second;
    }
    const auto [found, is_new] = known_expansions_.try_emplace(
        expand_set(obligations), static_cast<std::uint32_t>(states_.size()));
    if (is_new) {
      states_.push_back(&found->first);
      edges_ += found->first.size();
      if (states_.size() > options_.states_max || edges_ > options_.edges_max) {
        throw Refusal{fmt::format("the automaton has more than {} states or {} edges",
                                  with_commas(options_.states_max),
                                  with_commas(options_.edges_max))};
      }
    }
    known_sets_.emplace(obligations, found->second);
    return found->second;
  }

  Terms expand_set(const Obligations& obligations) {
    Terms terms{Term{}};
    const Obligations needed = without_factors(obligations);
    for (std::size_t i = 0; i < obligations_.size(); ++i) {
      if (contains(needed, i)) terms = product(terms, expand(obligations_[i]));
    }
    return terms;
  }

  // --- factors
  //
  // The expansion of G (f && g) is a product one of whose factors is that of f, and so is that of
  // a R f.  Beside such a formula f adds nothing: a product with a factor twice has the same terms,
  // after those are gone that others dominate.  So sets are kept with all factors, which makes equal
  // what is equal, and expanded without them.

  static bool contains(const Obligations& set, std::size_t number) {
    return (((number < 64 ? set.low : set.high) >> (number % 64)) & 1) != 0;
  }

  static Obligations only(std::size_t number) {
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    return number < 64 ? Obligations{bit, 0} : Obligations{0, bit};
  }

  Obligations with_factors(Obligations set) const {
    for (std::size_t i = 0; i < obligations_.size(); ++i) {
      if (contains(set, i)) set = set | factors_[i];
    }
    return set;
  }

  Obligations without_factors(Obligations set) const {
    for (std::size_t i = 0; i < obligations_.size(); ++i) {
      if (!contains(set, i)) continue;
      set.low &= ~factors_[i].low;
      set.high &= ~factors_[i].high;
    }
    return set;
  }

  Obligations factors_of(FormulaId formula) {
    const FormulaNode& node = formulas_[formula];
    Obligations set;
    const bool has_factor = node.op == Globally || node.op == Release || node.op == StrongRelease;
    if (!has_factor && node.op != And) return set;
    for (std::size_t i = has_factor ? node.operands.size() - 1 : 0; i < node.operands.size(); ++i) {
      const FormulaId factor = node.operands[i];
      if (is_temporal(formulas_.op(factor))) {
        const std::size_t number = number_of(factor);
        set = set | only(number) | factors_[number];
      } else {
        set = set | factors_of(factor);
      }
    }
    return set;
  }

  // --- numbers

  // The conjuncts of a formula.
  Obligations obligations_of(FormulaId formula) {
    if (formulas_.op(formula) == True) return {};
    Obligations all;
    if (formulas_.op(formula) == And) {
      for (const FormulaId operand : formulas_[formula].operands) {
        all = all | obligations_of(operand);
      }
      return all;
    }
    return only(number_of(formula));
  }

  std::size_t number_of(FormulaId formula) {
    const auto [found, is_new] = obligation_numbers_.try_emplace(formula, obligations_.size());
    const std::size_t number = found->second;
    if (!is_new) return number;
    if (number == obligations_max) {
      throw Refusal{
          fmt::format("the formula has more than {} temporal subformulas", obligations_max)};
    }
    obligations_.push_back(formula);
    factors_.emplace_back();
    const Obligations factors = factors_of(formula);
    factors_[number] = factors;
    return number;
  }

  // Formulas that wait for the same thing share a promise: when it comes, all of them have it.
  std::uint64_t promise(FormulaId awaited) {
    const auto [found, is_new] = promises_.try_emplace(awaited, promises_.size());
    if (is_new && promises_.size() > promises_max) {
      throw Refusal{fmt::format("the formula waits for more than {} things", promises_max)};
    }
    return std::uint64_t{1} << found->second;
  }

  // --- expansion

  const Terms& expand(FormulaId formula) {
    if (const auto found = expansions_.find(formula); found != expansions_.end()) {
      return found->second;
    }
    Terms terms = compute(formula);
    return expansions_.emplace(formula, std::move(terms)).first->second;
  }

  Term later(FormulaId formula, std::uint64_t postponed) {
    return {{}, obligations_of(formula), postponed};
  }

  Terms compute(FormulaId formula) {
    const FormulaNode& node = formulas_[formula];
    switch (node.op) {
      case False: return {};
      case True: return {Term{}};
      case Proposition: return {Term{{bit_of(formula), 0}, {}, 0}};
      case Not: return {Term{{0, bit_of(node.left())}, {}, 0}};
      case And: {
        Terms terms{Term{}};
        for (const FormulaId operand : node.operands) terms = product(terms, expand(operand));
        return terms;
      }
      case Or: {
        Terms terms;
        for (const FormulaId operand : node.operands)
          terms = sum(std::move(terms), expand(operand));
        return terms;
      }
      case Next: return {later(node.left(), 0)};
      case Finally: return sum(expand(node.left()), {later(formula, promise(node.left()))});
      case Globally: return product(expand(node.left()), {later(formula, 0)});
      case Until:
        return sum(expand(node.right()),
                   product(expand(node.left()), {later(formula, promise(node.right()))}));
      case WeakUntil:
        return sum(expand(node.right()), product(expand(node.left()), {later(formula, 0)}));
      case Release:
        return product(expand(node.right()), sum(expand(node.left()), {later(formula, 0)}));
      case StrongRelease:
        return product(expand(node.right()),
                       sum(expand(node.left()), {later(formula, promise(node.left()))}));
      default: throw ContractError("ltl_to_automaton: the formula is not LTL");
    }
  }

  std::uint64_t bit_of(FormulaId proposition) const {
    return std::uint64_t{1} << formulas_[proposition].proposition;
  }

  Terms sum(Terms terms, const Terms& others) {
    terms.insert(terms.end(), others.begin(), others.end());
    return tidy(std::move(terms));
  }

  Terms product(const Terms& left, const Terms& right) {
    Terms terms;
    for (const Term& a : left) {
      for (const Term& b : right) {
        const Cube now = a.now & b.now;
        if (now.is_contradiction()) continue;
        terms.push_back({now, a.next | b.next, a.postponed | b.postponed});
      }
      work_ += 8 * right.size();  // sorting included
      if (work_ > work_limit_ || terms.size() > options_.edges_max) {
        throw Refusal{"the formula has too many alternatives to be written down"};
      }
    }
    return tidy(std::move(terms));
  }

  // Sorted, without what is dominated.
  Terms tidy(Terms terms) {
    for (Term& term : terms) term.next = with_factors(term.next);
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    if (terms.size() > compared_terms_max) return terms;
    work_ += terms.size() * terms.size() / 4;
    Terms kept;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      bool dominated = false;
      for (std::size_t j = 0; j < terms.size() && !dominated; ++j) {
        dominated = i != j && terms[i].is_dominated_by(terms[j]);
      }
      if (!dominated) kept.push_back(terms[i]);
    }
    return kept;
  }

  const Formulas& formulas_;
  const TranslationOptions& options_;
  std::uint64_t work_limit_;
  std::vector<FormulaId> obligations_;
  std::vector<Obligations> factors_;  // by obligation, factors of factors included
  std::unordered_map<FormulaId, std::size_t> obligation_numbers_;
  std::map<FormulaId, std::size_t> promises_;
  std::map<FormulaId, Terms> expansions_;
  std::map<Obligations, std::uint32_t> known_sets_;
  std::map<Terms, std::uint32_t> known_expansions_;
  std::vector<const Terms*> states_;  // keys of known_expansions_
  std::size_t edges_ = 0;
  std::uint64_t work_ = 0;
};

// Empty, or why there is no automaton.
std::string build(const Formulas& formulas, FormulaId formula, const TranslationOptions& options,
                  std::uint64_t work_limit, Automaton& automaton) {
  try {
    automaton = Tableau(formulas, options, work_limit).build(formula);
    return {};
  } catch (const Refusal& refusal) {
    return refusal.text;
  }
}

}  // namespace

Translation ltl_to_automaton(Formulas& formulas, FormulaId formula,
                             const TranslationOptions& options) {
  if (!is_ltl(formulas, formula)) {
    throw ContractError("ltl_to_automaton: the formula is not LTL");
  }
  Translation result;
  if (proposition_count(formulas, formula) > propositions_max) {
    result.refusal = fmt::format("the formula has more than {} propositions", propositions_max);
    return result;
  }
  result.formula =
      options.simplify ? simplify(formulas, formula) : negation_normal_form(formulas, formula);
  // Little work first: what is too much in one piece may be easy in two.
  result.refusal = build(formulas, result.formula, options, work_little, result.automaton);
  constexpr int splits_max = 3;
  FormulaId split = result.formula;
  for (int i = 0; i < splits_max && options.simplify && !result.refusal.empty(); ++i) {
    const FormulaId before = std::exchange(split, split_by_case(formulas, split));
    if (split == before) break;
    if (!build(formulas, split, options, work_little, result.automaton).empty()) continue;
    result.refusal.clear();
    result.formula = split;
  }
  if (!result.refusal.empty()) {
    result.refusal = build(formulas, result.formula, options, work_max, result.automaton);
  }
  if (!result.refusal.empty()) return result;
  prune(result.automaton, Acceptance::OnEdges);
  if (options.reduce) {
    reduce(result.automaton, Acceptance::OnEdges);
    reduce_marks(result.automaton);
    reduce(result.automaton, Acceptance::OnEdges);
  }
  return result;
}

}  // namespace clew
