// The front-ends: which languages Clew reads, and how.
//
//   const Language* language = language_for_file("peterson.dve");
//   auto read = language->read({"peterson.dve", text, {}});
//   if (!read.ok()) show(read.diagnostics.text());
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/model/model.hpp"

namespace clew {

struct ModelSource {
  std::string name;  // as the user gave it; appears in diagnostics
  std::string text;
  std::map<std::string, std::string> definitions;  // -D NAME=VALUE
  std::vector<std::string> undefined = {};         // -U NAME
  std::vector<std::string> include_folders = {};   // -I FOLDER; files there may be read, too
};

struct Language {
  std::string_view name;
  std::vector<std::string_view> suffixes;
  std::string_view summary;
  ReadResult<Model> (*read)(const ModelSource& source);
  // Adds a Boolean expression about states to the model.  It may look into every process.
  ReadResult<ExprId> (*read_expression)(Model& model, const std::string& text);
};

// "models/peterson.3.dve" -> "peterson.3"
std::string model_name(std::string file);

const std::vector<Language>& languages();
const Language* language_named(std::string_view name);          // null if there is none
const Language* language_for_file(std::string_view file_name);  // by suffix; null if none
// The language a model was read from; for one built by hand the first of the list.
const Language& language_of(const Model& model);

}  // namespace clew
