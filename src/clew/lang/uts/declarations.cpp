#include "clew/lang/uts/declarations.hpp"

#include <charconv>

#include "clew/base/text.hpp"
#include "clew/model/assumed_range.hpp"

namespace clew::uts {

namespace {

// More values than this in one state are refused: every state is held as a whole.
constexpr std::uint64_t state_values_max = 1U << 24;

std::string kind_name(const VariableSyntax& syntax) {
  return syntax.kind == VariableSyntax::Kind::Constant ? "a constant" : "a variable";
}

std::optional<Value> parsed_value(const std::string& text, bool is_bool) {
  if (is_bool) {
    if (text != "true" && text != "false") return std::nullopt;
    return text == "true" ? 1 : 0;
  }
  Value value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

}  // namespace

bool Declarations::declare(Names& names, const Name& name, const std::string& kind) {
  const auto declared_at = [&](const Symbol& symbol) {
    return fmt::format("{} of that name is declared at {}", symbol.kind,
                       reporter_.place(symbol.span));
  };
  const bool is_taken_word = name.text == "steps" && model_.moves_max;
  if (is_taken_word) {
    reporter_.error(name.span, "'steps' is the number of steps in a script with 'MAXSTEPS:'");
    return false;
  }
  const auto [entry, is_new] = names.emplace(name.text, Symbol{kind, name.span});
  if (!is_new) {
    reporter_.error(name.span, fmt::format("'{}' is declared twice", name.text),
                    declared_at(entry->second));
    return false;
  }
  const auto global = globals_.find(name.text);
  if (&names == &globals_ || global == globals_.end()) return true;
  reporter_.error(
      name.span,
      fmt::format("local '{}' repeats a global name: names may not be hidden", name.text),
      declared_at(global->second));
  return false;
}

std::string Declarations::full_name(const std::string& name) const {
  return is_some(self_) ? local_name(model_.process_types[self_].name, name) : name;
}

void Declarations::declare_globals(const std::vector<VariableSyntax>& variables) {
  declare_names(globals_, variables);
  check_given();
  declare_constants(variables);
  for (const VariableSyntax& syntax : variables) declare_variable(syntax);
}

void Declarations::declare_locals(ProcessTypeId type, const ProcessSyntax& process) {
  self_ = type;
  locals_.clear();
  for (const ParameterSyntax& parameter : process.parameters) {
    declare(locals_, parameter.name, "a parameter");
  }
  declare_names(locals_, process.block.variables);
  declare_constants(process.block.variables);
  for (const VariableSyntax& syntax : process.block.variables) declare_variable(syntax);
  self_ = no_id<ProcessTypeId>;
}

void Declarations::declare_names(Names& names, const std::vector<VariableSyntax>& variables) {
  pending_.clear();
  for (const VariableSyntax& syntax : variables) {
    if (!declare(names, syntax.name, kind_name(syntax))) continue;
    if (syntax.kind == VariableSyntax::Kind::Constant) {
      pending_[syntax.name.text] = {&syntax, Solving::Waiting};
    }
  }
}

// --- constants

Surroundings Declarations::constant_surroundings() {
  Surroundings surroundings;
  surroundings.where = Where::Constant;
  surroundings.self = self_;
  surroundings.need_constant = [this](const Name& name) { need_constant(name.text); };
  surroundings.kind_of = [this](const std::string& name) {
    for (const Names* names : {&locals_, &globals_}) {
      if (const auto found = names->find(name); found != names->end()) return found->second.kind;
    }
    return std::string();
  };
  return surroundings;
}

void Declarations::declare_constants(const std::vector<VariableSyntax>& variables) {
  for (const VariableSyntax& syntax : variables) {
    if (syntax.kind == VariableSyntax::Kind::Constant) need_constant(syntax.name.text);
  }
}

void Declarations::need_constant(const std::string& name) {
  const auto found = pending_.find(name);
  if (found == pending_.end() || found->second.solving == Solving::Done) return;
  const VariableSyntax& syntax = *found->second.syntax;
  if (found->second.solving == Solving::Underway) {
    reporter_.error(syntax.name.span,
                    fmt::format("the value of constant '{}' depends on itself", name));
    return;
  }
  const std::size_t height = lowering_.nodes[syntax.value].height;
  if (is_chain_too_long(syntax, height)) chains_given_up_ = true;
  found->second.solving = Solving::Underway;
  ++constants_underway_;
  levels_underway_ += height;
  solve_constant(syntax);
  levels_underway_ -= height;
  --constants_underway_;
  found->second.solving = Solving::Done;
}

// Constants are solved by calls within calls: what the values on the way are made of must fit the stack.
bool Declarations::is_chain_too_long(const VariableSyntax& syntax, std::size_t height) {
  constexpr std::size_t constants_max = 1'000;
  constexpr std::size_t levels_max = 2'500;
  if (chains_given_up_) return true;
  if (constants_underway_ == constants_max) {
    reporter_.error(
        syntax.name.span,
        fmt::format("constant '{}' ends a chain of more than {} constants, each defined by "
                    "the next",
                    syntax.name.text, with_commas(constants_max)));
    return true;
  }
  if (levels_underway_ + height <= levels_max) return false;
  reporter_.error(syntax.name.span,
                  fmt::format("constant '{}' ends a chain of constants, each defined by the next, "
                              "whose values are together nested more than {} levels deep",
                              syntax.name.text, with_commas(levels_max)));
  return true;
}

void Declarations::solve_constant(const VariableSyntax& syntax) {
  if (syntax.length != no_syntax) {
    reporter_.error(syntax.name.span,
                    fmt::format("constant '{}' cannot be an array", syntax.name.text));
  }
  const Type type = syntax.is_bool ? Type::Bool : Type::Int;
  std::optional<Value> value = given_value(syntax);
  if (!value && !chains_given_up_) {
    ExprBuilder builder(lowering_, constant_surroundings());
    value =
        builder.constant(syntax.value, type, fmt::format("the value of '{}'", syntax.name.text));
  }
  Slot slot;
  slot.name = full_name(syntax.name.text);
  slot.type = syntax.is_bool ? bool_type() : ValueType{"int", full_range};
  slot.initial = {value.value_or(syntax.is_bool ? 0 : 1)};
  slot.span = syntax.name.span;
  model_.constants.add(std::move(slot));
}

std::optional<Value> Declarations::given_value(const VariableSyntax& syntax) {
  const auto given = given_.find(syntax.name.text);
  if (given == given_.end() || is_some(self_)) return std::nullopt;
  const std::optional<Value> value = parsed_value(given->second, syntax.is_bool);
  if (value) return value;
  reporter_.error(
      syntax.name.span,
      fmt::format("-D {}={}: expected {}", given->first, given->second,
                  syntax.is_bool ? "'true' or 'false'" : "a number in -2147483648..2147483647"));
  return 0;
}

void Declarations::check_given() {
  for (const auto& [name, value] : given_) {
    if (pending_.contains(name)) continue;
    reporter_.error({},
                    fmt::format("-D {}={}: the script has no constant '{}'", name, value, name));
  }
}

// --- variables

ValueType Declarations::bool_type() {
  if (!is_some(truth_)) truth_ = model_.enumerations.add({"bool", {{0, "false"}, {1, "true"}}});
  ValueType type{"bool", {0, 1}};
  type.enumeration = truth_;
  return type;
}

bool Declarations::set_range(const VariableSyntax& syntax, Slot& slot) {
  slot.type = syntax.is_bool ? bool_type() : ValueType{"int", default_range};
  if (syntax.low == no_syntax) {
    if (!syntax.is_bool) slot.type.name = type_without_range;
    return true;
  }
  if (syntax.is_bool) {
    reporter_.error(syntax.range_span, fmt::format("'{}' is a bool, it has no range", slot.name));
    return false;
  }
  ExprBuilder builder(lowering_, constant_surroundings());
  const auto low = builder.constant(syntax.low, Type::Int, "the bound of a range");
  const auto high = builder.constant(syntax.high, Type::Int, "the bound of a range");
  if (!low || !high) return false;
  if (*low > *high) {
    reporter_.error(syntax.range_span,
                    fmt::format("the range {}..{} of '{}' is empty", *low, *high, slot.name));
    return false;
  }
  slot.type.range = {*low, *high};
  return true;
}

bool Declarations::take_room(std::uint64_t values, SourceSpan span, const std::string& name) {
  values_ += values;
  if (values_ <= state_values_max) return true;
  reporter_.error(span,
                  fmt::format("with '{}' a state has more than {} values", name, state_values_max));
  return false;
}

bool Declarations::set_length(const VariableSyntax& syntax, Slot& slot) {
  if (syntax.length == no_syntax) return take_room(1, syntax.name.span, slot.name);
  const SourceSpan span = lowering_.nodes[syntax.length].span;
  ExprBuilder builder(lowering_, constant_surroundings());
  const auto length = builder.constant(syntax.length, Type::Int, "the length of an array");
  if (!length) return false;
  if (*length < 1) {
    reporter_.error(
        span, fmt::format("array '{}' needs at least one element, found {}", slot.name, *length));
    return false;
  }
  if (!take_room(static_cast<std::uint64_t>(*length), span, slot.name)) return false;
  slot.length = static_cast<std::uint32_t>(*length);
  slot.is_vector = true;
  return true;
}

void Declarations::declare_variable(const VariableSyntax& syntax) {
  if (syntax.kind == VariableSyntax::Kind::Constant) return;
  Slot slot;
  slot.name = syntax.name.text;
  slot.span = syntax.name.span;
  const bool has_range = set_range(syntax, slot);
  const bool is_nondet = syntax.kind == VariableSyntax::Kind::Nondet;
  if (is_nondet && syntax.length != no_syntax) {
    reporter_.error(syntax.name.span, fmt::format("nondet '{}' cannot be an array", slot.name));
    return;
  }
  const bool has_length = is_nondet || set_length(syntax, slot);
  if (!has_range) slot.type.range = default_range;
  if (!syntax.is_bool && syntax.low == no_syntax) {
    reporter_.warning(syntax.name.span,
                      fmt::format("'{}' has no range: {}..{} is assumed", slot.name,
                                  default_range.low, default_range.high));
  }
  if (!has_length) slot.is_vector = true;  // so that its uses are no further errors
  const Range range = slot.type.range;
  slot.initial.assign(slot.length, range.contains(0) ? 0 : range.low);
  if (is_nondet) {
    slot.name = full_name(slot.name);
    model_.choices.add(std::move(slot));
  } else {
    (is_some(self_) ? model_.process_types[self_].frame : model_.globals).add(std::move(slot));
  }
}

void Declarations::declare_steps(Value steps_max) {
  Slot slot;
  slot.name = "steps";
  slot.type = {"int", {0, steps_max + 1}};
  slot.initial = {0};
  slot.span = {};
  model_.globals.add(std::move(slot));
}

}  // namespace clew::uts
