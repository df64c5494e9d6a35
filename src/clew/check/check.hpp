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

struct CheckOptions : SearchOptions {
  std::vector<Property> properties;  // from properties_of() or read_property()
  // An engine, several with commas between them (side by side, the first answer counts), "portfolio"
  // (all of them) or "auto" (those that fit the model).
  std::string engine = "auto";
  // Engines that are not in the list (engine/engine.hpp), for `engine` to name.
  std::vector<EngineInfo> added;
  // Let every engine finish, and compare what they say; "auto" means all of them.
  bool compare = false;
  // Without a reduction of the user's choice: leave out moves that can wait where that is sound.
  bool reduces_where_sound = false;
  bool vacuity = true;  // warn if a property holds for the wrong reason
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
