#include "clew/lang/language.hpp"

#include <algorithm>

#include "clew/lang/dve/dve.hpp"
#include "clew/lang/promela/promela.hpp"
#include "clew/lang/uts/uts.hpp"

namespace clew {

std::string model_name(std::string file) {
  const std::size_t slash = file.find_last_of('/');
  if (slash != std::string::npos) file.erase(0, slash + 1);
  const std::size_t dot = file.find_last_of('.');
  if (dot != std::string::npos && dot > 0) file.erase(dot);
  return file;
}

const std::vector<Language>& languages() {
  static const std::vector<Language> all = {
      {"dve", {".dve"}, "DiVinE's modelling language", dve::read, dve::read_expression},
      {"mdve",
       {".mdve"},
       "DVE behind the macro processor m4",
       dve::read_with_macros,
       dve::read_expression},
      {"promela",
       {".pml", ".pm", ".prom", ".promela", ".spin", ".pr"},
       "SPIN's modelling language, with the pointers of Prom+",
       promela::read,
       promela::read_expression},
      {"uts", {".uts"}, "scripts of update transition systems", uts::read, uts::read_expression},
  };
  return all;
}

const Language* language_named(std::string_view name) {
  for (const Language& language : languages()) {
    if (language.name == name) return &language;
  }
  return nullptr;
}

const Language* language_for_file(std::string_view file_name) {
  for (const Language& language : languages()) {
    for (const std::string_view suffix : language.suffixes) {
      if (file_name.size() > suffix.size() && file_name.ends_with(suffix)) return &language;
    }
  }
  return nullptr;
}

const Language& language_of(const Model& model) {
  const Language* language = language_named(model.language);
  return language ? *language : languages().front();
}

}  // namespace clew
