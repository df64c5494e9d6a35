// The shared representation of every modelled system, whatever language it was written in.
//
// A model is plain data: no closures, no callbacks.  The interpreter, generated code and symbolic
// encodings all read the same tables.
//
//   frames     variables of one owner: the globals, a process type, a kind of heap object
//   channels   rendezvous (capacity 0) or bounded first-in first-out buffers
//   processes  instances of process types; a process type has locations and actions
//   actions    who, from which location, guard, communication, effect, to which location
//
// A front-end fills a Model and calls validate() (validate.hpp); from then on it is read only,
// except that property expressions may still be added to `exprs`.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "clew/model/types.hpp"

namespace clew {

// --- expressions

enum class Op : std::uint8_t {
  Constant,    // constant
  Read,        // place
  AtLocation,  // 1 if the process that `place` is about is at `location`, else 0
  Exists,      // 1 if a process with the number of `left` is alive
  IsYoungest,  // 1 if the acting process was created last of those alive
  Self,        // number of the acting process
  ProcessCount,
  OwnChannel,  // number of the channel that the acting process was created with as `constant`-th
  Length,      // messages in channel `left`; error: there is no such channel
  IsFull,      // channel `left` is buffered and has no room
  IsEmpty,     // channel `left` holds no message
  Poll,        // 1 if the receive `poll` could take a message now, if it searches which one,
               // counted from 1; 0 if not; error: rendezvous channel
  Timeout,     // 1 if no process could move were this 0
  Enabled,     // 1 if the process with the number of `left` has something to do
  LocationNumber,  // where the process with the number of `left` is
  NonProgress,     // 1 if no process is at a location marked as progress
  Accepting,       // 1 if some process is at a location marked as accepting
  Bounded,         // left; error: it is outside 0 .. constant-1
  Conditional,     // left is true: right, else third
  // unary: left
  Not,
  Negate,
  Complement,
  // binary: left, right
  Multiply,
  Divide,  // truncates toward zero; errors: zero divisor, most negative value by -1
  Modulo,  // sign of the dividend; the same errors
  Add,
  Subtract,
  ShiftLeft,   // error: count outside 0..31
  ShiftRight,  // arithmetic; the same error
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  // The right side is evaluated only if the left one does not decide.
  And,
  Or,
  Imply,
};

enum class Scope : std::uint8_t {
  Global,
  Self,      // the process that acts
  Process,   // a fixed process of the initial state, or the claim
  Numbered,  // the process of type `type` with the number of `owner`, or (no owner) the first of the
             // type; error: there is none
  Constant,  // a table that is not part of the state
  Object,    // the heap object that `owner` refers to; error: null
  Choice,    // what the action under way was taken with: a slot of Model::choices
};

// Where a value lives.
struct Place {
  Scope scope = Scope::Global;
  SlotId slot = no_id<SlotId>;
  ProcessId process = no_id<ProcessId>;       // Scope::Process
  ProcessTypeId type = no_id<ProcessTypeId>;  // Scope::Numbered
  ExprId owner = no_id<ExprId>;               // Scope::Numbered, Scope::Object
  ExprId index = no_id<ExprId>;               // element of a vector; error: outside it
  SourceSpan span;
};

struct Expr {
  Op op = Op::Constant;
  Value constant = 0;
  ExprId left = no_id<ExprId>;
  ExprId right = no_id<ExprId>;
  ExprId third = no_id<ExprId>;
  PollId poll = no_id<PollId>;
  Place place;
  LocationId location = no_id<LocationId>;
  SourceSpan span;
};

constexpr bool is_unary(Op op) { return op >= Op::Not && op <= Op::Complement; }
constexpr bool is_binary(Op op) { return op >= Op::Multiply; }

// The expressions an expression is directly made of; what its place or poll is made of not counted.
std::vector<ExprId> operands_of(const Expr& expr);

// --- variables

struct Slot {
  std::string name;
  ValueType type;
  std::uint32_t length = 1;  // elements of a vector; 1 for a scalar
  bool is_vector = false;
  // A vector within a vector of records is one slot: of `r[3]` with a field `f[2]` it is "r[].f[]" with
  // 6 elements and the dimensions 3 and 2.  Empty for plain vectors.
  std::vector<std::uint32_t> dimensions;
  std::vector<Value> initial;  // `length` values
  SourceSpan span;
  std::uint32_t offset = 0;  // of the first element within the frame; set by Frame::add
  // There are initial states with every value of the range in every element; see
  // Model::initial_condition.
  bool is_free = false;
};

struct Frame {
  IdMap<SlotId, Slot> slots;
  std::uint32_t value_count = 0;
  std::unordered_map<std::string, SlotId> by_name;

  SlotId add(Slot slot);  // of two with one name the first is found
  const Slot* find(std::string_view name) const;
  SlotId id_of(std::string_view name) const;  // no_id if there is none
};

struct Channel {
  std::string name;
  std::vector<ValueType> items;  // one message
  std::uint32_t capacity = 0;    // 0: rendezvous
  bool is_typed = false;         // the items were declared, not inferred from use
  SourceSpan span;
  // Every process of this type comes with such a channel, which ends with it; none: every state has it.
  ProcessTypeId owner = no_id<ProcessTypeId>;

  bool is_global() const { return !is_some(owner); }
  bool is_rendezvous() const { return capacity == 0; }
  // Values a state holds for it: the fill, then capacity messages, oldest first, the rest zero.
  std::uint32_t value_count() const {
    return is_rendezvous() ? 0 : 1 + capacity * static_cast<std::uint32_t>(items.size());
  }
};

struct ObjectType {
  std::string name;
  Frame frame;
};

// --- processes

struct Location {
  std::string name;
  // While some process is at a committed location, only processes at committed locations move.
  bool committed = false;
  bool accepting = false;
  // Standing here with nothing left to do is a proper end, not a deadlock.
  bool is_end = false;
  bool is_progress = false;
  SourceSpan span;
};

// Run in order; each sees what the earlier ones did.
struct Instruction {
  enum class Kind : std::uint8_t {
    Assign,  // target = value; error: value outside the target's range
    Start,   // a new process of `process_type`; arguments go to its first slots, its number to the
             // target if there is one
    Terminate,  // the acting process ends; it must be the youngest (Op::IsYoungest)
    Allocate,   // target refers to a new object of `object_type`
    Assert,     // value must be true; if it is not the move goes on, marked as failing
    Print,      // arguments as `text` says, for people
  };
  Kind kind = Kind::Assign;
  Place target;
  ExprId value = no_id<ExprId>;
  ProcessTypeId process_type = no_id<ProcessTypeId>;
  std::vector<ExprId> arguments;
  ObjectTypeId object_type = no_id<ObjectTypeId>;
  std::string text;      // Assert: the expression; Print: the format
  bool forgets = false;  // Assign: nobody will read what the target was, nor this value
  SourceSpan span;

  bool has_target() const { return is_some(target.slot); }
};

// What a receive does with one item of the message.
struct ReceiveItem {
  enum class Kind : std::uint8_t {
    Store,  // into target
    Match,  // the item must equal value, else this receive does not take the message
    Ignore,
  };
  Kind kind = Kind::Store;
  Place target;
  ExprId value = no_id<ExprId>;
};

// The channel part of an action.  With a rendezvous channel one sender and one receiver of two
// different processes move together: values and the targets' indices are evaluated in the source
// state, stored, then the receiver's effect runs, then the sender's.
struct Communication {
  enum class Kind : std::uint8_t { None, Send, Receive };
  Kind kind = Kind::None;
  ExprId channel = no_id<ExprId>;  // its number in the state; error: there is none
  std::vector<ExprId> values;      // Send; error: not as many as the channel has items
  std::vector<ReceiveItem> items;  // Receive; the same, but fewer will do if it `keeps`
  bool sorted = false;    // Send: in front of the first message that is greater, not at the end
  bool searches = false;  // Receive: the first message that matches, not only the oldest
  bool keeps = false;     // Receive: the message stays in the channel
  // Receive: each target is found after the earlier items were stored, not in the source state.
  bool in_turn = false;
  SourceSpan span;
};

struct Action {
  ProcessTypeId owner = no_id<ProcessTypeId>;
  LocationId from = no_id<LocationId>;
  LocationId to = no_id<LocationId>;
  ExprId guard = no_id<ExprId>;  // none: always enabled
  Communication communication;
  // The action is taken once for every combination of their values for which it is enabled: slots of
  // Model::choices, which guard, communication and effect read as Scope::Choice.
  std::vector<SlotId> choices;
  std::vector<Instruction> effect;
  // The effect's assignments happen at once: targets and values are those of the state before the
  // first of them.
  bool is_simultaneous = false;

  // What becomes of the move after this action.  In a rendezvous the receiver's mark counts.  A mark
  // on the location would not do: one and the same location can be entered from inside and from
  // outside of an atomic block.
  enum class Then : std::uint8_t {
    Ends,
    GoesOn,    // the process goes on within the same move, alone; where it cannot, the move ends
    MustGoOn,  // the same, but that it cannot go on is an error
  };
  Then then = Then::Ends;
  // Enabled only if no action listed before it at the same location is (a rendezvous receive is not
  // by itself).
  bool is_else = false;
  // Of the enabled actions of a location with one and the same number other than 0 the first alone is
  // taken.
  std::uint32_t alternative = 0;
  // Actions with a number other than 0 come first at their location; once one of them is enabled, only
  // others with the same number are taken.
  std::uint32_t escape = 0;
  std::uint32_t foreign_id = 0;  // what trails of other tools call it
  std::string text;              // the source, blanks folded, for people
  SourceSpan span;
};

// Must be true in every state in which a process of the type is at the location.
struct Assertion {
  ProcessTypeId owner = no_id<ProcessTypeId>;
  LocationId location = no_id<LocationId>;
  ExprId expr = no_id<ExprId>;
  std::string text;
  SourceSpan span;
};

struct ProcessType {
  std::string name;
  Frame frame;
  IdMap<LocationId, Location> locations;
  LocationId initial = no_id<LocationId>;
  std::vector<Instruction> setup;     // run when a process is created, after its slots are initial
  std::uint32_t parameter_count = 0;  // slots that are set by whoever starts it
  ExprId provided = no_id<ExprId>;    // no action is enabled while this is false
  std::vector<ChannelId> channels;    // that come with every process
  std::unordered_map<std::string, LocationId> labels;  // further names of locations
  // Of a claim: it does not count how often what it reads stays the same.
  bool ignores_repetition = false;
  SourceSpan span;

  LocationId location_of(std::string_view name) const;  // no_id if there is none
};

// A process of the initial state.
struct Process {
  std::string name;
  ProcessTypeId type = no_id<ProcessTypeId>;
  SourceSpan span;
};

// Names for numbers.
struct Enumeration {
  std::string name;
  std::unordered_map<Value, std::string> names;
};

// A part of a formula that is true or false in a state.
struct Proposition {
  std::string text;
  ExprId expr = no_id<ExprId>;
};

struct CtlFormula;  // property/ctl_formula.hpp
struct LtlPremise;  // property/ltl_claim.hpp

// A property that the model's file states itself.
struct DeclaredProperty {
  enum class Kind : std::uint8_t {
    Claim,
    Ltl,
    Ctl,
    Invariant,
    Reach,
    Infinite,        // question of existence: some run never ends
    DeadlockExists,  // question of existence: some reachable state is a deadlock
  };
  std::string name;
  Kind kind = Kind::Claim;
  std::string text;
  SourceSpan span;
  ProcessTypeId claim = no_id<ProcessTypeId>;  // what watches, and accepts what is not to be
  std::vector<Proposition> propositions = {};  // Kind::Ltl, Kind::Ctl
  std::vector<Proposition> antecedents = {};   // Kind::Ltl: left sides of its implications
  std::vector<Proposition> positives = {};     // Kind::Ltl: those that it hopes for
  ExprId expr = no_id<ExprId>;                 // Kind::Invariant, Kind::Reach
  std::shared_ptr<const CtlFormula> ctl = {};  // Kind::Ctl
  std::shared_ptr<const LtlPremise> premise = {};  // Kind::Ltl: of an implication
};

enum class Composition : std::uint8_t {
  Asynchronous,  // one process moves, or two over a rendezvous channel
  Synchronous,   // every process takes one action at once, all computed from the source state
};

// --- the model

struct Model {
  std::string name;                         // file name without folder and suffix
  std::string file;                         // as given by the user; what source spans refer to
  std::vector<std::string> included_files;  // span.file k > 0 is included_files[k - 1]
  std::vector<TextExpansion> expansions;       // span.expansion k > 0 is expansions[k - 1]
  std::string language;                     // "dve", ...
  // How its language writes, for whoever prints a part of it: the x of process P is `P->x`, or `P.x`.
  std::string local_mark = "->";
  // False: a process is a set of actions that can always be taken.  It has one location, of which
  // readers have never heard.
  bool has_control = true;

  IdMap<ExprId, Expr> exprs;
  Frame globals;
  Frame constants;  // tables that expressions read but no state holds
  Frame choices;    // scalars that actions are taken with; no state holds them
  IdMap<ChannelId, Channel> channels;
  IdMap<ObjectTypeId, ObjectType> object_types;
  IdMap<EnumerationId, Enumeration> enumerations;
  IdMap<PollId, Communication> polls;
  IdMap<ProcessTypeId, ProcessType> process_types;
  IdMap<ActionId, Action> actions;
  std::vector<Assertion> assertions;

  IdMap<ProcessId, Process> processes;
  // A state is initial if every slot that is not free holds its initial value, every other one some
  // value of its range, and this is true of it (none: always).  It reads slots of the globals and of
  // processes of the initial state, nothing else.  Where it has no value the state is not initial.
  ExprId initial_condition = no_id<ExprId>;
  // Runs of more moves than this are not asked about.
  std::optional<std::uint64_t> moves_max;
  Composition composition = Composition::Asynchronous;
  // What watches the processes (a property process or never claim): it joins every move, reading the
  // source state.  It is not one of them: it has no number among theirs, and does not count when
  // processes come and go.
  std::optional<Process> claim;
  std::vector<DeclaredProperty> declared_properties;
  // What the source defines for the preprocessor, "max(a, b)" or just a name, for the expressions that
  // are added later.
  std::map<std::string, std::string> macros;

  ExprId add_constant(Value value, SourceSpan span = {});
  ExprId add_expr(Expr expr) { return exprs.add(std::move(expr)); }
  // With the place of the left operand.
  ExprId add_unary(Op op, ExprId operand) { return add_binary(op, operand, no_id<ExprId>); }
  ExprId add_binary(Op op, ExprId left, ExprId right);

  const ProcessType& type_of(ProcessId process) const {
    return process_types[processes[process].type];
  }
  ProcessId process_named(std::string_view name) const;  // no_id if there is none

  // The frame a place lies in, for a place used by a process of type `self`.
  const Frame& frame_of(const Place& place, ProcessTypeId self) const;
  const Slot& slot_of(const Place& place, ProcessTypeId self) const {
    return frame_of(place, self).slots[place.slot];
  }

  // True if processes or heap objects come and go, so that states differ in length.
  bool is_dynamic() const;

  // The channel a communication is always about, or no_id if that depends on the state.
  ChannelId fixed_channel(const Communication& communication) const;
  // The expression that stands for a channel every state has.
  ExprId add_channel_number(ChannelId channel, SourceSpan span = {});
};

// The model without its claim: the system alone.
Model without_claim(Model model);
// The model watched by a process of the type.
Model with_claim(Model model, ProcessTypeId type);

}  // namespace clew
