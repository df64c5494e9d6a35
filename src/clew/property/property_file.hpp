// Property files: what people keep beside a model.
//
//   switch (kind_of_property_file(text)) ...
//   auto file = read_property_file("peterson.ltl", text);
//   file.value().properties[0].formula;     // "G (waits -> F busy)"
//
// DiVinE's are lines `#define` and `#property` among prose, with names and other kinds of properties if one
// likes:
//
//   Whoever waits gets in.
//   #define busy (P_0.CS)
//   #property G F busy
//   #property live: G F busy
//   #property once: ctl: AG EF busy
//   #property inv: x < 3
//
// A word with a colon and a blank behind it is the name of the property, unless it is ltl, ctl, inv or
// reach, which say what kind it is and need no blank.  The prose above a property is its description.
//
// LTSmin's are one formula, or one state predicate.  SPIN's never claims are for the front-end of Promela.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clew/model/model.hpp"
#include "clew/property/formula_parser.hpp"

namespace clew {

enum class PropertyFileKind : std::uint8_t {
  Directives,  // lines `#define` and `#property`
  NeverClaim,
  Formula,  // or something else: only reading tells
  Empty,    // comments at most
};

PropertyFileKind kind_of_property_file(std::string_view text);

struct PropertyFile {
  struct Item {
    std::string name;             // empty: it has none
    std::size_t name_offset = 0;  // in the file, or where the property begins
    std::string kind = "ltl";     // or "ctl", "inv", "reach"
    std::string formula;          // comments blanked out
    std::size_t offset = 0;       // in the file
    std::string note = {};        // the prose above, without headings; paragraphs end with a line's end
  };

  std::shared_ptr<const SourceText> source;
  std::map<std::string, std::string, std::less<>> definitions;
  std::map<std::string, std::size_t, std::less<>> definition_offsets;
  std::vector<Item> properties;
  // Ltsmin: the kind "inv" is a formula too, one without temporal operators.
  FormulaPrecedence precedence = FormulaPrecedence::Usual;

  // `options` with all that is needed to parse this item.
  FormulaOptions options_for(const Item& item, FormulaOptions options) const;
};

// A file of directives.
ReadResult<PropertyFile> read_property_file(std::string name, std::string text);
ReadResult<PropertyFile> read_property_file(std::shared_ptr<const SourceText> source);

// What can be read of it, and what is wrong with the rest.
PropertyFile property_file_of(std::shared_ptr<const SourceText> source, Diagnostics& diagnostics);

// A file that is one formula about the model: "ltl", or "inv".
ReadResult<PropertyFile> read_formula_file(const Model& model, std::string name, std::string text,
                                           const std::string& kind);

}  // namespace clew
