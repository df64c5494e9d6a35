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
  AtLocation,  // 1 if process `place.process` is at `location`, else 0
  Exists,      // 1 if a process with the number of `left` is alive
  IsYoungest,  // 1 if the acting process was created last of those alive
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
  Process,   // a fixed process of the initial state
  Constant,  // a table that is not part of the state
  Object,    // the heap object that `object` refers to; error: null
};

// Where a value lives.
struct Place {
  Scope scope = Scope::Global;
  SlotId slot = no_id<SlotId>;
  ProcessId process = no_id<ProcessId>;  // Scope::Process
  ExprId object = no_id<ExprId>;         // Scope::Object
  ExprId index = no_id<ExprId>;          // element of a vector; error: outside it
  SourceSpan span;
};

struct Expr {
  Op op = Op::Constant;
  Value constant = 0;
  ExprId left = no_id<ExprId>;
  ExprId right = no_id<ExprId>;
  Place place;
  LocationId location = no_id<LocationId>;
  SourceSpan span;
};

constexpr bool is_unary(Op op) { return op >= Op::Not && op <= Op::Complement; }
constexpr bool is_binary(Op op) { return op >= Op::Multiply; }

// --- variables

struct Slot {
  std::string name;
  ValueType type;
  std::uint32_t length = 1;  // elements of a vector; 1 for a scalar
  bool is_vector = false;
  std::vector<Value> initial;  // `length` values
  SourceSpan span;
  std::uint32_t offset = 0;  // of the first element within the frame; set by Frame::add
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
  SourceSpan span;
};

// Run in order; each sees what the earlier ones did.
struct Instruction {
  enum class Kind : std::uint8_t {
    Assign,     // target = value; error: value outside the target's range
    Start,      // a new process of `process_type`; arguments go to its first slots
    Terminate,  // the acting process ends; it must be the youngest (Op::IsYoungest)
    Allocate,   // target refers to a new object of `object_type`
  };
  Kind kind = Kind::Assign;
  Place target;
  ExprId value = no_id<ExprId>;
  ProcessTypeId process_type = no_id<ProcessTypeId>;
  std::vector<ExprId> arguments;
  ObjectTypeId object_type = no_id<ObjectTypeId>;
  SourceSpan span;
};

// The channel part of an action.  With a rendezvous channel one sender and one receiver of two
// different processes move together: values and the targets' indices are evaluated in the source
// state, stored, then the receiver's effect runs, then the sender's.
struct Communication {
  enum class Kind : std::uint8_t { None, Send, Receive };
  Kind kind = Kind::None;
  ChannelId channel = no_id<ChannelId>;
  std::vector<ExprId> values;  // Send
  std::vector<Place> targets;  // Receive
  SourceSpan span;
};

struct Action {
  ProcessTypeId owner = no_id<ProcessTypeId>;
  LocationId from = no_id<LocationId>;
  LocationId to = no_id<LocationId>;
  ExprId guard = no_id<ExprId>;  // none: always enabled
  Communication communication;
  std::vector<Instruction> effect;
  // The process goes on within the same move, alone, as long as it can (inside Promela's atomic).  In
  // a rendezvous the receiver's mark counts.  A mark on the location would not do: one and the same
  // location can be entered from inside and from outside of an atomic block.
  bool goes_on = false;
  std::string text;  // the source, blanks folded, for people
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
  SourceSpan span;

  LocationId location_of(std::string_view name) const;  // no_id if there is none
};

// A process of the initial state.
struct Process {
  std::string name;
  ProcessTypeId type = no_id<ProcessTypeId>;
  SourceSpan span;
};

enum class Composition : std::uint8_t {
  Asynchronous,  // one process moves, or two over a rendezvous channel
  Synchronous,   // every process takes one action at once, all computed from the source state
};

// --- the model

struct Model {
  std::string name;      // file name without folder and suffix
  std::string file;      // as given by the user; what source spans refer to
  std::string language;  // "dve", ...

  IdMap<ExprId, Expr> exprs;
  Frame globals;
  Frame constants;  // tables that expressions read but no state holds
  IdMap<ChannelId, Channel> channels;
  IdMap<ObjectTypeId, ObjectType> object_types;
  IdMap<ProcessTypeId, ProcessType> process_types;
  IdMap<ActionId, Action> actions;
  std::vector<Assertion> assertions;

  IdMap<ProcessId, Process> processes;
  Composition composition = Composition::Asynchronous;
  // What watches the processes (a property process or never claim): it joins every move, reading the
  // source state.  It is not one of them: it has no number among theirs, and does not count when
  // processes come and go.
  std::optional<Process> claim;

  ExprId add_constant(Value value, SourceSpan span = {});
  ExprId add_expr(Expr expr) { return exprs.add(std::move(expr)); }

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
};

// The model without its claim: the system alone.
Model without_claim(Model model);

}  // namespace clew
