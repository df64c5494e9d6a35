// What an engine hands over: an answer to each property, with paths of moves that check/ has replayed by the
// judge before anybody sees them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clew/model/trace.hpp"
#include "clew/property/formula.hpp"
#include "clew/property/property.hpp"
#include "clew/walk/statistics.hpp"

namespace clew {

struct MoveBranch;

// Why a formula over trees is true or false in a state: moves from there, and what they do not show by
// themselves.
struct MoveTree {
  FormulaId formula = no_id<FormulaId>;  // a part of the property's formula
  bool is_true = false;
  State first;     // of the whole tree: the initial state it begins in; branches have none
  MoveList moves;  // one without firings: the system cannot move, and stays as it is
  std::optional<std::size_t> loop_start;
  std::string ending;  // a sentence
  std::vector<MoveBranch> branches;
};

struct MoveBranch {
  std::size_t step = 0;  // the state behind so many moves
  MoveTree tree;
};

// The answer to one property.
struct Finding {
  Verdict verdict = Verdict::Unknown;
  Basis basis = Basis::None;
  Reason reason = Reason::None;
  std::string reason_text;
  std::string engine;                  // who says so; empty: the engine that was asked
  std::optional<std::uint64_t> depth;  // Basis::Bounded: no shorter run decides; none: see Limits
  std::string certificate;             // Basis::Inductive: SMT-LIB 2
  double omission = 0;                 // Basis::Lossy: the probability that some state was missed
  std::uint64_t violation_count = 0;   // violating states (or moves) met
  std::vector<MovePath> traces;
  // The trace is a lasso: its last move leads back to the state behind so many.
  std::optional<std::size_t> loop_start;
  std::optional<MoveTree> tree;  // Ctl: instead of traces
  // Of a claim that accepts nothing: what of it failed on the way (walk/claim_failures.hpp), empty if
  // nothing did; none: nobody looked.
  std::optional<std::string> claim_failure;
};

struct EngineReport {
  std::vector<Finding> findings;  // one per property, in order
  Statistics statistics;
  bool finished = false;              // every reachable state was seen
  Reason stop_reason = Reason::None;  // why not
  std::string stop_text;
  std::vector<bool> action_taken;  // by action: some move took it
};

}  // namespace clew
