// The files of properties of a model: the one that was asked for, or those that lie beside the model.
//
//   const ModelSource source{"models/peterson.dve", text, {}};
//   auto model = read(source);                               // of its language
//   auto read = read_property_files(model.value(), source, {});
//   for (const Diagnostics& said : read.said) show(said.text());
//   check(model.value(), {.properties = properties_of(model.value(), read.properties)});
//
// DiVinE's property files, LTSmin's formulas and state predicates, SPIN's never claims.
#pragma once

#include <string>
#include <vector>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"

namespace clew {

struct PropertyFiles {
  FileProperties properties;
  std::vector<Diagnostics> said;  // of each file
  bool is_bad = false;            // an error among them
};

// `asked` is the file that was asked for; if it is empty, those beside the model are read: NAME.ltl or
// NAME.mltl, NAME.inv, NAME.never.  One of these that is no property file is passed over with a warning, and
// so is one that a link leads out of the folders that the model may have read.
//
// A never claim joins the model, which is read once more with it.
// REQUIRES: the model is that of the source.
PropertyFiles read_property_files(Model& model, const ModelSource& source,
                                  const std::string& asked);

}  // namespace clew
