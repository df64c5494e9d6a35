#include "clew/lang/promela/scopes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "clew/base/text.hpp"
#include "clew/model/evaluate.hpp"

namespace clew::promela {

namespace {

constexpr Range bit_range{0, 1};
constexpr Range byte_range{0, 255};
constexpr Range short_range{-32'768, 32'767};
constexpr Range reference_range{0, static_cast<Value>(parts_max)};
constexpr std::uint64_t values_max = state_values_max;  // of all variables and channels together
constexpr int record_depth_max = 100;
constexpr std::size_t leaves_max = 1'000'000;  // fields of fields of one record

std::string type_name(const TypeSyntax& type) {
  switch (type.base) {
    case BaseType::Bit: return "bit";
    case BaseType::Bool: return "bool";
    case BaseType::Byte: return "byte";
    case BaseType::Short: return "short";
    case BaseType::Int: return "int";
    case BaseType::Unsigned: return fmt::format("unsigned : {}", type.width);
    case BaseType::Mtype: return type.name.text.empty() ? "mtype" : "mtype:" + type.name.text;
    case BaseType::Chan: return "chan";
    case BaseType::Record: return type.name.text;
  }
  return {};
}

Range range_of(const TypeSyntax& type, bool is_array) {
  switch (type.base) {
    // SPIN stores an element of a bit array in a byte, and it keeps eight bits.
    case BaseType::Bit:
    case BaseType::Bool: return is_array ? byte_range : bit_range;
    case BaseType::Byte:
    case BaseType::Mtype:
    case BaseType::Chan: return byte_range;
    case BaseType::Short: return short_range;
    case BaseType::Unsigned:
      if (type.width >= 32) return full_range;
      return {0, static_cast<Value>((std::uint32_t{1} << type.width) - 1)};
    default: return full_range;
  }
}

}  // namespace

std::uint64_t element_count(const std::vector<std::uint32_t>& dimensions) {
  std::uint64_t count = 1;
  for (const std::uint32_t dimension : dimensions) {
    count = std::min<std::uint64_t>(count * dimension, values_max + 1);
  }
  return count;
}

// --- the file's own names

Symbols::Symbols(Model& model, const FileSyntax& file, Diagnostics& diagnostics)
    : model_(model), file_(file), diagnostics_(diagnostics), blocks_(1) {
  declare_mtypes();
  declare_records();
  find_changed_channels();
}

void Symbols::declare_mtypes() {
  std::unordered_map<std::string, Value> count;  // names so far, by set
  for (const MtypeSyntax& mtype : file_.mtypes) {
    auto [set, is_new] = enumerations_.emplace(mtype.set.text, no_id<EnumerationId>);
    if (is_new) {
      set->second = model_.enumerations.add(
          {mtype.set.text.empty() ? "mtype" : "mtype:" + mtype.set.text, {}});
    }
    // The last name of a declaration has the smallest value.
    Value& used = count[mtype.set.text];
    used += static_cast<Value>(mtype.names.size());
    Value value = used;
    for (const Name& name : mtype.names) {
      model_.enumerations[set->second].names.emplace(value, name.text);
      if (!mtype_names_.emplace(name.text, MtypeName{value, set->second}).second) {
        diagnostics_.error(name.span, fmt::format("'{}' is declared twice", name.text));
      }
      --value;
    }
    if (used > 255) {
      diagnostics_.error(mtype.names.front().span, "more than 255 names in one mtype");
    }
  }
}

void Symbols::declare_records() {
  for (const RecordSyntax& record : file_.records) {
    if (!records_.emplace(record.name.text, &record).second) {
      diagnostics_.error(record.name.span,
                         fmt::format("type '{}' is declared twice", record.name.text));
    }
  }
}

const RecordSyntax* Symbols::record(const std::string& name) const {
  const auto found = records_.find(name);
  return found == records_.end() ? nullptr : found->second;
}

std::optional<Value> Symbols::mtype_value(const std::string& name) const {
  const auto found = mtype_names_.find(name);
  if (found == mtype_names_.end()) return std::nullopt;
  return found->second.value;
}

// A channel variable that nothing is assigned to always holds its first channel.  Names are enough to
// tell: whoever shares its name with a changed variable just takes its room in the state.
void Symbols::find_changed_channels() {
  for (const ProctypeSyntax& proctype : file_.proctypes) note_changes(proctype.body);
  for (const Node& node : file_.nodes) {
    if (node.kind == Node::Kind::RemoteVariable) note_change(node.right);
  }
}

void Symbols::note_change(SyntaxId target) {
  if (target != no_syntax) changed_.insert(file_.nodes[target].name.text);
}

void Symbols::note_changes(const Sequence& sequence) {
  for (const Statement& statement : sequence) {
    note_change(statement.target);
    if (statement.kind == Statement::Kind::Receive) {
      for (const SyntaxId argument : statement.arguments) note_change(argument);
    }
    for (const Sequence& option : statement.options) note_changes(option);
  }
}

// --- types

std::vector<Leaf> Symbols::leaves(const TypeSyntax& type, bool is_pointer) {
  VariableSyntax whole;
  whole.type = type;
  whole.is_pointer = is_pointer;
  whole.span = type.span;
  std::vector<Leaf> out;
  Leaf prefix;
  add_leaves(whole, prefix, out, 0);
  return out;
}

void Symbols::add_leaves(const VariableSyntax& field, Leaf prefix, std::vector<Leaf>& out,
                         int depth) {
  if (!field.name.text.empty()) {
    prefix.path += "." + field.name.text;
    prefix.name_suffix += "." + field.name.text;
    if (field.length != no_syntax) {
      prefix.name_suffix += "[]";
      prefix.dimensions.push_back(length_of(field));
    }
  }
  prefix.is_array = field.length != no_syntax;
  prefix.field = field.name.text.empty() ? nullptr : &field;
  prefix.is_pointer = field.is_pointer;
  prefix.type = field.type;
  const RecordSyntax* const fields =
      field.type.base == BaseType::Record ? record(field.type.name.text) : nullptr;
  if (field.type.base == BaseType::Record && !fields) {
    diagnostics_.error(field.type.span, fmt::format("unknown type '{}'", field.type.name.text));
    return;
  }
  if (!fields || field.is_pointer) {
    out.push_back(std::move(prefix));
    return;
  }
  if (!is_well_made(*fields, field.type.span)) return;
  if (depth > record_depth_max) {
    diagnostics_.error(field.type.span, fmt::format("records are nested more than {} levels deep",
                                                    record_depth_max));
    return;
  }
  for (const VariableSyntax& inner : fields->fields) {
    if (out.size() <= leaves_max) add_leaves(inner, prefix, out, depth + 1);
  }
}

// False if the record cannot be laid out; the reason is said once.
bool Symbols::is_well_made(const RecordSyntax& record, SourceSpan used_at) {
  const auto known = made_well_.find(record.name.text);
  if (known != made_well_.end() && known->second != Making::UnderWay) {
    return known->second == Making::Well;
  }
  if (known != made_well_.end()) {
    diagnostics_.error(used_at, fmt::format("type '{}' contains itself", record.name.text),
                       "a record can hold a pointer to its own type");
    return false;
  }
  made_well_[record.name.text] = Making::UnderWay;
  bool is_good = true;
  std::set<std::string_view> names;
  std::uint64_t leaves = 0;
  for (const VariableSyntax& field : record.fields) {
    if (!names.insert(field.name.text).second) {
      diagnostics_.error(field.name.span, fmt::format("field '{}' is declared twice in type '{}'",
                                                      field.name.text, record.name.text));
      is_good = false;
    }
    const RecordSyntax* const inner = field.type.base == BaseType::Record && !field.is_pointer
                                          ? this->record(field.type.name.text)
                                          : nullptr;
    if (inner && !is_well_made(*inner, field.type.span)) is_good = false;
    leaves += inner ? leaf_counts_[inner->name.text] : 1;
  }
  if (is_good && leaves > leaves_max) {
    diagnostics_.error(record.name.span, fmt::format("type '{}' has more than {} fields",
                                                     record.name.text, with_commas(leaves_max)));
    is_good = false;
  }
  leaf_counts_[record.name.text] = std::min<std::uint64_t>(leaves, leaves_max + 1);
  made_well_[record.name.text] = is_good ? Making::Well : Making::Badly;
  return is_good;
}

ValueType Symbols::value_type(const TypeSyntax& type, bool is_pointer, bool is_array) {
  ValueType result;
  result.name = type_name(type);
  if (is_pointer) {
    result.name += " *";
    result.range = reference_range;
    result.object = object_type(type);
    return result;
  }
  result.range = range_of(type, is_array);
  result.overflow = Overflow::Wrap;
  result.is_channel = type.base == BaseType::Chan;
  if (type.base == BaseType::Mtype) {
    const auto found = enumerations_.find(type.name.text);
    if (found != enumerations_.end()) {
      result.enumeration = found->second;
    } else if (!type.name.text.empty()) {
      diagnostics_.error(type.name.span, fmt::format("unknown mtype '{}'", type.name.text));
    }
  }
  return result;
}

ObjectTypeId Symbols::object_type(const TypeSyntax& type) {
  const std::string name = type_name(type);
  const auto known = object_types_.find(name);
  if (known != object_types_.end()) return known->second;
  // Entered before its fields are looked at: they may point to the same type.
  const ObjectTypeId id = model_.object_types.add({name, {}});
  object_types_.emplace(name, id);
  Frame fields;
  for (const Leaf& leaf : leaves(type, false)) {
    Slot slot;
    slot.name = leaf.name_suffix.empty() ? "value" : leaf.name_suffix.substr(1);
    slot.type = value_type(leaf.type, leaf.is_pointer, leaf.is_array);
    const std::uint64_t length = element_count(leaf.dimensions);
    if (!take_room(length, type.span)) break;
    slot.length = static_cast<std::uint32_t>(length);
    slot.is_vector = !leaf.dimensions.empty();
    slot.dimensions = leaf.dimensions;
    slot.span = type.span;
    if (leaf.field) slot.initial = initial_values(*leaf.field, slot.type, slot.length);
    if (leaf.field && leaf.field->channel) {
      diagnostics_.error(leaf.field->span,
                         fmt::format("a heap object of type '{}' cannot bring a "
                                     "channel along",
                                     name),
                         "declare the channel elsewhere and store it in the field");
    }
    const std::string path = leaf.path;
    const SlotId added = fields.add(std::move(slot));
    fields.by_name.emplace(path, added);
  }
  model_.object_types[id].frame = std::move(fields);
  return id;
}

Channel Symbols::channel_type(const ChannelSyntax& syntax, const std::string& name) {
  Channel channel;
  channel.name = name;
  channel.is_typed = true;
  channel.span = syntax.span;
  for (std::size_t i = 0; i < syntax.items.size(); ++i) {
    for (const Leaf& leaf : leaves(syntax.items[i], syntax.item_is_pointer[i])) {
      const std::uint64_t count = element_count(leaf.dimensions);
      if (channel.items.size() + count > message_items_max) {
        diagnostics_.error(syntax.items[i].span, fmt::format("a message of more than {} items",
                                                             with_commas(message_items_max)));
        return channel;
      }
      channel.items.insert(channel.items.end(), count,
                           value_type(leaf.type, leaf.is_pointer, leaf.is_array));
    }
  }
  // A message of one bit travels in a byte, and SPIN keeps all eight.
  if (channel.items.size() == 1 && channel.items[0].range == bit_range) {
    channel.items[0].range = byte_range;
  }
  const auto capacity = constant(syntax.capacity, "the capacity of a channel");
  if (!capacity) return channel;
  const bool fits = *capacity >= 0 && *capacity <= 65'535;
  if (!fits) {
    diagnostics_.error(
        file_.nodes[syntax.capacity].span,
        fmt::format("the capacity of a channel must be in 0..65535, found {}", *capacity));
  } else if (take_room(static_cast<std::uint64_t>(*capacity) * channel.items.size(), syntax.span)) {
    channel.capacity = static_cast<std::uint32_t>(*capacity);
  }
  return channel;
}

// --- variables

Frame& Symbols::frame() {
  return is_some(process_) ? model_.process_types[process_].frame : model_.globals;
}

bool Symbols::take_room(std::uint64_t values, SourceSpan span) {
  room_taken_ += values;
  if (room_taken_ <= values_max) return true;
  diagnostics_.error(span, fmt::format("the variables and channels of the model hold more than {} "
                                       "values",
                                       with_commas(values_max)));
  room_taken_ = 0;
  return false;
}

std::uint32_t Symbols::length_of(const VariableSyntax& syntax) {
  if (syntax.length == no_syntax) return 1;
  const auto length = constant(syntax.length, "the length of an array");
  if (!length) return 1;
  if (*length < 1 || *length > 65'535) {
    diagnostics_.error(file_.nodes[syntax.length].span,
                       fmt::format("the length of array '{}' must be in 1..65535, found {}",
                                   syntax.name.text, *length));
    return 1;
  }
  return static_cast<std::uint32_t>(*length);
}

std::string Symbols::free_slot_name(const Frame& frame, const std::string& name) {
  if (!is_some(frame.id_of(name))) return name;
  std::size_t& number = next_number_[{process_, name}];
  std::string numbered;
  do numbered = fmt::format("{}_{}", name, std::max<std::size_t>(++number, 2));
  while (is_some(frame.id_of(numbered)));
  return numbered;
}

bool Symbols::is_fixed_channel(const VariableSyntax& syntax, bool is_parameter) const {
  return syntax.type.base == BaseType::Chan && !is_parameter && syntax.value == no_syntax &&
         !changed_.contains(syntax.name.text);
}

void Symbols::check_name(const VariableSyntax& syntax) {
  const std::string& name = syntax.name.text;
  const bool is_predefined = name == "_" || name == "_pid" || name == "_nr_pr";
  if (is_predefined || mtype_names_.contains(name) || records_.contains(name)) {
    diagnostics_.error(syntax.name.span, fmt::format("'{}' cannot be the name of a variable", name),
                       is_predefined             ? "it has a meaning of its own"
                       : records_.contains(name) ? "it is a record type"
                                                 : "it is a name of an mtype");
  }
  const bool has_number = syntax.value != no_syntax || !syntax.value_list.empty();
  if (syntax.is_pointer && has_number && !is_some(process_)) {
    diagnostics_.error(syntax.span, "a global pointer has no initial value: it is null at first");
  }
}

Variable& Symbols::declare(const VariableSyntax& syntax, bool is_parameter) {
  check_name(syntax);
  Variable variable;
  variable.name = syntax.name;
  variable.type = syntax.type;
  variable.is_pointer = syntax.is_pointer;
  variable.is_array = syntax.length != no_syntax;
  variable.length = length_of(syntax);
  variable.scope = is_some(process_) ? Scope::Self : Scope::Global;
  if (syntax.channel) {
    variable.own_channel =
        make_channels(*syntax.channel, syntax.name.text, variable.length, variable.is_array);
  }
  variable.is_no_channel = !syntax.channel && is_fixed_channel(syntax, is_parameter);
  if (variable.is_no_channel || !is_fixed_channel(syntax, is_parameter)) {
    add_slots(syntax, variable, is_parameter);
  }
  auto [entry, is_new] = blocks_.back().emplace(syntax.name.text, variable);
  if (!is_new) {
    diagnostics_.error(
        syntax.name.span, fmt::format("'{}' is declared twice", syntax.name.text),
        fmt::format("it was declared at {} before", diagnostics_.place(entry->second.name.span)));
  }
  if (is_some(process_)) {
    process_variables_.emplace(std::pair{model_.process_types[process_].name, syntax.name.text},
                               variable);
  }
  return entry->second;
}

// Adds `count` channels; returns the number of the first among those of the process, or of all states.
Value Symbols::make_channels(const ChannelSyntax& syntax, const std::string& name,
                             std::uint32_t count, bool is_array) {
  const Channel channel = channel_type(syntax, name);
  const auto first = static_cast<Value>(
      is_some(process_) ? model_.process_types[process_].channels.size() : model_.channels.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    Channel made = channel;
    if (is_array) made.name += fmt::format("[{}]", i);
    made.owner = process_;
    if (i > 0) take_room(made.value_count(), syntax.span);
    const ChannelId id = model_.channels.add(std::move(made));
    if (is_some(process_)) model_.process_types[process_].channels.push_back(id);
  }
  const std::size_t before = model_.channels.size() - count;
  if (before <= 255 && model_.channels.size() > 255) {
    diagnostics_.error(syntax.span, "more than 255 channels");
  }
  return first;
}

// The channels that a record brings along; it has them from the start, wherever it is declared.
void Symbols::set_up_channels(const Leaf& leaf, SlotId id) {
  const Slot slot = frame().slots[id];
  const Value first = make_channels(*leaf.field->channel, slot.name, slot.length, slot.length > 1);
  for (std::uint32_t i = 0; i < slot.length; ++i) {
    const Value own = first + static_cast<Value>(i);
    if (!is_some(process_)) {
      frame().slots[id].initial[i] = own + 1;
      continue;
    }
    Expr channel;
    channel.op = Op::OwnChannel;
    channel.constant = own;
    channel.span = slot.span;
    Instruction step;
    step.target.scope = Scope::Self;
    step.target.slot = id;
    if (slot.is_vector) step.target.index = model_.add_constant(static_cast<Value>(i));
    step.value = model_.add_expr(std::move(channel));
    step.span = slot.span;
    model_.process_types[process_].setup.push_back(std::move(step));
  }
}

void Symbols::add_slots(const VariableSyntax& syntax, Variable& variable, bool is_parameter) {
  for (const Leaf& leaf : leaves(syntax.type, syntax.is_pointer)) {
    Slot slot;
    const bool is_record = !leaf.path.empty();
    std::string own = syntax.name.text + (is_record && variable.is_array ? "[]" : "");
    slot.type =
        value_type(leaf.type, leaf.is_pointer, leaf.is_array || (!is_record && variable.is_array));
    if (variable.is_no_channel) slot.type.range = {0, 0};
    std::vector<std::uint32_t> dimensions;
    if (variable.is_array) dimensions.push_back(variable.length);
    dimensions.insert(dimensions.end(), leaf.dimensions.begin(), leaf.dimensions.end());
    const std::uint64_t length = element_count(dimensions);
    if (!take_room(length, syntax.span)) return;
    slot.length = static_cast<std::uint32_t>(length);
    slot.is_vector = !dimensions.empty();
    if (is_record && slot.is_vector) slot.dimensions = dimensions;
    slot.name = free_slot_name(frame(), own + leaf.name_suffix);
    slot.span = syntax.name.span;
    if (is_record) slot.initial = initial_values(*leaf.field, slot.type, slot.length);
    if (!is_some(process_) && !is_record) {
      slot.initial = initial_values(syntax, slot.type, slot.length);
      if (syntax.channel) {
        for (std::uint32_t i = 0; i < slot.length; ++i) {
          slot.initial[i] = *variable.own_channel + static_cast<Value>(i) + 1;
        }
      }
    }
    const SlotId added = frame().add(std::move(slot));
    variable.slots.emplace(leaf.path, added);
    if (is_record && leaf.field->channel && !is_parameter) set_up_channels(leaf, added);
  }
}

std::vector<Value> Symbols::initial_values(const VariableSyntax& syntax, const ValueType& type,
                                           std::uint32_t length) {
  std::vector<Value> values(length, 0);
  const auto kept = [&](SyntaxId node) {
    Value value = constant(node, "an initial value").value_or(0);
    if (convert(value, type, nullptr, {})) value = 0;
    return value;
  };
  if (syntax.value != no_syntax) std::fill(values.begin(), values.end(), kept(syntax.value));
  if (syntax.value_list.size() > length) {
    diagnostics_.error(file_.nodes[syntax.value_list[length]].span,
                       fmt::format("'{}' has {}, found {} values", syntax.name.text,
                                   counted(length, "element"), syntax.value_list.size()));
    return values;
  }
  for (std::size_t i = 0; i < syntax.value_list.size(); ++i) values[i] = kept(syntax.value_list[i]);
  return values;
}

const Variable* Symbols::find(const std::string& name) const {
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
    const auto found = block->find(name);
    if (found != block->end()) return &found->second;
  }
  return nullptr;
}

std::vector<Symbols::Block> Symbols::take_blocks(std::size_t count) {
  std::vector<Block> taken;
  for (std::size_t i = count; i < blocks_.size(); ++i) taken.push_back(std::move(blocks_[i]));
  blocks_.resize(count);
  return taken;
}

const Variable* Symbols::find_in_block(const std::string& name) const {
  const auto found = blocks_.back().find(name);
  return found == blocks_.back().end() ? nullptr : &found->second;
}

const Variable* Symbols::find_in_process(const std::string& type_name,
                                         const std::string& name) const {
  const auto found = process_variables_.find({type_name, name});
  return found == process_variables_.end() ? nullptr : &found->second;
}

std::vector<std::string> Symbols::visible_names() const {
  std::vector<std::string> names;
  for (const auto& block : blocks_) {
    for (const auto& [name, variable] : block) names.push_back(name);
  }
  for (const auto& [name, value] : mtype_names_) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

// --- constants

std::optional<Value> Symbols::unknown_constant(const Name& name, std::string_view what) {
  const std::string nearest = nearest_name(name.text, visible_names());
  diagnostics_.error(name.span, fmt::format("unknown name '{}'", name.text),
                     nearest.empty() ? fmt::format("{} must be a constant", what)
                                     : fmt::format("there is '{}'", nearest));
  return std::nullopt;
}

std::optional<Value> Symbols::constant(SyntaxId id, std::string_view what) {
  const Node& node = file_.nodes[id];
  const auto refuse = [&]() -> std::optional<Value> {
    diagnostics_.error(node.span, fmt::format("{} must be a constant", what));
    return std::nullopt;
  };
  switch (node.kind) {
    case Node::Kind::Number: return node.number;
    case Node::Kind::Variable: {
      if (node.left != no_syntax || node.right != no_syntax) return refuse();
      if (const auto value = mtype_value(node.name.text)) return value;
      if (node.name.text == "null" && !find("null")) return 0;
      // A global that was declared before has its initial value, as long as nothing runs.
      const Variable* const variable = find(node.name.text);
      const bool is_known = variable && variable->scope == Scope::Global &&
                            !variable->slots.empty() && !variable->is_record();
      if (!is_known && !find(node.name.text)) return unknown_constant(node.name, what);
      if (!is_known) return refuse();
      if (is_some(process_)) {
        diagnostics_.warning(node.span, fmt::format("the initial value of '{}' is taken: {} must "
                                                    "be a constant",
                                                    node.name.text, what));
      }
      return model_.globals.slots[variable->slots.begin()->second].initial[0];
    }
    case Node::Kind::Unary:
    case Node::Kind::Binary:
    case Node::Kind::Conditional: break;
    default: return refuse();
  }
  // The operators mean what the model's own do.
  Model scratch;
  Expr expr;
  expr.op = node.kind == Node::Kind::Conditional ? Op::Conditional : node.op;
  for (auto [operand, place] :
       {std::pair{node.left, &expr.left}, {node.right, &expr.right}, {node.third, &expr.third}}) {
    if (operand == no_syntax) continue;
    const auto value = constant(operand, what);
    if (!value) return std::nullopt;
    *place = scratch.add_constant(*value);
  }
  const ExprId whole = scratch.add_expr(expr);
  const State nothing;
  Evaluator evaluator(scratch, nothing);
  const Value value = evaluator.value(whole);
  if (!evaluator.failed()) return value;
  diagnostics_.error(node.span,
                     fmt::format("{} cannot be computed: {}", what, text_of(evaluator.error())));
  return std::nullopt;
}

}  // namespace clew::promela
