#include "tests/ltl_tableau.hpp"

#include <algorithm>
#include <set>

namespace clew {

namespace {

using enum FormulaOp;

void collect(const Formulas& formulas, FormulaId id, std::set<FormulaId>& temporal) {
  if (is_temporal(formulas.op(id))) temporal.insert(id);
  for (const FormulaId operand : formulas[id].operands) collect(formulas, operand, temporal);
}

using Guess = std::uint32_t;  // bit i: temporal subformula i is true from here on
using NodeSet = std::vector<char>;

class Tableau {
 public:
  Tableau(const Formulas& formulas, FormulaId formula, const LabelledGraph& graph)
      : formulas_(formulas), formula_(formula), graph_(graph) {
    std::set<FormulaId> temporal;
    collect(formulas, formula, temporal);
    temporal_.assign(temporal.begin(), temporal.end());
    add_transitions();
  }

  bool violates() const {
    const NodeSet good = good_nodes();
    for (const std::uint32_t node : graph_.initial) {
      for (Guess guess = 0; guess < guess_count(); ++guess) {
        if (good[number(node, guess)] != 0 && !truth(formula_, node, guess)) return true;
      }
    }
    return false;
  }

 private:
  Guess guess_count() const { return Guess{1} << temporal_.size(); }
  std::size_t number(std::uint32_t node, Guess guess) const {
    return std::size_t{node} * guess_count() + guess;
  }
  static bool bit(Guess guess, std::size_t i) { return ((guess >> i) & 1) != 0; }

  bool truth(FormulaId id, std::uint32_t node, Guess guess) const {
    const FormulaNode& f = formulas_[id];
    const auto holds = [&](FormulaId operand) { return truth(operand, node, guess); };
    switch (f.op) {
      case False: return false;
      case True: return true;
      case Proposition: return ((graph_.letters[node] >> f.proposition) & 1) != 0;
      case Not: return !holds(f.left());
      case And: return std::all_of(f.operands.begin(), f.operands.end(), holds);
      case Or: return std::any_of(f.operands.begin(), f.operands.end(), holds);
      case Implies: return !holds(f.left()) || holds(f.right());
      case Equivalent: return holds(f.left()) == holds(f.right());
      default: break;
    }
    const auto place = std::lower_bound(temporal_.begin(), temporal_.end(), id);
    return bit(guess, static_cast<std::size_t>(place - temporal_.begin()));
  }

  // What temporal subformula i has to be here, if the successor is (target, after).
  bool expected(std::size_t i, std::uint32_t node, Guess guess, std::uint32_t target,
                Guess after) const {
    const FormulaNode& f = formulas_[temporal_[i]];
    if (f.op == Next) return truth(f.left(), target, after);
    const bool later = bit(after, i);
    const bool a = truth(f.left(), node, guess);
    if (f.op == Finally) return a || later;
    if (f.op == Globally) return a && later;
    const bool b = truth(f.right(), node, guess);
    if (f.op == Until || f.op == WeakUntil) return b || (a && later);
    return b && (a || later);  // Release, StrongRelease
  }

  bool may_follow(std::uint32_t node, Guess guess, std::uint32_t target, Guess after) const {
    for (std::size_t i = 0; i < temporal_.size(); ++i) {
      if (bit(guess, i) != expected(i, node, guess, target, after)) return false;
    }
    return true;
  }

  void add_transitions() {
    transitions_.resize(graph_.successors.size() * guess_count());
    for (std::uint32_t node = 0; node < graph_.successors.size(); ++node) {
      std::vector<std::uint32_t> targets = graph_.successors[node];
      if (targets.empty()) targets.push_back(node);
      for (Guess guess = 0; guess < guess_count(); ++guess) {
        for (const std::uint32_t target : targets) {
          for (Guess after = 0; after < guess_count(); ++after) {
            if (!may_follow(node, guess, target, after)) continue;
            transitions_[number(node, guess)].push_back(number(target, after));
          }
        }
      }
    }
  }

  // Nothing is put off here: what was promised is there, what was denied fails, or there is no
  // promise and no denial.
  bool is_settled(std::size_t i, std::uint32_t node, Guess guess) const {
    const FormulaNode& f = formulas_[temporal_[i]];
    const bool claimed = bit(guess, i);
    const auto a = [&] { return truth(f.left(), node, guess); };
    const auto b = [&] { return truth(f.right(), node, guess); };
    switch (f.op) {
      case Finally: return !claimed || a();
      case Until: return !claimed || b();
      case StrongRelease: return !claimed || (a() && b());
      case Globally: return claimed || !a();
      case WeakUntil: return claimed || (!a() && !b());
      case Release: return claimed || !b();
      default: return true;  // Next
    }
  }

  // From where a path goes on for ever and settles everything again and again: the greatest set
  // from which, inside the set, a settled node can be reached by one step or more, for each
  // subformula (E. A. Emerson, C.-L. Lei 1986).
  NodeSet good_nodes() const {
    NodeSet good(transitions_.size(), 1);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i <= temporal_.size(); ++i) {
        NodeSet wanted = good;  // for the last i: any path that goes on
        for (std::size_t n = 0; n < wanted.size() && i < temporal_.size(); ++n) {
          const auto node = static_cast<std::uint32_t>(n / guess_count());
          const auto guess = static_cast<Guess>(n % guess_count());
          if (wanted[n] != 0 && !is_settled(i, node, guess)) wanted[n] = 0;
        }
        const NodeSet smaller = leading_to(good, std::move(wanted));
        changed = changed || smaller != good;
        good = smaller;
      }
    }
    return good;
  }

  // Nodes of `good` from which a path inside it, of one step or more, comes to a wanted node.
  NodeSet leading_to(const NodeSet& good, NodeSet wanted) const {
    NodeSet leading(good.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t n = 0; n < good.size(); ++n) {
        if (good[n] == 0 || leading[n] != 0) continue;
        for (const std::size_t target : transitions_[n]) {
          if (good[target] == 0 || (wanted[target] == 0 && leading[target] == 0)) continue;
          leading[n] = 1;
          changed = true;
          break;
        }
      }
    }
    return leading;
  }

  const Formulas& formulas_;
  FormulaId formula_;
  const LabelledGraph& graph_;
  std::vector<FormulaId> temporal_;                    // in order of their ids
  std::vector<std::vector<std::size_t>> transitions_;  // by number(node, guess)
};

}  // namespace

std::size_t temporal_count(const Formulas& formulas, FormulaId formula) {
  std::set<FormulaId> temporal;
  collect(formulas, formula, temporal);
  return temporal.size();
}

bool violates(const Formulas& formulas, FormulaId formula, const LabelledGraph& graph) {
  return Tableau(formulas, formula, graph).violates();
}

}  // namespace clew
