// A model as an XML file for UPPAAL, with what is asked of it.
//
//   const UppaalExport uppaal = uppaal_export(model, properties);
//   if (uppaal.refusal.empty()) save(uppaal.text); else explain(uppaal.refusal);
//
// One automaton that stands in one committed location, so that no time passes, and one edge for every
// move.  Guards and updates are functions; updates compute all values before they store one.  What a
// deadlock is says a function too, and not a location of each process: a process that waits is not dead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clew/export/named_states.hpp"
#include "clew/property/property.hpp"

namespace clew {

struct UppaalExport {
  std::string text;
  std::string refusal;                // of the whole model, without a full stop
  std::vector<std::string> left_out;  // by property: why it is not in the text; empty if it is
  std::vector<std::string> queries;   // by property: empty if it is left out
  // In a trace, of the states in which the automaton is at this location.
  static constexpr std::string_view location = "Model.run";
  NamedStates states;
};

// REQUIRES: validate(model) found nothing; the properties belong to it.
UppaalExport uppaal_export(const Model& model, const std::vector<Property>& properties);

}  // namespace clew
