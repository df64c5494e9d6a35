// Names in expressions become places of the model; types and ranges are checked.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clew/lang/uts/lowering.hpp"

namespace clew::uts {

enum class Type : std::uint8_t {
  Bad,  // something was wrong, and has been said
  Bool,
  Int,
};

// An expression with what is known about its value.  Arithmetic is exact: what may leave 32 bits is
// refused.
struct Typed {
  ExprId expr = no_id<ExprId>;
  Type type = Type::Bad;
  std::int64_t low = 0;
  std::int64_t high = 0;

  bool ok() const { return type != Type::Bad; }
};

inline bool is_bool_slot(const Slot& slot) { return slot.type.name == "bool"; }

// Where an expression stands decides what it may read.
enum class Where : std::uint8_t {
  Constant,  // constants alone
  Rule,      // of a process: its own variables and the global ones
  Init,      // the same, but nothing that is chosen anew for every step
  Goal,      // everything; of processes with a dot
};

struct Surroundings {
  Where where = Where::Goal;
  ProcessTypeId self = no_id<ProcessTypeId>;
  ProcessId process = no_id<ProcessId>;  // Init: whose variables are meant
  // Constant: called with every name before it is looked up.
  std::function<void(const Name&)> need_constant = nullptr;
  // Constant: what a name is that exists but is no constant, for people.
  std::function<std::string(const std::string&)> kind_of = nullptr;
};

class ExprBuilder {
 public:
  ExprBuilder(Lowering& lowering, Surroundings surroundings)
      : lowering_(lowering),
        model_(lowering.model),
        nodes_(lowering.nodes),
        reporter_(lowering.reporter),
        surroundings_(std::move(surroundings)) {}

  // All report what is wrong.
  Typed expr(SyntaxId id);
  Typed condition(SyntaxId id);
  Typed number(SyntaxId id);
  // Of a constant expression.  `what` completes "... must be constant".
  std::optional<Value> constant(SyntaxId id, Type type, std::string_view what);

  // What a rule or an initial value is for.
  struct Target {
    Place place;
    const Slot* slot = nullptr;    // null: wrong, and said
    std::optional<Value> element;  // 0 for a scalar; none if the index depends on the state
  };
  Target target(SyntaxId id);

  // Runs `body` with the index bound to every value in turn, while it returns true.  False if the bounds
  // are no constants, or the copies are too many or too large; that is said.  Where nothing is evaluated
  // one copy is enough.
  bool for_each_index(const LoopSyntax& loop, const std::function<bool()>& body);

  // Runs `body` about something that is never evaluated: names and types must be right, values need not.
  void unevaluated(const std::function<void()>& body) {
    ++unreachable_;
    body();
    --unreachable_;
  }
  bool is_unevaluated() const { return unreachable_ > 0; }
  // The same for the body of a loop without any index.
  void unevaluated(const LoopSyntax& loop, const std::function<void()>& body);

  // Nondet variables that the expressions read: name, and slot of Model::choices.  Forgets them all.
  // REQUIRES: the expressions were made since the last call.
  std::vector<std::pair<std::string, SlotId>> take_choices(const std::vector<ExprId>& readers);
  void forget_choices() { choices_.clear(); }

  // The value of a constant expression of the model; none if it has operators.
  std::optional<Value> value_of(const Typed& typed) const;
  std::string text_of(SyntaxId id) const;

  Typed truth(bool value, SourceSpan span);
  // Joins two conditions; what is decided already is left out.
  Typed joined(Op op, const Typed& left, const Typed& right, SourceSpan span);
  // Joins any number of them, as a tree of small height.
  Typed joined(Op op, std::vector<Typed> conditions, SourceSpan span);

 private:
  struct Found {
    enum class Kind : std::uint8_t { Nothing, Slot, Choice, Constant };
    Kind kind = Kind::Nothing;
    Place place;
    const Slot* slot = nullptr;
    Value value = 0;  // Constant
    bool is_bool = false;
  };

  Found find(const Node& node);
  Found find_own(const std::string& name);
  Found find_global(const std::string& name);
  Found find_foreign(const Node& node);
  ProcessId foreign_process(const Node& node);
  void unknown(const Node& node);
  std::string near_name(const std::string& name) const;
  bool is_process(const std::string& name) const;  // or an array of them
  void add_choices_of(ExprId reader, std::set<SlotId>& found) const;
  bool is_taken(const std::string& name) const;  // by anything that an index could hide

  Typed variable(SyntaxId id);
  Typed read(SyntaxId id, const Found& found);
  Typed choice(const Node& node, const Found& found);
  bool attach_index(const Node& node, const Slot& slot, Place& place);
  Typed unary(SyntaxId id);
  Typed binary(SyntaxId id);
  Typed logical(const Node& node);
  Typed compared(const Node& node);
  Typed arithmetic(SyntaxId id);
  Typed quantified(const Node& node);
  Typed made(Op op, const Typed& left, const Typed& right, Type type, SourceSpan span);
  Typed constant_int(std::int64_t value, SourceSpan span);
  Typed expected(SyntaxId id, Type type, std::string_view help = {});
  // Something about values, not names or types: no matter where it is never evaluated.
  Typed wrong_value(SourceSpan span, std::string message, std::string help = {});

  Lowering& lowering_;
  Model& model_;
  const std::vector<Node>& nodes_;
  Reporter& reporter_;
  Surroundings surroundings_;
  std::vector<std::pair<std::string, SlotId>> choices_;  // read by what was made, used or not
  int unreachable_ = 0;  // within operands that a constant makes superfluous
};

}  // namespace clew::uts
