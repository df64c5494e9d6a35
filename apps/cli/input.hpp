// Models, properties and traces named on the command line.
#pragma once

#include <memory>
#include <optional>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "complaints.hpp"
#include "options.hpp"

namespace clew::cli {

struct LoadedModel {
  std::unique_ptr<Model> model;
  ModelSource source;

  Model& operator*() const { return *model; }
  Model* operator->() const { return model.get(); }
};

// The model; its warnings go to standard error.  Throws BadInput.
LoadedModel load_model(const Options& options);

// What is asked: the given properties, or those every model must stand.  Reads the property files, of which
// a never claim joins the model.  Throws BadInput.
std::vector<Property> load_properties(const LoadedModel& loaded, const Options& options);

struct LoadedTrace {
  ShownTrace shown;
  std::vector<Proposition> propositions = {};  // those whose truth it shows, as texts only
};

// A trace file, replayed on the model.  Throws BadInput.
LoadedTrace load_trace(const Interpreter& judge, const std::string& file);

// Writes a result to a file, or to standard output if no file is named.  Throws BadInput.
void deliver(const std::string& file, std::string_view text);

CheckOptions check_options(const Options& options);

}  // namespace clew::cli
