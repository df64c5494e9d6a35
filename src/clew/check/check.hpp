// Asking: choose an engine, run it, have the judge replay every trace, report.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/check/report.hpp"
#include "clew/property/property_file.hpp"

namespace clew {

// What becomes of a run that comes to its end, under a property over runs.
enum class Ends : std::uint8_t {
  Stutter,  // it stays there for ever
  Ignore,   // it does not count
  Reject,   // there must be none: it takes the place of the answer
};

struct CheckOptions {
  // --- the question
  std::vector<Property> properties;  // from properties_of() or read_property()
  // --- the price
  // An engine, several with commas between them (side by side, the first answer counts), "portfolio"
  // (all of them) or "auto" (those that fit the model).
  std::string engine = "auto";
  // Let every engine finish, and compare what they say; "auto" means all of them.
  bool compare = false;
  Order order = Order::BreadthFirst;
  // Where it would not be sound the answer is Unknown, with what stands in the way.
  Reduction reduction = Reduction::None;
  // Without a reduction of the user's choice: leave out moves that can wait where that is sound.
  bool reduces_where_sound = false;
  StoreKind store = StoreKind::Auto;
  std::optional<SolverKind> solver;                 // none: the one that serves the engine best
  CycleAlgorithm algorithm = CycleAlgorithm::Auto;  // for properties over runs
  Fairness fairness = Fairness::None;               // the same
  Ends ends = Ends::Stutter;                        // the same
  bool vacuity = true;                              // warn if a property holds for the wrong reason
  std::uint64_t threads = 0;                        // 0: one for every core
  bool native = true;                               // machine code where there is some
  Limits limits;
  std::uint64_t seed = 1;
  bool all_violations = false;
  std::uint64_t violations_kept_max = 1;
  Watcher watcher;
  // Told once of a verdict that falls while other questions or its trace are searched for; may be empty.
  std::function<void(const Property&, Verdict)> early;
};

// What a property file has to say about a model.
struct FileProperties {
  std::vector<Property> properties;
  std::map<std::string, std::string, std::less<>> definitions;  // names that stand for expressions
};

// Expressions are added to the model.  Properties without a name are called prop1, prop2, ... by
// their place in the file, as DiVinE calls them; the files before it had `count_before` of them.
ReadResult<FileProperties> read_properties(Model& model, const PropertyFile& file,
                                           std::size_t count_before = 0);

// What `check` asks when nothing was asked for: all that the model and the property file declare,
// deadlock, assertions and errors; of a UTS script what is declared alone.
std::vector<Property> properties_of(const Model& model, const FileProperties& file = {});

// One property as the user writes it: "deadlock", "inv: x < 3", "reach: P.error", ...  or the name of
// one that the model or the file declares.  Expressions are added to the model.
ReadResult<Property> read_property(Model& model, const std::string& text,
                                   const FileProperties& file = {});

// Solvers run in workers of their own, forked from the thread that asks (portfolio.hpp).
// REQUIRES: the expressions of the properties belong to this model; the engine exists (else
// ContractError).
Report check(const Model& model, const CheckOptions& options);

// The same with an engine that need not be in the list.
Report check_with(const EngineInfo& engine, const Model& model, const CheckOptions& options);

// Builds the whole state space (of the product, if the model has a claim).
Report explore(const Model& model, const CheckOptions& options);

}  // namespace clew
