// The front door: read a model, check it, get a report.
//
//   const auto model = clew::read_model("models/dve/mutex_race.dve");
//   if (!model.ok()) { std::cout << model.diagnostics.text(); return 2; }
//   const clew::Report report = clew::check(model.value());
//   std::cout << clew::text_report(report);
//
// This is examples/first_check.cpp; the test suite builds and runs it.
//
// What else there is:
//   clew/space/search.hpp      bring your own state space; searches, traces, transformations
//   clew/model/model.hpp       the representation all languages share
//   clew/engine/engine.hpp     the engines
//   clew/render/json.hpp       reports and traces for programs
//
// The library never prints and never ends the program.  A Watcher (clew/base/watch.hpp) is told how
// far a run is, and can stop it.
#pragma once

#include <map>
#include <string>

#include "clew/check/check.hpp"
#include "clew/render/json.hpp"
#include "clew/render/text.hpp"

namespace clew {

// Reads a model file; its name tells the language.  `definitions` are the model's parameters.
ReadResult<Model> read_model(const std::string& file,
                             const std::map<std::string, std::string>& definitions = {});

// Asks all that every model must stand: its own claims, no deadlock, no failed assertion, no error.
Report check(const Model& model);

}  // namespace clew
