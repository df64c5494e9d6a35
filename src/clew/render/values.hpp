// What a state holds and what a move changed, in the words of the model.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clew/model/print.hpp"

namespace clew {

// The parts of a state in a few words each, the elements of a vector together:
// "flag = [0, 1]", "turn = 0", "P_0 = waiting", "P_0->j = 1".
std::vector<std::string> value_items(const Model& model, const Layout& layout, const State& state);

// A value that is not the same before and after a move.  One that came into being (with its process
// or object) has no `before`, one that is gone has no `after`.
struct ValueChange {
  std::string name;
  std::optional<std::string> before;
  std::optional<std::string> after;
  NamedValue::Kind kind = NamedValue::Kind::Number;
  friend bool operator==(const ValueChange&, const ValueChange&) = default;
};
// In the order of the values, those that are gone last.
std::vector<ValueChange> changed_values(const Model& model, const Layout& layout,
                                        const State& before, const State& after);

// "turn: 0 -> 1"
std::string text_of(const ValueChange& change);

// The process of a firing by name.  It may have been started, or may have ended, within the move;
// `target` is null for a move that ended in an error.
std::string acting_process_name(const Model& model, const Firing& firing, const State& source,
                                const State* target);

// "line 24", for an included file "queue.h:24", or nothing if the place is unknown.
std::string place_text(const Model& model, SourceSpan span);

// The same with what it was taken with: "load = load - amount with amount = 12".
std::string firing_text(const Model& model, const Firing& firing);

// What one process printed in one go, cut into lines; characters that are not to be seen become \n,
// \t, \x07.
struct PrintedLine {
  std::string process;
  std::string text;
  friend bool operator==(const PrintedLine&, const PrintedLine&) = default;
};
// All that a move printed.  `firings` are those of the move.
std::vector<PrintedLine> printed_lines(const Model& model, std::span<const Printed> printed,
                                       std::span<const Firing> firings, const State& source,
                                       const State* target);

}  // namespace clew
