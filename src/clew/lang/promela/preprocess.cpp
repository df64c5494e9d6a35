#include "clew/lang/promela/preprocess.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/lang/promela/preprocess_condition.hpp"
#include "clew/lang/promela/preprocess_core.hpp"

namespace clew::promela {

namespace {

constexpr std::size_t include_depth_max = 50;
constexpr int warning_count_max = 20;

// The source from the first to the last of some tokens of one line.
std::string_view text_of(const std::vector<Token>& line, std::size_t first) {
  if (first >= line.size()) return {};
  const char* const begin = line[first].text.data();
  const std::string_view last = line.back().text;
  return {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
}

const std::vector<std::string>& directive_names() {
  static const std::vector<std::string> names = {"define",  "undef", "if",     "ifdef",   "ifndef",
                                                 "elif",    "else",  "endif",  "include", "error",
                                                 "warning", "line",  "pragma", "ident"};
  return names;
}

// Below these lies what may be included.
std::vector<std::string> readable_roots(const PreprocessOptions& options) {
  std::vector<std::string> roots = options.include_folders;
  roots.insert(roots.end(), {".", folder_of(options.file_name)});
  return roots;
}

}  // namespace

Preprocessor::Preprocessor(const PreprocessOptions& options, Diagnostics& diagnostics)
    : options_(options),
      diagnostics_(diagnostics),
      source_(std::make_shared<SourceText>(options.file_name, options.text)),
      made_texts_(std::make_shared<std::deque<std::string>>()),
      readable_(readable_roots(options)) {
  diagnostics_.set_source(source_);
}

Preprocessed Preprocessor::run() {
  Tokens out;
  try {
    files_.push_back({&tokens_of(0), 0, 0});
    define_from_command_line();
    for (Token token = next_expanded(); token.kind != TokenKind::End; token = next_expanded()) {
      if (out.size() == token_count_max) too_much(token.span);
      out.push_back(token);
    }
  } catch (const TooMuch&) {
    out.clear();
  }
  // Behind the last character of the main file.
  Token end = tokens_of(0).back();
  end.newline_before = true;
  out.push_back(end);
  return {std::move(out), source_, made_texts_, macros_left()};
}

std::map<std::string, std::string> Preprocessor::macros_left() const {
  std::map<std::string, std::string> left;
  for (const auto& [name, macro] : macro_of_name_) {
    if (macro == nullptr || macro->is_variadic || macro->body.empty()) continue;
    std::string head(name);
    if (macro->takes_arguments) head += fmt::format("({})", fmt::join(macro->parameters, ", "));
    std::string body;
    for (const BodyToken& item : macro->body) {
      body += fmt::format("{}{}{}", item.is_quoted ? "#" : "", item.token.text,
                          item.joins_next ? " ## " : " ");
    }
    body.pop_back();
    left.emplace(std::move(head), std::move(body));
  }
  return left;
}

// The definitions become a file of their own that is read first.
void Preprocessor::define_from_command_line() {
  std::string text;
  for (const auto& [name, value] : options_.definitions) {
    text += fmt::format("#define {} {}\n", name, value.empty() ? "1" : value);
  }
  for (const std::string& name : options_.undefined) text += fmt::format("#undef {}\n", name);
  if (text.empty()) return;
  const std::string& origin = options_.definitions_file;
  const std::uint32_t file = source_->include(origin.empty() ? "command line" : origin, text);
  files_.push_back({&tokens_of(file), 0, 0});
}

const std::vector<Token>& Preprocessor::tokens_of(std::uint32_t file) {
  std::unique_ptr<Tokens>& tokens = tokens_of_file_[file];
  if (!tokens) tokens = std::make_unique<Tokens>(tokenize(*source_, file, diagnostics_));
  return *tokens;
}

Token Preprocessor::next_from_files() {
  while (true) {
    File& file = files_.back();
    Token token = (*file.tokens)[file.next];
    if (token.kind == TokenKind::End) {
      if (!leave_file()) return token;
      continue;
    }
    count_read(1, token.span);
    ++file.next;
    if (token.begins_line && token.is("#")) {
      directive(token);
    } else if (is_skipping()) {
      skip_line();
    } else {
      token.newline_before = std::exchange(newline_pending_, false) || token.newline_before;
      return token;
    }
  }
}

// False at the end of the main file.
bool Preprocessor::leave_file() {
  const std::size_t around = files_.back().condition_count;
  while (conditions_.size() > around) {
    diagnostics_.error(conditions_.back().span, "the condition that begins here has no #endif");
    conditions_.pop_back();
  }
  if (files_.size() == 1) return false;
  files_.pop_back();
  return true;
}

void Preprocessor::skip_line() {
  File& file = files_.back();
  while ((*file.tokens)[file.next].kind != TokenKind::End &&
         !(*file.tokens)[file.next].begins_line) {
    ++file.next;
  }
}

std::vector<Token> Preprocessor::rest_of_line() {
  File& file = files_.back();
  const std::size_t begin = file.next;
  skip_line();
  const auto first = file.tokens->begin();
  Tokens line(first + static_cast<std::ptrdiff_t>(begin),
              first + static_cast<std::ptrdiff_t>(file.next));
  if (!line.empty()) count_read(line.size(), line.front().span);
  return line;
}

void Preprocessor::directive(const Token& hash) {
  Tokens line = rest_of_line();
  if (line.empty() || line.front().kind == TokenKind::Number) return;  // `#`, or a line marker
  const Token word = line.front();
  line.erase(line.begin());
  if (conditional(word, line) || is_skipping()) return;
  if (word.is_word("define")) {
    define(word, line);
  } else if (word.is_word("undef")) {
    undefine(word, line);
  } else if (word.is_word("include")) {
    include(word, std::move(line));
  } else if (word.is_word("error")) {
    diagnostics_.error(word.span, fmt::format("#error {}", text_of(line, 0)));
  } else if (!word.is_word("warning") && !word.is_word("line") && !word.is_word("pragma") &&
             !word.is_word("ident")) {
    const std::string meant = nearest_name(word.text, directive_names());
    diagnostics_.error(word.is_word() ? word.span : hash.span,
                       fmt::format("unknown directive '#{}'", word.text.substr(0, 60)),
                       meant.empty() ? "" : fmt::format("there is '#{}'", meant));
  }
}

// --- conditions

// True if the directive was one.
bool Preprocessor::conditional(const Token& word, Tokens& line) {
  if (word.is_word("if")) {
    begin_condition(word, !is_skipping() && condition_value(word, line));
  } else if (word.is_word("ifdef")) {
    begin_condition(word, !is_skipping() && is_defined(word, line));
  } else if (word.is_word("ifndef")) {
    begin_condition(word, !is_skipping() && !is_defined(word, line));
  } else if (word.is_word("elif")) {
    else_if(word, line);
  } else if (word.is_word("else")) {
    else_branch(word, line);
  } else if (word.is_word("endif")) {
    end_condition(word, line);
  } else {
    return false;
  }
  return true;
}

void Preprocessor::begin_condition(const Token& word, bool value) {
  const bool parent_live = !is_skipping();
  conditions_.push_back({word.span, parent_live && value, value, parent_live, false});
}

void Preprocessor::else_if(const Token& word, Tokens& line) {
  if (conditions_.size() == files_.back().condition_count) {
    diagnostics_.error(word.span, "#elif without #if");
    return;
  }
  if (conditions_.back().saw_else) diagnostics_.error(word.span, "#elif behind #else");
  const bool judged = conditions_.back().parent_live && !conditions_.back().was_live;
  const bool value = judged && condition_value(word, line);
  conditions_.back().is_live = value;
  conditions_.back().was_live = conditions_.back().was_live || value;
}

void Preprocessor::else_branch(const Token& word, const Tokens& line) {
  if (conditions_.size() == files_.back().condition_count) {
    diagnostics_.error(word.span, "#else without #if");
    return;
  }
  Condition& condition = conditions_.back();
  if (condition.saw_else) diagnostics_.error(word.span, "a second #else for one #if");
  condition.saw_else = true;
  condition.is_live = condition.parent_live && !condition.was_live;
  condition.was_live = true;
  nothing_behind(word, line, 0);
}

void Preprocessor::end_condition(const Token& word, const Tokens& line) {
  if (conditions_.size() == files_.back().condition_count) {
    diagnostics_.error(word.span, "#endif without #if");
    return;
  }
  conditions_.pop_back();
  nothing_behind(word, line, 0);
}

// Old models write `#endif NAME`; a preprocessor warns and goes on.
void Preprocessor::nothing_behind(const Token& word, const Tokens& line, std::size_t wanted) {
  if (line.size() <= wanted || is_skipping() || ++warning_count_ > warning_count_max) return;
  diagnostics_.warning(line[wanted].span,
                       fmt::format("what stands behind #{} is ignored", word.text));
}

bool Preprocessor::is_defined(const Token& word, const Tokens& line) {
  if (line.empty() || !line.front().is_word()) {
    diagnostics_.error(word.span, fmt::format("expected the name of a macro after #{}", word.text));
    return false;
  }
  nothing_behind(word, line, 1);
  return macro_of_name_.contains(line.front().text);
}

bool Preprocessor::condition_value(const Token& word, Tokens& line) {
  Tokens replaced;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!line[i].is_word("defined")) {
      replaced.push_back(line[i]);
      continue;
    }
    const bool has_paren = i + 1 < line.size() && line[i + 1].is("(");
    const std::size_t name = i + (has_paren ? 2 : 1);
    const bool closed = !has_paren || (name + 1 < line.size() && line[name + 1].is(")"));
    if (name >= line.size() || !line[name].is_word() || !closed) {
      diagnostics_.error(line[i].span, "expected the name of a macro after 'defined'");
      return false;
    }
    Token value = line[i];
    value.kind = TokenKind::Number;
    value.number = macro_of_name_.contains(line[name].text) ? 1 : 0;
    replaced.push_back(value);
    i = name + (has_paren ? 1 : 0);
  }
  Tokens expanded = expand_list(std::move(replaced), word.span);
  expanded.emplace_back();
  return evaluate_condition(expanded, word.span, diagnostics_).value_or(0) != 0;
}

// --- definitions

void Preprocessor::define(const Token& word, const Tokens& line) {
  if (line.empty() || !line.front().is_word()) {
    diagnostics_.error(line.empty() ? word.span : line.front().span,
                       "expected the name of a macro after #define");
    return;
  }
  const Token& name = line.front();
  if (name.is_word("defined")) {
    diagnostics_.error(name.span, "'defined' cannot be the name of a macro");
    return;
  }
  Macro macro;
  macro.use = {std::string(name.text), name.span};
  // Where in that file it was defined nobody knows any more.
  const bool is_from_elsewhere = name.span.file != 0 && !options_.definitions_file.empty();
  if (is_from_elsewhere) macro.use.defined = {0, 0, 0, name.span.file};
  std::size_t next = 1;
  if (line.size() > 1 && line[1].is("(") && !line[1].blank_before) {
    next = 2;
    if (!parameters(macro, line, next)) return;
  }
  if (!body(macro, line, next)) return;

  const auto known = macro_of_name_.find(name.text);
  if (known != macro_of_name_.end()) {
    const auto same = [](const BodyToken& a, const BodyToken& b) {
      return a.token.text == b.token.text && a.parameter == b.parameter;
    };
    const Macro& old = *known->second;
    if (!(old.takes_arguments == macro.takes_arguments && old.parameters == macro.parameters &&
          std::equal(old.body.begin(), old.body.end(), macro.body.begin(), macro.body.end(),
                     same)) &&
        ++warning_count_ <= warning_count_max) {
      diagnostics_.warning(
          name.span, fmt::format("macro '{}' is defined again", name.text),
          fmt::format("the first definition is at {}", diagnostics_.place(old.use.defined)));
    }
  }
  macros_.push_back(std::move(macro));
  macro_of_name_.insert_or_assign(name.text, &macros_.back());
}

// The names between the parentheses; `next` is behind the opening one and goes behind the closing.
bool Preprocessor::parameters(Macro& macro, const Tokens& line, std::size_t& next) {
  macro.takes_arguments = true;
  const auto is = [&](std::string_view text) { return next < line.size() && line[next].is(text); };
  const auto wrong = [&](std::string_view expectation) {
    diagnostics_.error(
        next < line.size() ? line[next].span : line.back().span,
        fmt::format("expected {} in the parameters of macro '{}'", expectation, macro.use.name));
    return false;
  };
  if (is(")")) {
    ++next;
    return true;
  }
  while (true) {
    if (is("...")) {
      macro.is_variadic = true;
      macro.parameters.push_back("__VA_ARGS__");
      ++next;
    } else if (next < line.size() && line[next].is_word()) {
      const std::string_view name = line[next].text;
      if (std::find(macro.parameters.begin(), macro.parameters.end(), name) !=
          macro.parameters.end()) {
        return wrong("a new name");
      }
      macro.parameters.push_back(name);
      ++next;
      if (is("...")) {
        macro.is_variadic = true;
        ++next;
      }
    } else {
      return wrong("a name");
    }
    if (is(")")) break;
    if (!is(",") || macro.is_variadic) return wrong("')'");
    ++next;
  }
  ++next;
  return true;
}

bool Preprocessor::body(Macro& macro, const Tokens& line, std::size_t next) {
  std::unordered_map<std::string_view, int> index;
  for (const std::string_view name : macro.parameters) {
    index.emplace(name, static_cast<int>(index.size()));
  }
  const auto parameter = [&](const Token& token) {
    const auto found = token.is_word() ? index.find(token.text) : index.end();
    return found == index.end() ? -1 : found->second;
  };
  for (; next < line.size(); ++next) {
    BodyToken item{line[next], parameter(line[next]), false, false};
    item.token.newline_before = false;
    if (item.token.is("##")) {
      if (macro.body.empty() || next + 1 == line.size()) {
        diagnostics_.error(item.token.span, "'##' must stand between two tokens");
        return false;
      }
      macro.body.back().joins_next = true;
      continue;
    }
    if (item.token.is("#") && macro.takes_arguments) {
      if (next + 1 == line.size() || parameter(line[next + 1]) < 0) {
        diagnostics_.error(item.token.span, "expected a parameter of the macro after '#'");
        return false;
      }
      item.parameter = parameter(line[++next]);
      item.is_quoted = true;
    }
    macro.body.push_back(item);
  }
  return true;
}

void Preprocessor::undefine(const Token& word, const Tokens& line) {
  if (line.empty() || !line.front().is_word()) {
    diagnostics_.error(word.span, "expected the name of a macro after #undef");
    return;
  }
  nothing_behind(word, line, 1);
  macro_of_name_.erase(line.front().text);
}

// --- includes

void Preprocessor::include(const Token& word, Tokens line) {
  const auto is_name = [&] {
    return !line.empty() && (line.front().kind == TokenKind::String || line.front().is("<"));
  };
  if (!is_name()) line = expand_list(std::move(line), word.span);
  if (!is_name()) {
    diagnostics_.error(word.span, "expected \"file\" or <file> after #include");
    return;
  }
  const SourceSpan at = line.front().span;
  if (line.front().kind == TokenKind::String) {
    const std::string_view text = line.front().text;
    open_include(at, std::string(text.substr(1, text.size() - 2)), true);
    return;
  }
  std::string name;
  std::size_t i = 1;
  for (; i < line.size() && !line[i].is(">"); ++i) {
    if (i > 1 && line[i].blank_before) name += ' ';
    name += line[i].text;
  }
  if (i == line.size()) {
    diagnostics_.error(at, "expected '>' after the name of the file");
    return;
  }
  open_include(at, name, false);
}

void Preprocessor::open_include(SourceSpan at, const std::string& name, bool beside) {
  namespace fs = std::filesystem;
  if (name.empty() || name.find('\0') != std::string::npos) {
    diagnostics_.error(at, "the name of the file is empty");
    return;
  }
  if (files_.size() >= include_depth_max) {
    diagnostics_.error(
        at, fmt::format("files include each other more than {} levels deep", include_depth_max));
    return;
  }
  std::vector<fs::path> folders;
  if (beside) folders.push_back(fs::path(source_->file(at.file).name()).parent_path());
  for (const std::string& folder : options_.include_folders) folders.emplace_back(folder);
  ReadableFolders::File file;
  file.error = "no such file";
  for (const fs::path& folder : folders) {
    const std::string path = (folder / name).string();
    if (const auto known = file_of_path_.find(path); known != file_of_path_.end()) {
      files_.push_back({&tokens_of(known->second), 0, conditions_.size()});
      return;
    }
    ReadableFolders::File found = readable_.read(path);
    if (found.is_missing) continue;
    file = std::move(found);
    // What lies elsewhere is refused, whatever else has the name.
    if (file.is_outside) break;
    if (!file.error.empty()) continue;
    const std::uint32_t number = source_->include(path, std::move(file.bytes));
    file_of_path_.emplace(path, number);
    files_.push_back({&tokens_of(number), 0, conditions_.size()});
    return;
  }
  diagnostics_.error(at, fmt::format("cannot include '{}': {}", name.substr(0, 200), file.error),
                     file.help);
}

Preprocessed preprocess(const PreprocessOptions& options, Diagnostics& diagnostics) {
  return Preprocessor(options, diagnostics).run();
}

}  // namespace clew::promela
