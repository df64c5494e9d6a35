#include "clew/export/uppaal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/encode/bounded_question.hpp"
#include "clew/export/exported_formula.hpp"
#include "clew/export/exported_names.hpp"
#include "clew/model/interpreter.hpp"

namespace clew {

namespace {

std::string range_type(std::int64_t low, std::int64_t high) {
  return fmt::format("int[{},{}]", low, high);
}

// A query over states, with the parts of a formula that it needs.
struct Shape {
  enum class Kind : std::uint8_t { None, Always, Somewhere, Sometime, SomeAlways, LeadsTo };
  Kind kind = Kind::None;
  FormulaId first = no_id<FormulaId>;
  FormulaId second = no_id<FormulaId>;  // LeadsTo; the first: none is `true`
};

// Which query says the same as the formula.
Shape shape_of(const CtlFormula& formula, bool is_ctl) {
  const Formulas& all = formula.formulas;
  const auto plain = [&](FormulaId id) { return is_propositional(all, id); };
  FormulaId at = formula.formula;
  bool exists = false;
  // In LTL every operator is about all paths.
  const auto step = [&](FormulaId id) -> std::optional<FormulaId> {
    if (!is_ctl) return id;
    if (!is_quantifier(all.op(id))) return std::nullopt;
    exists = all.op(id) == FormulaOp::ExistsPath;
    return all[id].left();
  };
  const auto inner = step(at);
  if (!inner) return {};
  at = *inner;
  const bool outer_exists = exists;
  const FormulaOp op = all.op(at);
  if (op == FormulaOp::Finally && plain(all[at].left())) {
    return {outer_exists ? Shape::Kind::Somewhere : Shape::Kind::Sometime, all[at].left(),
            no_id<FormulaId>};
  }
  if (op != FormulaOp::Globally) return {};
  const FormulaId body = all[at].left();
  if (plain(body)) {
    return {outer_exists ? Shape::Kind::SomeAlways : Shape::Kind::Always, body, no_id<FormulaId>};
  }
  if (outer_exists) return {};
  FormulaId later = body;
  FormulaId trigger = no_id<FormulaId>;
  if (all.op(body) == FormulaOp::Implies && plain(all[body].left())) {
    trigger = all[body].left();
    later = all[body].right();
  }
  const auto last = step(later);
  const bool fits =
      last && !exists && all.op(*last) == FormulaOp::Finally && plain(all[*last].left());
  if (!fits) return {};
  return {Shape::Kind::LeadsTo, trigger, all[*last].left()};
}

struct Question {
  BoundedQuestion asked;
  std::optional<CtlFormula> formula;
  Shape shape;
  std::vector<Lit> propositions;
  std::string refusal;
};

class UppaalWriter {
 public:
  UppaalWriter(UppaalExport& result, const std::vector<Property>& properties)
      : result_(result),
        source_(*result.states.model),
        symbolic_(result.states.symbolic),
        model_(*result.states.symbolic.model),
        properties_(properties) {}

  void run() {
    for (const Property& property : properties_) questions_.push_back(question_of(property));
    starts_ = is_some(source_.initial_condition) ||
              std::any_of(model_.values.begin(), model_.values.end(),
                          [](const SymbolicValue& value) { return value.is_free; });
    give_names();
    result_.states.value_names = names_.values;
    PrintedTerms printed(model_, Dialect::Uppaal, names_);
    printed_ = &printed;
    collect();
    printed.print();
    result_.refusal = printed.refusal();
    if (starts_ && result_.refusal.empty()) print_start();
    if (!result_.refusal.empty()) return;
    write();
  }

 private:
  // --- what is asked

  Question question_of(const Property& property) {
    Question question;
    question.refusal = bound_refusal(source_, property);
    if (!question.refusal.empty()) return question;
    if (property.kind == PropertyKind::Ltl || property.kind == PropertyKind::Ctl) {
      return formula_question(property);
    }
    if (is_some(property.claim)) {
      question.refusal = "it is a claim that watches, and no query says what it watches for";
      return question;
    }
    if (is_about_ends(property.kind)) return question;  // functions say where nothing moves
    question.asked = question_about(source_, symbolic_, property, question.refusal);
    if (question.asked.counts_broken_assertions) {
      counts_broken_ =
          std::any_of(model_.moves.begin(), model_.moves.end(),
                      [](const SymbolicMove& move) { return move.breaks_assertion != lit_false; });
    }
    return question;
  }

  Question formula_question(const Property& property) {
    Question question;
    question.formula = formula_of(source_, property);
    if (!question.formula) {
      question.refusal = "its formula needs definitions that the model does not have";
      return question;
    }
    question.shape = shape_of(*question.formula, property.kind == PropertyKind::Ctl);
    if (question.shape.kind == Shape::Kind::None) {
      question.refusal =
          "UPPAAL has queries for G p, F p, G F p and G (p -> F q) on all runs, and for "
          "EF p and EG p, but for no other formula";
    }
    for (const Proposition& proposition : property.propositions) {
      const SymbolicTruth truth = symbolic_.truth_of(proposition.expr);
      question.propositions.push_back(truth.value);
      if (truth.fails != lit_false) {
        question.refusal = fmt::format("'{}' has no value in some states", proposition.text);
      }
    }
    return question;
  }

  // --- names

  void give_names() {
    ExportedNames names(Dialect::Uppaal);
    for (const char* const taken : {"Model", "start", "run"}) names.add(taken);
    for (const SymbolicValue& value : model_.values) {
      names_.values.push_back(value.width > 0 ? names.add(value.name) : "");
    }
    for (const SymbolicInput& input : model_.input_words) {
      names_.inputs.push_back(names.add(input.name));
    }
    for (const std::string& name : names_.values) {
      new_names_.push_back(name.empty() ? "" : names.add("new_" + name));
    }
    if (source_.moves_max) counter_name_ = names.add("moves");
    if (counts_broken_) broken_name_ = names.add("assertion_failed");
    can_arrive_name_ = names.add("can_go_on");
    can_move_name_ = names.add("can_move");
    fails_name_ = names.add("can_fail");
    names_.truth_prefix = names.add_prefix("c");
    names_.number_prefix = names.add_prefix("t");
    start_truth_prefix_ = names.add_prefix("firstc");
    start_number_prefix_ = names.add_prefix("firstt");
    guard_prefix_ = names.add_prefix("can_take_");
    update_prefix_ = names.add_prefix("take_");
    failure_prefix_ = names.add_prefix("fails_");
    for (const Property& property : properties_) {
      const std::string wanted = ExportedNames::wanted_for(property);
      query_names_.push_back(names.add("is_" + wanted));
      trigger_names_.push_back(names.add("before_" + wanted));
    }
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      const bool is_chosen = starts_ && model_.values[i].is_free && !names_.values[i].empty();
      start_names_.push_back(is_chosen ? names.add("first_" + names_.values[i]) : names_.values[i]);
    }
  }

  void collect() {
    for (const SymbolicMove& move : model_.moves) {
      printed_->need(move.enabled);
      for (const SymbolicMove::Assignment& assignment : move.assignments) {
        if (model_.values[assignment.value].width > 0) printed_->need(assignment.term);
      }
      if (counts_broken_) printed_->need(move.breaks_assertion);
    }
    for (const SymbolicMove& move : model_.failures) printed_->need(move.enabled);
    printed_->need(model_.proper_end);
    for (const Question& question : questions_) {
      if (!question.refusal.empty()) continue;
      printed_->need(question.asked.found);
      for (const Lit lit : question.propositions) printed_->need(lit);
    }
  }

  // The condition on a first state, over what an edge selects.
  void print_start() {
    PrintedNames names;
    names.values = start_names_;
    names.inputs = names_.inputs;
    names.truth_prefix = start_truth_prefix_;
    names.number_prefix = start_number_prefix_;
    std::string chosen;
    for (std::size_t i = 0; i < start_names_.size(); ++i) {
      if (start_names_[i] == names_.values[i]) continue;
      const Range range = model_.values[i].range;
      names.arguments += (chosen.empty() ? "" : ", ") + start_names_[i];
      chosen += fmt::format("{}{} {}", chosen.empty() ? "" : ", ",
                            range_type(range.low, range.high), start_names_[i]);
    }
    PrintedTerms start(model_, Dialect::Uppaal, names);
    start.need(model_.initial);
    start.print();
    for (const PrintedDefinition& definition : start.definitions()) {
      start_functions_ += function_text(definition, chosen);
    }
    initial_ = start.text(model_.initial);
    result_.refusal = start.refusal();
  }

  static std::string function_text(const PrintedDefinition& definition,
                                   const std::string& parameters) {
    const std::string type = definition.is_truth
                                 ? "bool"
                                 : range_type(definition.interval.low, definition.interval.high);
    return fmt::format("{} {}({}) {{ return {}; }}\n", type, definition.name, parameters,
                       definition.text);
  }

  // --- writing

  void write() {
    out_ +=
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.5//EN' "
        "'http://www.it.uu.se/research/group/darts/uppaal/flat-1_5.dtd'>\n<nta>\n<declaration>\n";
    out_ += xml_text(declarations());
    out_ += "</declaration>\n<template>\n  <name>Model</name>\n";
    if (starts_) {
      out_ += "  <location id=\"id0\" x=\"0\" y=\"0\"><name>start</name><committed/></location>\n";
      out_ += "  <location id=\"id2\" x=\"0\" y=\"200\"><name>none</name><committed/></location>\n";
    }
    out_ += "  <location id=\"id1\" x=\"200\" y=\"0\"><name>run</name><committed/></location>\n";
    out_ += fmt::format("  <init ref=\"{}\"/>\n", starts_ ? "id0" : "id1");
    if (starts_) write_start();
    for (std::size_t i = 0; i < model_.moves.size(); ++i) write_edge(i);
    out_ += "</template>\n<system>\nsystem Model;\n</system>\n<queries>\n";
    for (std::size_t i = 0; i < properties_.size(); ++i) write_query(i);
    out_ += "</queries>\n</nta>\n";
    result_.text = std::move(out_);
  }

  std::string declarations() {
    std::string text = fmt::format("// {}, written by Clew for UPPAAL.\n", one_line(source_.name));
    text +=
        "// No time passes: the only location is committed, so that every run goes on as long as "
        "it can.\n";
    if (!model_.failures.empty()) {
      text += "// Moves that would end in a run-time error do not exist here.\n";
    }
    const State first = Interpreter(source_).declared_state();
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      const SymbolicValue& value = model_.values[i];
      if (value.width == 0) continue;
      std::string note = location_text(source_, value);
      if (note.empty() && names_.values[i] != value.name) note = one_line(value.name);
      const Value begin = std::clamp(first.values[value.offset], value.range.low, value.range.high);
      text += fmt::format("{} {} = {};{}\n", range_type(value.range.low, value.range.high),
                          names_.values[i], begin, note.empty() ? "" : "  // " + note);
    }
    if (source_.moves_max) {
      text +=
          fmt::format("{} {} = 0;  // longer runs are not asked about\n",
                      range_type(0, static_cast<std::int64_t>(*source_.moves_max)), counter_name_);
    }
    if (counts_broken_)
      text += fmt::format("bool {} = false;  // by the last move\n", broken_name_);
    for (const PrintedDefinition& definition : printed_->definitions()) {
      text += function_text(definition, parameters(definition.inputs));
    }
    text += start_functions_;
    for (std::size_t i = 0; i < model_.moves.size(); ++i) text += move_functions(i);
    for (std::size_t i = 0; i < model_.failures.size(); ++i) {
      const SymbolicMove& move = model_.failures[i];
      text += fmt::format("// {}\nbool {}{}({}) {{ return {}; }}\n", move_text(source_, move),
                          failure_prefix_, i, parameters(printed_->inputs_of(move.enabled)),
                          printed_->text(move.enabled));
    }
    text += fmt::format("bool {}() {{ return {}; }}\n", can_arrive_name_,
                        some_move(model_.moves, guard_prefix_));
    text += fmt::format("bool {}() {{ return {}; }}\n", fails_name_,
                        some_move(model_.failures, failure_prefix_));
    text += fmt::format("bool {}() {{ return {}() || {}(); }}\n", can_move_name_, can_arrive_name_,
                        fails_name_);
    for (std::size_t i = 0; i < questions_.size(); ++i) text += query_functions(i);
    return text;
  }

  std::string parameters(const std::vector<std::uint32_t>& inputs) const {
    std::string text;
    for (const std::uint32_t input : inputs) {
      const Range range = model_.input_words[input].range;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", range_type(range.low, range.high),
                          names_.inputs[input]);
    }
    return text;
  }

  std::string arguments(const std::vector<std::uint32_t>& inputs) const {
    std::string text;
    for (const std::uint32_t input : inputs) {
      text += (text.empty() ? "" : ", ") + names_.inputs[input];
    }
    return text;
  }

  // All that a move reads.
  std::vector<std::uint32_t> inputs_of(const SymbolicMove& move) const {
    std::vector<std::uint32_t> inputs = printed_->inputs_of(move.enabled);
    const auto add = [&](const std::vector<std::uint32_t>& more) {
      inputs.insert(inputs.end(), more.begin(), more.end());
    };
    for (const SymbolicMove::Assignment& assignment : move.assignments) {
      if (model_.values[assignment.value].width > 0) add(printed_->inputs_of(assignment.term));
    }
    if (counts_broken_) add(printed_->inputs_of(move.breaks_assertion));
    std::sort(inputs.begin(), inputs.end());
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    return inputs;
  }

  std::string some_move(const std::vector<SymbolicMove>& moves, const std::string& prefix) const {
    std::string text;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::vector<std::uint32_t>& inputs = printed_->inputs_of(moves[i].enabled);
      std::string one = fmt::format("{}{}({})", prefix, i, arguments(inputs));
      for (auto input = inputs.rbegin(); input != inputs.rend(); ++input) {
        const Range range = model_.input_words[*input].range;
        one = fmt::format("(exists ({} : {}) {})", names_.inputs[*input],
                          range_type(range.low, range.high), one);
      }
      text += (text.empty() ? "" : " || ") + one;
    }
    return text.empty() ? "false" : text;
  }

  std::string move_functions(std::size_t index) const {
    const SymbolicMove& move = model_.moves[index];
    std::string text = fmt::format(
        "// {}\nbool {}{}({}) {{ return {}; }}\n", move_text(source_, move), guard_prefix_, index,
        parameters(printed_->inputs_of(move.enabled)), printed_->text(move.enabled));
    std::string computed;
    std::string stored;
    for (const SymbolicMove::Assignment& assignment : move.assignments) {
      const SymbolicValue& value = model_.values[assignment.value];
      if (value.width == 0) continue;
      computed += fmt::format("  {} {} = {};\n", range_type(value.range.low, value.range.high),
                              new_names_[assignment.value], printed_->text(assignment.term));
      stored += fmt::format("  {} = {};\n", names_.values[assignment.value],
                            new_names_[assignment.value]);
    }
    if (counts_broken_) {
      // Before anything is stored.
      computed += fmt::format("  {} = {};\n", broken_name_, printed_->text(move.breaks_assertion));
    }
    if (source_.moves_max) stored += fmt::format("  {0} = {0} + 1;\n", counter_name_);
    return text + fmt::format("void {}{}({}) {{\n{}{}}}\n", update_prefix_, index,
                              parameters(inputs_of(move)), computed, stored);
  }

  void write_start() {
    std::string chosen;
    std::string stored;
    for (std::size_t i = 0; i < start_names_.size(); ++i) {
      if (start_names_[i] == names_.values[i]) continue;
      const Range range = model_.values[i].range;
      chosen += fmt::format("{}{} : {}", chosen.empty() ? "" : ", ", start_names_[i],
                            range_type(range.low, range.high));
      stored +=
          fmt::format("{}{} = {}", stored.empty() ? "" : ", ", names_.values[i], start_names_[i]);
    }
    edge("id0", "id1", "the first state", chosen, initial_, stored);
    // Where there is no first state runs would end at the start, and be taken for runs of the model.
    edge("id0", "id2", "no state", "", "", "");
  }

  void write_edge(std::size_t index) {
    const SymbolicMove& move = model_.moves[index];
    const std::vector<std::uint32_t> inputs = inputs_of(move);
    std::string chosen;
    for (const std::uint32_t input : inputs) {
      const Range range = model_.input_words[input].range;
      chosen += fmt::format("{}{} : {}", chosen.empty() ? "" : ", ", names_.inputs[input],
                            range_type(range.low, range.high));
    }
    std::string guard =
        fmt::format("{}{}({})", guard_prefix_, index, arguments(printed_->inputs_of(move.enabled)));
    if (source_.moves_max) guard += fmt::format(" && {} < {}", counter_name_, *source_.moves_max);
    edge("id1", "id1", move_text(source_, move), chosen, guard,
         fmt::format("{}{}({})", update_prefix_, index, arguments(inputs)));
  }

  void edge(std::string_view from, std::string_view to, const std::string& comment,
            const std::string& chosen, const std::string& guard, const std::string& update) {
    out_ += fmt::format("  <transition>\n    <source ref=\"{}\"/>\n    <target ref=\"{}\"/>\n",
                        from, to);
    const auto label = [&](std::string_view kind, const std::string& text) {
      if (text.empty()) return;
      out_ += fmt::format("    <label kind=\"{}\">{}</label>\n", kind, xml_text(text));
    };
    label("select", chosen);
    label("guard", guard);
    label("assignment", update);
    label("comments", comment);
    out_ += "  </transition>\n";
  }

  // --- queries

  std::string plain_text(const Question& question, FormulaId id) const {
    const FormulaNode& node = question.formula->formulas[id];
    const auto part = [&](std::size_t i) {
      return "(" + plain_text(question, node.operands[i]) + ")";
    };
    switch (node.op) {
      case FormulaOp::False: return "false";
      case FormulaOp::True: return "true";
      case FormulaOp::Proposition: return printed_->text(question.propositions[node.proposition]);
      case FormulaOp::Not: return "!" + part(0);
      case FormulaOp::Implies: return "!" + part(0) + " || " + part(1);
      case FormulaOp::Equivalent: return part(0) + " == " + part(1);
      default: break;
    }
    std::string text = part(0);
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
      text += (node.op == FormulaOp::And ? " && " : " || ") + part(i);
    }
    return text;
  }

  std::string query_functions(std::size_t index) const {
    const Question& question = questions_[index];
    if (!question.refusal.empty()) return {};
    const auto function = [](const std::string& name, const std::string& text) {
      return fmt::format("bool {}() {{ return {}; }}\n", name, text);
    };
    if (question.formula) {
      const Shape& shape = question.shape;
      const bool leads = shape.kind == Shape::Kind::LeadsTo;
      std::string text;
      if (leads && is_some(shape.first)) {
        text = function(trigger_names_[index], plain_text(question, shape.first));
      }
      return text + function(query_names_[index],
                             plain_text(question, leads ? shape.second : shape.first));
    }
    const PropertyKind kind = properties_[index].kind;
    if (kind == PropertyKind::Deadlock || kind == PropertyKind::DeadlockExists) {
      return function(query_names_[index], fmt::format("!{}() && !({})", can_move_name_,
                                                       printed_->text(model_.proper_end)));
    }
    if (kind == PropertyKind::Endless || kind == PropertyKind::Infinite) {
      return function(query_names_[index], fmt::format("!{}()", can_arrive_name_));
    }
    if (kind == PropertyKind::Errors) {
      // A move that fails is one move more.
      const std::string has_room =
          source_.moves_max ? fmt::format("{} < {} && ", counter_name_, *source_.moves_max) : "";
      return function(query_names_[index], has_room + fails_name_ + "()");
    }
    if (kind == PropertyKind::Invariant) {
      return function(query_names_[index], printed_->text(!question.asked.found));
    }
    std::string found = printed_->text(question.asked.found);
    if (question.asked.counts_broken_assertions && counts_broken_) {
      found = fmt::format("{} || ({})", broken_name_, found);
    }
    return function(query_names_[index], found);
  }

  // The state is one of the model's: not before a first state was chosen, nor where there is none.
  std::string in_model(const std::string& text) const {
    return starts_ ? fmt::format("(Model.run && {})", text) : text;
  }
  std::string if_in_model(const std::string& text) const {
    return starts_ ? fmt::format("(!Model.run || {})", text) : text;
  }
  std::string or_at(std::string_view location, const std::string& text) const {
    return starts_ ? fmt::format("(Model.{} || {})", location, in_model(text)) : text;
  }

  std::string query_text(std::size_t index) const {
    const Question& question = questions_[index];
    const Property& property = properties_[index];
    const std::string call = query_names_[index] + "()";
    if (question.formula) {
      switch (question.shape.kind) {
        case Shape::Kind::Always: return "A[] " + if_in_model(call);
        case Shape::Kind::Sometime: return "A<> " + or_at("none", call);
        case Shape::Kind::Somewhere: return "E<> " + in_model(call);
        case Shape::Kind::SomeAlways: return "E[] " + or_at("start", call);
        default: break;
      }
      const bool has_trigger = is_some(question.shape.first);
      const std::string trigger = has_trigger ? in_model(trigger_names_[index] + "()")
                                  : starts_   ? "Model.run"
                                              : "true";
      return fmt::format("{} --> {}", trigger, in_model(call));
    }
    if (property.kind == PropertyKind::Infinite) return "E[] " + or_at("start", "!" + call);
    if (property.kind == PropertyKind::Invariant) return "A[] " + if_in_model(call);
    return property.is_existential() ? "E<> " + in_model(call) : "A[] " + if_in_model("!" + call);
  }

  void write_query(std::size_t index) {
    const Property& property = properties_[index];
    const Question& question = questions_[index];
    result_.left_out.push_back(question.refusal);
    const std::string query = question.refusal.empty() ? query_text(index) : "";
    result_.queries.push_back(query);
    std::string comment = fmt::format("{}: {}", one_line(property.name), one_line(property.text));
    if (!question.refusal.empty()) {
      comment += fmt::format(". This is not asked here: {}", question.refusal);
    }
    out_ +=
        fmt::format("  <query>\n    <formula>{}</formula>\n    <comment>{}</comment>\n  </query>\n",
                    xml_text(query), xml_text(comment));
  }

  UppaalExport& result_;
  const Model& source_;
  const Symbolic& symbolic_;
  const SymbolicModel& model_;
  const std::vector<Property>& properties_;
  std::vector<Question> questions_;
  bool starts_ = false;  // there is something to choose or to check before the first state
  bool counts_broken_ = false;
  PrintedNames names_;
  std::vector<std::string> new_names_;
  std::vector<std::string> start_names_;
  std::vector<std::string> query_names_;
  std::vector<std::string> trigger_names_;
  std::string counter_name_;
  std::string broken_name_;
  std::string can_arrive_name_;
  std::string can_move_name_;
  std::string fails_name_;
  std::string guard_prefix_;
  std::string update_prefix_;
  std::string failure_prefix_;
  std::string initial_;
  std::string start_truth_prefix_;
  std::string start_number_prefix_;  // of functions that the first edge needs
  std::string start_functions_;
  PrintedTerms* printed_ = nullptr;
  std::string out_;
};

}  // namespace

UppaalExport uppaal_export(const Model& model, const std::vector<Property>& properties) {
  UppaalExport result;
  result.states = exported_states(model);
  result.refusal = result.states.symbolic.refusal;
  if (!result.refusal.empty()) return result;
  UppaalWriter(result, properties).run();
  return result;
}

}  // namespace clew
