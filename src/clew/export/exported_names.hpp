// Names for another tool: legal there, none of its words, each given once.
//
//   ExportedNames names(Dialect::Smv);
//   names.add("a[2]");      // "a_2"
//   names.add("a_2");       // "a_2_"
//   names.add("next");      // "next_"
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "clew/export/printed_terms.hpp"
#include "clew/model/model.hpp"
#include "clew/property/property.hpp"

namespace clew {

class ExportedNames {
 public:
  // REQUIRES: not Dialect::Smt2, which can quote every name.
  explicit ExportedNames(Dialect dialect) : dialect_(dialect) {}

  std::string add(std::string_view wanted);
  // What a property would like to be called: its name, or its kind if that is a whole formula.
  static std::string wanted_for(const Property& property);
  // No name that is given from now on begins with this and goes on with a number.
  std::string add_prefix(std::string_view wanted);

 private:
  bool is_free(const std::string& name) const;

  Dialect dialect_;
  std::unordered_set<std::string> given_;
  std::vector<std::string> prefixes_;
};

// What a move does, in one line: "P: x = x + 1 (peterson.dve:12)".
std::string move_text(const Model& model, const SymbolicMove& move);

// What the values of a location mean: "0 idle, 1 busy"; empty if there is nothing to say.
std::string location_text(const Model& model, const SymbolicValue& value);

}  // namespace clew
