#include "clew/check/property_files.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/base/file.hpp"
#include "clew/base/readable_folders.hpp"
#include "clew/lang/dve/macros.hpp"

namespace clew {

namespace {

// Something is called that, be it a file or not.
bool is_there(const std::string& name) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(name, unknown));
}

std::vector<std::string> files_beside(const std::string& model_file) {
  if (language_for_file(model_file) == nullptr) return {};
  const auto beside = [&](const char* suffix) {
    return std::filesystem::path(model_file).replace_extension(suffix).string();
  };
  // Of a model with macros the file with macros comes first: the other was perhaps made from it.
  std::array<std::string, 2> formulas{beside(".ltl"), beside(".mltl")};
  if (model_file.ends_with(".mdve")) std::swap(formulas[0], formulas[1]);
  std::vector<std::string> files;
  for (const std::string& file : formulas) {
    if (files.empty() && is_there(file)) files.push_back(file);
  }
  for (const char* const suffix : {".inv", ".never"}) {
    if (is_there(beside(suffix))) files.push_back(beside(suffix));
  }
  return files;
}

Diagnostics about(const std::string& file, const std::string& text) {
  return Diagnostics(std::make_shared<const SourceText>(file, text));
}

class FilesReader {
 public:
  FilesReader(Model& model, const ModelSource& source, const std::string& asked)
      : model_(model), source_(source), joined_(source), is_asked_(!asked.empty()) {}

  // Claims first: with one of them the model is another.
  void read(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      std::string text;
      if (!fetch(file, text)) continue;
      if (text.starts_with("\xef\xbb\xbf")) text.replace(0, 3, "   ");  // a byte order mark
      const PropertyFileKind kind = kind_of_property_file(text);
      texts_.push_back({file, kind, std::move(text)});
    }
    for (const Text& each : texts_) {
      if (each.kind == PropertyFileKind::NeverClaim) read_claim(each.file);
    }
    for (const Text& each : texts_) {
      if (each.kind == PropertyFileKind::Directives) read_directives(each.file, each.text);
      if (each.kind == PropertyFileKind::Formula) read_formula(each.file, each.text);
    }
  }

  PropertyFiles result() && { return std::move(result_); }

 private:
  void say(Diagnostics said) {
    result_.is_bad = result_.is_bad || said.has_errors();
    if (!said.empty()) result_.said.push_back(std::move(said));
  }

  void refuse(const std::string& file, std::string message, std::string help) {
    Diagnostics said = about(file, "");
    said.error({}, std::move(message), std::move(help));
    say(std::move(said));
  }

  // What lies beside a model by chance stops nobody.
  void pass_over(const std::string& file, const std::string& reason) {
    Diagnostics said = about(file, "");
    said.warning({}, fmt::format("passed over: {}", reason),
                 fmt::format("'--properties {}' says more", file));
    say(std::move(said));
  }

  // Nobody has named it, so it must lie where a model may have files read: a link beside the model could
  // lead to any file of the user's, and diagnostics would show its words.
  bool fetch(const std::string& file, std::string& text) {
    if (is_asked_) {
      FileContent content = read_file(file);
      if (!content.error.empty()) refuse(file, content.error, {});
      text = std::move(content.bytes);
      return content.error.empty();
    }
    std::vector<std::string> folders = source_.include_folders;
    folders.insert(folders.end(), {".", folder_of(file)});
    ReadableFolders::File found = ReadableFolders(folders).read(file);
    if (!found.error.empty()) pass_over(file, found.error);
    text = std::move(found.bytes);
    return found.error.empty();
  }

  std::shared_ptr<const SourceText> expanded(const std::string& file, const std::string& text) {
    if (!file.ends_with(".mltl")) return std::make_shared<const SourceText>(file, text);
    Diagnostics said = about(file, text);
    auto source =
        dve::expand_macros({file, text, source_.definitions, {}, source_.include_folders}, said,
                           dve::MacroText::Properties);
    say(std::move(said));
    return source;
  }

  void read_directives(const std::string& file, const std::string& text) {
    const auto source = expanded(file, text);
    if (!source) return;
    Diagnostics said(source);
    const PropertyFile parsed = property_file_of(source, said);
    // Formulas are looked at even if a line is none: what is wrong is said all at once.
    auto read = read_properties(model_, parsed, result_.properties.properties.size());
    for (const Diagnostic& each : read.diagnostics.items()) said.add(each);
    said.sort();
    if (read.ok()) add(std::move(read.value()));
    say(std::move(said));
  }

  void add(FileProperties read) {
    FileProperties& all = result_.properties;
    for (Property& property : read.properties) all.properties.push_back(std::move(property));
    all.definitions.merge(read.definitions);
  }

  void read_formula(const std::string& file, const std::string& text) {
    constexpr std::size_t formula_bytes_max = 1U << 16;
    if (is_binary_file(text) || text.size() > formula_bytes_max) {
      const std::string reason = "it is no file of properties, and too large or no text for a formula";
      return is_asked_ ? refuse(file, reason, {}) : pass_over(file, reason);
    }
    auto parsed = read_formula_file(model_, file, text, file.ends_with(".inv") ? "inv" : "ltl");
    ReadResult<FileProperties> read{nullptr, parsed.diagnostics};
    if (parsed.ok()) {
      read = read_properties(model_, parsed.value(), result_.properties.properties.size());
    }
    if (read.ok()) {
      say(std::move(read.diagnostics));
      add(std::move(read.value()));
    } else if (is_asked_) {
      say(std::move(read.diagnostics));
    } else {
      pass_over(file, "it is no file of properties, and no formula about this model");
    }
  }

  // The claim may use macros of the model, so it is read as if the model included it.
  void read_claim(const std::string& file) {
    if (model_.language != "promela") {
      const std::string reason = "a never claim goes with a Promela model";
      return is_asked_ ? refuse(file, reason, {}) : pass_over(file, reason);
    }
    ModelSource joined = joined_;
    const bool is_beside = folder_of(file) == folder_of(source_.name);
    joined.text += fmt::format("\n#include \"{}\"\n",
                               is_beside ? std::filesystem::path(file).filename().string()
                                         : std::filesystem::absolute(file).string());
    joined.include_folders.push_back(folder_of(file));
    auto read = language_of(model_).read(joined);
    if (read.ok()) {
      model_ = std::move(read.value());
      joined_ = std::move(joined);
    } else if (is_asked_) {
      say(std::move(read.diagnostics));
    } else {
      pass_over(file, "it is a never claim that does not go with the model");
    }
  }

  struct Text {
    std::string file;
    PropertyFileKind kind;
    std::string text;
  };

  Model& model_;
  const ModelSource& source_;
  ModelSource joined_;  // with the claims that have joined the model
  bool is_asked_;
  std::vector<Text> texts_;
  PropertyFiles result_;
};

}  // namespace

PropertyFiles read_property_files(Model& model, const ModelSource& source,
                                  const std::string& asked) {
  FilesReader reader(model, source, asked);
  reader.read(asked.empty() ? files_beside(source.name) : std::vector{asked});
  return std::move(reader).result();
}

}  // namespace clew
