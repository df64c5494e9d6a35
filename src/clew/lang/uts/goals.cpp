#include "clew/lang/uts/goals.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "clew/lang/lexer_base.hpp"
#include "clew/lang/uts/expressions.hpp"
#include "clew/lang/uts/parser.hpp"
#include "clew/lang/uts/uts.hpp"
#include "clew/property/ctl_question.hpp"
#include "clew/property/ltl_claim.hpp"

namespace clew::uts {

namespace {

using Kind = GoalSyntax::Kind;

// Names that mean something after -p, whatever the model.
constexpr std::array<std::string_view, 7> known_names = {
    "deadlock", "assertions", "errors", "claim", "endless", "progress", "acceptance"};

std::string_view default_name(Kind kind) {
  switch (kind) {
    case Kind::Reach: return "reach";
    case Kind::Safe: return "safe";
    case Kind::Inf: return "inf";
    case Kind::Deadlock: return "exists-deadlock";
    case Kind::Liveness: return "liveness";
    case Kind::Eventually: return "eventually";
    case Kind::Recoverable: return "recoverable";
    case Kind::LeadsTo: return "leadsto";
    case Kind::Ltl: return "ltl";
    case Kind::Ctl: break;
  }
  return "ctl";
}

// Asks about single states, so that nondet variables have a meaning and the length of a run a bound.
bool is_about_states(Kind kind) { return kind == Kind::Reach || kind == Kind::Safe; }

class Goals {
 public:
  Goals(const FileSyntax& file, std::shared_ptr<const SourceText> source, Lowering& lowering)
      : file_(file),
        source_(std::move(source)),
        lowering_(lowering),
        model_(lowering.model),
        reporter_(lowering.reporter) {}

  void run(bool names_are_known) {
    for (const GoalSyntax& goal : file_.goals) {
      if (!goal.name.text.empty()) check_name(goal.name);
    }
    for (const GoalSyntax& goal : file_.goals) check_bound(goal);
    if (!names_are_known) return;
    for (const GoalSyntax& goal : file_.goals) {
      const std::size_t errors_before = reporter_.count();
      DeclaredProperty property = made(goal);
      if (!lowering_.has_room(goal.span)) return;  // formulas count for themselves
      if (reporter_.count() != errors_before) continue;
      property.name = goal.name.text.empty() ? fresh_name(goal.kind) : goal.name.text;
      property.span = goal.span;
      model_.declared_properties.push_back(std::move(property));
    }
  }

 private:
  // --- names

  void check_name(const Name& name) {
    const bool is_known =
        std::find(known_names.begin(), known_names.end(), name.text) != known_names.end();
    if (is_known) {
      reporter_.error(name.span, fmt::format("the goal '{}' has a meaning already", name.text));
    } else if (!names_.insert(name.text).second) {
      reporter_.error(name.span, fmt::format("two goals are called '{}'", name.text));
    }
  }

  std::string fresh_name(Kind kind) {
    std::string name(default_name(kind));
    for (int i = 2; !names_.insert(name).second; ++i) {
      name = fmt::format("{}{}", default_name(kind), i);
    }
    return name;
  }

  void check_bound(const GoalSyntax& goal) {
    if (!model_.moves_max || is_about_states(goal.kind) || goal.kind == Kind::Deadlock) return;
    reporter_.error(
        goal.span,
        fmt::format("'{}' asks about runs without end, 'MAXSTEPS' ends them all", goal.word),
        "remove 'MAXSTEPS:'");
  }

  // --- what they ask

  DeclaredProperty made(const GoalSyntax& goal) {
    DeclaredProperty property;
    switch (goal.kind) {
      case Kind::Reach:
      case Kind::Safe: {
        property.kind = goal.kind == Kind::Reach ? DeclaredProperty::Kind::Reach
                                                 : DeclaredProperty::Kind::Invariant;
        property.text = text_of(goal.expr);
        property.expr = about_states(goal);
        return property;
      }
      case Kind::Inf:
        property.kind = DeclaredProperty::Kind::Infinite;
        property.text = "some run never ends";
        return property;
      case Kind::Deadlock:
        property.kind = DeclaredProperty::Kind::DeadlockExists;
        property.text = "some reachable state is a deadlock";
        return property;
      case Kind::Ltl:
      case Kind::Ctl: return formula(goal, goal.formula, written(goal));
      default: break;
    }
    const std::size_t errors_before = reporter_.count();
    check_condition(goal.expr);
    if (goal.second != no_syntax) check_condition(goal.second);
    if (reporter_.count() != errors_before) return property;
    return formula(goal, formula_text(goal), {});
  }

  std::string text_of(SyntaxId id) const {
    const Node& node = file_.nodes[id];
    return tidy(source_->text().substr(node.begin, node.end - node.begin));
  }

  // Goals about runs read what they say once more, as a proposition of a formula.
  void check_condition(SyntaxId id) {
    ExprBuilder builder(lowering_, {});
    const Typed said = builder.condition(id);
    for (const auto& [name, slot] : builder.take_choices({said.expr})) {
      reporter_.error(file_.nodes[id].span,
                      fmt::format("the goal reads '{}', which is nondet: it is no part of the "
                                  "states of a run",
                                  name),
                      "only 'REACH' and 'SAFE' may read it");
    }
  }

  std::string formula_text(const GoalSyntax& goal) const {
    const std::string first = fmt::format("{{{}}}", text_of(goal.expr));
    switch (goal.kind) {
      case Kind::Liveness: return "G F " + first;
      case Kind::Eventually: return "F " + first;
      case Kind::Recoverable: return "AG EF " + first;
      default: return fmt::format("G ({} -> F {{{}}})", first, text_of(goal.second));
    }
  }

  FormulaOptions written(const GoalSyntax& goal) const {
    FormulaOptions options;
    options.source = source_;
    options.source_offset = goal.offset;
    return options;
  }

  DeclaredProperty formula(const GoalSyntax& goal, const std::string& text,
                           FormulaOptions options) {
    DeclaredProperty property;
    options.is_process = [this](std::string_view word) {
      return is_some(model_.process_named(word));
    };
    property.text = tidy(text);
    if (goal.kind == Kind::Ctl || goal.kind == Kind::Recoverable) {
      property.kind = DeclaredProperty::Kind::Ctl;
      auto read = read_ctl(model_, text, options, read_expression);
      say(read.diagnostics);
      if (!read.ok()) return property;
      property.propositions = std::move(read.value().propositions);
      property.expr = read.value().expr;
      property.ctl = std::move(read.value().ctl);
      return property;
    }
    property.kind = DeclaredProperty::Kind::Ltl;
    auto read = add_ltl_claim(model_, "formula", text, options, read_expression);
    say(read.diagnostics);
    if (!read.ok()) return property;
    property.claim = read.value().type;
    property.propositions = std::move(read.value().propositions);
    property.antecedents = std::move(read.value().antecedents);
    property.positives = std::move(read.value().positives);
    property.premise = std::move(read.value().premise);
    return property;
  }

  void say(const Diagnostics& diagnostics) {
    for (const Diagnostic& said : diagnostics.items()) {
      if (said.severity == Severity::Error) {
        reporter_.error(said.span, said.message, said.help);
      } else {
        reporter_.warning(said.span, said.message, said.help);
      }
    }
  }

  // --- nondet variables in goals

  // REACH is about some value of each nondet variable, SAFE about all: one copy for every combination.
  ExprId about_states(const GoalSyntax& goal) {
    ExprBuilder builder(lowering_, {});
    const Typed plain = builder.condition(goal.expr);
    const auto choices = builder.take_choices({plain.expr});
    // What is wrong elsewhere may be why it reads them.
    if (!plain.ok() || choices.empty() || reporter_.count() > 0) return plain.expr;
    std::uint64_t combinations = 1;
    for (const auto& [name, slot] : choices) {
      combinations *= model_.choices.slots[slot].type.range.span() + 1;
      if (combinations <= combinations_max) continue;
      reporter_.error(file_.nodes[goal.expr].span,
                      fmt::format("the nondet variables of the goal have more than {} "
                                  "combinations of values",
                                  combinations_max),
                      "narrow their ranges");
      return no_id<ExprId>;
    }
    std::vector<Typed> copies;
    if (!add_copies(builder, goal.expr, choices, 0, copies)) return no_id<ExprId>;
    const Op op = goal.kind == Kind::Reach ? Op::Or : Op::And;
    return builder.joined(op, std::move(copies), file_.nodes[goal.expr].span).expr;
  }

  // False, and said, if they are too large.
  bool add_copies(ExprBuilder& builder, SyntaxId expr,
                  const std::vector<std::pair<std::string, SlotId>>& choices, std::size_t next,
                  std::vector<Typed>& copies) {
    if (next == choices.size()) {
      copies.push_back(builder.condition(expr));
      return lowering_.has_room(file_.nodes[expr].span);
    }
    const Slot& slot = model_.choices.slots[choices[next].second];
    const bool is_bool = is_bool_slot(slot);
    const Range range = slot.type.range;
    for (std::int64_t value = range.low; value <= range.high; ++value) {
      lowering_.bindings.push_back({choices[next].first, static_cast<Value>(value), is_bool});
      const bool has_room = add_copies(builder, expr, choices, next + 1, copies);
      lowering_.bindings.pop_back();
      if (!has_room) return false;
    }
    return true;
  }

  const FileSyntax& file_;
  std::shared_ptr<const SourceText> source_;
  Lowering& lowering_;
  Model& model_;
  Reporter& reporter_;
  std::set<std::string> names_;
};

}  // namespace

void add_goals(const FileSyntax& file, const std::shared_ptr<const SourceText>& source,
               bool names_are_known, Lowering& lowering) {
  Goals(file, source, lowering).run(names_are_known);
}

}  // namespace clew::uts
