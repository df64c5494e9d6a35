#include "clew/lang/promela/questions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "clew/base/text.hpp"

namespace clew::promela {

namespace {

class Question {
 public:
  Question(Model& model, const std::vector<Node>& nodes, WithoutNumber without_number,
           Diagnostics& diagnostics)
      : model_(model), nodes_(nodes), without_number_(without_number), diagnostics_(diagnostics) {}

  ExprId condition(SyntaxId id) {
    const ExprId result = expr(id);
    if (is_pointer(result)) {
      diagnostics_.error(nodes_[id].span, "expected a condition, found a pointer",
                         "compare it: 'p != null'");
    }
    return result;
  }

 private:
  ExprId expr(SyntaxId id) {
    const Node& node = nodes_[id];
    switch (node.kind) {
      case Node::Kind::Number: return model_.add_constant(node.number, node.span);
      case Node::Kind::Variable: return variable(node);
      case Node::Kind::Dereference:
        if (nodes_[node.left].kind == Node::Kind::RemoteVariable) {
          return remote_variable(nodes_[node.left], true);
        }
        return read_place(Place{}, nodes_[node.left], true);
      case Node::Kind::Unary:
      case Node::Kind::Binary:
      case Node::Kind::Conditional: return operation(node);
      case Node::Kind::ChannelQuery: return query(node);
      case Node::Kind::Poll: return poll(node);
      case Node::Kind::NonProgress: return made(Op::NonProgress, node);
      case Node::Kind::Enabled: return made(Op::Enabled, node, expr(node.left));
      case Node::Kind::LocationNumber: return made(Op::LocationNumber, node, expr(node.left));
      case Node::Kind::RemoteLabel: return remote_label(node);
      case Node::Kind::RemoteVariable: return remote_variable(node, false);
      default: break;
    }
    diagnostics_.error(node.span, "this has no meaning in a question about a state");
    return nothing(node.span);
  }

  ExprId nothing(SourceSpan span) { return model_.add_constant(0, span); }

  ExprId made(Op op, const Node& node, ExprId left = no_id<ExprId>) {
    Expr result;
    result.op = op;
    result.left = left;
    result.span = node.span;
    return model_.add_expr(std::move(result));
  }

  ExprId operation(const Node& node) {
    Expr result;
    result.op = node.kind == Node::Kind::Conditional ? Op::Conditional : node.op;
    result.left = expr(node.left);
    if (node.right != no_syntax) result.right = expr(node.right);
    if (node.third != no_syntax) result.third = expr(node.third);
    result.span = node.span;
    check_pointers(result);
    return model_.add_expr(std::move(result));
  }

  bool is_pointer(ExprId id) const {
    if (!is_some(id) || model_.exprs[id].op != Op::Read) return false;
    return model_.slot_of(model_.exprs[id].place, no_id<ProcessTypeId>).type.is_reference();
  }

  // REQUIRES: is_pointer(id).
  ObjectTypeId pointed_type(ExprId id) const {
    return model_.slot_of(model_.exprs[id].place, no_id<ProcessTypeId>).type.object;
  }

  void check_pointers(const Expr& expr) {
    if (!is_pointer(expr.left) && !is_pointer(expr.right) && !is_pointer(expr.third)) return;
    const auto fits = [&](ExprId id) {
      const Expr& side = model_.exprs[id];
      return is_pointer(id) || (side.op == Op::Constant && side.constant == 0);
    };
    const bool compares = expr.op == Op::Equal || expr.op == Op::NotEqual;
    if (compares && fits(expr.left) && fits(expr.right)) return check_pointed_types(expr);
    diagnostics_.error(expr.span, "a pointer can only be compared with a pointer, by == or !=");
  }

  void check_pointed_types(const Expr& expr) {
    if (!is_pointer(expr.left) || !is_pointer(expr.right)) return;  // one of them is null
    const ObjectTypeId left = pointed_type(expr.left);
    const ObjectTypeId right = pointed_type(expr.right);
    if (left == right) return;
    diagnostics_.error(
        expr.span, fmt::format("a pointer to '{}' is compared with a pointer to '{}'",
                               model_.object_types[left].name, model_.object_types[right].name));
  }

  ExprId channel(SyntaxId id) {
    const ExprId asked = expr(id);
    const Expr& value = model_.exprs[asked];
    if (value.op == Op::Read &&
        !model_.slot_of(value.place, no_id<ProcessTypeId>).type.is_channel) {
      diagnostics_.error(nodes_[id].span, fmt::format("'{}' is no channel", nodes_[id].name.text));
    }
    return asked;
  }

  ExprId query(const Node& node) {
    const ExprId asked = channel(node.left);
    const bool fullness = node.query == Node::Query::Full || node.query == Node::Query::NotFull;
    if (node.query == Node::Query::Length) return made(Op::Length, node, asked);
    const ExprId plain = made(fullness ? Op::IsFull : Op::IsEmpty, node, asked);
    const bool negated = node.query == Node::Query::NotFull || node.query == Node::Query::NotEmpty;
    return negated ? made(Op::Not, node, plain) : plain;
  }

  // Constants and eval(x) must be what the message holds; variables stand for any value.
  ExprId poll(const Node& node) {
    Communication asked;
    asked.kind = Communication::Kind::Receive;
    asked.channel = channel(node.left);
    asked.searches = node.searches;
    asked.span = node.span;
    for (const SyntaxId argument : node.arguments) {
      const Node& written = nodes_[argument];
      ReceiveItem item;
      item.kind = ReceiveItem::Kind::Ignore;
      if (written.kind == Node::Kind::Eval) {
        item = {ReceiveItem::Kind::Match, {}, expr(written.left)};
      } else if (written.kind != Node::Kind::Anything) {
        const ExprId value = expr(argument);
        if (model_.exprs[value].op != Op::Read) item = {ReceiveItem::Kind::Match, {}, value};
      }
      asked.items.push_back(std::move(item));
    }
    Expr result;
    result.op = Op::Poll;
    result.poll = model_.polls.add(std::move(asked));
    result.span = node.span;
    return model_.add_expr(std::move(result));
  }

  // --- names

  ExprId variable(const Node& node) {
    const std::string& name = node.name.text;
    if (is_some(find_slot(model_.globals, node))) return read_place(Place{}, node, false);
    if (name == "_nr_pr") return made(Op::ProcessCount, node);
    const bool is_plain = node.left == no_syntax && node.right == no_syntax;
    for (const Enumeration& enumeration : model_.enumerations) {
      for (const auto& [value, text] : enumeration.names) {
        if (is_plain && text == name) return model_.add_constant(value, node.span);
      }
    }
    if (name == "null" && is_plain) return nothing(node.span);
    if (const ExprId channel = channel_named(node); is_some(channel)) return channel;
    if (!say_unknown_field(model_.globals, node)) unknown("variable", node.name, global_names());
    return nothing(node.span);
  }

  // Channels that never change have no variable in the state.
  ExprId channel_named(const Node& node) {
    std::string name = node.name.text;
    if (node.left != no_syntax) {
      if (nodes_[node.left].kind != Node::Kind::Number) return no_id<ExprId>;
      name += fmt::format("[{}]", nodes_[node.left].number);
    }
    for (std::size_t i = 0; i < model_.channels.size(); ++i) {
      const auto id = to_id<ChannelId>(i);
      if (!model_.channels[id].is_global() || model_.channels[id].name != name) continue;
      return model_.add_channel_number(id, node.span);
    }
    return no_id<ExprId>;
  }

  std::vector<std::string> global_names() const {
    std::vector<std::string> names;
    for (const Slot& slot : model_.globals.slots) names.push_back(slot.name);
    for (const Channel& channel : model_.channels) names.push_back(channel.name);
    return names;
  }

  void unknown(std::string_view what, const Name& name, const std::vector<std::string>& known) {
    const std::string nearest = nearest_name(name.text, known);
    diagnostics_.error(name.span, fmt::format("unknown {} '{}'", what, name.text),
                       nearest.empty() ? "" : fmt::format("there is a {} '{}'", what, nearest));
  }

  // Of a path that begins with a record the first name that is none of its fields; false: it begins with
  // none.
  bool say_unknown_field(const Frame& frame, const Node& node) {
    std::string path;     // as slots are called: "r[].p"
    std::string written;  // as it stands there: "r[1].p"
    const Node* at = &node;
    for (bool is_first = true;; is_first = false) {
      const std::string before = path;
      path += (is_first ? "" : ".") + at->name.text;
      const auto begins = [&](const std::string& prefix) {
        return std::any_of(frame.slots.begin(), frame.slots.end(), [&](const Slot& slot) {
          return slot.name == prefix || slot.name.starts_with(prefix + ".") ||
                 slot.name.starts_with(prefix + "[].");
        });
      };
      if (!begins(path)) {
        if (is_first) return false;
        diagnostics_.error(at->name.span,
                           fmt::format("'{}' has no field '{}'", written, at->name.text),
                           help_for_field(frame, before, at->name.text));
        return true;
      }
      written += (is_first ? "" : ".") + at->name.text;
      if (at->left != no_syntax) {
        path += "[]";
        const Node& index = nodes_[at->left];
        const bool is_number = index.kind == Node::Kind::Number;
        written += is_number ? fmt::format("[{}]", index.number) : "[..]";
      }
      if (at->right == no_syntax) {
        diagnostics_.error(at->name.span, fmt::format("'{}' is a record, not a value", written),
                           help_for_field(frame, path, ""));
        return true;
      }
      at = &nodes_[at->right];
    }
  }

  static std::string help_for_field(const Frame& frame, const std::string& record,
                                    const std::string& wanted) {
    std::vector<std::string> names;
    for (const Slot& slot : frame.slots) {
      std::string_view rest = slot.name;
      if (!rest.starts_with(record)) continue;
      rest.remove_prefix(record.size());
      if (rest.starts_with("[]")) rest.remove_prefix(2);
      if (!rest.starts_with(".")) continue;
      rest.remove_prefix(1);
      const std::string name(rest.substr(0, rest.find_first_of(".[")));
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    if (names.empty()) return {};
    const std::string nearest = nearest_name(wanted, names);
    return nearest.empty() ? fmt::format("its fields are '{}'", fmt::join(names, "', '"))
                           : fmt::format("it has a field '{}'", nearest);
  }

  // The slot whose name begins as `node` says: "r[].f" for r[1].f, or just "r" for a pointer in front
  // of a field.  `rest` is the part behind it.
  SlotId find_slot(const Frame& frame, const Node& node, SyntaxId* rest = nullptr,
                   std::vector<SyntaxId>* indices = nullptr) const {
    std::string name;
    const Node* at = &node;
    SlotId found = no_id<SlotId>;
    for (;;) {
      name += (name.empty() ? "" : ".") + at->name.text;
      if (at->left != no_syntax && indices) indices->push_back(at->left);
      const SlotId plain = frame.id_of(name);
      const bool has_index = at->left != no_syntax;
      if (has_index) name += "[]";
      const SlotId with_index = has_index ? frame.id_of(name) : plain;
      found = is_some(with_index) ? with_index : plain;
      if (is_some(found) || at->right == no_syntax) break;
      at = &nodes_[at->right];
    }
    if (rest) *rest = at->right;
    return found;
  }

  ExprId read_place(Place place, const Node& node, bool dereference) {
    const Frame* frame =
        place.scope == Scope::Numbered ? &model_.process_types[place.type].frame : &model_.globals;
    const Node* at = &node;
    for (;;) {
      SyntaxId rest = no_syntax;
      std::vector<SyntaxId> indices;
      place.slot = find_slot(*frame, *at, &rest, &indices);
      place.span = node.span;
      if (!is_some(place.slot)) {
        std::vector<std::string> names;
        for (const Slot& slot : frame->slots) names.push_back(slot.name);
        if (!say_unknown_field(*frame, *at)) unknown("variable", at->name, names);
        return nothing(node.span);
      }
      const Slot slot = frame->slots[place.slot];
      if (!set_index(place, slot, indices)) return nothing(node.span);
      const ExprId value = read(place);
      if (rest == no_syntax && !dereference) return value;
      if (!slot.type.is_reference()) {
        diagnostics_.error(node.span, rest == no_syntax
                                          ? fmt::format("'{}' is no pointer", slot.name)
                                          : fmt::format("'{}' has no fields", slot.name));
        return nothing(node.span);
      }
      frame = &model_.object_types[slot.type.object].frame;
      place = Place{};
      place.scope = Scope::Object;
      place.owner = value;
      if (rest == no_syntax) {
        // The value of an object that is no record has no name.
        place.slot = frame->id_of("");
        place.span = node.span;
        if (is_some(place.slot)) return read(place);
        diagnostics_.error(node.span, "a whole record cannot be used here",
                           "name one of its fields");
        return nothing(node.span);
      }
      at = &nodes_[rest];
    }
  }

  ExprId read(const Place& place) {
    Expr result;
    result.op = Op::Read;
    result.place = place;
    result.span = place.span;
    return model_.add_expr(std::move(result));
  }

  bool set_index(Place& place, const Slot& slot, const std::vector<SyntaxId>& indices) {
    const std::size_t wanted =
        !slot.dimensions.empty() ? slot.dimensions.size() : (slot.is_vector ? 1U : 0U);
    if (indices.size() != wanted) {
      diagnostics_.error(place.span, fmt::format("'{}' takes {}, found {}", slot.name,
                                                 counted(wanted, "subscript"), indices.size()));
      return false;
    }
    if (wanted == 0) return true;
    if (wanted == 1) {
      place.index = expr(indices[0]);
      return true;
    }
    for (std::size_t i = 0; i < wanted; ++i) {
      Expr within;
      within.op = Op::Bounded;
      within.left = expr(indices[i]);
      within.constant = static_cast<Value>(slot.dimensions[i]);
      within.span = place.span;
      const ExprId bounded = model_.add_expr(std::move(within));
      if (i == 0) {
        place.index = bounded;
        continue;
      }
      Expr scaled;
      scaled.op = Op::Multiply;
      scaled.left = place.index;
      scaled.right = model_.add_constant(static_cast<Value>(slot.dimensions[i]));
      Expr sum;
      sum.op = Op::Add;
      sum.left = model_.add_expr(std::move(scaled));
      sum.right = bounded;
      place.index = model_.add_expr(std::move(sum));
    }
    return true;
  }

  // --- processes

  bool numbered(const Node& node, Place& place) {
    place.scope = Scope::Numbered;
    place.span = node.span;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto id = to_id<ProcessTypeId>(i);
      names.push_back(model_.process_types[id].name);
      if (names.back() == node.process.text) place.type = id;
    }
    if (!is_some(place.type)) {
      unknown("process type", node.process, names);
      return false;
    }
    if (node.left != no_syntax) place.owner = expr(node.left);
    return node.left != no_syntax || is_only_one(node, place.type);
  }

  // With several processes of a type nobody knows whose variable is meant.
  bool is_only_one(const Node& node, ProcessTypeId type) {
    std::vector<std::string> written;
    for (std::size_t i = 0; i < model_.processes.size(); ++i) {
      if (model_.processes[to_id<ProcessId>(i)].type != type) continue;
      written.push_back(fmt::format("'{}[{}]'", node.process.text, i));
    }
    if (written.size() < 2) return true;
    constexpr std::size_t shown_max = 4;
    const std::size_t count = written.size();
    if (without_number_ == WithoutNumber::TheFirst) {
      diagnostics_.warning(
          node.process.span,
          fmt::format("there are {} processes of the type '{}': the first of them is meant", count,
                      node.process.text));
      return true;
    }
    if (count > shown_max) {
      written.resize(shown_max);
      written.emplace_back("...");
    }
    diagnostics_.error(
        node.process.span,
        fmt::format("there are {} processes of the type '{}'", count, node.process.text),
        fmt::format("say which is meant: {}", fmt::join(written, ", ")));
    return false;
  }

  ExprId remote_variable(const Node& node, bool dereference) {
    Place place;
    if (!numbered(node, place)) return nothing(node.span);
    return read_place(place, nodes_[node.right], dereference);
  }

  ExprId remote_label(const Node& node) {
    Expr result;
    result.op = Op::AtLocation;
    result.span = node.span;
    if (!numbered(node, result.place)) return nothing(node.span);
    const ProcessType& type = model_.process_types[result.place.type];
    result.location = type.location_of(node.name.text);
    if (is_some(result.location)) return model_.add_expr(std::move(result));
    if (type.labels.contains(node.name.text)) return nothing(node.span);  // nobody is ever there
    std::vector<std::string> names;
    for (const auto& [name, location] : type.labels) names.push_back(name);
    std::sort(names.begin(), names.end());
    unknown("label", node.name, names);
    return nothing(node.span);
  }

  Model& model_;
  const std::vector<Node>& nodes_;
  const WithoutNumber without_number_;
  Diagnostics& diagnostics_;
};

}  // namespace

ExprId lower_question(Model& model, const std::vector<Node>& nodes, SyntaxId root,
                      WithoutNumber without_number, Diagnostics& diagnostics) {
  return Question(model, nodes, without_number, diagnostics).condition(root);
}

}  // namespace clew::promela
