// Models and states as text, for people.
#pragma once

#include <map>
#include <string>

#include "clew/model/interpreter.hpp"

namespace clew {

// "(pos[0] + 1) < n": operands that are not plain names or numbers stand in parentheses, so that
// the text reads the same under every precedence.  `self` names the process type that owns it.
std::string text_of(const Model& model, ExprId expr, ProcessTypeId self = no_id<ProcessTypeId>);
std::string text_of(const Model& model, const Place& place, ProcessTypeId self);

// "k = k + 1, a[0] = 2"
std::string effect_text(const Model& model, const Action& action);

// "wait -> CS { guard j == 2; }"
std::string text_of(const Model& model, const Action& action);

// False where the locations are only lines of the source, as in Promela.
bool names_locations(const Model& model);

// What an action does, for people: "wait -> CS { guard j == 2; }"; the statement
// alone if the locations have no names.
std::string statement_text(const Model& model, const Action& action);

// "P_0: wait -> CS { guard j == 2; }", with its choices: "... with amount = 12"
std::string text_of(const Model& model, const Firing& firing, const State& source);

// What a choice is called where the process of a firing makes it: of the processes p and q of one type
// `worker`, "worker.amount" is "p.amount" or "q.amount"; a choice of no type keeps its name.
std::string choice_name(const Model& model, const Firing& firing, SlotId choice);

// What an action with choices was taken with: "amount = 12, target = 3"; empty if it has none.
std::string choices_text(const Model& model, const Firing& firing);

// The name of a process of a state: its own, or its type's with its number for one that was
// started.
std::string process_name(const Model& model, const State& state, ProcessId process);

// The whole model, every table of it, for debugging.
std::string text_of(const Model& model);

// The parts of a state by name, the claim behind the processes: x = 3, a[1] = 0, the channel
// c = [{1, 2}, {3, 4}], the location P = wait, the local P->j = 1.
struct NamedValue {
  enum class Kind : std::uint8_t { Number, Channel, Location };
  std::string name;
  std::string value;
  Kind kind = Kind::Number;
  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};
std::vector<NamedValue> named_values(const Model& model, const Layout& layout, const State& state);

// The state with the values of its free slots (Slot::is_free) replaced by those that are given by name,
// as named_values() writes them.  What is missing or no value of the slot's type stays as it is.
State with_free_values(const Model& model, State state,
                       const std::map<std::string, std::string>& values);

}  // namespace clew
