// All that came out of one run: what was asked, what is known, and the traces that show it.
// render/ turns it into text, JSON or pictures.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clew/engine/engine.hpp"

namespace clew {

struct TraceBranch;

// Whether a proposition is true in a state.
enum class Truth : std::uint8_t { False, True, NoValue };

// A replayed trace, with what a reader should see in it.  It has constructors because its branches are
// not complete here, and members of such types cannot be initialised in their class.
struct ShownTrace {
  ShownTrace();
  ShownTrace(Trace replayed, std::string its_ending);
  ShownTrace(Trace replayed, std::string its_ending, std::vector<std::vector<Truth>> its_truths,
             std::vector<TraceBranch> its_branches);

  Trace trace;
  std::string ending;  // a sentence: "no process can move", "index 4 is outside 0..3 of 'a'"
  // By step, then by proposition of the property; empty if it has no propositions.
  std::vector<std::vector<Truth>> truths;
  // Formulas over trees: what the path alone does not show, at some of its steps.
  std::vector<TraceBranch> branches;
  std::string engine;  // who found it, where several were asked and do not agree
};

// Why a part of a formula is true or false in a state of a trace.
struct TraceBranch {
  std::size_t step = 0;  // of the trace it belongs to; its own trace begins in that state
  std::string formula;   // "EF (P.ready)"
  bool is_true = false;
  ShownTrace shown;
};

inline ShownTrace::ShownTrace() = default;
inline ShownTrace::ShownTrace(Trace replayed, std::string its_ending)
    : trace(std::move(replayed)), ending(std::move(its_ending)) {}
inline ShownTrace::ShownTrace(Trace replayed, std::string its_ending,
                              std::vector<std::vector<Truth>> its_truths,
                              std::vector<TraceBranch> its_branches)
    : trace(std::move(replayed)),
      ending(std::move(its_ending)),
      truths(std::move(its_truths)),
      branches(std::move(its_branches)) {}

// What one of several engines said about a property, and what that took.
struct ComparedAnswer {
  std::string engine;
  Verdict verdict = Verdict::Unknown;
  Basis basis = Basis::None;
  Reason reason = Reason::None;
  std::string reason_text;
  std::uint64_t depth = 0;                  // Basis::Bounded
  std::optional<std::size_t> trace_length;  // moves
  double seconds = 0;                       // of the search that answered it, maybe with others
  std::uint64_t peak_memory_bytes = 0;
};

struct PropertyResult {
  Property property;
  Verdict verdict = Verdict::Unknown;
  Basis basis = Basis::None;
  // Basis::Bounded: every state up to this level was seen.  If is_unshown(): moves of a shortest trace;
  // 0: not known, as for lassos.
  std::uint64_t depth = 0;
  double omission = 0;           // Basis::Lossy: the probability that some state was missed
  std::string certificate = {};  // Basis::Inductive: SMT-LIB 2
  std::string engine;
  Reason reason = Reason::None;
  std::string reason_text;
  std::uint64_t violation_count = 0;  // met so far; traces holds some of them
  std::vector<ShownTrace> traces;
  std::optional<Statistics> statistics;       // of a search that was made for this property alone
  std::vector<std::string> warnings = {};     // why an answer may not mean what it seems to
  std::vector<ComparedAnswer> compared = {};  // where all engines were to answer
};

// The verdict is one that a trace shows, but the time limit was reached before the trace was found.
inline bool is_unshown(const PropertyResult& result) {
  return result.verdict != Verdict::Unknown && result.basis == Basis::Witness &&
         result.traces.empty();
}

struct ModelInfo {
  std::string file;
  std::string language;
  std::size_t processes = 0;
  std::size_t slots = 0;
  std::size_t state_bits = 0;
};

struct Report {
  std::string command;                 // "check" or "explore"
  std::shared_ptr<const Model> model;  // what the traces speak of; for check: without its claim
  // Copies of it that traces of other engines refer to.
  std::vector<std::shared_ptr<const Model>> models_kept;
  ModelInfo info;
  std::vector<PropertyResult> properties;
  Statistics statistics;
  bool finished = false;  // every reachable state was seen
  Reason stop_reason = Reason::None;
  std::string stop_text;
  // Statements that no move took, one action of each; complete only if finished.  Empty where nobody looked.
  std::vector<ActionId> unreached;
  std::size_t statement_count = 0;  // of the model; 0 where nobody looked
  std::vector<std::string> chosen;  // the engines that were to answer
  std::string because;              // why these, if nobody named them
  std::string defect;               // not empty: Clew contradicted itself (exit code 4)
};

// The file a place of the model lies in.
const std::string& file_of(const Model& model, SourceSpan span);

// "assertion 'x < 3' is false (lift.pml:12)"
std::string failure_text(const Model& model, const Instruction& failed_assertion);

// 0 holds, 1 violated, 3 unknown, 4 defect; the most serious of all properties.
int exit_code(const Report& report);

}  // namespace clew
