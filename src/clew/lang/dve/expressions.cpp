#include "clew/lang/dve/expressions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/model/evaluate.hpp"

namespace clew::dve {

std::string local_name(const std::string& process, const std::string& name) {
  return process + "->" + name;
}

std::string instance_name(std::string_view name, const std::vector<Value>& keys) {
  return fmt::format("{}({})", name, fmt::join(keys, ","));
}

namespace {

using Uses = std::map<std::string_view, std::set<std::string_view>>;

// Adds the macros that an expression uses.
void add_uses(SyntaxId id, const Macros& macros, const std::vector<Node>& nodes,
              std::set<std::string_view>& used) {
  if (id == no_syntax) return;
  const Node& node = nodes[id];
  const bool is_name = node.kind == Node::Kind::Call ||
                       (node.kind == Node::Kind::Variable && node.left == no_syntax);
  const auto macro = is_name ? macros.by_name.find(node.name.text) : macros.by_name.end();
  if (macro != macros.by_name.end()) used.insert(macro->first);
  add_uses(node.left, macros, nodes, used);
  add_uses(node.right, macros, nodes, used);
  for (const SyntaxId argument : node.arguments) add_uses(argument, macros, nodes, used);
}

// Takes away those that use none of the others, as long as there are some: what is left leads to a circle.
void peel(Uses& uses) {
  Uses users;
  std::vector<std::string_view> free;
  for (const auto& [name, used] : uses) {
    for (const std::string_view other : used) users[other].insert(name);
    if (used.empty()) free.push_back(name);
  }
  while (!free.empty()) {
    const std::string_view name = free.back();
    free.pop_back();
    uses.erase(name);
    for (const std::string_view user : users[name]) {
      std::set<std::string_view>& left = uses[user];
      left.erase(name);
      if (left.empty()) free.push_back(user);
    }
  }
}

Uses reversed(const Uses& uses) {
  Uses users;
  for (const auto& [name, used] : uses) {
    users[name];
    for (const std::string_view other : used) users[other].insert(name);
  }
  return users;
}

// More uses of macros than this in one expression are taken for a mistake.
constexpr std::uint64_t expansions_max = 100'000;

}  // namespace

void refuse_circular(Macros& macros, const std::vector<Node>& nodes, Diagnostics& diagnostics) {
  Uses uses;
  for (const auto& [name, macro] : macros.by_name) add_uses(macro.body, macros, nodes, uses[name]);
  peel(uses);
  if (uses.empty()) return;
  Uses circles = reversed(uses);
  peel(circles);
  for (const auto& [name, users] : circles) {
    diagnostics.error(nodes[macros.by_name.find(name)->second.body].span,
                      fmt::format("the expression '{}' needs itself", name));
  }
  for (const auto& [name, used] : uses) macros.refused.emplace(name);
  for (const std::string& name : macros.refused) macros.by_name.erase(name);
}

void ExprBuilder::error(SourceSpan span, std::string message, std::string help) {
  const bool is_elsewhere = call_ != nullptr && macros_->are_elsewhere;
  if (help.empty() && !instance_.empty()) help = fmt::format("in process '{}'", instance_);
  diagnostics_.error(is_elsewhere ? call_->span : span, std::move(message), std::move(help));
}

std::string ExprBuilder::kind_of(const std::string& name) const {
  if (is_some(self_)) {
    const ProcessType& type = model_.process_types[self_];
    if (is_some(type.location_of(name))) return "a state";
  }
  if (parameters_ != nullptr && parameters_->contains(name)) return "a parameter";
  if (macros_ != nullptr && macros_->by_name.contains(name)) return "an expression";
  for (const Channel& channel : model_.channels) {
    if (channel.name == name) return "a channel";
  }
  for (const Process& process : model_.processes) {
    if (process.name == name) return "a process";
  }
  if (model_.claim && model_.claim->name == name) return "a process";
  return {};
}

std::string ExprBuilder::near_variable(const std::string& name) const {
  // The search looks at every name there is; after so many errors nobody reads the hints.
  constexpr std::size_t hints_max = 20;
  if (diagnostics_.error_count() > hints_max) return {};
  std::vector<std::string> names;
  const auto add_all = [&](const Frame& frame) {
    for (const Slot& slot : frame.slots) names.push_back(slot.name);
  };
  if (is_some(self_)) add_all(model_.process_types[self_].frame);
  add_all(model_.globals);
  add_all(model_.constants);
  const std::string nearest = nearest_name(name, names);
  if (nearest.empty()) return {};
  const Slot* slot = is_some(self_) ? model_.process_types[self_].frame.find(nearest) : nullptr;
  if (!slot) slot = model_.globals.find(nearest);
  if (!slot) slot = model_.constants.find(nearest);
  return fmt::format("'{}' is declared at {}:{}:{}", nearest, model_.file, slot->span.line,
                     slot->span.column);
}

ExprBuilder::Found ExprBuilder::find_variable(const Name& name) const {
  Found found;
  found.place.span = name.span;
  const auto take = [&](Scope scope, const Frame& frame, const std::string& key) {
    const SlotId id = frame.id_of(key);
    if (!is_some(id)) return false;
    found.place.scope = scope;
    found.place.slot = id;
    found.slot = &frame.slots[id];
    return true;
  };
  if (is_some(self_)) {
    const ProcessType& type = model_.process_types[self_];
    if (take(Scope::Self, type.frame, name.text)) return found;
    if (take(Scope::Constant, model_.constants, local_name(type.name, name.text))) {
      return found;
    }
  }
  if (take(Scope::Global, model_.globals, name.text)) return found;
  take(Scope::Constant, model_.constants, name.text);
  return found;
}

std::optional<std::string> ExprBuilder::process_name(const ProcessReference& reference) {
  if (!reference.has_arguments) return reference.name.text;
  std::vector<Value> keys;
  for (const SyntaxId argument : reference.arguments) {
    const auto value =
        constant(argument, fmt::format("an argument of process '{}'", reference.name.text));
    if (!value) return std::nullopt;
    keys.push_back(*value);
  }
  return instance_name(reference.name.text, keys);
}

// Why there may be no process of that name.
std::string ExprBuilder::help_for_process(const Node& node, const std::string& name) const {
  std::vector<std::string> names;
  std::string instance;
  for (const Process& known : model_.processes) {
    names.push_back(known.name);
    if (instance.empty() && known.name.starts_with(node.process.text + "(")) instance = known.name;
  }
  const std::string nearest = nearest_name(name, names);
  if (!instance.empty() && !node.has_arguments) {
    return fmt::format("'{}' is a template: there is a process '{}'", name, instance);
  }
  if (!nearest.empty()) return fmt::format("there is a process '{}'", nearest);
  return instance.empty() ? "" : fmt::format("there is a process '{}'", instance);
}

ExprBuilder::Looked ExprBuilder::foreign_process(const Node& node) {
  const auto name = process_name({node.process, node.has_arguments, node.arguments});
  if (!name) return {};
  const ProcessId process = model_.process_named(*name);
  if (is_some(process)) return {process, *name};
  const auto is_called = [&](ProcessTypeId type) {
    return is_some(type) && model_.process_types[type].name == *name;
  };
  const bool is_claim =
      (model_.claim && is_called(model_.claim->type)) ||
      std::any_of(model_.declared_properties.begin(), model_.declared_properties.end(),
                  [&](const DeclaredProperty& declared) { return is_called(declared.claim); });
  if (is_claim) {
    const bool itself = is_called(self_);
    error(node.process.span,
          fmt::format("'{}' is {}", *name,
                      itself ? "this process itself"
                             : "the property process, it is not part of the system"),
          itself ? "its variables are written without the process" : "");
    return {};
  }
  const bool is_variable = !node.has_arguments && find_variable(node.process).slot != nullptr;
  const std::string kind = node.has_arguments ? "" : is_variable ? "a variable" : kind_of(*name);
  if (!kind.empty()) {
    error(node.process.span, fmt::format("'{}' is {}, expected a process", *name, kind));
  } else {
    error(node.process.span, fmt::format("unknown process '{}'", *name),
          help_for_process(node, *name));
  }
  return {};
}

ExprBuilder::Found ExprBuilder::foreign_variable(const Node& node) {
  Found found;
  const auto [process, process_name] = foreign_process(node);
  if (!is_some(process)) return found;
  const ProcessType& type = model_.type_of(process);
  found.place.span = node.span;
  const SlotId id = type.frame.id_of(node.name.text);
  if (is_some(id)) {
    const bool is_own = is_some(self_) && model_.processes[process].type == self_;
    found.place.scope = is_own ? Scope::Self : Scope::Process;
    found.place.process = is_own ? no_id<ProcessId> : process;
    found.place.slot = id;
    found.slot = &type.frame.slots[id];
    return found;
  }
  const SlotId constant = model_.constants.id_of(local_name(type.name, node.name.text));
  if (is_some(constant)) {
    found.place.scope = Scope::Constant;
    found.place.slot = constant;
    found.slot = &model_.constants.slots[constant];
    return found;
  }
  std::vector<std::string> names;
  for (const Slot& slot : type.frame.slots) names.push_back(slot.name);
  const std::string nearest = nearest_name(node.name.text, names);
  std::string help;
  if (is_some(type.location_of(node.name.text))) {
    help = fmt::format("its state '{0}' is written '{1}.{0}'", node.name.text, process_name);
  } else if (!nearest.empty()) {
    help = fmt::format("it has a variable '{}'", nearest);
  }
  error(node.name.span,
        fmt::format("process '{}' has no variable '{}'", process_name, node.name.text), help);
  return found;
}

ExprBuilder::Found ExprBuilder::resolve_variable(const Node& node) {
  if (node.kind == Node::Kind::ForeignVariable) return foreign_variable(node);
  Found found = find_variable(node.name);
  if (found.slot) return found;
  const std::string kind = kind_of(node.name.text);
  if (kind.empty()) {
    error(node.name.span, fmt::format("unknown variable '{}'", node.name.text),
                       near_variable(node.name.text));
  } else {
    error(node.name.span,
                       fmt::format("'{}' is {}, expected a variable", node.name.text, kind));
  }
  return found;
}

bool ExprBuilder::attach_index(const Node& node, Found& found) {
  const bool has_index = node.left != no_syntax;
  if (has_index && !found.slot->is_vector) {
    error(node.span,
                       fmt::format("'{}' is a scalar, it has no elements", node.name.text));
    return false;
  }
  if (!has_index && found.slot->is_vector) {
    // Benchmark models in circulation do this, and the tools that count them read it so.
    diagnostics_.warning(
        node.span,
        fmt::format("vector '{}' without an index means its first element", node.name.text),
        fmt::format("write '{}[0]'", node.name.text));
    found.place.index = model_.add_constant(0, node.span);
    return true;
  }
  if (has_index) {
    const std::size_t errors_before = diagnostics_.error_count();
    found.place.index = expr(node.left);
    found.place.span = node.span;
    return diagnostics_.error_count() == errors_before;
  }
  return true;
}

ExprId ExprBuilder::read(const Node& node) {
  const bool is_plain = node.kind == Node::Kind::Variable && node.left == no_syntax;
  if (is_plain && parameters_ != nullptr) {
    const auto parameter = parameters_->find(node.name.text);
    if (parameter != parameters_->end()) return model_.add_constant(parameter->second, node.span);
  }
  // A macro without parameters needs no parentheses.
  if (is_plain && macros_ != nullptr && find_variable(node.name).slot == nullptr &&
      (macros_->by_name.contains(node.name.text) || macros_->refused.contains(node.name.text))) {
    return call(node);
  }
  Found found = resolve_variable(node);
  if (!found.slot || !attach_index(node, found)) return nothing(node.span);
  Expr expr;
  expr.op = Op::Read;
  expr.place = found.place;
  expr.span = node.span;
  return model_.add_expr(std::move(expr));
}

ExprId ExprBuilder::at_location(const Node& node) {
  const auto [process, process_name] = foreign_process(node);
  if (!is_some(process)) return nothing(node.span);
  const ProcessType& type = model_.type_of(process);
  const LocationId location = type.location_of(node.name.text);
  if (!is_some(location)) {
    std::vector<std::string> names;
    for (const Location& known : type.locations) names.push_back(known.name);
    const std::string nearest = nearest_name(node.name.text, names);
    std::string help = nearest.empty() ? "" : fmt::format("it has a state '{}'", nearest);
    if (is_some(type.frame.id_of(node.name.text))) {
      help = fmt::format("its variable '{0}' is written '{1}->{0}'", node.name.text, process_name);
    }
    error(
        node.name.span,
        fmt::format("process '{}' has no state '{}'", process_name, node.name.text), help);
    return nothing(node.span);
  }
  Expr expr;
  expr.op = Op::AtLocation;
  expr.place.scope = Scope::Process;
  expr.place.process = process;
  expr.location = location;
  expr.span = node.span;
  return model_.add_expr(std::move(expr));
}

bool ExprBuilder::take_arguments(const Node& node, const Macro& macro, Parameters& out) {
  if (node.arguments.size() != macro.parameters.size()) {
    error(node.span,
          fmt::format("'{}' has {}, found {}", node.name.text,
                      counted(macro.parameters.size(), "parameter"), node.arguments.size()));
    return false;
  }
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const auto value =
        constant(node.arguments[i], fmt::format("an argument of '{}'", node.name.text));
    if (!value) return false;
    out.insert_or_assign(macro.parameters[i], *value);
  }
  return true;
}

ExprId ExprBuilder::call(const Node& node) {
  const bool is_macro = macros_ != nullptr && macros_->by_name.contains(node.name.text);
  if (macros_ != nullptr && macros_->refused.contains(node.name.text)) return nothing(node.span);
  if (!is_macro) {
    std::vector<std::string> names;
    if (macros_ != nullptr) {
      for (const auto& [name, macro] : macros_->by_name) names.push_back(name);
    }
    const std::string nearest = nearest_name(node.name.text, names);
    error(node.name.span, fmt::format("unknown expression '{}(...)'", node.name.text),
          nearest.empty() ? "" : fmt::format("there is an expression '{}'", nearest));
    return nothing(node.span);
  }
  const Macro& macro = macros_->by_name.find(node.name.text)->second;
  Parameters inner;
  if (!take_arguments(node, macro, inner)) return nothing(node.span);
  if (depth_ + nodes_[macro.body].height > expression_height_max) {
    error(node.span, fmt::format("written out, '{}' is nested more than {} levels deep",
                                 node.name.text, expression_height_max));
    return nothing(node.span);
  }
  if (++expansions_ > expansions_max) {
    if (expansions_ == expansions_max + 1) {
      error(node.span, fmt::format("the expression uses macros more than {} times",
                                   with_commas(expansions_max)));
    }
    return nothing(node.span);
  }
  const Parameters* const outer = std::exchange(parameters_, &inner);
  const bool is_outermost = call_ == nullptr;
  if (is_outermost) call_ = &node;
  const ExprId result = expr(macro.body);
  if (is_outermost) call_ = nullptr;
  parameters_ = outer;
  return result;
}

const Node* ExprBuilder::first_non_constant(SyntaxId id, const Parameters* parameters) const {
  if (id == no_syntax) return nullptr;
  const Node& node = nodes_[id];
  if (node.kind == Node::Kind::AtState || node.kind == Node::Kind::ForeignVariable) return &node;
  if (node.kind == Node::Kind::Variable) {
    if (parameters != nullptr && parameters->contains(node.name.text)) return nullptr;
    const bool local =
        is_some(self_) && model_.process_types[self_].frame.find(node.name.text) != nullptr;
    if (local || model_.globals.find(node.name.text) != nullptr) return &node;
  }
  const Node* left = first_non_constant(node.left, parameters);
  return left ? left : first_non_constant(node.right, parameters);
}

bool ExprBuilder::is_constant(ExprId id) const {
  if (!is_some(id)) return true;
  const Expr& expr = model_.exprs[id];
  const bool looks = expr.op == Op::AtLocation ||
                     (expr.op == Op::Read && expr.place.scope != Scope::Constant);
  return !looks && is_constant(expr.left) && is_constant(expr.right) &&
         is_constant(expr.place.index);
}

std::optional<Value> ExprBuilder::constant(SyntaxId id, const std::string& what) {
  if (const Node* culprit = first_non_constant(id, parameters_)) {
    error(culprit->span,
          fmt::format("{} must be constant, '{}' is not", what, culprit->name.text));
    return std::nullopt;
  }
  const std::size_t errors_before = diagnostics_.error_count();
  const ExprId built = expr(id);
  if (diagnostics_.error_count() != errors_before) return std::nullopt;
  if (!is_constant(built)) {  // through a macro
    error(nodes_[id].span, fmt::format("{} must be constant, what it uses is not", what));
    return std::nullopt;
  }
  const State nothing;
  Evaluator evaluator(model_, nothing);
  const Value value = evaluator.value(built);
  if (!evaluator.failed()) return value;
  error(nodes_[id].span,
        fmt::format("{} cannot be computed: {}", what, text_of(evaluator.error())));
  return std::nullopt;
}

ExprId ExprBuilder::expr(SyntaxId id) {
  const Node& node = nodes_[id];
  ++depth_;
  const ExprId result = expr_of(node);
  --depth_;
  return result;
}

ExprId ExprBuilder::expr_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Number: return model_.add_constant(node.number, node.span);
    case Node::Kind::Variable:
    case Node::Kind::ForeignVariable: return read(node);
    case Node::Kind::AtState: return at_location(node);
    case Node::Kind::Call: return call(node);
    case Node::Kind::Unary:
    case Node::Kind::Binary: break;
  }
  Expr expr;
  expr.op = node.op;
  expr.span = node.span;
  expr.left = this->expr(node.left);
  if (node.kind == Node::Kind::Binary) expr.right = this->expr(node.right);
  return model_.add_expr(std::move(expr));
}

Place ExprBuilder::target(SyntaxId id, const std::string& verb) {
  const Node& node = nodes_[id];
  if (node.kind != Node::Kind::Variable) {
    const bool foreign = node.kind == Node::Kind::ForeignVariable;
    error(
        node.span, foreign
                       ? fmt::format("a variable of another process cannot be {}", verb)
                       : fmt::format("only a scalar variable or a vector element can be {}", verb));
    return {};
  }
  Found found = resolve_variable(node);
  if (!found.slot) return {};
  if (found.place.scope == Scope::Constant) {
    error(node.span,
                       fmt::format("'{}' is a constant, it cannot be {}", node.name.text, verb));
    return {};
  }
  attach_index(node, found);
  return found.place;
}

}  // namespace clew::dve
