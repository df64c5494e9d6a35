#include "clew/property/claim_automaton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace clew {

namespace {

constexpr std::size_t propositions_max = 64;
constexpr std::size_t cubes_max = 1U << 10;  // of one guard

bool only_watches(const Action& action) {
  const bool is_plain = action.communication.kind == Communication::Kind::None &&
                        action.choices.empty() && action.then == Action::Then::Ends &&
                        !action.is_else && action.alternative == 0 && action.escape == 0;
  return is_plain &&
         std::all_of(action.effect.begin(), action.effect.end(),
                     [](const Instruction& step) { return step.kind == Instruction::Kind::Print; });
}

// Guards as disjunctions of cubes.
class GuardReader {
 public:
  explicit GuardReader(const Model& model) : model_(model) {}

  // None: too many.
  std::optional<std::vector<Cube>> cubes_of(ExprId guard) {
    if (!is_some(guard)) return std::vector<Cube>{{}};
    std::vector<Cube> cubes = read(guard, true);
    if (too_many_) return std::nullopt;
    return cubes;
  }

 private:
  std::vector<Cube> read(ExprId id, bool is_true) {
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::Constant: return truth((expr.constant != 0) == is_true);
      case Op::Not: return read(expr.left, !is_true);
      case Op::And:
        return is_true ? both(read(expr.left, true), read(expr.right, true))
                       : either(read(expr.left, false), read(expr.right, false));
      case Op::Or:
        return is_true ? either(read(expr.left, true), read(expr.right, true))
                       : both(read(expr.left, false), read(expr.right, false));
      case Op::Imply:
        return is_true ? either(read(expr.left, false), read(expr.right, true))
                       : both(read(expr.left, true), read(expr.right, false));
      case Op::Equal: return equality(expr, is_true);
      case Op::NotEqual: return equality(expr, !is_true);
      case Op::Less: return proposition(key(expr.left) + " < " + key(expr.right), is_true);
      case Op::Greater: return proposition(key(expr.right) + " < " + key(expr.left), is_true);
      case Op::LessEqual: return proposition(key(expr.right) + " < " + key(expr.left), !is_true);
      case Op::GreaterEqual: return proposition(key(expr.left) + " < " + key(expr.right), !is_true);
      default: return proposition(key(id), is_true);
    }
  }

  std::vector<Cube> equality(const Expr& expr, bool is_true) {
    const Expr& right = model_.exprs[expr.right];
    if (right.op == Op::Constant && right.constant == 0) return read(expr.left, !is_true);
    std::string left = key(expr.left);
    std::string other = key(expr.right);
    if (other < left) std::swap(left, other);
    return proposition(left + " == " + other, is_true);
  }

  static std::vector<Cube> truth(bool is_true) {
    return is_true ? std::vector<Cube>{{}} : std::vector<Cube>{};
  }

  std::vector<Cube> proposition(const std::string& key, bool is_true) {
    const std::size_t number = propositions_.try_emplace(key, propositions_.size()).first->second;
    if (number >= propositions_max) {
      too_many_ = true;
      return {};
    }
    const std::uint64_t bit = std::uint64_t{1} << number;
    return {is_true ? Cube{bit, 0} : Cube{0, bit}};
  }

  std::vector<Cube> either(std::vector<Cube> some, const std::vector<Cube>& others) {
    some.insert(some.end(), others.begin(), others.end());
    return limited(std::move(some));
  }

  std::vector<Cube> both(const std::vector<Cube>& some, const std::vector<Cube>& others) {
    std::vector<Cube> cubes;
    for (const Cube& one : some) {
      for (const Cube& other : others) {
        if (!(one & other).is_contradiction()) cubes.push_back(one & other);
      }
    }
    return limited(std::move(cubes));
  }

  std::vector<Cube> limited(std::vector<Cube> cubes) {
    too_many_ = too_many_ || cubes.size() > cubes_max;
    if (too_many_) cubes.clear();
    return cubes;
  }

  // The same for expressions that are written the same way.  Not their text: a name may stand for
  // several things.
  std::string key(ExprId id) const {
    if (!is_some(id)) return "-";
    const Expr& expr = model_.exprs[id];
    const Place& place = expr.place;
    std::string text =
        fmt::format("({} {} {} {} {} {} {} {}", to_index(expr.op), expr.constant,
                    to_index(expr.poll), to_index(expr.location), to_index(place.scope),
                    to_index(place.slot), to_index(place.process), to_index(place.type));
    for (const ExprId part : {expr.left, expr.right, expr.third, place.owner, place.index}) {
      text += " " + key(part);
    }
    return text + ")";
  }

  const Model& model_;
  std::map<std::string, std::size_t> propositions_;
  bool too_many_ = false;
};

}  // namespace

std::optional<BuchiAutomaton> automaton_of_claim(const Model& model, ProcessTypeId claim) {
  const ProcessType& type = model.process_types[claim];
  BuchiAutomaton automaton;
  automaton.states.resize(type.locations.size());
  automaton.initial = static_cast<std::uint32_t>(to_index(type.initial));
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    automaton.states[i].accepting = type.locations[to_id<LocationId>(i)].accepting;
  }
  GuardReader reader(model);
  for (const Action& action : model.actions) {
    if (action.owner != claim) continue;
    if (!only_watches(action)) return std::nullopt;
    const auto cubes = reader.cubes_of(action.guard);
    if (!cubes) return std::nullopt;
    for (const Cube& cube : *cubes) {
      automaton.states[to_index(action.from)].edges.push_back(
          {cube, static_cast<std::uint32_t>(to_index(action.to))});
    }
  }
  return automaton;
}

}  // namespace clew
