// Reports and traces as JSON, for programs; and traces back from JSON.
//
// The fields and their meaning are documented in docs/formats.md.  Fields may be added, none is
// ever renamed or removed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clew/check/report.hpp"

namespace clew {

// Ends with a newline, as all JSON here.
std::string json_report(const Report& report);

// What --trace writes, and what `simulate --replay` reads.
std::string json_trace(const Model& model, const ShownTrace& shown);

// The moves of a trace, or what is wrong with the text: "steps[2].action: expected an object, found
// a number".
struct ReadTrace {
  std::optional<MoveList> moves;
  std::string error;  // empty if there are moves
  // The state the file gives for each step, as far as it gives one: name and value.
  std::vector<std::map<std::string, std::string>> states;
};

// Where a replayed trace and the states recorded in its file disagree: "step 2: the file says x = 1,
// the model x = 0".  Empty if they agree: then it is a trace of this model.
std::string disagreement(const Model& model, const Trace& trace, const ReadTrace& read);

// Reads what json_trace() writes, and whole reports, of which the first trace is taken.  Any text
// may be given: nothing is thrown.  Whether a model can make these moves is for replay() to say.
ReadTrace read_json_trace(const std::string& text);

}  // namespace clew
