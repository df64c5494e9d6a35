#include "clew/lang/promela/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"

namespace clew::promela {

// --- small makers

ExprId Expressions::read(const Place& place) {
  Expr expr;
  expr.op = Op::Read;
  expr.place = place;
  expr.span = place.span;
  return model_.add_expr(std::move(expr));
}

ExprId Expressions::binary(Op op, ExprId left, ExprId right, SourceSpan span) {
  Expr expr;
  expr.op = op;
  expr.left = left;
  expr.right = right;
  expr.span = span;
  return model_.add_expr(std::move(expr));
}

ExprId Expressions::leaf(Op op, SourceSpan span, ExprId left) {
  Expr expr;
  expr.op = op;
  expr.left = left;
  expr.span = span;
  return model_.add_expr(std::move(expr));
}

// --- expressions

ExprId Expressions::expr(SyntaxId id) {
  if (!pointed_type(id)) return number_or_pointer(id);
  diagnostics_.error(file_.nodes[id].span, "expected a number, found a pointer",
                     "a pointer can be assigned, sent, compared by == or !=, and followed: '*p'");
  return failure(file_.nodes[id].span);
}

ExprId Expressions::number_or_pointer(SyntaxId id) {
  const Node& node = file_.nodes[id];
  switch (node.kind) {
    case Node::Kind::Number: return number(node.number, node.span);
    case Node::Kind::Variable: return variable(id);
    case Node::Kind::Dereference: {
      const Node& pointer = file_.nodes[node.left];
      if (pointer.kind == Node::Kind::RemoteVariable) return remote_variable(pointer, true);
      const Target found = target(id);
      return found.ok ? read(found.place) : failure(node.span);
    }
    case Node::Kind::Unary: return unary(node);
    case Node::Kind::Binary: return comparison_checked(node);
    case Node::Kind::Conditional: {
      Expr choice;
      choice.op = Op::Conditional;
      choice.left = expr(node.left);
      choice.right = expr(node.right);
      choice.third = expr(node.third);
      choice.span = node.span;
      return model_.add_expr(std::move(choice));
    }
    case Node::Kind::ChannelQuery: return query(node);
    case Node::Kind::Poll: return poll(node);
    case Node::Kind::Timeout: return leaf(Op::Timeout, node.span);
    case Node::Kind::NonProgress: return leaf(Op::NonProgress, node.span);
    case Node::Kind::Enabled: return leaf(Op::Enabled, node.span, expr(node.left));
    case Node::Kind::LocationNumber: return leaf(Op::LocationNumber, node.span, expr(node.left));
    case Node::Kind::RemoteLabel: return remote_label(node);
    case Node::Kind::RemoteVariable: return remote_variable(node, false);
    case Node::Kind::Eval: return number_or_pointer(node.left);
    default: break;
  }
  const std::string_view what = node.kind == Node::Kind::Run        ? "'run'"
                                : node.kind == Node::Kind::New      ? "'new'"
                                : node.kind == Node::Kind::Anything ? "'_'"
                                                                    : "a temporal operator";
  diagnostics_.error(
      node.span, fmt::format("{} cannot stand inside this expression", what),
      node.kind == Node::Kind::Run ? "write it alone, or as the right side of an assignment" : "");
  return failure(node.span);
}

ExprId Expressions::unary(const Node& node) {
  if (node.op != Op::Not) refuse_channels(node);
  Expr result;
  result.op = node.op;
  result.left = expr(node.left);
  result.span = node.span;
  return model_.add_expr(std::move(result));
}

// Pointers can be compared with each other, and nothing else.
ExprId Expressions::comparison_checked(const Node& node) {
  const auto left = pointed_type(node.left);
  const auto right = pointed_type(node.right);
  const bool equality = node.op == Op::Equal || node.op == Op::NotEqual;
  if (left || right) {
    if (!equality || !left || !right) {
      diagnostics_.error(node.span, "a pointer can only be compared with a pointer, by == or !=");
      return failure(node.span);
    }
    if (!left->empty() && !right->empty() && *left != *right) {
      diagnostics_.error(node.span, fmt::format("a pointer to '{}' is compared with a pointer to "
                                                "'{}'",
                                                *left, *right));
    }
  }
  const bool computes = node.op == Op::Add || node.op == Op::Subtract || node.op == Op::Multiply ||
                        node.op == Op::Divide || node.op == Op::Modulo || node.op == Op::BitAnd ||
                        node.op == Op::BitOr || node.op == Op::BitXor;
  if (computes) refuse_channels(node);
  const ExprId a = number_or_pointer(node.left);
  return binary(node.op, a, number_or_pointer(node.right), node.span);
}

void Expressions::refuse_channels(const Node& node) {
  for (const SyntaxId side : {node.left, node.right}) {
    if (side == no_syntax || !is_channel(side)) continue;
    diagnostics_.error(
        file_.nodes[side].span,
        fmt::format("'{}' is a channel and cannot be computed with", text_of_place(side)));
  }
}

bool Expressions::is_channel(SyntaxId id) const {
  const Node& node = file_.nodes[id];
  if (node.kind != Node::Kind::Variable || node.right != no_syntax) return false;
  const Variable* const variable = symbols_.find(node.name.text);
  return variable && variable->type.base == BaseType::Chan && !variable->is_pointer;
}

std::string Expressions::text_of_place(SyntaxId id) const {
  std::string text;
  for (; id != no_syntax; id = file_.nodes[id].right) {
    if (!text.empty()) text += ".";
    text += file_.nodes[id].name.text;
    if (file_.nodes[id].left != no_syntax) text += "[]";
  }
  return text;
}

std::optional<std::string> Expressions::pointed_type(SyntaxId id) {
  const bool is_remote = file_.nodes[id].kind == Node::Kind::RemoteVariable;
  const Node& node = is_remote ? file_.nodes[file_.nodes[id].right] : file_.nodes[id];
  if (node.kind != Node::Kind::Variable) return std::nullopt;
  const Variable* const variable =
      is_remote ? symbols_.find_in_process(file_.nodes[id].process.text, node.name.text)
                : symbols_.find(node.name.text);
  if (!variable && is_remote) return std::nullopt;
  if (!variable) {
    const bool is_plain = node.left == no_syntax && node.right == no_syntax;
    const bool is_null = node.name.text == "null" && is_plain && !symbols_.mtype_value("null");
    return is_null ? std::optional(std::string()) : std::nullopt;
  }
  TypeSyntax type = variable->type;
  bool is_pointer = variable->is_pointer;
  for (SyntaxId at = node.right; at != no_syntax; at = file_.nodes[at].right) {
    const RecordSyntax* const fields = symbols_.record(type.name.text);
    if (!fields) return std::nullopt;
    const auto& name = file_.nodes[at].name.text;
    const auto field = std::find_if(fields->fields.begin(), fields->fields.end(),
                                    [&](const VariableSyntax& f) { return f.name.text == name; });
    if (field == fields->fields.end()) return std::nullopt;
    type = field->type;
    is_pointer = field->is_pointer;
  }
  if (!is_pointer) return std::nullopt;
  return model_.object_types[symbols_.object_type(type)].name;
}

ExprId Expressions::named_constant(const Node& node, bool& found) {
  found = true;
  const std::string& name = node.name.text;
  const bool is_plain = node.left == no_syntax && node.right == no_syntax;
  if (is_plain && name == "_nr_pr") return leaf(Op::ProcessCount, node.span);
  if (is_plain && name == "_pid") {
    if (is_some(owner_)) return leaf(Op::Self, node.span);
    diagnostics_.error(node.span, "'_pid' has no meaning outside of a process");
    return failure(node.span);
  }
  if (!symbols_.find(name) && is_plain) {
    if (const auto value = symbols_.mtype_value(name)) return number(*value, node.span);
    if (name == "null") return number(0, node.span);
  }
  found = false;
  return no_id<ExprId>;
}

ExprId Expressions::variable(SyntaxId id) {
  const Node& node = file_.nodes[id];
  bool is_constant = false;
  const ExprId constant = named_constant(node, is_constant);
  if (is_constant) return constant;
  const Variable* const found = symbols_.find(node.name.text);
  const bool is_fixed =
      found && (found->slots.empty() || found->is_no_channel) && found->type.base == BaseType::Chan;
  if (is_fixed && node.right == no_syntax) return fixed_channel(*found, node);
  const Target result = target(id);
  return result.ok ? read(result.place) : failure(node.span);
}

// A channel variable without room in the state.
ExprId Expressions::fixed_channel(const Variable& variable, const Node& node) {
  if (variable.is_no_channel) return number(0, node.span);
  ExprId first;
  if (variable.scope == Scope::Global) {
    first = number(*variable.own_channel + 1, node.span);
  } else {
    Expr own;
    own.op = Op::OwnChannel;
    own.constant = *variable.own_channel;
    own.span = node.span;
    first = model_.add_expr(std::move(own));
  }
  if (node.left == no_syntax) {
    if (variable.is_array) warn_about_missing_index(node.span, node.name.text);
    return first;
  }
  if (!variable.is_array) {
    diagnostics_.error(node.span, fmt::format("'{}' is no array", node.name.text));
    return failure(node.span);
  }
  const Node& index = file_.nodes[node.left];
  if (variable.scope == Scope::Global && index.kind == Node::Kind::Number && index.number >= 0 &&
      static_cast<std::uint32_t>(index.number) < variable.length) {
    return number(*variable.own_channel + 1 + index.number, node.span);
  }
  Expr within;
  within.op = Op::Bounded;
  within.left = expr(node.left);
  within.constant = static_cast<Value>(variable.length);
  within.span = node.span;
  return binary(Op::Add, first, model_.add_expr(std::move(within)), node.span);
}

ExprId Expressions::query(const Node& node) {
  const ExprId asked = channel(node.left);
  switch (node.query) {
    case Node::Query::Length: return leaf(Op::Length, node.span, asked);
    case Node::Query::Full: return leaf(Op::IsFull, node.span, asked);
    case Node::Query::Empty: return leaf(Op::IsEmpty, node.span, asked);
    case Node::Query::NotFull: return leaf(Op::Not, node.span, leaf(Op::IsFull, node.span, asked));
    case Node::Query::NotEmpty:
      return leaf(Op::Not, node.span, leaf(Op::IsEmpty, node.span, asked));
  }
  return failure(node.span);
}

ExprId Expressions::poll(const Node& node) {
  Communication communication = receive(node.left, node.arguments, node.searches, node.span);
  // A poll stores nothing: variables in it stand for any value.
  for (ReceiveItem& item : communication.items) {
    if (item.kind == ReceiveItem::Kind::Store) item = {ReceiveItem::Kind::Ignore, {}, {}};
  }
  Expr result;
  result.op = Op::Poll;
  result.poll = model_.polls.add(std::move(communication));
  poll_owners_.push_back(owner_);
  result.span = node.span;
  return model_.add_expr(std::move(result));
}

// --- other processes

Place Expressions::remote_place(const Node& node, const ProcessType*& type) {
  Place place;
  place.scope = Scope::Numbered;
  place.span = node.span;
  type = nullptr;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
    const auto id = to_id<ProcessTypeId>(i);
    names.push_back(model_.process_types[id].name);
    if (names.back() != node.process.text) continue;
    place.type = id;
    type = &model_.process_types[id];
  }
  if (!type) {
    const std::string nearest = nearest_name(node.process.text, names);
    diagnostics_.error(node.process.span,
                       fmt::format("unknown process type '{}'", node.process.text),
                       nearest.empty() ? "" : fmt::format("there is a process type '{}'", nearest));
  }
  if (node.left != no_syntax) place.owner = expr(node.left);
  if (node.left == no_syntax && type) warn_about_missing_number(node);
  return place;
}

// SPIN takes the first one, and says nothing.
void Expressions::warn_about_missing_number(const Node& node) {
  for (const ProctypeSyntax& process : file_.proctypes) {
    if (process.name.text != node.process.text || process.instances == no_syntax) continue;
    const Node& count = file_.nodes[process.instances];
    if (count.kind != Node::Kind::Number || count.number < 2) continue;
    diagnostics_.warning(
        node.process.span,
        fmt::format("there are {} processes of the type '{}': the first of them is meant",
                    count.number, node.process.text));
  }
}

ExprId Expressions::remote_label(const Node& node) {
  const ProcessType* type = nullptr;
  Expr result;
  result.op = Op::AtLocation;
  result.place = remote_place(node, type);
  result.span = node.span;
  result.location = LocationId{0};
  if (!type) return failure(node.span);
  const ExprId id = model_.add_expr(std::move(result));
  pending_labels_.push_back({id, node.process.text, node.name});
  return id;
}

ExprId Expressions::remote_variable(const Node& node, bool dereference) {
  const ProcessType* type = nullptr;
  Place place = remote_place(node, type);
  if (!type) return failure(node.span);
  const Node& named = file_.nodes[node.right];
  const Variable* const variable = symbols_.find_in_process(node.process.text, named.name.text);
  if (!variable && named.left == no_syntax && named.right == no_syntax && !dereference) {
    Expr later;
    later.op = Op::Read;
    later.place = place;
    later.place.slot = SlotId{0};
    later.span = node.span;
    const ExprId id = model_.add_expr(std::move(later));
    pending_variables_.push_back({id, node.process.text, named.name});
    return id;
  }
  if (!variable) {
    diagnostics_.error(
        named.span,
        fmt::format("process type '{}' has no variable '{}'", node.process.text, named.name.text),
        "arrays and records of a process can be looked at only behind its type");
    return failure(node.span);
  }
  Walk walk;
  walk.root = variable;
  walk.place = place;
  walk.type = variable->type;
  walk.is_pointer = variable->is_pointer;
  take_index(walk, named, variable->is_array, variable->length);
  walk_fields(walk, named.right);
  if (dereference && walk.ok && !walk.is_pointer) {
    diagnostics_.error(node.span, fmt::format("'{}:{}' is no pointer", node.process.text,
                                              text_of_place(node.right)));
    return failure(node.span);
  }
  if (dereference && walk.ok && !enter_object(walk, node.span)) return failure(node.span);
  const Target found = finish(std::move(walk), node.span);
  return found.ok ? read(found.place) : failure(node.span);
}

// --- places

void Expressions::unknown_name(const Name& name) {
  const std::string& text = name.text;
  if (text == "null" || text == "_pid" || text == "_nr_pr") {
    diagnostics_.error(name.span, fmt::format("'{}' is no variable", text),
                       text == "null" ? "it points to nothing" : "it can only be read");
    return;
  }
  const auto is_this = [&](const ProctypeSyntax& type) { return type.name.text == text; };
  const std::string nearest = nearest_name(text, symbols_.visible_names());
  std::string help = nearest.empty() ? "" : fmt::format("there is a variable '{}'", nearest);
  if (symbols_.record(text)) help = fmt::format("'{}' is a record type", text);
  if (std::any_of(file_.proctypes.begin(), file_.proctypes.end(), is_this)) {
    help = fmt::format("'{}' is a process type", text);
  }
  diagnostics_.error(name.span, fmt::format("unknown variable '{}'", text), std::move(help));
}

// SPIN complains, and goes on in the same way.
void Expressions::warn_about_missing_index(SourceSpan span, const std::string& array) {
  diagnostics_.warning(
      span, fmt::format("'{}' is an array: without an index its first element is meant", array));
}

void Expressions::take_index(Walk& walk, const Node& node, bool is_array, std::uint32_t length) {
  walk.is_array = false;
  if (node.left != no_syntax && !is_array) {
    diagnostics_.error(node.span, fmt::format("'{}' is no array", node.name.text));
    walk.ok = false;
  } else if (is_array) {
    walk.is_array = node.left == no_syntax;
    walk.array = node.name.text;
    const ExprId index = walk.is_array ? number(0, node.span) : expr(node.left);
    walk.indices.emplace_back(index, length);
  }
}

Expressions::Walk Expressions::walk(SyntaxId id) {
  const Node& node = file_.nodes[id];
  Walk result;
  const Variable* const variable = symbols_.find(node.name.text);
  if (!variable) {
    if (symbols_.mtype_value(node.name.text)) {
      diagnostics_.error(node.name.span, fmt::format("'{}' is a constant", node.name.text));
    } else {
      unknown_name(node.name);
    }
    result.ok = false;
    return result;
  }
  result.root = variable;
  result.place.scope = variable->scope;
  result.place.span = node.span;
  result.type = variable->type;
  result.is_pointer = variable->is_pointer;
  take_index(result, node, variable->is_array, variable->length);
  walk_fields(result, node.right);
  return result;
}

void Expressions::walk_fields(Walk& walk, SyntaxId field) {
  for (; field != no_syntax && walk.ok; field = file_.nodes[field].right) {
    const Node& node = file_.nodes[field];
    if (walk.is_array) warn_about_missing_index(walk.place.span, walk.array);
    if (walk.is_pointer && !enter_object(walk, node.span)) return;
    const RecordSyntax* const record =
        walk.type.base == BaseType::Record ? symbols_.record(walk.type.name.text) : nullptr;
    const VariableSyntax* found = nullptr;
    std::vector<std::string> names;
    if (record) {
      for (const VariableSyntax& candidate : record->fields) {
        names.push_back(candidate.name.text);
        if (candidate.name.text == node.name.text) found = &candidate;
      }
    }
    if (!found) {
      const std::string nearest = nearest_name(node.name.text, names);
      diagnostics_.error(
          node.name.span,
          record ? fmt::format("type '{}' has no field '{}'", record->name.text, node.name.text)
                 : fmt::format("'.{}' follows something that is no record", node.name.text),
          nearest.empty() ? "" : fmt::format("there is a field '{}'", nearest));
      walk.ok = false;
      return;
    }
    walk.path += "." + found->name.text;
    walk.type = found->type;
    walk.is_pointer = found->is_pointer;
    std::uint32_t length = 1;
    if (found->length != no_syntax) {
      const auto value = symbols_.constant(found->length, "the length of an array");
      length = static_cast<std::uint32_t>(std::max(1, value.value_or(1)));
    }
    take_index(walk, node, found->length != no_syntax, length);
  }
}

// The place so far holds a pointer; from now on it is about what that points to.
bool Expressions::enter_object(Walk& walk, SourceSpan span) {
  const TypeSyntax pointed = walk.type;
  const Target pointer = finish(walk, span);
  if (!pointer.ok) {
    walk.ok = false;
    return false;
  }
  Walk inside;
  inside.place.scope = Scope::Object;
  inside.place.owner = read(pointer.place);
  inside.place.span = span;
  inside.type = pointed;
  walk = std::move(inside);
  return true;
}

ExprId Expressions::flat_index(const std::vector<std::pair<ExprId, std::uint32_t>>& indices,
                               SourceSpan span) {
  // One index is checked by the access itself.
  if (indices.size() == 1) return indices[0].first;
  ExprId flat = no_id<ExprId>;
  for (const auto& [index, length] : indices) {
    Expr within;
    within.op = Op::Bounded;
    within.left = index;
    within.constant = static_cast<Value>(length);
    within.span = span;
    const ExprId bounded = model_.add_expr(std::move(within));
    if (!is_some(flat)) {
      flat = bounded;
    } else {
      const ExprId scaled =
          binary(Op::Multiply, flat, number(static_cast<Value>(length), span), span);
      flat = binary(Op::Add, scaled, bounded, span);
    }
  }
  return flat;
}

Expressions::Target Expressions::finish(Walk walk, SourceSpan span) {
  Target result;
  if (!walk.ok) return result;
  if (walk.is_array) warn_about_missing_index(span, walk.array);
  const bool whole_record = walk.type.base == BaseType::Record && !walk.is_pointer;
  if (whole_record) {
    diagnostics_.error(span, "a whole record cannot be used here", "name one of its fields");
    return result;
  }
  if (walk.place.scope == Scope::Object) {
    const ObjectTypeId object =
        model_.slot_of(model_.exprs[walk.place.owner].place, owner_).type.object;
    const std::string key = walk.path.empty() ? "value" : walk.path;
    walk.place.slot = model_.object_types[object].frame.id_of(key);
  } else {
    const auto slot = walk.root->slots.find(walk.path);
    if (slot != walk.root->slots.end()) walk.place.slot = slot->second;
  }
  if (!is_some(walk.place.slot)) {
    if (!diagnostics_.has_errors()) {
      diagnostics_.error(span,
                         "this channel variable is never assigned and cannot be looked at "
                         "from here");
    }
    return result;
  }
  if (!walk.indices.empty()) walk.place.index = flat_index(walk.indices, span);
  result.place = walk.place;
  result.type = model_.slot_of(walk.place, owner_).type;
  result.syntax = walk.type;
  result.is_pointer = walk.is_pointer;
  result.ok = true;
  return result;
}

Expressions::Target Expressions::target(SyntaxId id) {
  const Node& node = file_.nodes[id];
  if (node.kind == Node::Kind::Variable) return finish(walk(id), node.span);
  if (node.kind != Node::Kind::Dereference) {
    diagnostics_.error(node.span, "only a variable can be assigned to");
    return {};
  }
  if (file_.nodes[node.left].kind == Node::Kind::RemoteVariable) {
    diagnostics_.error(node.span, "what another process points to can only be read");
    return {};
  }
  Walk pointer = walk(node.left);
  if (!pointer.ok) return {};
  if (!pointer.is_pointer) {
    diagnostics_.error(node.span, fmt::format("'{}' is no pointer", text_of_place(node.left)));
    return {};
  }
  if (!enter_object(pointer, node.span)) return {};
  return finish(std::move(pointer), node.span);
}

ExprId Expressions::value_for(const Target& target, SyntaxId value) {
  const Node& node = file_.nodes[value];
  const auto pointed = pointed_type(value);
  if (target.is_pointer) {
    const std::string wanted = model_.object_types[symbols_.object_type(target.syntax)].name;
    if (!pointed) {
      diagnostics_.error(node.span,
                         "a pointer can only be set to a pointer, to 'new T' or to null");
      return failure(node.span);
    }
    if (!pointed->empty() && *pointed != wanted) {
      diagnostics_.error(node.span, fmt::format("a pointer to '{}' is set to a pointer to '{}'",
                                                wanted, *pointed));
    }
  } else if (pointed) {
    diagnostics_.error(node.span, "a pointer cannot be stored in a variable that is none",
                       "'*p' is the value that p points to");
  } else if (target.type.is_channel && node.kind == Node::Kind::Number && node.number != 0) {
    diagnostics_.error(node.span, "a channel variable can only be set to a channel");
  }
  return number_or_pointer(value);
}

std::optional<std::uint32_t> Expressions::array_length(SyntaxId id) {
  const Walk found = walk(id);
  if (!found.ok) return std::nullopt;
  if (found.is_array) return found.indices.back().second;
  diagnostics_.error(file_.nodes[id].span,
                     fmt::format("'{}' is no array", file_.nodes[id].name.text));
  return std::nullopt;
}

// --- messages

ExprId Expressions::channel(SyntaxId id) {
  const Node& node = file_.nodes[id];
  if (node.kind == Node::Kind::Variable) {
    const Variable* const variable = symbols_.find(node.name.text);
    const bool is_simple = variable && node.right == no_syntax;
    if (is_simple && (variable->type.base != BaseType::Chan || variable->is_pointer)) {
      diagnostics_.error(
          node.span, fmt::format("'{}' is no channel", node.name.text),
          fmt::format("it was declared at {}", diagnostics_.place(variable->name.span)));
      return failure(node.span);
    }
  }
  return expr(id);
}

void Expressions::add_sent(SyntaxId id, std::vector<ExprId>& out) {
  const Node& node = file_.nodes[id];
  const Variable* const variable =
      node.kind == Node::Kind::Variable ? symbols_.find(node.name.text) : nullptr;
  if (!variable || variable->type.base != BaseType::Record || pointed_type(id)) {
    out.push_back(number_or_pointer(id));
    return;
  }
  std::vector<ReceiveItem> items;
  add_received(id, items);
  for (const ReceiveItem& item : items) out.push_back(read(item.target));
}

void Expressions::add_received(SyntaxId id, std::vector<ReceiveItem>& out) {
  const Node& node = file_.nodes[id];
  const Variable* const variable =
      node.kind == Node::Kind::Variable ? symbols_.find(node.name.text) : nullptr;
  if (node.kind == Node::Kind::Anything) {
    out.push_back({ReceiveItem::Kind::Ignore, {}, {}});
    return;
  }
  if (!variable && node.kind != Node::Kind::Dereference) {
    out.push_back({ReceiveItem::Kind::Match, {}, number_or_pointer(id)});
    return;
  }
  Walk place = node.kind == Node::Kind::Dereference ? Walk{} : walk(id);
  const bool whole_record =
      place.root && place.ok && place.type.base == BaseType::Record && !place.is_pointer;
  if (!whole_record) {
    out.push_back({ReceiveItem::Kind::Store, target(id).place, {}});
    return;
  }
  // Every element of every field, in the order of the channel's items.
  for (const Leaf& leaf : symbols_.leaves(place.type, false)) {
    const auto count = static_cast<std::uint32_t>(element_count(leaf.dimensions));
    if (out.size() + count > message_items_max) {
      diagnostics_.error(node.span, fmt::format("a message of more than {} items",
                                                with_commas(message_items_max)));
      return;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      Walk part = place;
      part.path += leaf.path;
      part.type = leaf.type;
      part.is_pointer = leaf.is_pointer;
      std::uint32_t rest = i;
      std::vector<std::pair<ExprId, std::uint32_t>> inner;
      for (auto dimension = leaf.dimensions.rbegin(); dimension != leaf.dimensions.rend();
           ++dimension) {
        inner.insert(inner.begin(),
                     {number(static_cast<Value>(rest % *dimension), node.span), *dimension});
        rest /= *dimension;
      }
      part.indices.insert(part.indices.end(), inner.begin(), inner.end());
      out.push_back({ReceiveItem::Kind::Store, finish(std::move(part), node.span).place, {}});
    }
  }
}

Communication Expressions::receive(SyntaxId channel_node, const std::vector<SyntaxId>& arguments,
                                   bool searches, SourceSpan span) {
  Communication result;
  result.kind = Communication::Kind::Receive;
  result.channel = channel(channel_node);
  result.searches = searches;
  result.in_turn = true;
  result.span = span;
  for (const SyntaxId argument : arguments) add_received(argument, result.items);
  return result;
}

}  // namespace clew::promela
