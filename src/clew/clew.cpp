#include "clew/clew.hpp"

#include <fmt/format.h>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"

namespace clew {

ReadResult<Model> read_model(const std::string& file,
                             const std::map<std::string, std::string>& definitions) {
  FileContent content = read_file(file);
  const Language* language = language_for_file(file);
  if (content.error.empty() && !language)
    content.error = "the file name does not tell the language";
  if (!content.error.empty()) {
    ReadResult<Model> refused{nullptr, Diagnostics(std::make_shared<SourceText>(file, ""))};
    refused.diagnostics.error({}, content.error);
    return refused;
  }
  return language->read({file, std::move(content.bytes), definitions});
}

Report check(const Model& model) {
  CheckOptions options;
  options.properties = properties_of(model);
  return check(model, options);
}

}  // namespace clew
