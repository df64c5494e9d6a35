#include "clew/lang/dve/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

#include "clew/base/function_ref.hpp"
#include "clew/base/text.hpp"
#include "clew/lang/dve/expressions.hpp"
#include "clew/lang/dve/instances.hpp"
#include "clew/model/evaluate.hpp"
#include "clew/property/property.hpp"

namespace clew::dve {

namespace {

// More values than this in one state are refused: every state is held as a whole.
constexpr std::uint64_t state_values_max = 1U << 24;

ValueType error_type(std::string name, Range range) {
  return {std::move(name), range, Overflow::Error, no_id<ObjectTypeId>};
}

class Resolver {
 public:
  Resolver(const FileSyntax& file, const std::map<std::string, std::string>& constants,
           Diagnostics& diagnostics)
      : file_(file), given_(constants), diagnostics_(diagnostics) {}

  Model run(std::string file_name) {
    model_.file = std::move(file_name);
    model_.language = "dve";
    model_.composition =
        file_.system.is_synchronous ? Composition::Synchronous : Composition::Asynchronous;
    declare_macros();
    for (const Declaration& declaration : file_.declarations) declare(declaration, nullptr);
    check_given_constants();
    list_instances();
    declare_processes();
    check_property();
    // Every process may look into every other one, whichever comes first.
    scopes_.resize(instances_.size());
    for (std::size_t i = 0; i < instances_.size(); ++i) once(i, [&] { declare_parts(i); });
    if (refused_.empty()) {
      for (std::size_t i = 0; i < instances_.size(); ++i) once(i, [&] { resolve_process(i); });
    }
    warn_about_unused_channels();
    if (!diagnostics_.has_errors()) warn_about_shared_writes();
    return std::move(model_);
  }

 private:
  // --- names

  struct Symbol {
    std::string kind;
    SourceSpan span;
  };
  using Names = std::unordered_map<std::string, Symbol>;

  struct ProcessScope {
    Names locals;
    std::unordered_map<std::string, LocationId> states;
  };

  ProcessScope& scope() { return is_some(current_) ? scopes_[to_index(current_)] : nowhere_; }
  Names& locals() { return scope().locals; }
  std::unordered_map<std::string, LocationId>& states() { return scope().states; }

  std::string declared_at(const Symbol& symbol) const {
    return fmt::format("{} of that name is declared at {}", symbol.kind,
                       diagnostics_.place(symbol.span));
  }

  // A template's name alone means nothing in an expression, and a state's only behind its process.
  static bool hides(const std::string& local, const std::string& global) {
    return global != "a template" && !(local == "a state" && global == "an expression");
  }

  bool declare(Names& names, const Name& name, const std::string& kind) {
    const auto [entry, is_new] = names.emplace(name.text, Symbol{kind, name.span});
    if (!is_new) {
      diagnostics_.error(name.span, fmt::format("'{}' is declared twice", name.text),
                         declared_at(entry->second));
      return false;
    }
    const auto global = globals_.find(name.text);
    if (&names != &globals_ && global != globals_.end() && hides(kind, global->second.kind)) {
      const bool is_variable =
          global->second.kind == "a variable" || global->second.kind == "a constant";
      if (kind == "a state" && is_variable) {
        // Benchmark models in circulation do this; no expression can mean the state.
        diagnostics_.warning(name.span, fmt::format("state '{}' repeats a global name", name.text),
                             declared_at(global->second));
        return true;
      }
      diagnostics_.error(
          name.span,
          fmt::format("local '{}' repeats a global name: names may not be hidden", name.text),
          declared_at(global->second));
      return false;
    }
    return true;
  }

  void declare_macros() {
    for (const MacroSyntax& syntax : file_.macros) {
      if (!declare(globals_, syntax.name, "an expression")) continue;
      Macro macro{{}, syntax.body};
      std::string signature = syntax.name.text;
      for (const Name& parameter : syntax.parameters) {
        signature += (macro.parameters.empty() ? "(" : ",") + parameter.text;
        macro.parameters.push_back(parameter.text);
      }
      if (!macro.parameters.empty()) signature += ')';
      model_.macros.emplace(std::move(signature), syntax.text);
      macros_.by_name.emplace(syntax.name.text, std::move(macro));
    }
    refuse_circular(macros_, file_.nodes, diagnostics_);
  }

  Surroundings surroundings() const {
    if (!is_some(current_)) return {current_, nullptr, &macros_};
    const Instance& instance = instances_[to_index(current_)];
    const bool is_template = !instance.parameters.empty();
    return {current_, &instance.parameters, &macros_,
            is_template ? std::string_view(instance.name.text) : std::string_view()};
  }

  // --- variables

  void declare(const Declaration& declaration, ProcessType* process) {
    if (declaration.variable) declare_variable(*declaration.variable, process);
    if (declaration.channel) declare_channel(*declaration.channel, process);
  }

  // `process` is null for globals.
  void declare_variable(const VariableSyntax& syntax, ProcessType* process) {
    Names& names = process ? locals() : globals_;
    const bool is_new = declare(names, syntax.name, syntax.is_const ? "a constant" : "a variable");
    Slot slot;
    slot.name = syntax.name.text;
    slot.type = type_of(syntax.type);
    slot.span = syntax.name.span;
    if (!set_length(syntax, slot)) return;
    set_initial(syntax, slot, process);
    if (!is_new) return;
    if (syntax.is_const) {
      if (process) slot.name = local_name(process->name, slot.name);
      model_.constants.add(std::move(slot));
    } else {
      (process ? process->frame : model_.globals).add(std::move(slot));
    }
  }

  ValueType type_of(const TypeSyntax& syntax) {
    if (syntax.low == no_syntax) return error_type(syntax.name, syntax.range);
    const auto [known, is_new] =
        ranges_.try_emplace(std::pair{syntax.low, current_}, Range{0, 0});
    if (is_new) known->second = range_of(syntax);
    const Range range = known->second;
    return error_type(fmt::format("int<{}..{}>", range.low, range.high), range);
  }

  Range range_of(const TypeSyntax& syntax) {
    const std::size_t errors_before = diagnostics_.error_count();
    const ValueType any = error_type("", full_range);
    const Value low = constant(syntax.low, any, nullptr, "the bound of a range");
    const Value high = constant(syntax.high, any, nullptr, "the bound of a range");
    if (diagnostics_.error_count() != errors_before) return full_range;
    if (low > high) {
      diagnostics_.error(syntax.span, fmt::format("the range {}..{} is empty", low, high));
      return full_range;
    }
    return {low, high};
  }

  // Items of a typed channel are cast to their type before transmission, where it is one of so many bits.
  ValueType item_type(const TypeSyntax& syntax) {
    ValueType type = type_of(syntax);
    if (syntax.is_cast) type.overflow = Overflow::Wrap;
    return type;
  }

  bool set_length(const VariableSyntax& syntax, Slot& slot) {
    if (!syntax.vector_size) return take_room(1, slot.span, slot.name);
    const auto size = size_of(*syntax.vector_size, "vector", slot.name, 1);
    if (!size) return false;
    if (!take_room(*size, syntax.vector_size->span, slot.name)) return false;
    slot.length = *size;
    slot.is_vector = true;
    slot.initial.assign(slot.length, 0);
    return true;
  }

  std::optional<std::uint32_t> size_of(const SizeSyntax& syntax, const std::string& kind,
                                       const std::string& name, std::int64_t low) {
    std::int64_t size = syntax.number;
    if (syntax.expr != no_syntax) {
      ExprBuilder builder(model_, file_.nodes, diagnostics_, surroundings());
      const auto value = builder.constant(syntax.expr, fmt::format("the size of '{}'", name));
      if (!value) return std::nullopt;
      size = *value;
    }
    if (size >= low && size <= std::numeric_limits<std::int32_t>::max()) {
      return static_cast<std::uint32_t>(size);
    }
    diagnostics_.error(syntax.span,
                       fmt::format("the size of {} '{}' must be in {}..2147483647, found {}", kind,
                                   name, low, size_text(size)));
    return std::nullopt;
  }

  static std::string size_text(std::int64_t size) {
    return size >= 1'000'000'000'000 ? "a much larger number" : std::to_string(size);
  }

  bool take_room(std::uint64_t values, SourceSpan span, const std::string& name) {
    state_values_ += values;
    if (state_values_ <= state_values_max) return true;
    diagnostics_.error(
        span, fmt::format(
                  "with '{}' a state would hold more than {} values, which is more than Clew takes",
                  name, with_commas(state_values_max)));
    state_values_ = 0;
    return false;
  }

  void set_initial(const VariableSyntax& syntax, Slot& slot, const ProcessType* process) {
    slot.initial.assign(slot.length, 0);
    const auto given = process || !syntax.is_const ? given_.end() : given_.find(slot.name);
    if (given != given_.end() && (!slot.is_vector || syntax.is_input)) {
      used_.insert(given->first);
      if (set_given(given->second, slot)) return;
    }
    if (!syntax.initializer) {
      if (syntax.is_input) {
        diagnostics_.error(slot.span, fmt::format("input '{}' has no value", slot.name),
                           fmt::format("give it one here, or by -D {}=VALUE", slot.name));
      } else if (syntax.is_const) {
        diagnostics_.error(slot.span, fmt::format("constant '{}' has no value", slot.name));
      } else {
        check_zero(slot);
      }
      return;
    }
    const Initializer& initializer = *syntax.initializer;
    if (initializer.is_list != slot.is_vector) {
      diagnostics_.error(
          initializer.span,
          slot.is_vector
              ? fmt::format("vector '{}' takes a list of initial values in braces", slot.name)
              : fmt::format("scalar '{}' takes one initial value, found a list", slot.name));
      return;
    }
    if (initializer.values.size() > slot.length) {
      // Benchmark models in circulation have such lists, and DiVinE takes them.
      diagnostics_.warning(
          initializer.span,
          fmt::format("{} initial values for the {} elements of '{}': the rest is ignored",
                      initializer.values.size(), slot.length, slot.name));
    }
    for (std::size_t i = 0; i < initializer.values.size(); ++i) {
      const Value value = constant(initializer.values[i], slot.type, &slot,
                                   fmt::format("the initial value of '{}'", slot.name));
      if (i < slot.length) slot.initial[i] = value;
    }
    if (initializer.values.size() < slot.length) check_zero(slot);
  }

  // What gets no initial value begins with 0.
  void check_zero(const Slot& slot) {
    const Range range = slot.type.range;
    if (range.contains(0)) return;
    diagnostics_.error(slot.span,
                       fmt::format("{}'{}' begins with 0, which is not in {}..{}",
                                   slot.is_vector ? "an element of " : "", slot.name, range.low,
                                   range.high),
                       "give it an initial value");
  }

  // A number, or for a vector all of its elements: `{1,2,3}`.
  bool set_given(std::string_view text, Slot& slot) {
    const std::vector<std::string_view> items = items_in(text, slot);
    std::vector<Value> values;
    for (const std::string_view item : items) {
      const auto value = number_in(item);
      if (value && slot.type.range.contains(*value)) values.push_back(*value);
    }
    if (items.size() == slot.length && values.size() == slot.length) {
      slot.initial = std::move(values);
      return true;
    }
    const std::string expected =
        slot.is_vector ? fmt::format("{} numbers in {}..{}, with braces around them", slot.length,
                                     slot.type.range.low, slot.type.range.high)
                       : fmt::format("a number in {}..{}", slot.type.range.low, slot.type.range.high);
    diagnostics_.error(slot.span,
                       fmt::format("-D {}={}: expected {}", slot.name, text, expected));
    return false;
  }

  // None if a vector's braces are missing.
  static std::vector<std::string_view> items_in(std::string_view text, const Slot& slot) {
    if (!slot.is_vector) return {text};
    if (!text.starts_with('{') || !text.ends_with('}')) return {};
    text = text.substr(1, text.size() - 2);
    std::vector<std::string_view> items;
    while (true) {
      const std::size_t comma = text.find(',');
      std::string_view item = text.substr(0, comma);
      while (item.starts_with(' ')) item.remove_prefix(1);
      while (item.ends_with(' ')) item.remove_suffix(1);
      items.push_back(item);
      if (comma == std::string_view::npos) return items;
      text.remove_prefix(comma + 1);
    }
  }

  static std::optional<Value> number_in(std::string_view text) {
    Value value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
  }

  void check_given_constants() {
    const bool has_inputs =
        std::any_of(file_.declarations.begin(), file_.declarations.end(), [](const auto& each) {
          return each.variable && each.variable->is_input;
        });
    for (const auto& [name, value] : given_) {
      if (used_.contains(name)) continue;
      diagnostics_.error({}, fmt::format("-D {}={}: the model has no {} '{}'", name, value,
                                         has_inputs ? "input or scalar constant" : "scalar constant",
                                         name));
    }
  }

  // A value known before the model runs, made of literals and constants declared before: an initial
  // value of `slot`, or (null) another number.
  Value constant(SyntaxId id, const ValueType& type, const Slot* slot, const std::string& what) {
    ExprBuilder builder(model_, file_.nodes, diagnostics_, surroundings());
    const auto found = builder.constant(id, what);
    if (!found) return 0;
    Value value = *found;
    const SourceSpan span = file_.nodes[id].span;
    if (const auto error = convert(value, type, slot, span)) {
      diagnostics_.error(span, fmt::format("the initial {}", text_of(*error)));
    }
    return value;
  }

  // --- channels

  // `process` is null for global ones.
  void declare_channel(const ChannelSyntax& syntax, const ProcessType* process) {
    declare(process ? locals() : globals_, syntax.name, "a channel");
    Channel channel;
    channel.name =
        process ? local_name(process->name, syntax.name.text) : syntax.name.text;
    channel.span = syntax.name.span;
    channel.is_typed = syntax.is_typed;
    for (const TypeSyntax& item : syntax.items) channel.items.push_back(item_type(item));
    if (syntax.is_typed) {
      channel.capacity = size_of(syntax.capacity, "channel", channel.name, 0).value_or(0);
      const auto room = static_cast<std::uint64_t>(channel.capacity) * channel.items.size();
      if (!take_room(room, syntax.capacity.span, channel.name)) channel.capacity = 0;
    }
    model_.channels.add(std::move(channel));
  }

  ChannelId channel_named(std::string_view name) const {
    for (std::size_t i = 0; i < model_.channels.size(); ++i) {
      const auto id = to_id<ChannelId>(i);
      if (model_.channels[id].name == name) return id;
    }
    return no_id<ChannelId>;
  }

  ChannelId find_channel(const SyncSyntax& sync, ExprBuilder& builder) {
    if (sync.process) return channel_of(*sync.process, sync.channel, builder);
    const Name& name = sync.channel;
    const std::string& process = instances_[to_index(current_)].name.text;
    ChannelId found = channel_named(local_name(process, name.text));
    if (!is_some(found)) found = channel_named(name.text);
    if (is_some(found)) return found;
    const auto local = locals().find(name.text);
    const auto global = globals_.find(name.text);
    if (local != locals().end() || global != globals_.end()) {
      const Symbol& symbol = local != locals().end() ? local->second : global->second;
      diagnostics_.error(name.span,
                         fmt::format("'{}' is {}, expected a channel", name.text, symbol.kind));
    } else {
      std::vector<std::string> names;
      for (const Channel& channel : model_.channels) names.push_back(channel.name);
      const std::string nearest = nearest_name(name.text, names);
      diagnostics_.error(
          name.span, fmt::format("unknown channel '{}'", name.text),
          nearest.empty() ? std::string() : fmt::format("there is a channel '{}'", nearest));
    }
    return no_id<ChannelId>;
  }

  // `P->c`
  ChannelId channel_of(const ProcessReference& process, const Name& name, ExprBuilder& builder) {
    const auto owner = builder.process_name(process);
    if (!owner) return no_id<ChannelId>;
    const ChannelId found = channel_named(local_name(*owner, name.text));
    if (is_some(found)) return found;
    if (is_some(model_.process_named(*owner))) {
      diagnostics_.error(name.span,
                         fmt::format("process '{}' has no channel '{}'", *owner, name.text));
    } else {
      std::vector<std::string> names;
      for (const Process& known : model_.processes) names.push_back(known.name);
      const std::string nearest = nearest_name(*owner, names);
      diagnostics_.error(process.name.span, fmt::format("unknown process '{}'", *owner),
                         nearest.empty() ? "" : fmt::format("there is a process '{}'", nearest));
    }
    return no_id<ChannelId>;
  }

  void check_item_count(ChannelId id, const SyncSyntax& sync) {
    Channel& channel = model_.channels[id];
    const std::size_t count = sync.items.size();
    const auto [first, is_first] = first_use_.emplace(to_index(id), sync);
    if (channel.is_typed) {
      if (channel.items.size() == count) return;
      return diagnostics_.error(sync.span,
                                fmt::format("channel '{}' carries {}, found {}", channel.name,
                                            counted(channel.items.size(), "item"), count));
    }
    if (is_first) {
      return channel.items.assign(count,
                                  ValueType{"", full_range, Overflow::Error, no_id<ObjectTypeId>});
    }
    if (first->second.items.size() == count) return;
    diagnostics_.error(
        sync.span,
        fmt::format("channel '{}' was first used with {}, found {}", channel.name,
                    counted(first->second.items.size(), "item"), count),
        fmt::format("the first use is at {}", diagnostics_.place(first->second.span)));
  }

  void warn_about_unused_channels() {
    for (std::size_t i = 0; i < model_.channels.size(); ++i) {
      const Channel& channel = model_.channels[to_id<ChannelId>(i)];
      if (!first_use_.contains(i)) {
        diagnostics_.warning(channel.span, fmt::format("channel '{}' is never used", channel.name));
      }
    }
  }

  // --- processes

  void list_instances() {
    instances_ = instances_of(file_, model_, macros_, diagnostics_);
    for (const ProcessSyntax& each : file_.templates) {
      const bool is_used =
          std::any_of(instances_.begin(), instances_.end(),
                      [&](const Instance& instance) { return instance.syntax == &each; });
      if (is_used) continue;
      diagnostics_.warning(each.name.span,
                           fmt::format("template '{}' has no instance", each.name.text));
    }
    const bool has_process =
        std::any_of(instances_.begin(), instances_.end(),
                    [](const Instance& instance) { return !instance.syntax->is_property; });
    if (!has_process && !diagnostics_.has_errors()) {
      diagnostics_.error(file_.system.span, "the model has no process");
    }
  }

  void refuse_reserved(const Name& name) {
    if (!is_reserved_property_name(name.text)) return;
    diagnostics_.error(name.span, fmt::format("'{}' means a question of every model, a property "
                                              "cannot be called so",
                                              name.text));
  }

  void declare_processes() {
    for (const ProcessSyntax& syntax : file_.templates) declare(globals_, syntax.name, "a template");
    for (const Instance& instance : instances_) {
      const bool is_new = declare(globals_, instance.name, "a process");
      ProcessType type;
      type.name = instance.name.text;
      type.span = instance.name.span;
      const ProcessTypeId id = model_.process_types.add(std::move(type));
      const Process process{instance.name.text, id, instance.name.span};
      const bool is_chosen =
          file_.system.property && is_new && instance.name.text == file_.system.property->text;
      if (is_chosen) {
        model_.claim = process;
      } else if (instance.syntax->is_property) {
        refuse_reserved(instance.name);
        DeclaredProperty declared{instance.name.text, DeclaredProperty::Kind::Claim,
                                  "the property process accepts no run", instance.name.span, id};
        model_.declared_properties.push_back(std::move(declared));
      }
      const bool is_claim = is_chosen || instance.syntax->is_property;
      process_of_.push_back(is_claim ? claim_id : model_.processes.add(process));
    }
  }

  void check_property() {
    if (!file_.system.property) return;
    const Name& name = *file_.system.property;
    if (!model_.claim) {
      const auto other = globals_.find(name.text);
      diagnostics_.error(name.span, other == globals_.end()
                                        ? fmt::format("unknown process '{}'", name.text)
                                        : fmt::format("'{}' is {}, expected a process", name.text,
                                                      other->second.kind));
    } else if (model_.processes.empty()) {
      diagnostics_.error(
          name.span,
          fmt::format("'{}' is the only process: there is no system to watch", name.text));
    }
  }

  void enter_process(std::size_t index) {
    current_ = to_id<ProcessTypeId>(index);
    is_property_ = process_of_[index] == claim_id;
  }

  // What is wrong with one instance of a template is mostly wrong with all of them, and said once.
  void once(std::size_t index, FunctionRef<void()> work) {
    const ProcessSyntax* const syntax = instances_[index].syntax;
    if (refused_.contains(syntax)) return;
    const std::size_t errors_before = diagnostics_.error_count();
    work();
    const bool is_template = !syntax->parameters.empty();
    if (is_template && diagnostics_.error_count() != errors_before) refused_.insert(syntax);
  }

  // What others can look at.
  void declare_parts(std::size_t index) {
    const ProcessSyntax& syntax = *instances_[index].syntax;
    enter_process(index);
    ProcessType& type = model_.process_types[current_];
    for (const ParameterSyntax& parameter : syntax.parameters) {
      declare(locals(), parameter.name, "a parameter");
    }
    for (const Declaration& declaration : syntax.declarations) declare(declaration, &type);
    declare_states(syntax, type);
    take_room(1, syntax.name.span, syntax.name.text);
    current_ = no_id<ProcessTypeId>;
  }

  void resolve_process(std::size_t index) {
    const ProcessSyntax& syntax = *instances_[index].syntax;
    enter_process(index);
    ExprBuilder builder(model_, file_.nodes, diagnostics_, surroundings());
    for (const AssertionSyntax& assertion : syntax.assertions)
      resolve_assertion(assertion, builder);
    for (const TransitionSyntax& transition : syntax.transitions)
      resolve_transition(transition, builder);
    current_ = no_id<ProcessTypeId>;
  }

  void declare_states(const ProcessSyntax& syntax, ProcessType& type) {
    for (const Name& state : syntax.states) {
      if (!declare(locals(), state, "a state")) continue;
      Location location;
      location.name = state.text;
      location.span = state.span;
      states().emplace(state.text, type.locations.add(std::move(location)));
    }
    if (!syntax.inits.empty()) type.initial = find_state(syntax.inits.front(), type);
    if (is_property_ && !syntax.commits.empty()) {
      diagnostics_.error(syntax.commits.front().span,
                         "the property process cannot have committed states: it never moves alone");
    }
    for (const Name& name : syntax.commits) {
      const LocationId id = find_state(name, type);
      if (is_some(id)) type.locations[id].committed = true;
    }
    for (const Name& name : syntax.accepts) {
      const LocationId id = find_state(name, type);
      if (is_some(id)) type.locations[id].accepting = true;
    }
    if (!is_property_ && !syntax.accepts.empty()) {
      diagnostics_.warning(syntax.accepts.front().span,
                           "'accept' means something in the property process only");
    }
  }

  LocationId find_state(const Name& name, const ProcessType& type) {
    const auto known = states().find(name.text);
    if (known != states().end()) return known->second;
    std::vector<std::string> names;
    for (const Location& location : type.locations) names.push_back(location.name);
    const auto local = locals().find(name.text);
    const auto global = globals_.find(name.text);
    if (local != locals().end() || global != globals_.end()) {
      const Symbol& symbol = local != locals().end() ? local->second : global->second;
      diagnostics_.error(name.span, fmt::format("'{}' is {}, expected a state of process '{}'",
                                                name.text, symbol.kind, type.name));
      return no_id<LocationId>;
    }
    const std::string nearest = nearest_name(name.text, names);
    diagnostics_.error(
        name.span, fmt::format("process '{}' has no state '{}'", type.name, name.text),
        nearest.empty() ? std::string() : fmt::format("it has a state '{}'", nearest));
    return no_id<LocationId>;
  }

  void resolve_assertion(const AssertionSyntax& syntax, ExprBuilder& builder) {
    Assertion assertion;
    assertion.owner = current_;
    assertion.location = find_state(syntax.state, model_.process_types[current_]);
    assertion.expr = builder.expr(syntax.expr);
    assertion.text = syntax.text;
    assertion.span = syntax.state.span;
    model_.assertions.push_back(std::move(assertion));
  }

  void resolve_transition(const TransitionSyntax& syntax, ExprBuilder& builder) {
    Action action;
    action.owner = current_;
    action.from = find_state(syntax.from, model_.process_types[current_]);
    action.to = find_state(syntax.to, model_.process_types[current_]);
    action.text = syntax.text;
    action.span = syntax.span;
    if (syntax.guard != no_syntax) action.guard = builder.expr(syntax.guard);
    if (syntax.sync) action.communication = resolve_sync(*syntax.sync, builder);
    for (const AssignmentSyntax& assignment : syntax.effect) {
      Instruction step;
      step.target = builder.target(assignment.target, "assigned");
      step.value = builder.expr(assignment.value);
      step.span = assignment.span;
      action.effect.push_back(std::move(step));
    }
    model_.actions.add(std::move(action));
  }

  Communication resolve_sync(const SyncSyntax& sync, ExprBuilder& builder) {
    Communication result;
    result.span = sync.span;
    result.kind = sync.is_send ? Communication::Kind::Send : Communication::Kind::Receive;
    if (is_property_) {
      diagnostics_.error(sync.span, "the property process cannot use channels");
    } else if (model_.composition == Composition::Synchronous) {
      diagnostics_.error(sync.span,
                         "channels have no meaning in a synchronous system ('system sync')");
    }
    const ChannelId channel = find_channel(sync, builder);
    if (is_some(channel)) {
      check_item_count(channel, sync);
      result.channel = model_.add_channel_number(channel, sync.channel.span);
    }
    for (const SyntaxId item : sync.items) {
      if (sync.is_send) {
        result.values.push_back(builder.expr(item));
      } else {
        ReceiveItem received;
        received.target = builder.target(item, "received into");
        result.items.push_back(std::move(received));
      }
    }
    return result;
  }

  // --- warnings

  // The element a place names, if that is known without running the model.
  std::optional<std::pair<SlotId, Value>> fixed_global(const Place& place) const {
    if (place.scope != Scope::Global) return std::nullopt;
    if (!is_some(place.index)) return std::pair{place.slot, 0};
    const Expr& index = model_.exprs[place.index];
    if (index.op != Op::Constant) return std::nullopt;
    return std::pair{place.slot, index.constant};
  }

  std::set<std::pair<SlotId, Value>> global_writes(const Action& action) const {
    std::set<std::pair<SlotId, Value>> writes;
    for (const ReceiveItem& item : action.communication.items) {
      if (const auto global = fixed_global(item.target)) writes.insert(*global);
    }
    for (const Instruction& step : action.effect) {
      if (const auto global = fixed_global(step.target)) writes.insert(*global);
    }
    return writes;
  }

  using Written = std::pair<SlotId, Value>;
  // Per channel and written element, a receiver or two: of two one is not the sender's own process.
  using Receivers = std::map<std::pair<ChannelId, Written>, std::vector<const Action*>>;

  bool is_rendezvous(const Communication& communication, Communication::Kind kind) const {
    if (communication.kind != kind || !is_some(communication.channel)) return false;
    return model_.channels[model_.fixed_channel(communication)].is_rendezvous();
  }

  void warn_about_shared_writes() {
    Receivers receivers;
    for (const Action& action : model_.actions) {
      if (!is_rendezvous(action.communication, Communication::Kind::Receive)) continue;
      for (const Written& write : global_writes(action)) {
        auto& known = receivers[{model_.fixed_channel(action.communication), write}];
        if (known.empty() || (known.size() == 1 && known[0]->owner != action.owner)) {
          known.push_back(&action);
        }
      }
    }
    std::set<std::pair<ChannelId, SlotId>> warned;
    for (const Action& action : model_.actions) {
      if (!is_rendezvous(action.communication, Communication::Kind::Send)) continue;
      warn_about_sender(action, receivers, warned);
    }
  }

  void warn_about_sender(const Action& sender, const Receivers& receivers,
                         std::set<std::pair<ChannelId, SlotId>>& warned) {
    const ChannelId channel = model_.fixed_channel(sender.communication);
    for (const Written& write : global_writes(sender)) {
      const auto found = receivers.find({channel, write});
      if (found == receivers.end()) continue;
      for (const Action* receiver : found->second) {
        if (receiver->owner == sender.owner) continue;
        if (!warned.insert({channel, write.first}).second) continue;
        diagnostics_.warning(
            sender.span,
            fmt::format(
                "both partners of a rendezvous on '{}' write '{}': the sender's value stays",
                model_.channels[channel].name, model_.globals.slots[write.first].name),
            fmt::format("the receiver is at {}", diagnostics_.place(receiver->span)));
      }
    }
  }

  const FileSyntax& file_;
  const std::map<std::string, std::string>& given_;
  std::set<std::string> used_;
  Diagnostics& diagnostics_;
  Model model_;
  Macros macros_;
  std::vector<Instance> instances_;
  std::set<const ProcessSyntax*> refused_;
  Names globals_;
  std::vector<ProcessScope> scopes_;             // by place in the file
  ProcessScope nowhere_;                         // outside of all processes
  // By the lower bound in the text and the process.
  std::map<std::pair<SyntaxId, ProcessTypeId>, Range> ranges_;
  std::map<std::size_t, SyncSyntax> first_use_;         // by channel
  std::vector<ProcessId> process_of_;                   // by place in the file
  ProcessTypeId current_ = no_id<ProcessTypeId>;
  bool is_property_ = false;
  std::uint64_t state_values_ = 0;
};

}  // namespace

Model resolve(const FileSyntax& file, std::string file_name,
              const std::map<std::string, std::string>& constants, Diagnostics& diagnostics) {
  return Resolver(file, constants, diagnostics).run(std::move(file_name));
}

}  // namespace clew::dve
