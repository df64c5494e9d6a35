#include "clew/export/dve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "clew/export/dve_names.hpp"
#include "clew/export/dve_survey.hpp"
#include "clew/export/legal_names.hpp"
#include "clew/export/model_with_claim.hpp"
#include "clew/export/sequential_assignments.hpp"
#include "clew/export/static_model.hpp"
#include "clew/export/wider_types.hpp"
#include "clew/model/print.hpp"

namespace clew {

namespace {

constexpr std::size_t columns_max = 100;

// DVE has no negative literals; what the front-end makes of `-5` is written into the model, so that
// the text of a second translation is the same.
void spell_out_negative_constants(Model& model) {
  const auto operation = [&](Op op, ExprId left, ExprId right) {
    Expr expr;
    expr.op = op;
    expr.left = left;
    expr.right = right;
    return expr;
  };
  const std::size_t count = model.exprs.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto id = to_id<ExprId>(i);
    const Value value = model.exprs[id].constant;
    if (model.exprs[id].op != Op::Constant || value >= 0) continue;
    if (value > std::numeric_limits<Value>::min()) {
      const ExprId amount = model.add_constant(-value);
      model.exprs[id] = operation(Op::Negate, amount, no_id<ExprId>);
      continue;
    }
    const ExprId amount = model.add_constant(std::numeric_limits<Value>::max());
    const ExprId nearly = model.add_expr(operation(Op::Negate, amount, no_id<ExprId>));
    const ExprId one = model.add_constant(1);
    model.exprs[id] = operation(Op::Subtract, nearly, one);
  }
}

// The items behind `head`, on as many lines as it takes.
std::string filled(const std::string& head, const std::vector<std::string>& items,
                   std::string_view tail) {
  std::string out = head;
  std::size_t column = head.size();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_last = i + 1 == items.size();
    const std::string piece = fmt::format("{}{}", items[i], is_last ? tail : std::string_view(","));
    if (i > 0 && column + 1 + piece.size() > columns_max) {
      out += fmt::format("\n{}", std::string(head.size(), ' '));
      column = head.size();
    } else if (i > 0) {
      out += ' ';
      ++column;
    }
    out += piece;
    column += piece.size();
  }
  return out + "\n";
}

class DveWriter {
 public:
  // REQUIRES: the names in `model` are those of `names`.
  DveWriter(const Model& model, const DveNames& names) : model_(model), names_(names) {}

  std::string run() {
    begin();
    section([&] {
      for (std::size_t i = 0; i < model_.constants.slots.size(); ++i) {
        const auto id = to_id<SlotId>(i);
        if (!is_some(names_.constant_owner[id])) constant(model_.constants.slots[id], "");
      }
    });
    section([&] {
      for (const Slot& slot : model_.globals.slots) variable(slot, "");
    });
    section([&] {
      for (const Channel& declared : model_.channels) channel(declared);
    });
    for (const Process& declared : model_.processes) section([&] { process(declared); });
    if (model_.claim) section([&] { claim(*model_.claim); });
    section([&] { system(); });
    return std::move(out_);
  }

 private:
  void begin() {
    out_ += fmt::format("// {}\n", origin_of(model_));
    for (const std::string& change : names_.changes) out_ += fmt::format("// Note: {}.\n", change);
  }

  // Sections that are not empty stand apart by one empty line.
  template <class Write>
  void section(Write write) {
    const std::size_t before = out_.size();
    out_ += '\n';
    write();
    if (out_.size() == before + 1) out_.pop_back();
  }

  // --- declarations

  void variable(const Slot& slot, std::string_view indent) {
    declare(slot, fmt::format("{}{}", indent, dve_type_name(slot.type)), false);
  }

  void constant(const Slot& slot, std::string_view indent) {
    std::string type = dve_type_name(slot.type);
    if (type.empty()) {  // no state holds it, so every type that has its values will do
      type = "byte";
      for (const Value value : slot.initial) {
        if (value < 0 || value > 255) type = "int";
      }
    }
    declare(slot, fmt::format("{}const {}", indent, type), true);
  }

  // Zeros are what DVE puts where nothing is said.
  void declare(const Slot& slot, const std::string& type, bool needs_value) {
    std::vector<std::string> values;
    for (const Value value : slot.initial) values.push_back(std::to_string(value));
    while (!values.empty() && values.back() == "0") values.pop_back();
    if (values.empty() && needs_value) values.emplace_back("0");
    const std::string size = slot.is_vector ? fmt::format("[{}]", slot.length) : "";
    const std::string head = fmt::format("{} {}{}", type, slot.name, size);
    if (values.empty()) {
      out_ += head + ";\n";
    } else if (slot.is_vector) {
      out_ += filled(head + " = { ", values, " };");
    } else {
      out_ += fmt::format("{} = {};\n", head, values.front());
    }
  }

  void channel(const Channel& channel) {
    if (is_untyped_in_dve(channel)) {
      out_ += fmt::format("channel {};\n", channel.name);
      return;
    }
    std::vector<std::string> items;
    for (const ValueType& item : channel.items) items.push_back(dve_type_name(item));
    out_ += fmt::format("channel {{{}}} {}[{}];\n", fmt::join(items, ", "), channel.name,
                        channel.capacity);
  }

  // --- processes

  void process(const Process& process) {
    const ProcessType& type = model_.process_types[process.type];
    out_ += fmt::format("process {} {{\n", process.name);
    for (std::size_t i = 0; i < model_.constants.slots.size(); ++i) {
      const auto id = to_id<SlotId>(i);
      if (names_.constant_owner[id] == process.type) constant(model_.constants.slots[id], "  ");
    }
    for (const Slot& slot : type.frame.slots) variable(slot, "  ");
    locations("state", type, [](const Location&) { return true; });
    out_ += fmt::format("  init {};\n", type.locations[type.initial].name);
    locations("commit", type, [](const Location& location) { return location.committed; });
    locations("accept", type, [](const Location& location) { return location.accepting; });
    assertions(process.type);
    transitions(process.type);
    out_ += "}\n";
  }

  void claim(const Process& claim) {
    const std::string note = claim_note(model_);
    if (!note.empty()) out_ += fmt::format("// {}\n", note);
    process(claim);
  }

  template <class Predicate>
  void locations(std::string_view keyword, const ProcessType& type, Predicate belongs) {
    std::vector<std::string> names;
    for (const Location& location : type.locations) {
      if (belongs(location)) names.push_back(location.name);
    }
    if (!names.empty()) out_ += filled(fmt::format("  {} ", keyword), names, ";");
  }

  void assertions(ProcessTypeId owner) {
    std::vector<std::string> lines;
    for (const Assertion& assertion : model_.assertions) {
      if (assertion.owner != owner) continue;
      lines.push_back(fmt::format("{}: {}",
                                  model_.process_types[owner].locations[assertion.location].name,
                                  text_of(model_, assertion.expr, owner)));
    }
    if (!lines.empty()) out_ += fmt::format("  assert {};\n", fmt::join(lines, ",\n         "));
  }

  void transitions(ProcessTypeId owner) {
    std::vector<std::string> texts;
    for (const Action& action : model_.actions) {
      if (action.owner == owner) texts.push_back(transition(action));
    }
    if (!texts.empty()) out_ += fmt::format("  trans\n{};\n", fmt::join(texts, ",\n"));
  }

  // On one line if there is room for it and for the comma behind it.
  std::string transition(const Action& action) const {
    const ProcessType& type = model_.process_types[action.owner];
    const std::string head = fmt::format("    {} -> {} {{", type.locations[action.from].name,
                                         type.locations[action.to].name);
    std::vector<std::string> parts;
    if (is_some(action.guard)) {
      parts.push_back(fmt::format("guard {};", text_of(model_, action.guard, action.owner)));
    }
    if (action.communication.kind != Communication::Kind::None) {
      parts.push_back(fmt::format("sync {};", sync_text(action)));
    }
    const std::vector<std::string> assignments = assignment_texts(action);
    if (!assignments.empty()) {
      parts.push_back(fmt::format("effect {};", fmt::join(assignments, ", ")));
    }
    const std::string line =
        parts.empty() ? head + " }" : fmt::format("{} {} }}", head, fmt::join(parts, " "));
    if (line.size() < columns_max) return line;
    if (!assignments.empty()) parts.pop_back();
    std::string lines = head + "\n";
    for (const std::string& part : parts) lines += fmt::format("      {}\n", part);
    if (!assignments.empty()) lines += filled("      effect ", assignments, ";");
    return lines + "    }";
  }

  std::string sync_text(const Action& action) const {
    const Communication& communication = action.communication;
    const bool sends = communication.kind == Communication::Kind::Send;
    std::vector<std::string> items;
    for (const ExprId value : communication.values) {
      items.push_back(text_of(model_, value, action.owner));
    }
    for (const ReceiveItem& item : communication.items) {
      items.push_back(text_of(model_, item.target, action.owner));
    }
    const std::string list = items.size() > 1 ? fmt::format("{{{}}}", fmt::join(items, ", "))
                                              : fmt::format("{}", fmt::join(items, ""));
    return fmt::format("{}{}{}", model_.channels[model_.fixed_channel(communication)].name,
                       sends ? '!' : '?', list);
  }

  std::vector<std::string> assignment_texts(const Action& action) const {
    std::vector<std::string> texts;
    for (const Instruction& step : action.effect) {
      texts.push_back(fmt::format("{} = {}", text_of(model_, step.target, action.owner),
                                  text_of(model_, step.value, action.owner)));
    }
    return texts;
  }

  void system() {
    const bool is_synchronous = model_.composition == Composition::Synchronous;
    out_ += fmt::format("system {}", is_synchronous ? "sync" : "async");
    if (model_.claim) out_ += fmt::format(" property {}", model_.claim->name);
    out_ += ";\n";
  }

  const Model& model_;
  const DveNames& names_;
  std::string out_;
};

}  // namespace

Encoded to_dve(const Model& given) {
  StepByStep steps = step_by_step(given, "DVE");
  if (!steps.refusal.empty()) return {{}, steps.refusal};
  // What was declared in DVE has its type there already.
  const bool has_types = steps.model.language == "dve";
  const Widened wide = has_types ? Widened{std::move(steps.model), {}}
                                 : widened(std::move(steps.model), dve_types, "DVE");
  if (!wide.refusal.empty()) return {{}, wide.refusal};
  const Model& model = wide.model;
  DveSurvey survey = survey_for_dve(model);
  Plain plain;
  // What the claim of a Promela model says has to be said in other words, if all else has not.
  const bool needs_words = model.language == "promela" && model.claim;
  if (survey.refusal.empty() && !needs_words) {
    plain.model = model;
  } else if (model.language == "promela") {
    plain = plain_model(model);
    if (!plain.refusal.empty()) return {{}, std::move(plain.refusal)};
    survey = survey_for_dve(plain.model);
  }
  if (!survey.refusal.empty()) return {{}, std::move(survey.refusal)};
  DveNames names = give_dve_names(plain.model, survey);
  names.changes.insert(names.changes.begin(), plain.notes.begin(), plain.notes.end());
  spell_out_negative_constants(plain.model);
  return {DveWriter(plain.model, names).run(), {}};
}

}  // namespace clew
