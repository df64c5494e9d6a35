// What every engine is: a method that decides properties of a model.
//
// An engine gets a complete model and reads no file.  It is silent, keeps to the limits, and hands
// over paths of moves, which check/ has replayed by the judge before anybody sees them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/watch.hpp"
#include "clew/model/trace.hpp"
#include "clew/native/native_statistics.hpp"
#include "clew/property/formula.hpp"
#include "clew/property/property.hpp"
#include "clew/solve/sat_solver.hpp"
#include "clew/space/cycle_algorithm.hpp"

namespace clew {

// In which order the frontier is served.
enum class Order : std::uint8_t { BreadthFirst, DepthFirst, BestFirst, Random };

// Which states count as one and the same.
enum class Reduction : std::uint8_t {
  None,
  Symmetry,            // those that differ in the order of equal processes
  SymmetryByLocation,  // some of those: processes are sorted by location only, depth first
  PartialOrder,        // all, but of moves whose order does not matter one order is enough
};

std::string_view name_of(Reduction reduction);  // as the user writes it; empty for None

// What remembers the states.
enum class StoreKind : std::uint8_t {
  Auto,      // the tree, where the order of the search allows for it
  Exact,     // every state's bytes, one after the other
  Tree,      // exact too, and compressed
  Bitstate,  // a few bits a state: may take a new state for a known one
  Compact,   // a hash of each state: the same, less often
};

std::string_view name_of(StoreKind store);  // as the user writes it

std::string_view name_of(CycleAlgorithm algorithm);  // as the user writes it

// Which runs count.
enum class Fairness : std::uint8_t {
  None,
  Weak,  // those in which a process that can move all the time, from some moment on, moves
};

struct Finding;

// Which successor of a state comes first, where that decides what is met first: depth first.
enum class SuccessorOrder : std::uint8_t {
  Listed,    // that of the first move
  Reversed,  // that of the last one
  Shuffled,  // any, but the same each time
};

// A search that needs no more states than this never waits for others.
constexpr std::uint64_t states_before_turns = 20'000;

struct EngineTask {
  // --- the question
  std::vector<Property> properties;
  // --- the price: may turn an answer into Unknown, never into another answer
  Limits limits;
  Order order = Order::BreadthFirst;
  SuccessorOrder successor_order = SuccessorOrder::Listed;
  std::uint64_t seed = 1;  // Order::Random
  // REQUIRES: it is sound for the model and for every property (model/symmetry.hpp).
  Reduction reduction = Reduction::None;
  StoreKind store = StoreKind::Auto;
  CycleAlgorithm algorithm = CycleAlgorithm::Auto;  // for a claim
  Fairness fairness = Fairness::None;               // the same
  // For a claim: a run that comes to its end stays there for ever; false: only others count.
  bool ends_stutter = true;
  std::uint64_t threads = 0;  // workers of a search that can use them; 0: one for every core
  bool native = true;  // machine code where there is some; false: ask the judge about every state
  std::optional<SolverKind> solver;  // none: the one that serves the engine best
  // Go on after the first violation of a property, and keep up to this many paths for each.
  bool all_violations = false;
  std::uint64_t violations_kept_max = 1;
  // Stop behind the first level with which there are more states than this; 0: do not.
  std::uint64_t states_enough = 0;
  // A slice: stop as soon as there are more states than this, with Reason::Interrupted; 0: do not.  Kept by
  // searches through single states, and by no one else.
  std::uint64_t states_max = 0;
  // Do not stop before every state was seen, even if all properties are decided.
  bool explore_everything = false;
  Watcher watcher;  // may be empty
  // --- for engines that go on with several properties; all may be empty
  // Told of an answer as soon as there is one, while others are open: by number of the property.
  std::function<void(std::size_t, const Finding&)> decided;
  // False: somebody else has answered this property, and nobody asks for it any more.
  std::function<bool(std::size_t)> is_wanted;
  // --- for searches through single states; may be empty
  // Called by the thread that asked when there are states_before_turns, and again when there are as many
  // as it says: others have their turn, and the search goes on when it returns.
  std::function<std::uint64_t(std::uint64_t states)> turn;
  // Told of a property that is as good as decided: something was seen, and its trace follows.
  std::function<void(std::size_t)> seen;
};

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
  // Of a claim that accepts nothing: what of it failed on the way (engine/claim_failures.hpp), empty if
  // nothing did; none: nobody looked.
  std::optional<std::string> claim_failure;
};

// Numbers that may need more than 64 bits, in decimal.
struct ExactCounts {
  std::string states;
  std::string transitions;  // empty: nobody asked, and counting would have taken long
  std::string deadlocks;
  std::string errors;  // the same
};

// Of an engine that works on decision diagrams.
struct DiagramStatistics {
  std::uint64_t bits = 0;        // of a state
  std::uint64_t relations = 0;   // that the moves are made of
  std::uint64_t nodes = 0;       // of the set of all states that were reached
  std::uint64_t nodes_peak = 0;  // of everything at once, garbage counted
};

struct Statistics {
  std::uint64_t states = 0;  // the greatest number if there are more: see `exact`
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t errors = 0;
  std::vector<std::uint64_t> level_sizes;  // breadth-first only
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  double bytes_per_state = 0;         // with its share of the store's tables
  double packed_bytes_per_state = 0;  // the bytes of the state alone
  std::uint64_t threads = 1;
  std::optional<NativeStatistics> native;  // none: the judge was asked about every state
  std::string interpreted_because;         // why, if nobody wanted that
  std::string store;
  Reduction reduction = Reduction::None;
  std::uint64_t left_out = 0;  // moves that the reduction did without
  // From this level on all moves were followed: leaving some out saved too little.
  std::optional<std::uint64_t> reduced_until;
  std::string unreduced_because;     // why there was no reduction, where there would have been one
  std::optional<ExactCounts> exact;  // if the engine can count further than the numbers above
  std::optional<DiagramStatistics> diagrams;
};

struct EngineReport {
  std::vector<Finding> findings;  // one per property, in order
  Statistics statistics;
  bool finished = false;              // every reachable state was seen
  Reason stop_reason = Reason::None;  // why not
  std::string stop_text;
  std::vector<bool> action_taken;  // by action: some move took it
};

struct EngineInfo {
  std::string_view name;
  std::string_view summary;
  std::function<EngineReport(const Model& model, const EngineTask& task)> run;
  // Another program that does the work: one of these names, separated by blanks, must be on the PATH.
  std::string_view programs = {};
};

const std::vector<EngineInfo>& engines();
const EngineInfo* engine_named(std::string_view name);  // null if there is none
// Why the engine cannot run on this machine, a sentence without a full stop; empty if it can.
std::string obstacle_to(const EngineInfo& engine);

}  // namespace clew
