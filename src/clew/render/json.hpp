// Reports and traces as JSON, for programs; and traces back from JSON.
//
// The fields and their meaning are documented in docs/formats.md.  Fields may be added, none is
// ever renamed or removed.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/check/report.hpp"

namespace clew {

// Ends with a newline, as all JSON here.
std::string json_report(const Report& report);

// What --trace writes, and what `simulate --replay` reads.  `propositions` are those of the property;
// without them their truth is left out.
std::string json_trace(const Model& model, const ShownTrace& shown,
                       std::span<const Proposition> propositions = {});

// What is wrong with an input, as `--json` says it: {"diagnostics": [...]}.
std::string json_diagnostics(std::span<const PlacedDiagnostic> diagnostics);

struct ReadBranch;

// All that a file says of a trace, or what is wrong with the text: "steps[2].action: expected an
// object, found a number".
struct ReadTrace {
  // A stutter has no firings.  What actions are taken with is in `choices`, for the model to number.
  std::optional<MoveList> moves;
  std::string error = {};  // empty if there are moves
  SourceSpan place = {};   // of the error, where the text is no JSON
  // By number of the move, then of the firing: name and value of each choice, as far as given.
  std::map<std::pair<std::size_t, std::size_t>, std::map<std::string, std::int64_t>> choices = {};
  // The state the file gives for each step, as far as it gives one: name and value.
  std::vector<std::map<std::string, std::string>> states = {};
  std::optional<std::size_t> loop_start = {};
  std::vector<std::string> propositions = {};  // texts
  // By step, by proposition; empty where the file says nothing.
  std::vector<std::vector<Truth>> truths = {};
  std::string ending = {};
  std::vector<ReadBranch> branches;
};

// A branch of ReadTrace; see TraceBranch.
struct ReadBranch {
  std::size_t step = 0;
  std::string formula;
  bool is_true = false;
  ReadTrace trace;
};

// Reads what json_trace() writes, and whole reports, of which the first trace is taken.  Any text
// may be given: nothing is thrown.  Whether a model can make these moves is for replay() to say.
ReadTrace read_json_trace(const std::string& text);

// Where a replayed trace and the states recorded in its file disagree: "step 2: the file says x = 1,
// the model x = 0".  Empty if they agree: then it is a trace of this model.
std::string disagreement(const Model& model, const Trace& trace, const ReadTrace& read);

// What was read, as a trace of the model: or why it is none.  Moves, states and loops are those of
// the judge, in branches too; truths and words are taken from the file as they are.
struct RebuiltTrace {
  ShownTrace shown;
  std::string error;
};
RebuiltTrace rebuild(const Interpreter& judge, const ReadTrace& read);

}  // namespace clew
