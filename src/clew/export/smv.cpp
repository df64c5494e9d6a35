#include "clew/export/smv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/encode/bounded_question.hpp"
#include "clew/export/exported_formula.hpp"
#include "clew/export/exported_names.hpp"

namespace clew {

namespace {

// What is asked, and how it is to be said.
struct Spec {
  BoundedQuestion question;
  std::optional<CtlFormula> formula;  // of runs or trees
  std::vector<Lit> propositions;
  std::vector<Lit> failures;  // of moves
  std::string refusal;
};

class SmvWriter {
 public:
  SmvWriter(SmvExport& result, const std::vector<Property>& properties)
      : result_(result),
        source_(*result.states.model),
        model_(*result.states.symbolic.model),
        properties_(properties) {}

  void run() {
    if (!model_.can_arrive) {
      result_.refusal = too_many_choices;
      return;
    }
    for (const Property& property : properties_) specs_.push_back(spec_of(property));
    give_names();
    PrintedTerms printed(model_, Dialect::Smv, names_);
    printed_ = &printed;
    collect();
    printed.print();
    result_.refusal = printed.refusal();
    if (!result_.refusal.empty()) return;
    header();
    variables();
    definitions();
    out_ += fmt::format("\nINIT\n  {}\n", initial());
    transitions();
    for (std::size_t i = 0; i < specs_.size(); ++i) write_spec(i);
    result_.text = std::move(out_);
  }

 private:
  // --- what is asked

  Spec spec_of(const Property& property) {
    Spec spec;
    const bool is_formula =
        property.kind == PropertyKind::Ltl || property.kind == PropertyKind::Ctl;
    spec.refusal = bound_refusal(source_, property);
    if (!spec.refusal.empty()) return spec;
    if (is_formula) return formula_spec(property);
    if (is_some(property.claim)) {
      spec.refusal = "it is a claim that watches, and no formula says what it watches for";
      return spec;
    }
    spec.question = question_about(source_, result_.states.symbolic, property, spec.refusal);
    if (spec.question.kind == BoundedQuestion::Kind::Failure) {
      for (const SymbolicMove& move : model_.failures) spec.failures.push_back(move.enabled);
      const bool chooses =
          std::any_of(model_.failures.begin(), model_.failures.end(), [](const SymbolicMove& move) {
            return std::any_of(
                move.firings.begin(), move.firings.end(),
                [](const SymbolicFiring& firing) { return !firing.choices.empty(); });
          });
      if (chooses) spec.refusal = "whether a move fails depends on its choices";
    }
    if (spec.question.counts_broken_assertions) {
      counts_broken_ =
          std::any_of(model_.moves.begin(), model_.moves.end(),
                      [](const SymbolicMove& move) { return move.breaks_assertion != lit_false; });
    }
    return spec;
  }

  Spec formula_spec(const Property& property) {
    Spec spec;
    spec.formula = formula_of(source_, property);
    if (!spec.formula) spec.refusal = "its formula needs definitions that the model does not have";
    for (const Proposition& proposition : property.propositions) {
      const SymbolicTruth truth = result_.states.symbolic.truth_of(proposition.expr);
      spec.propositions.push_back(truth.value);
      if (truth.fails != lit_false) {
        spec.refusal = fmt::format("'{}' has no value in some states", proposition.text);
      }
    }
    return spec;
  }

  // --- names

  void give_names() {
    ExportedNames names(Dialect::Smv);
    for (const SymbolicValue& value : model_.values) {
      names_.values.push_back(value.width > 0 ? names.add(value.name) : "");
    }
    for (const SymbolicInput& input : model_.input_words) {
      names_.inputs.push_back(names.add(input.name));
    }
    result_.states.value_names = names_.values;
    if (source_.moves_max) counter_name_ = names.add("moves");
    if (counts_broken_) broken_name_ = names.add("assertion_failed");
    stuck_name_ = names.add("stuck");
    names_.truth_prefix = names.add_prefix("c");
    names_.number_prefix = names.add_prefix("t");
    for (const Property& property : properties_) {
      result_.spec_names.push_back(names.add(ExportedNames::wanted_for(property)));
    }
  }

  void collect() {
    printed_->need(model_.initial);
    printed_->need(*model_.can_arrive);
    for (const SymbolicMove& move : model_.moves) {
      printed_->need(move.enabled);
      for (const SymbolicMove::Assignment& assignment : move.assignments) {
        if (model_.values[assignment.value].width > 0) printed_->need(assignment.term);
      }
      if (counts_broken_) printed_->need(move.breaks_assertion);
    }
    for (const Spec& spec : specs_) {
      if (!spec.refusal.empty()) continue;
      printed_->need(spec.question.found);
      for (const Lit lit : spec.propositions) printed_->need(lit);
      for (const Lit lit : spec.failures) printed_->need(lit);
    }
  }

  // --- the model

  void header() {
    out_ += fmt::format("-- {}, written by Clew for NuSMV and nuXmv.\n", one_line(source_.name));
    out_ += "-- Runs that come to an end stay in their last state.\n";
    if (!model_.failures.empty()) {
      out_ += "-- Moves that would end in a run-time error do not exist here.\n";
    }
    if (source_.moves_max) {
      out_ += fmt::format("-- Runs of more than {} moves are not asked about: {} counts them.\n",
                          *source_.moves_max, counter_name_);
    }
    out_ += "MODULE main\n";
  }

  void variables() {
    const bool has_variables = !model_.bits.empty() || source_.moves_max || counts_broken_;
    if (has_variables) out_ += "VAR\n";
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      const SymbolicValue& value = model_.values[i];
      if (value.width == 0) continue;
      std::string note = location_text(source_, value);
      if (note.empty() && names_.values[i] != value.name) note = one_line(value.name);
      out_ += fmt::format("  {} : {}..{};{}\n", names_.values[i], value.range.low, value.range.high,
                          note.empty() ? "" : "  -- " + note);
    }
    if (source_.moves_max) {
      out_ += fmt::format("  {} : 0..{};\n", counter_name_, *source_.moves_max);
    }
    if (counts_broken_) {
      out_ += fmt::format("  {} : boolean;  -- by the last move\n", broken_name_);
    }
    if (model_.input_words.empty()) return;
    out_ += "IVAR\n";
    for (std::size_t i = 0; i < model_.input_words.size(); ++i) {
      const SymbolicInput& input = model_.input_words[i];
      out_ += fmt::format("  {} : {}..{};\n", names_.inputs[i], input.range.low, input.range.high);
    }
  }

  void definitions() {
    out_ += "DEFINE\n";
    for (const PrintedDefinition& definition : printed_->definitions()) {
      out_ += fmt::format("  {} := {};\n", definition.name, definition.text);
    }
    out_ += fmt::format("  {} := {};  -- no move leads to a state\n", stuck_name_,
                        printed_->text(!*model_.can_arrive));
  }

  std::string initial() const {
    std::string text = printed_->conjunct(model_.initial);
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " & ") + part; };
    if (source_.moves_max) add(counter_name_ + " = 0");
    if (counts_broken_) add("!" + broken_name_);
    return text.empty() ? "TRUE" : text;
  }

  void transitions() {
    out_ += "TRANS\n";
    for (const SymbolicMove& move : model_.moves) {
      out_ += fmt::format("  -- {}\n  ({}) |\n", move_text(source_, move), move_condition(move));
    }
    std::string stays = source_.moves_max ? fmt::format("({} | {} = {})", stuck_name_,
                                                        counter_name_, *source_.moves_max)
                                          : stuck_name_;
    for (const std::string& name : names_.values) {
      if (!name.empty()) stays += fmt::format(" & next({0}) = {0}", name);
    }
    if (source_.moves_max) stays += fmt::format(" & next({0}) = {0}", counter_name_);
    if (counts_broken_) stays += fmt::format(" & next({0}) = {0}", broken_name_);
    out_ += fmt::format(
        "  -- {}\n  ({})\n",
        source_.moves_max ? "nothing moves, or too many moves were made" : "nothing moves", stays);
  }

  std::string move_condition(const SymbolicMove& move) const {
    std::string text = printed_->conjunct(move.enabled);
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " & ") + part; };
    std::vector<bool> is_assigned(model_.values.size(), false);
    for (const SymbolicMove::Assignment& assignment : move.assignments) {
      if (names_.values[assignment.value].empty()) continue;
      is_assigned[assignment.value] = true;
      add(fmt::format("next({}) = {}", names_.values[assignment.value],
                      printed_->text(assignment.term)));
    }
    for (std::size_t i = 0; i < names_.values.size(); ++i) {
      if (is_assigned[i] || names_.values[i].empty()) continue;
      add(fmt::format("next({0}) = {0}", names_.values[i]));
    }
    if (source_.moves_max) {
      add(fmt::format("{0} < {1} & next({0}) = {0} + 1", counter_name_, *source_.moves_max));
    }
    if (counts_broken_) {
      if (printed_->is_false(move.breaks_assertion)) {
        add(fmt::format("!next({})", broken_name_));
      } else {
        add(fmt::format("(next({}) <-> ({}))", broken_name_,
                        printed_->text(move.breaks_assertion)));
      }
    }
    return text.empty() ? "TRUE" : text;
  }

  // --- the questions

  void write_spec(std::size_t index) {
    const Property& property = properties_[index];
    const Spec& spec = specs_[index];
    result_.left_out.push_back(spec.refusal);
    out_ += fmt::format("\n-- {}: {}\n", one_line(property.name), one_line(property.text));
    if (!spec.refusal.empty()) {
      out_ += fmt::format("-- This is not asked here: {}.\n", one_line(spec.refusal));
      return;
    }
    const bool is_ctl = property.kind == PropertyKind::Ctl;
    if (property.is_existential() && !is_ctl) {
      out_ += "-- false: there is one, and the counterexample shows it; true: there is none.\n";
    }
    std::string_view keyword = "INVARSPEC";
    std::string text;
    if (spec.formula) {
      keyword = is_ctl ? "CTLSPEC" : "LTLSPEC";
      std::vector<std::string> propositions;
      for (const Lit lit : spec.propositions)
        propositions.push_back("(" + printed_->text(lit) + ")");
      text = smv_formula(spec.formula->formulas, spec.formula->formula, propositions);
    } else if (spec.question.kind == BoundedQuestion::Kind::Lasso) {
      keyword = "LTLSPEC";
      text = "F " + stuck_name_;
    } else {
      text = bad_state(spec);
    }
    out_ += fmt::format("{} NAME {} := {};\n", keyword, result_.spec_names[index], text);
  }

  std::string bad_state(const Spec& spec) const {
    if (spec.question.kind == BoundedQuestion::Kind::Failure) {
      std::string any;
      for (const Lit lit : spec.failures) {
        if (!any.empty()) any += " | ";
        any += "(" + printed_->text(lit) + ")";
      }
      if (any.empty()) return "TRUE";
      if (!source_.moves_max) return "!(" + any + ")";
      // A move that fails is one move more.
      return fmt::format("!({} < {} & ({}))", counter_name_, *source_.moves_max, any);
    }
    if (spec.question.counts_broken_assertions && counts_broken_) {
      return fmt::format("!({}) & !{}", printed_->text(spec.question.found), broken_name_);
    }
    return printed_->text(!spec.question.found);
  }

  SmvExport& result_;
  const Model& source_;
  const SymbolicModel& model_;
  const std::vector<Property>& properties_;
  std::vector<Spec> specs_;
  PrintedNames names_;
  std::string broken_name_;
  std::string counter_name_;  // of moves, if those are bounded
  std::string stuck_name_;
  bool counts_broken_ = false;
  PrintedTerms* printed_ = nullptr;
  std::string out_;
};

}  // namespace

SmvExport smv_export(const Model& model, const std::vector<Property>& properties) {
  SmvExport result;
  result.states = exported_states(model);
  result.refusal = result.states.symbolic.refusal;
  if (!result.refusal.empty()) return result;
  SmvWriter(result, properties).run();
  return result;
}

}  // namespace clew
