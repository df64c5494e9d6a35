#include "clew/lang/dve/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"

namespace clew::dve {

std::string local_constant_name(const std::string& process, const std::string& name) {
  return process + "->" + name;
}

std::string ExprBuilder::kind_of(const std::string& name) const {
  if (is_some(self_)) {
    const ProcessType& type = model_.process_types[self_];
    if (is_some(type.location_of(name))) return "a state";
  }
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
    if (take(Scope::Constant, model_.constants, local_constant_name(type.name, name.text))) {
      return found;
    }
  }
  if (take(Scope::Global, model_.globals, name.text)) return found;
  take(Scope::Constant, model_.constants, name.text);
  return found;
}

ProcessId ExprBuilder::foreign_process(const Node& node) {
  const ProcessId process = model_.process_named(node.process.text);
  if (model_.claim && model_.claim->name == node.process.text) {
    const bool itself = model_.claim->type == self_;
    diagnostics_.error(node.process.span,
                       fmt::format("'{}' is {}", node.process.text,
                                   itself ? "this process itself"
                                          : "the property process, it is not part of the system"),
                       itself ? "its variables are written without the process" : "");
    return no_id<ProcessId>;
  }
  if (!is_some(process)) {
    const bool is_variable = find_variable(node.process).slot != nullptr;
    const std::string kind = is_variable ? "a variable" : kind_of(node.process.text);
    if (!kind.empty()) {
      diagnostics_.error(node.process.span,
                         fmt::format("'{}' is {}, expected a process", node.process.text, kind));
      return process;
    }
    std::vector<std::string> names;
    for (const Process& known : model_.processes) names.push_back(known.name);
    const std::string nearest = nearest_name(node.process.text, names);
    diagnostics_.error(
        node.process.span, fmt::format("unknown process '{}'", node.process.text),
        nearest.empty() ? std::string() : fmt::format("there is a process '{}'", nearest));
    return process;
  }
  return process;
}

ExprBuilder::Found ExprBuilder::foreign_variable(const Node& node) {
  Found found;
  const ProcessId process = foreign_process(node);
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
  const SlotId constant = model_.constants.id_of(local_constant_name(type.name, node.name.text));
  if (is_some(constant)) {
    found.place.scope = Scope::Constant;
    found.place.slot = constant;
    found.slot = &model_.constants.slots[constant];
    return found;
  }
  diagnostics_.error(node.name.span, fmt::format("process '{}' has no variable '{}'",
                                                 node.process.text, node.name.text));
  return found;
}

ExprBuilder::Found ExprBuilder::resolve_variable(const Node& node) {
  if (node.kind == Node::Kind::ForeignVariable) return foreign_variable(node);
  Found found = find_variable(node.name);
  if (found.slot) return found;
  const std::string kind = kind_of(node.name.text);
  if (kind.empty()) {
    diagnostics_.error(node.name.span, fmt::format("unknown variable '{}'", node.name.text),
                       near_variable(node.name.text));
  } else {
    diagnostics_.error(node.name.span,
                       fmt::format("'{}' is {}, expected a variable", node.name.text, kind));
  }
  return found;
}

bool ExprBuilder::attach_index(const Node& node, Found& found) {
  const bool has_index = node.left != no_node;
  if (has_index && !found.slot->is_vector) {
    diagnostics_.error(node.span,
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
  Found found = resolve_variable(node);
  if (!found.slot || !attach_index(node, found)) return nothing(node.span);
  Expr expr;
  expr.op = Op::Read;
  expr.place = found.place;
  expr.span = node.span;
  return model_.add_expr(std::move(expr));
}

ExprId ExprBuilder::at_location(const Node& node) {
  const ProcessId process = foreign_process(node);
  if (!is_some(process)) return nothing(node.span);
  const ProcessType& type = model_.type_of(process);
  const LocationId location = type.location_of(node.name.text);
  if (!is_some(location)) {
    std::vector<std::string> names;
    for (const Location& known : type.locations) names.push_back(known.name);
    const std::string nearest = nearest_name(node.name.text, names);
    std::string help = nearest.empty() ? "" : fmt::format("it has a state '{}'", nearest);
    if (is_some(type.frame.id_of(node.name.text))) {
      help = fmt::format("its variable '{0}' is written '{1}->{0}'", node.name.text, node.process.text);
    }
    diagnostics_.error(
        node.name.span,
        fmt::format("process '{}' has no state '{}'", node.process.text, node.name.text), help);
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

ExprId ExprBuilder::expr(NodeId id) {
  const Node& node = nodes_[id];
  switch (node.kind) {
    case Node::Kind::Number: return model_.add_constant(node.number, node.span);
    case Node::Kind::Variable:
    case Node::Kind::ForeignVariable: return read(node);
    case Node::Kind::AtState: return at_location(node);
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

Place ExprBuilder::target(NodeId id, const std::string& verb) {
  const Node& node = nodes_[id];
  if (node.kind != Node::Kind::Variable) {
    const bool foreign = node.kind == Node::Kind::ForeignVariable;
    diagnostics_.error(
        node.span, foreign
                       ? fmt::format("a variable of another process cannot be {}", verb)
                       : fmt::format("only a scalar variable or a vector element can be {}", verb));
    return {};
  }
  Found found = resolve_variable(node);
  if (!found.slot) return {};
  if (found.place.scope == Scope::Constant) {
    diagnostics_.error(node.span,
                       fmt::format("'{}' is a constant, it cannot be {}", node.name.text, verb));
    return {};
  }
  attach_index(node, found);
  return found.place;
}

}  // namespace clew::dve
