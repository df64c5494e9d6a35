#include "clew/export/static_model.hpp"

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/export/dve_survey.hpp"
#include "clew/export/static_channels.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/intervals.hpp"
#include "clew/model/message_size.hpp"

namespace clew {

namespace {

// A path through an atomic block, and the paths of one location.
constexpr std::size_t steps_max = 200;
constexpr std::size_t paths_max = 2000;

// The part of a move that is behind us.
struct Path {
  ExprId guard = no_id<ExprId>;
  Communication communication;
  std::vector<Instruction> effect;
  Substitution done;
  std::string text;
  std::size_t steps = 0;
  bool must_go_on = false;  // inside of a d_step
};

class PlainMaker {
 public:
  explicit PlainMaker(const Model& model)
      : from_(model),
        judge_(model),
        initial_(judge_.initial_state()),
        expressions_(model, to_, initial_, refuse_) {}

  Plain run() {
    check();
    if (refuse_.text().empty()) {
      declare();
      plan_ = plan_channels(from_, to_, expressions_, initial_, refuse_);
    }
    for (std::size_t i = 0; i < from_.processes.size() && refuse_.text().empty(); ++i) {
      make_process(to_id<ProcessId>(i));
    }
    if (from_.claim && refuse_.text().empty()) make_claim();
    settle_types();
    if (expressions_.can_miss_channels()) {
      note("an index outside an array of channels, an error there, makes a statement wait here");
    }
    Plain result;
    result.refusal = refuse_.text();
    if (!result.refusal.empty()) return result;
    result.model = std::move(to_);
    result.notes = std::move(notes_);
    return result;
  }

 private:
  // --- the whole

  void check() {
    if (from_.processes.empty()) refuse_("the model has no process, and DVE needs one");
    if (from_.composition == Composition::Synchronous) refuse_("all processes move at once");
    if (!from_.object_types.empty()) refuse_("the model has heap objects, which DVE has not");
    if (!from_.assertions.empty()) refuse_("assertions about locations are not made plainer");
    for (const Action& action : from_.actions) {
      for (const Instruction& step : action.effect) {
        if (step.kind == Instruction::Kind::Start) {
          refuse_("'{}' starts a process while the model runs, and DVE has all from the beginning",
                  action.text);
        }
        ends_ = ends_ || step.kind == Instruction::Kind::Terminate;
        if (step.kind == Instruction::Kind::Print) note("what is printed is left out");
      }
    }
    for (const DeclaredProperty& property : from_.declared_properties) {
      if (from_.claim && from_.claim->type == property.claim) continue;
      note(fmt::format("the property '{}' is left out", property.name));
    }
  }

  void note(std::string text) {
    if (std::find(notes_.begin(), notes_.end(), text) == notes_.end()) {
      notes_.push_back(std::move(text));
    }
  }

  void declare() {
    to_.name = from_.name;
    to_.file = from_.file;
    to_.language = from_.language;
    to_.constants = from_.constants;
    to_.globals = from_.globals;
    to_.enumerations = from_.enumerations;
    for (std::size_t i = 0; i < to_.globals.slots.size(); ++i) {
      begin_with_state(to_.globals.slots[to_id<SlotId>(i)], 0);
    }
    if (ends_) {
      Slot alive;
      alive.name = "alive";
      alive.type.range = {0, static_cast<Value>(from_.processes.size())};
      alive.initial = {alive.type.range.high};
      alive_ = to_.globals.add(std::move(alive));
      expressions_.set_alive(alive_);
    }
    for (std::size_t i = 0; i < from_.processes.size(); ++i) {
      const auto process = to_id<ProcessId>(i);
      const ProcessType& type = from_.type_of(process);
      ProcessType plain;
      plain.name = from_.processes[process].name;
      plain.frame = type.frame;
      for (Slot& slot : plain.frame.slots)
        begin_with_state(slot, initial_.part(process).offset + 1);
      to_.processes.add({plain.name, to_.process_types.add(std::move(plain)), {}});
    }
  }

  // Where the frame of the slot begins in a state is `base`.
  void begin_with_state(Slot& slot, std::size_t base) const {
    slot.dimensions.clear();
    for (std::size_t at = slot.name.find("[]"); at != std::string::npos;
         at = slot.name.find("[]")) {
      slot.name.erase(at, 2);
    }
    for (std::uint32_t i = 0; i < slot.length; ++i) {
      slot.initial[i] = initial_.values[base + slot.offset + i];
    }
  }

  // Only now, because the true ranges tell more about values.
  void settle_types() {
    for (Slot& slot : to_.globals.slots) settle_type(slot);
    for (ProcessType& type : to_.process_types) {
      for (Slot& slot : type.frame.slots) settle_type(slot);
    }
  }

  void settle_type(Slot& slot) {
    if (!lies_within(slot.type.range, dve_int)) {
      note(fmt::format("'{}' has 16 bits here; a value that needs more is an error", slot.name));
    }
    for (const Value value : slot.initial) {
      if (value < dve_int.low || value > dve_int.high) {
        refuse_("'{}' begins with {}, and a variable of DVE has 16 bits", slot.name, value);
      }
    }
    const bool is_byte = lies_within(slot.type.range, dve_byte);
    slot.type = {};
    slot.type.range = is_byte ? dve_byte : dve_int;
  }

  // --- processes

  void make_process(ProcessId process) {
    expressions_.enter(process, to_id<ProcessTypeId>(to_index(process)));
    process_ = process;
    old_ = from_.processes[process].type;
    locations_.clear();
    pending_.clear();
    gone_ = no_id<LocationId>;
    ProcessType& type = to_.process_types[expressions_.type()];
    type.initial = location(initial_.location_of(process));
    for (std::size_t i = 0; i < pending_.size() && refuse_.text().empty(); ++i) {
      here_ = pending_[i];
      paths_ = 0;
      for (const ActionId id : outgoing(here_)) take({}, here_, id);
    }
    all_locations_.push_back(locations_);
  }

  // It moves as it did, and looks where things are now.
  void make_claim() {
    const ProcessType& old = from_.process_types[from_.claim->type];
    ProcessType plain;
    plain.name = old.name;
    plain.initial = old.initial;
    for (const Location& location : old.locations) {
      Location copied;
      copied.name = location.name;
      copied.accepting = location.accepting;
      plain.locations.add(std::move(copied));
    }
    const ProcessTypeId type = to_.process_types.add(std::move(plain));
    to_.claim = Process{from_.claim->name, type, {}};
    for (DeclaredProperty property : from_.declared_properties) {
      if (property.claim != from_.claim->type) continue;
      property.claim = type;
      property.propositions.clear();
      to_.declared_properties.push_back(std::move(property));
    }
    expressions_.enter_claim(from_.claim->name, type, all_locations_);
    if (!old.frame.slots.empty()) refuse_("the claim '{}' has variables", old.name);
    for (const Action& action : from_.actions) {
      if (action.owner == from_.claim->type) watch(action, type);
    }
  }

  void watch(const Action& action, ProcessTypeId type) {
    if (!action.effect.empty()) {
      refuse_("the claim '{}' does more than to look on, which DVE forbids", from_.claim->name);
    }
    Action plain;
    plain.owner = type;
    plain.from = action.from;
    plain.to = action.to;
    plain.text = action.text;
    if (is_some(action.guard)) plain.guard = expressions_.copy(action.guard, {});
    if (is_some(plain.guard) && expressions_.is_true(plain.guard)) plain.guard = no_id<ExprId>;
    if (!is_some(plain.guard) || !expressions_.is_false(plain.guard)) {
      to_.actions.add(std::move(plain));
    }
  }

  LocationId location(LocationId old) {
    const auto known = locations_.find(old);
    if (known != locations_.end()) return known->second;
    const Location& from = from_.process_types[old_].locations[old];
    if (from.is_end) note("a proper end is a deadlock here");
    Location plain;
    plain.name = from.name;
    plain.span = from.span;
    const LocationId added = to_.process_types[expressions_.type()].locations.add(std::move(plain));
    locations_.emplace(old, added);
    pending_.push_back(old);
    return added;
  }

  LocationId gone() {
    if (!is_some(gone_)) {
      Location plain;
      plain.name = "gone";
      gone_ = to_.process_types[expressions_.type()].locations.add(std::move(plain));
    }
    return gone_;
  }

  std::vector<ActionId> outgoing(LocationId location) const {
    std::vector<ActionId> found;
    for (std::size_t i = 0; i < from_.actions.size(); ++i) {
      const Action& action = from_.actions[to_id<ActionId>(i)];
      if (action.owner == old_ && action.from == location) found.push_back(to_id<ActionId>(i));
    }
    return found;
  }

  const std::string& name() const { return expressions_.process_name(); }

  // --- what is possible

  bool is_handshake(const Action& action) {
    if (action.communication.kind == Communication::Kind::None) return false;
    const auto choices = expressions_.channels(action.communication.channel, {});
    return !choices.empty() && expressions_.channel(choices[0].channel).is_rendezvous();
  }

  // Does an earlier action at the same location keep this one from being taken?
  static bool is_blocked_by(const Action& action, const Action& earlier) {
    return action.is_else ||
           (action.alternative != 0 && action.alternative == earlier.alternative) ||
           (earlier.escape != 0 && earlier.escape != action.escape);
  }

  // When the action is possible, apart from its channel and from the other actions there.
  ExprId own_guard(const Action& action, const Path& path) {
    const Substitution& done = path.done;
    // Inside of a d_step nobody asks any more.
    const ExprId provided = path.must_go_on ? no_id<ExprId> : from_.process_types[old_].provided;
    ExprId guard = is_some(provided) ? expressions_.copy(provided, done) : no_id<ExprId>;
    if (is_some(action.guard)) {
      guard = expressions_.both(guard, expressions_.copy(action.guard, done));
    }
    return guard;
  }

  // When the action is possible, apart from the other actions there.
  ExprId possible(const Action& action, const Path& path) {
    const Substitution& done = path.done;
    const ExprId guard = own_guard(action, path);
    if (action.communication.kind == Communication::Kind::None) return guard;
    const bool sends = action.communication.kind == Communication::Kind::Send;
    if (is_handshake(action)) {
      if (!sends) return expressions_.number(0);  // it is the sender's move
      refuse_("what '{}' does depends on whether somebody takes part in '{}', which DVE cannot say",
              name(), action.text);
      return guard;
    }
    ExprId served = expressions_.number(0);
    for (const auto& choice : expressions_.channels(action.communication.channel, done)) {
      const BufferCells& cells = *expressions_.cells_of(choice.channel);
      const std::size_t capacity = expressions_.channel(choice.channel).capacity;
      const ExprId ready =
          sends ? has_room(choice.channel, done)
                : expressions_.has_message(action.communication, cells, capacity, done);
      served = expressions_.either(served, expressions_.both(choice.condition, ready));
    }
    return expressions_.both(guard, served);
  }

  ExprId has_room(std::size_t channel, const Substitution& done) {
    Place fill;
    fill.slot = expressions_.cells_of(channel)->fill;
    const auto capacity = static_cast<Value>(expressions_.channel(channel).capacity);
    return expressions_.binary(Op::Less, expressions_.read(fill, done),
                               expressions_.number(capacity));
  }

  ExprId not_blocked(LocationId location, ActionId id, const Path& path) {
    const Action& action = from_.actions[id];
    ExprId free = no_id<ExprId>;
    for (const ActionId earlier : outgoing(location)) {
      if (earlier == id) break;
      const Action& other = from_.actions[earlier];
      if (!is_blocked_by(action, other)) continue;
      if (other.escape != 0) check_handshakes(location);
      free = expressions_.both(free, expressions_.negated(possible(other, path)));
    }
    return free;
  }

  // SPIN forgets that an escape is possible when a handshake behind it finds no partner.
  void check_handshakes(LocationId location) {
    for (const ActionId id : outgoing(location)) {
      const Action& action = from_.actions[id];
      if (action.communication.kind == Communication::Kind::Send && is_handshake(action)) {
        refuse_("'{}' in '{}' stands inside an unless, and who takes part decides what is possible",
                action.text, name());
      }
    }
  }

  // A d_step takes its first option that is possible, which for a receive the sender tells.
  void check_first_choice(LocationId location, ActionId id) {
    const Action& action = from_.actions[id];
    for (const ActionId earlier : outgoing(location)) {
      if (earlier == id) return;
      if (action.alternative == 0 || from_.actions[earlier].alternative != action.alternative) {
        continue;
      }
      refuse_("the d_step of '{}' at '{}' begins with a choice that a handshake decides", name(),
              action.text);
      return;
    }
  }

  // --- moves

  // One more action on the way.
  void take(Path path, LocationId location, ActionId id) {
    const Action& action = from_.actions[id];
    if (!refuse_.text().empty()) return;
    if (++path.steps > steps_max || paths_ > paths_max) {
      refuse_("the atomic block of '{}' at '{}' takes too many paths to write them down", name(),
              action.text);
      return;
    }
    const ExprId own = own_guard(action, path);
    path.guard = expressions_.both(path.guard, own);
    const bool receives_hand =
        action.communication.kind == Communication::Kind::Receive && is_handshake(action);
    if (receives_hand) {
      if (path.steps > 1) return;  // inside a move nobody is there to send
      check_first_choice(location, id);
      check_escapes(location, id);
    } else {
      path.guard = expressions_.both(path.guard, not_blocked(location, id, path));
    }
    if (expressions_.is_false(path.guard)) return;
    if (!path.text.empty()) path.text += "; ";
    path.text += action.text;
    communicate(std::move(path), action);
  }

  // Of a handshake that leads out of the block SPIN takes only those, if there are some.
  void check_escapes(LocationId location, ActionId id) {
    for (const ActionId earlier : outgoing(location)) {
      if (earlier == id) return;
      const Action& other = from_.actions[earlier];
      if (other.escape != 0 && other.escape != from_.actions[id].escape &&
          other.communication.kind == Communication::Kind::Receive) {
        refuse_("what '{}' receives depends on an unless around it, which DVE cannot say", name());
      }
    }
  }

  void communicate(Path path, const Action& action) {
    const Communication& communication = action.communication;
    if (communication.kind == Communication::Kind::None) return run_effect(std::move(path), action);
    const bool sends = communication.kind == Communication::Kind::Send;
    for (const auto& choice : expressions_.channels(communication.channel, path.done)) {
      Path chosen = path;
      chosen.guard = expressions_.both(chosen.guard, choice.condition);
      if (expressions_.is_false(chosen.guard)) continue;
      const Channel& declared = expressions_.channel(choice.channel);
      const bool is_hand = declared.is_rendezvous();
      if (!fits(communication, declared)) {
        refuse_("'{}' in '{}' has {}, and channel '{}' carries {}, an error that DVE cannot say",
                action.text, name(), counted(item_count(communication), "item"), declared.name,
                declared.items.size());
      } else if (expressions_.cells_of(choice.channel)) {
        sends ? push(chosen, action, choice.channel) : pull(chosen, action, choice.channel);
      } else if (path.steps > 1) {
        refuse_("'{}' in '{}' comes within a move, where DVE has no communication", action.text,
                name());
      } else if (is_hand && sends && action.then == Action::Then::MustGoOn) {
        refuse_("'{}' in '{}' is a handshake that begins a d_step, which is an error of the model",
                action.text, name());
      } else if (is_hand) {
        hand_over(chosen, action, choice.channel);
      } else {
        use_buffer(std::move(chosen), action, choice.channel);
      }
    }
  }

  void run_effect(Path path, const Action& action) {
    for (const Instruction& step : action.effect) {
      switch (step.kind) {
        case Instruction::Kind::Assign: {
          const ExprId value = expressions_.copy(step.value, {});
          store(path, step.target, value, expressions_.copy_if_known(step.value, path.done));
          break;
        }
        case Instruction::Kind::Assert: assert_here(path, action, step); break;
        case Instruction::Kind::Terminate: return end(std::move(path));
        default: break;
      }
    }
    go_on(std::move(path), action);
  }

  // `value` is what the effect assigns; `known` the same, said in terms of the source state.
  void store(Path& path, const Place& old, ExprId value, ExprId known) {
    const Place target = expressions_.copy(old, {});
    Place resolved = target;
    if (is_some(old.index)) {
      const ExprId index = expressions_.copy_if_known(old.index, path.done);
      if (is_some(index)) resolved.index = index;
    }
    const Range range = to_.slot_of(target, expressions_.type()).type.range;
    Instruction step;
    step.target = target;
    step.value = expressions_.cut(value, range);
    path.effect.push_back(std::move(step));
    expressions_.assign(path.done, resolved,
                        is_some(known) ? expressions_.cut(known, range) : no_id<ExprId>);
  }

  void assert_here(const Path& path, const Action& action, const Instruction& step) {
    if (path.communication.kind == Communication::Kind::Receive) {
      refuse_("'{}' in '{}' looks at a message within the move that receives it", action.text,
              name());
    } else if (path.communication.kind == Communication::Kind::Send) {
      // Only a buffer of variables can tell whether it has room, and so whether this is reached.
      refuse_("'{}' in '{}' asserts within the move that sends a message", action.text, name());
    }
    const ExprId condition = expressions_.copy(step.value, path.done);
    if (expressions_.is_true(condition)) return;
    Assertion assertion;
    assertion.owner = expressions_.type();
    assertion.location = location(here_);
    assertion.expr =
        is_some(path.guard) ? expressions_.binary(Op::Imply, path.guard, condition) : condition;
    assertion.text = step.text;
    to_.assertions.push_back(std::move(assertion));
  }

  // The process leaves nothing behind.
  void end(Path path) {
    Instruction fewer;
    fewer.target.slot = alive_;
    fewer.value =
        expressions_.binary(Op::Subtract, expressions_.global(alive_), expressions_.number(1));
    path.effect.push_back(std::move(fewer));
    const Frame& frame = to_.process_types[expressions_.type()].frame;
    for (std::size_t i = 0; i < frame.slots.size(); ++i) {
      const Slot& slot = frame.slots[to_id<SlotId>(i)];
      if (!is_ever_changed(to_id<SlotId>(i))) continue;
      for (std::uint32_t element = 0; element < slot.length; ++element) {
        Instruction reset;
        reset.target.scope = Scope::Self;
        reset.target.slot = to_id<SlotId>(i);
        if (slot.is_vector) reset.target.index = expressions_.number(static_cast<Value>(element));
        reset.value = expressions_.number(slot.initial[element]);
        path.effect.push_back(std::move(reset));
      }
    }
    for (const auto& part : channels_of(from_, initial_, process_)) {
      if (!from_.channels[part.id].is_rendezvous()) {
        refuse_("the channel '{}' of '{}' ends with its process, and in DVE none does",
                from_.channels[part.id].name, name());
      }
    }
    finish(std::move(path), gone());
  }

  bool is_ever_changed(SlotId slot) const {
    const auto is_it = [&](const Place& place) {
      return place.scope == Scope::Self && place.slot == slot;
    };
    for (const Action& action : from_.actions) {
      if (action.owner != old_) continue;
      for (const Instruction& step : action.effect) {
        if (step.has_target() && is_it(step.target)) return true;
      }
      for (const ReceiveItem& item : action.communication.items) {
        if (item.kind == ReceiveItem::Kind::Store && is_it(item.target)) return true;
      }
    }
    return false;
  }

  // Behind the action: the move is complete, or its process goes on.
  void go_on(Path path, const Action& action) {
    const bool hands_over = action.communication.kind == Communication::Kind::Send &&
                            path.steps == 1 && is_handshake(action);
    if (action.then == Action::Then::Ends || hands_over) {
      return finish(std::move(path), location(action.to));
    }
    path.must_go_on = action.then == Action::Then::MustGoOn;
    ExprId ready = expressions_.number(0);
    for (const ActionId id : outgoing(action.to)) {
      ready = expressions_.either(ready, possible(from_.actions[id], path));
    }
    if (!expressions_.is_true(ready)) {
      Path blocked = path;
      blocked.guard = expressions_.both(blocked.guard, expressions_.negated(ready));
      const bool can_block = !expressions_.is_false(blocked.guard);
      if (can_block && path.must_go_on) {
        note(
            "a d_step that blocks behind its first statement, an error there, does not begin here");
      } else if (can_block) {
        finish(std::move(blocked), location(action.to));
      }
    }
    for (const ActionId id : outgoing(action.to)) take(path, action.to, id);
  }

  void finish(Path path, LocationId target) {
    ++paths_;
    Action action;
    action.owner = expressions_.type();
    action.from = location(here_);
    action.to = target;
    action.guard = path.guard;
    action.communication = std::move(path.communication);
    action.effect = std::move(path.effect);
    action.text = std::move(path.text);
    to_.actions.add(std::move(action));
  }

  // --- buffers that are variables

  Place cell(SlotId slot, ExprId index = no_id<ExprId>) const {
    Place place;
    place.slot = slot;
    place.index = index;
    return place;
  }

  void set_cell(Path& path, SlotId slot, ExprId index, ExprId value, ExprId known) {
    Instruction step;
    step.target = cell(slot, index);
    step.value = value;
    path.effect.push_back(std::move(step));
    expressions_.assign(path.done, cell(slot, index), known);
  }

  void change_fill(Path& path, const BufferCells& cells, Op op) {
    const ExprId known = expressions_.binary(op, expressions_.read(cell(cells.fill), path.done),
                                             expressions_.number(1));
    const ExprId value =
        expressions_.binary(op, expressions_.global(cells.fill), expressions_.number(1));
    set_cell(path, cells.fill, no_id<ExprId>, value, known);
  }

  void push(Path path, const Action& action, std::size_t channel) {
    const BufferCells& cells = *expressions_.cells_of(channel);
    const Communication& send = action.communication;
    if (send.sorted) {
      return refuse_("'{}' in '{}' sends in order, which is not translated", action.text, name());
    }
    path.guard = expressions_.both(path.guard, has_room(channel, path.done));
    if (expressions_.is_false(path.guard)) return;
    const ExprId end = expressions_.read(cell(cells.fill), path.done);
    const auto known_end = expressions_.constant(end);
    for (std::size_t i = 0; i < cells.items.size(); ++i) {
      const Range range = expressions_.channel(channel).items[i].range;
      const bool is_given = i < send.values.size();
      const ExprId value =
          is_given ? expressions_.copy(send.values[i], {}) : expressions_.number(0);
      const ExprId known =
          is_given ? expressions_.copy_if_known(send.values[i], path.done) : expressions_.number(0);
      const ExprId index =
          known_end ? expressions_.number(*known_end) : expressions_.global(cells.fill);
      set_cell(path, cells.items[i], index, expressions_.cut(value, range),
               is_some(known) ? expressions_.cut(known, range) : known);
    }
    change_fill(path, cells, Op::Add);
    run_effect(std::move(path), action);
  }

  void pull(const Path& path, const Action& action, std::size_t channel) {
    const BufferCells& cells = *expressions_.cells_of(channel);
    const Communication& receive = action.communication;
    const std::size_t capacity = expressions_.channel(channel).capacity;
    ExprId none_before = no_id<ExprId>;
    for (std::size_t k = 0; k < (receive.searches ? capacity : 1); ++k) {
      const ExprId fits = expressions_.fits(receive, cells, k, path.done);
      Path found = path;
      found.guard = expressions_.both(found.guard, expressions_.both(none_before, fits));
      none_before = expressions_.both(none_before, expressions_.negated(fits));
      if (!expressions_.is_false(found.guard)) take_message(std::move(found), action, channel, k);
    }
  }

  void take_message(Path path, const Action& action, std::size_t channel, std::size_t message) {
    const BufferCells& cells = *expressions_.cells_of(channel);
    const Communication& receive = action.communication;
    const ExprId position = expressions_.number(static_cast<Value>(message));
    for (std::size_t i = 0; i < receive.items.size() && i < cells.items.size(); ++i) {
      if (receive.items[i].kind != ReceiveItem::Kind::Store) continue;
      store(path, receive.items[i].target, expressions_.global(cells.items[i], position),
            expressions_.read_if_known(cell(cells.items[i], position), path.done));
    }
    if (!receive.keeps) remove_message(path, cells, channel, message);
    run_effect(std::move(path), action);
  }

  // The younger messages move up, and what gets free becomes zero.
  void remove_message(Path& path, const BufferCells& cells, std::size_t channel,
                      std::size_t message) {
    const std::size_t capacity = expressions_.channel(channel).capacity;
    for (const SlotId item : cells.items) {
      for (std::size_t k = message; k < capacity; ++k) {
        const ExprId index = expressions_.number(static_cast<Value>(k));
        const ExprId next = expressions_.number(static_cast<Value>(k + 1));
        const bool is_last = k + 1 == capacity;
        const ExprId value = is_last ? expressions_.number(0) : expressions_.global(item, next);
        const ExprId known =
            is_last ? value : expressions_.read_if_known(cell(item, next), path.done);
        set_cell(path, item, index, value, known);
      }
    }
    change_fill(path, cells, Op::Subtract);
  }

  // --- communication that stays

  // Where an item goes first: its own place if every value fits there, else a place that keeps any.  What
  // comes after an item that is stored later is stored later, too: it may be the index, or the same place.
  Place landing(Path& path, const ReceiveItem& item, Range range,
                std::vector<Instruction>& behind) {
    if (item.kind == ReceiveItem::Kind::Store) {
      const Place target = expressions_.copy(item.target, {});
      const bool is_fixed = !is_some(target.index) || expressions_.constant(target.index);
      const Range wanted = to_.slot_of(target, expressions_.type()).type.range;
      expressions_.assign(path.done, target, no_id<ExprId>);
      if (is_fixed && lies_within(range, wanted) && !stores_behind_) return target;
      stores_behind_ = stores_behind_ || !is_fixed;
      const SlotId any = any_slot(landings_++);
      Instruction step;
      step.target = target;
      step.value = expressions_.cut(expressions_.global(any), wanted);
      behind.push_back(std::move(step));
      return forget(any, behind);
    }
    return forget(any_slot(landings_++), behind);
  }

  Place forget(SlotId any, std::vector<Instruction>& behind) {
    Instruction reset;
    reset.target.slot = any;
    reset.value = expressions_.number(0);
    behind.push_back(std::move(reset));
    return reset.target;
  }

  // A variable that is zero between the moves.
  SlotId any_slot(std::size_t index) {
    while (any_slots_.size() <= index) {
      Slot slot;
      slot.name = fmt::format("message_{}", any_slots_.size() + 1);
      slot.type.range = dve_int;
      any_slots_.push_back(to_.globals.add(std::move(slot)));
    }
    return any_slots_[index];
  }

  void use_buffer(Path path, const Action& action, std::size_t channel) {
    const Channel& declared = expressions_.channel(channel);
    const Communication& old = action.communication;
    path.communication.kind = old.kind;
    path.communication.channel = to_.add_channel_number(plan_.buffers.at(channel));
    landings_ = 0;
    stores_behind_ = false;
    std::vector<Instruction> behind;
    for (std::size_t i = 0; i < declared.items.size(); ++i) {
      const Range range = declared.items[i].range;
      if (old.kind == Communication::Kind::Send) {
        const ExprId value =
            i < old.values.size() ? expressions_.copy(old.values[i], {}) : expressions_.number(0);
        if (!lies_within(range, dve_int) && !lies_within(expressions_.interval(value), dve_int)) {
          refuse_("'{}' in '{}' sends a value of 32 bits through a buffer, and DVE keeps 16",
                  action.text, name());
        }
        path.communication.values.push_back(expressions_.cut(value, range));
      } else {
        const ReceiveItem item = i < old.items.size() ? old.items[i] : ignored();
        const Range kept{std::max(range.low, dve_int.low), std::min(range.high, dve_int.high)};
        ReceiveItem plain;
        plain.target = landing(path, item, kept, behind);
        path.communication.items.push_back(std::move(plain));
      }
    }
    path.effect.insert(path.effect.end(), behind.begin(), behind.end());
    run_effect(std::move(path), action);
  }

  static ReceiveItem ignored() {
    ReceiveItem item;
    item.kind = ReceiveItem::Kind::Ignore;
    return item;
  }

  // One action for each channel that the handshake was split into and that this one can use.
  void hand_over(const Path& path, const Action& action, std::size_t channel) {
    for (const auto& [key, id] : plan_.handshakes.at(channel).channels) {
      Path part = path;
      part.communication.kind = action.communication.kind;
      part.communication.channel = to_.add_channel_number(id);
      const bool sends = action.communication.kind == Communication::Kind::Send;
      const bool is_possible =
          sends ? send_part(part, action, channel, key) : receive_part(part, action, channel, key);
      if (is_possible) run_effect(std::move(part), action);
    }
  }

  bool send_part(Path& path, const Action& action, std::size_t channel,
                 const SplitHandshake::Key& key) {
    const auto& positions = plan_.handshakes.at(channel).positions;
    const Communication& old = action.communication;
    std::size_t next = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      ExprId value =
          i < old.values.size() ? expressions_.copy(old.values[i], {}) : expressions_.number(0);
      value = expressions_.cut(value, expressions_.channel(channel).items[i].range);
      const bool is_split = positions[i].is_split;
      const std::optional<Value>& part = is_split ? key[next++] : any_value_;
      if (part) {
        path.guard = expressions_.both(
            path.guard, expressions_.binary(Op::Equal, value, expressions_.number(*part)));
        continue;
      }
      for (const Value other : is_split ? positions[i].values : std::set<Value>{}) {
        path.guard = expressions_.both(
            path.guard, expressions_.binary(Op::NotEqual, value, expressions_.number(other)));
      }
      path.communication.values.push_back(value);
    }
    return !expressions_.is_false(path.guard);
  }

  bool receive_part(Path& path, const Action& action, std::size_t channel,
                    const SplitHandshake::Key& key) {
    const auto& positions = plan_.handshakes.at(channel).positions;
    const Communication& old = action.communication;
    std::vector<Instruction> behind;
    std::size_t next = 0;
    landings_ = 0;
    stores_behind_ = false;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const ReceiveItem item = i < old.items.size() ? old.items[i] : ignored();
      const std::optional<Value>& part = positions[i].is_split ? key[next++] : any_value_;
      if (item.kind == ReceiveItem::Kind::Match) {
        const ExprId wanted = expressions_.copy(item.value, {});
        if (!part && expressions_.constant(wanted)) return false;
        if (!part) {
          refuse_("'{}' in '{}' compares a message with a value that changes, which DVE cannot say",
                  action.text, name());
          return false;
        }
        path.guard = expressions_.both(
            path.guard, expressions_.binary(Op::Equal, wanted, expressions_.number(*part)));
        if (expressions_.is_false(path.guard)) return false;
      } else if (!part) {
        ReceiveItem plain;
        plain.target = landing(path, item, expressions_.channel(channel).items[i].range, behind);
        path.communication.items.push_back(std::move(plain));
      } else if (item.kind == ReceiveItem::Kind::Store) {
        path.effect.insert(path.effect.end(), behind.begin(), behind.end());
        behind.clear();
        stores_behind_ = true;
        const ExprId value = expressions_.number(*part);
        store(path, item.target, value, value);
      }
    }
    path.effect.insert(path.effect.end(), behind.begin(), behind.end());
    return true;
  }

  const Model& from_;
  const Interpreter judge_;
  const State initial_;
  Model to_;
  Refusal refuse_;
  PlainExpressions expressions_;
  PlainChannels plan_;
  std::vector<std::string> notes_;
  bool ends_ = false;  // some process can
  SlotId alive_ = no_id<SlotId>;
  std::vector<SlotId> any_slots_;
  const std::optional<Value> any_value_;
  // Of the process that is being made.
  ProcessId process_ = no_id<ProcessId>;
  ProcessTypeId old_ = no_id<ProcessTypeId>;
  std::map<LocationId, LocationId> locations_;
  PlainExpressions::Locations all_locations_;  // of those that are made
  std::vector<LocationId> pending_;
  LocationId gone_ = no_id<LocationId>;
  LocationId here_ = no_id<LocationId>;  // where the move begins
  std::size_t paths_ = 0;
  std::size_t landings_ = 0;
  bool stores_behind_ = false;
};

}  // namespace

Plain plain_model(const Model& model) { return PlainMaker(model).run(); }

}  // namespace clew
