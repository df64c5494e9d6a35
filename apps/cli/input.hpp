// Models, properties and traces named on the command line.
#pragma once

#include <memory>
#include <optional>

#include "clew/check/check.hpp"
#include "complaints.hpp"
#include "options.hpp"

namespace clew::cli {

// The model; its warnings go to standard error.  Throws BadInput.
std::unique_ptr<Model> load_model(const Options& options);
// The same, with the text it was read from.
std::unique_ptr<Model> load_model(const Options& options, std::string& text);

// What is asked: the given properties, or those every model must stand.  Reads the property file.
// Throws BadInput.
std::vector<Property> load_properties(Model& model, const Options& options);

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
