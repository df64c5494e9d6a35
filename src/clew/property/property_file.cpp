#include "clew/property/property_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/property/ltsmin_formula.hpp"
#include "clew/property/prose.hpp"

namespace clew {

namespace {

// The text with blanks where comments are, and where a line goes on: every offset stays what it is.
std::string without_comments(std::string_view text) {
  std::string plain(text);
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (plain[i] != '\n') plain[i] = ' ';
    }
  };
  const std::size_t last_end = text.rfind("*/");
  for (std::size_t i = 0; i + 1 < plain.size(); ++i) {
    if (plain.compare(i, 2, "//") == 0) {
      blank(i, std::min(plain.find('\n', i), plain.size()));
    } else if (plain.compare(i, 2, "/*") == 0) {
      // Prose may mention such a sign.
      const bool is_closed = last_end != std::string_view::npos && last_end >= i + 2;
      if (is_closed) blank(i, plain.find("*/", i + 2) + 2);
    } else if (plain.compare(i, 2, "\\\n") == 0) {
      plain[i] = plain[i + 1] = ' ';
    } else if (plain.compare(i, 3, "\\\r\n") == 0) {
      plain[i] = plain[i + 1] = plain[i + 2] = ' ';
    }
  }
  return plain;
}

class Reader {
 public:
  Reader(const std::string& plain, PropertyFile& out, Diagnostics& diagnostics)
      : plain_(plain), out_(out), diagnostics_(diagnostics) {}

  void run() {
    std::size_t begin = 0;
    while (begin < plain_.size()) {
      const std::size_t end = std::min(plain_.find('\n', begin), plain_.size());
      at_ = begin;
      end_ = end;
      line();
      begin = end + 1;
    }
  }

 private:
  void skip_blanks() {
    while (at_ < end_ && (plain_[at_] == ' ' || plain_[at_] == '\t' || plain_[at_] == '\r')) ++at_;
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < end_ && is_word_character(plain_[at_])) ++at_;
    return std::string_view(plain_).substr(begin, at_ - begin);
  }

  std::string_view rest() {
    skip_blanks();
    std::size_t end = end_;
    while (end > at_ &&
           (plain_[end - 1] == ' ' || plain_[end - 1] == '\t' || plain_[end - 1] == '\r')) {
      --end;
    }
    return std::string_view(plain_).substr(at_, end - at_);
  }

  void error(std::size_t offset, std::size_t length, std::string message, std::string help = {}) {
    diagnostics_.error(out_.source->span(offset, length), std::move(message), std::move(help));
  }

  void line() {
    const std::size_t line_begin = at_;
    skip_blanks();
    const std::size_t begin = at_;
    if (at_ == end_ || plain_[at_] != '#') {
      prose_ += out_.source->text().substr(line_begin, end_ - line_begin);
      prose_ += '\n';
      return;
    }
    ++at_;
    skip_blanks();
    const std::string_view directive = word();
    if (directive == "property") {
      property(begin);
      prose_.clear();
    } else if (directive == "define") {
      define();
    } else {
      at_ = begin;
      error(begin, rest().size(), "expected '#define NAME EXPRESSION' or '#property FORMULA'",
            "in a property file every line that begins with '#' is one of them");
    }
  }

  void define() {
    skip_blanks();
    const std::size_t begin = at_;
    const std::string name(word());
    if (name.empty() || !is_letter(name.front())) {
      return error(begin, 1, "expected a name after '#define'");
    }
    if (is_formula_keyword(name)) {
      return error(begin, name.size(),
                   fmt::format("'{}' is an operator and cannot be defined", name));
    }
    if (at_ < end_ && plain_[at_] == '(') {
      return error(begin, name.size(), fmt::format("'{}' has parameters", name),
                   "a definition is a name for one expression; a blank comes before it");
    }
    const std::string_view body = rest();
    if (body.empty()) {
      return error(begin, name.size(), fmt::format("expected an expression after '{}'", name));
    }
    if (!out_.definitions.try_emplace(name, body).second) {
      return error(begin, name.size(), fmt::format("'{}' is defined twice", name));
    }
    out_.definition_offsets.emplace(name, at_);
  }

  // A word with a colon behind it, at which reading goes on; or nothing.
  std::string_view label() {
    skip_blanks();
    const std::size_t begin = at_;
    const std::string_view found = word();
    const auto is = [&](std::size_t offset, std::string_view these) {
      return offset >= end_ || these.find(plain_[offset]) != std::string_view::npos;
    };
    const bool is_label = !found.empty() && is_letter(found.front()) && at_ < end_ &&
                          is(at_, ":") && (is(at_ + 1, " \t\r") || is_kind(found)) &&
                          !(at_ + 1 < end_ && plain_[at_ + 1] == ':');
    at_ = is_label ? at_ + 1 : begin;
    return is_label ? found : std::string_view();
  }

  static bool is_kind(std::string_view word) {
    constexpr std::array<std::string_view, 4> kinds = {"ltl", "ctl", "inv", "reach"};
    return std::find(kinds.begin(), kinds.end(), word) != kinds.end();
  }

  void property(std::size_t begin) {
    PropertyFile::Item item;
    skip_blanks();
    item.name_offset = at_;
    std::string_view found = label();
    if (!found.empty() && !is_kind(found)) {
      if (!take_name(item, found)) return;
      found = label();
      if (!found.empty() && !is_kind(found)) {
        return error(
            at_ - 1 - found.size(), found.size(),
            fmt::format("expected a formula after the name '{}', found another name", item.name),
            "the kinds of properties are ltl, ctl, inv and reach");
      }
    }
    if (!found.empty()) item.kind = found;
    item.formula = rest();
    item.offset = at_;
    if (item.formula.empty()) return error(begin, 9, "expected a formula after '#property'");
    item.note = description_in(prose_);
    out_.properties.push_back(std::move(item));
  }

  bool take_name(PropertyFile::Item& item, std::string_view name) {
    item.name = name;
    const auto& known = out_.properties;
    const bool is_known = std::any_of(known.begin(), known.end(),
                                      [&](const auto& other) { return other.name == name; });
    if (!is_known && !is_formula_keyword(name)) return true;
    error(item.name_offset, name.size(),
          is_known ? fmt::format("there are two properties '{}'", name)
                   : fmt::format("'{}' is an operator and cannot be a name", name));
    return false;
  }

  const std::string& plain_;
  PropertyFile& out_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::string prose_;  // since the last property
};

// The word that the text begins with, blanks aside, taken off.
std::string_view take_word(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  const std::string_view word = text.substr(0, word_end(text, 0));
  text.remove_prefix(word.size());
  return word;
}

// `never {`, or `never NAME {`.
bool begins_claim(std::string_view text) {
  if (take_word(text) != "never") return false;
  take_word(text);
  take_word(text);
  return text.starts_with('{');
}

bool is_directive(std::string_view line) {
  if (!take_word(line).empty() || !line.starts_with('#')) return false;
  line.remove_prefix(1);
  const std::string_view word = take_word(line);
  return word == "define" || word == "property";
}

}  // namespace

PropertyFileKind kind_of_property_file(std::string_view text) {
  const std::string plain = without_comments(text);
  bool has_directive = false;
  bool has_text = false;
  for (std::size_t begin = 0; begin < plain.size();) {
    const std::size_t end = std::min(plain.find('\n', begin), plain.size());
    const std::string_view line = std::string_view(plain).substr(begin, end - begin);
    // Claims come with definitions, too, and with conditions for the preprocessor.
    std::string_view word = line;
    if (take_word(word) == "never" && begins_claim(std::string_view(plain).substr(begin))) {
      return PropertyFileKind::NeverClaim;
    }
    has_directive = has_directive || is_directive(line);
    has_text = has_text || !std::all_of(line.begin(), line.end(), is_blank);
    begin = end + 1;
  }
  if (has_directive) return PropertyFileKind::Directives;
  return has_text ? PropertyFileKind::Formula : PropertyFileKind::Empty;
}

FormulaOptions PropertyFile::options_for(const Item& item, FormulaOptions options) const {
  options.source = source;
  options.source_offset = item.offset;
  options.precedence = precedence;
  for (const auto& [name, expression] : definitions) options.definitions[name] = expression;
  options.definition_offsets = definition_offsets;
  return options;
}

ReadResult<PropertyFile> read_property_file(std::string name, std::string text) {
  return read_property_file(std::make_shared<const SourceText>(std::move(name), std::move(text)));
}

PropertyFile property_file_of(std::shared_ptr<const SourceText> source, Diagnostics& diagnostics) {
  const std::string plain = without_comments(source->text());
  PropertyFile file;
  file.source = std::move(source);
  Reader(plain, file, diagnostics).run();
  return file;
}

ReadResult<PropertyFile> read_property_file(std::shared_ptr<const SourceText> source) {
  ReadResult<PropertyFile> result{nullptr, Diagnostics(source)};
  PropertyFile file = property_file_of(std::move(source), result.diagnostics);
  if (!result.diagnostics.has_errors()) {
    result.value_or_null = std::make_unique<PropertyFile>(std::move(file));
  }
  return result;
}

ReadResult<PropertyFile> read_formula_file(const Model& model, std::string name, std::string text,
                                           const std::string& kind) {
  ReadResult<PropertyFile> result;
  const auto written = std::make_shared<const SourceText>(name, text);
  result.diagnostics.set_source(written);
  std::string formula = from_ltsmin(model, *written, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  std::vector<std::uint32_t> lines{1};
  for (const char c : formula) {
    if (c == '\n') lines.push_back(lines.back() + 1);
  }
  auto file = std::make_unique<PropertyFile>();
  file->precedence = FormulaPrecedence::Ltsmin;
  PropertyFile::Item item;
  item.kind = kind;
  item.formula = formula;
  file->source = std::make_shared<const SourceText>(std::move(name), std::move(text),
                                                    std::move(formula), std::move(lines));
  file->properties.push_back(std::move(item));
  result.diagnostics.set_source(file->source);
  result.value_or_null = std::move(file);
  return result;
}

}  // namespace clew
