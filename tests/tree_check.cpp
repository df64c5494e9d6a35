#include "tests/tree_check.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <tuple>
#include <utility>

namespace clew::tree {
namespace {

// --- the rules as tables -------------------------------------------------------------------------

constexpr std::size_t line_columns_max = 110;
constexpr int file_lines_max = 900;
constexpr int function_lines_max = 70;

// A folder of src/clew may include itself and those before it.
constexpr std::array<std::string_view, 16> folders_in_order = {
    "base",   "space", "store",  "diagram", "solve",  "model", "property",
    "reduce", "lang",  "native", "walk",    "encode", "export", "engine",
    "check",  "render"};

// Folders whose subfolders never know each other.
constexpr std::array<std::string_view, 2> folders_of_siblings = {"lang", "engine"};

// The only files in src/ that may include the front door.
constexpr std::array<std::string_view, 2> front_door_users = {"src/clew/clew.cpp",
                                                              "src/clew/clew_test.cpp"};

// An outside library has one door.  Tests may go in everywhere.
struct Door {
  std::string_view header_prefix;
  std::string_view library;
  std::array<std::string_view, 3> allowed;  // path prefixes; unused ones are empty
};
constexpr std::array<Door, 7> doors = {{
    {"CLI/", "CLI11", {"apps/"}},
    {"nlohmann/", "nlohmann-json", {"src/clew/render/", "src/clew/check/", "apps/"}},
    {"xxhash", "xxHash", {"src/clew/base/"}},
    {"libtcc", "libtcc", {"src/clew/native/"}},
    {"cadical", "CaDiCaL", {"src/clew/solve/"}},
    {"minisat/", "MiniSat", {"src/clew/solve/"}},
    {"histedit", "libedit", {"apps/"}},
}};

// Calls that start another program.
constexpr std::array<std::string_view, 12> process_calls = {
    "fork",   "vfork",  "execl", "execlp",  "execle",      "execv",
    "execve", "execvp", "popen", "execvpe", "posix_spawn", "posix_spawnp"};
constexpr std::array<std::string_view, 2> process_doors = {"src/clew/base/process.cpp",
                                                           "src/clew/base/worker.cpp"};

// What a silent library does not say.  A trailing parenthesis asks for a call.
constexpr std::array<std::string_view, 17> loud_words = {
    "std::cout", "std::cerr",  "std::clog", "printf(",        "fprintf(",  "vprintf(",
    "puts(",     "fputs(",     "putchar(",  "exit(",          "std::exit", "quick_exit(",
    "abort(",    "std::abort", "perror(",   "std::terminate", "fmt::print"};

// Written in two halves, so that this file does not find itself.
// clang-format off
constexpr std::array<std::string_view, 3> unfinished_words = {"TO" "DO", "FIX" "ME", "X" "XX"};
constexpr std::array<std::string_view, 3> machine_paths = {"/ho" "me/", "/ro" "ot", "/wo" "rk/"};
// clang-format on

// --- small text helpers --------------------------------------------------------------------------

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Finds `word` in `text` as a word of its own, not inside a longer one.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_word(word.front()) || !is_word(text[at - 1]);
    const bool ends = end == text.size() || !is_word(word.back()) || !is_word(text[end]);
    if (starts && ends) return at;
  }
  return std::string_view::npos;
}

bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != std::string_view::npos;
}

// The call `name (`; a member of something (`stream.printf(`) is another function.
bool has_call(std::string_view code, std::string_view name) {
  for (std::size_t at = find_word(code, name); at != std::string_view::npos;
       at = find_word(code, name, at + 1)) {
    const bool member =
        at > 0 && (code[at - 1] == '.' || (at > 1 && code.substr(at - 2, 2) == "->"));
    const std::string_view rest = trimmed(code.substr(at + name.size()));
    if (!member && rest.starts_with('(')) return true;
  }
  return false;
}

std::size_t columns_of(std::string_view line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // not the inside of a UTF-8 character
  }));
}

template <class Range>
bool starts_with_any(std::string_view text, const Range& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) {
    return !prefix.empty() && text.starts_with(prefix);
  });
}

// --- what is what --------------------------------------------------------------------------------

bool is_cpp(std::string_view path) { return path.ends_with(".cpp") || path.ends_with(".hpp"); }

bool is_test(std::string_view path) {
  return path.starts_with("tests/") || path.ends_with("_test.cpp") || path.ends_with("_test.hpp");
}

bool is_model(std::string_view path) {
  constexpr std::array<std::string_view, 8> endings = {".dve", ".mdve",    ".pml",  ".pm",
                                                       ".uts", ".promela", ".prom", ".sts"};
  return path.starts_with("models/") &&
         std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

// Files that are text and ours: what tests compare with, and what is malformed on purpose, is not.
bool is_written_by_us(std::string_view path, std::string_view text) {
  if (path == "LICENSE" || text.find('\0') != std::string_view::npos) return false;
  if (path.starts_with("tests/golden/") || path.starts_with("tests/malformed/")) return false;
  if (path.starts_with("fuzz/corpus/") || path.ends_with(".svg")) return false;
  constexpr std::array<std::string_view, 6> binary = {".png", ".jpg", ".gif",
                                                      ".gz",  ".ico", ".pdf"};
  return std::none_of(binary.begin(), binary.end(),
                      [&](std::string_view ending) { return path.ends_with(ending); });
}

std::string shown(std::string_view path) {
  constexpr std::string_view library = "src/clew/";
  if (path.starts_with(library)) path.remove_prefix(library.size());
  return std::string(path);
}

struct Finding {
  std::string path;
  int line = 0;  // 0: the file as a whole
  std::string text;
};

// One file on its way through the rules.
struct File {
  const std::string& path;
  const std::string& text;
  std::vector<std::string_view> lines;
  std::string code;  // code_of(text), for C++ only
  std::vector<std::string_view> code_lines;
  std::vector<Finding>& findings;

  void report(std::size_t line_index, std::string message) const {
    findings.push_back({path, static_cast<int>(line_index) + 1, std::move(message)});
  }
  void report_whole(std::string message) const {
    findings.push_back({path, 0, std::move(message)});
  }
};

// --- layering ------------------------------------------------------------------------------------

struct Include {
  std::size_t line_index = 0;
  std::string target;
  bool quoted = false;
};

std::vector<Include> includes_of(const File& file) {
  static const std::regex form(R"(^\s*#\s*include\s*([<"])([^>"]*)[>"])");
  std::vector<Include> includes;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    // A line in a comment or a literal has no #include left in the code.
    if (file.code_lines[i].find('#') == std::string_view::npos) continue;
    const std::string line(file.lines[i]);
    std::smatch match;
    if (std::regex_search(line, match, form))
      includes.push_back({i, match[2].str(), match[1].str() == "\""});
  }
  return includes;
}

// "src/clew/engine/sweep/x.cpp" and "clew/engine/sweep/x.cpp" -> {"engine", "sweep"}; parts that
// are missing are empty.
struct Place {
  std::string folder;
  std::string subfolder;
};

Place place_of(std::string_view path) {
  if (path.starts_with("src/")) path.remove_prefix(4);
  if (path.starts_with("clew/")) path.remove_prefix(5);
  Place place;
  for (std::string* part : {&place.folder, &place.subfolder}) {
    const std::size_t end = path.find('/');
    if (end == std::string_view::npos) break;
    *part = path.substr(0, end);
    path.remove_prefix(end + 1);
  }
  return place;
}

std::optional<std::ptrdiff_t> rank_of(std::string_view folder) {
  const auto at = std::find(folders_in_order.begin(), folders_in_order.end(), folder);
  if (at == folders_in_order.end()) return std::nullopt;
  return at - folders_in_order.begin();
}

void check_own_include(const File& file, const Include& include) {
  const Place source = place_of(file.path);
  const Place target = place_of(include.target);
  if (include.target == "clew/clew.hpp") {
    const auto users = front_door_users;
    if (std::find(users.begin(), users.end(), file.path) == users.end())
      file.report(include.line_index, "clew.hpp is for users, nothing in src/ may include it");
    return;
  }
  if (source.folder.empty()) return;  // clew.hpp itself and its source may include everything
  const auto source_rank = rank_of(source.folder);
  const auto target_rank = rank_of(target.folder);
  if (!target_rank) {
    file.report(include.line_index, "'" + include.target + "' is in no folder of the architecture");
  } else if (source_rank && *target_rank > *source_rank) {
    file.report(include.line_index, source.folder + "/ may not include " + target.folder + "/");
  } else if (source.folder == target.folder && source.subfolder != target.subfolder &&
             !source.subfolder.empty() && !target.subfolder.empty() &&
             std::find(folders_of_siblings.begin(), folders_of_siblings.end(), source.folder) !=
                 folders_of_siblings.end()) {
    file.report(include.line_index, source.folder + "/" + source.subfolder +
                                        "/ may not include its sibling " + target.folder + "/" +
                                        target.subfolder + "/");
  }
}

void check_layering(const File& file) {
  if (!file.path.starts_with("src/")) return;
  const Place place = place_of(file.path);
  const bool front_door =
      file.path.starts_with("src/clew/clew.") || file.path == "src/clew/clew_test.cpp";
  if (!front_door && !rank_of(place.folder))
    file.report_whole("is in no folder of the architecture");
  for (const Include& include : includes_of(file)) {
    const bool own = include.target.starts_with("clew/");
    if (own && include.quoted) {
      check_own_include(file, include);
    } else if (own || include.quoted) {
      file.report(
          include.line_index,
          "our headers are included as \"clew/folder/name.hpp\", found '" + include.target + "'");
    }
  }
}

// --- doors and silence ---------------------------------------------------------------------------

void check_doors(const File& file) {
  if (is_test(file.path)) return;
  for (const Include& include : includes_of(file)) {
    for (const Door& door : doors) {
      if (include.target.starts_with(door.header_prefix) &&
          !starts_with_any(file.path, door.allowed))
        file.report(include.line_index, std::string(door.library) + " has no door here");
    }
  }
  if (std::find(process_doors.begin(), process_doors.end(), file.path) != process_doors.end())
    return;
  for (std::size_t i = 0; i < file.code_lines.size(); ++i) {
    for (const std::string_view name : process_calls) {
      if (has_call(file.code_lines[i], name))
        file.report(i, "'" + std::string(name) + "' may be called in base/process.cpp only");
    }
  }
}

void check_silence(const File& file) {
  if (!file.path.starts_with("src/clew/") || is_test(file.path)) return;
  for (std::size_t i = 0; i < file.code_lines.size(); ++i) {
    for (const std::string_view word : loud_words) {
      const bool call = word.ends_with('(');
      const std::string_view name = call ? word.substr(0, word.size() - 1) : word;
      if (call ? has_call(file.code_lines[i], name) : has_word(file.code_lines[i], name)) {
        file.report(i, "the library is silent, '" + std::string(name) + "' is not");
        break;  // std::exit( is also exit(: one message is enough
      }
    }
  }
}

void check_absent_words(const File& file) {
  if (!file.path.starts_with("src/clew/space/")) return;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    for (const std::string_view word : {"Variable", "Expr"}) {
      if (file.lines[i].find(word) != std::string_view::npos)
        file.report(i, "space/ knows states only by their type, found '" + std::string(word) + "'");
    }
  }
}

// --- layout --------------------------------------------------------------------------------------

void check_sizes(const File& file) {
  if (static_cast<int>(file.lines.size()) > file_lines_max)
    file.report_whole("file is " + std::to_string(file.lines.size()) + " lines, the limit is " +
                      std::to_string(file_lines_max));
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::size_t columns = columns_of(file.lines[i]);
    if (columns > line_columns_max)
      file.report(i, "line is " + std::to_string(columns) + " columns, the limit is " +
                         std::to_string(line_columns_max));
  }
  for (const FunctionLines function : functions_in(file.code)) {
    const int lines = function.last - function.first + 1;
    if (lines > function_lines_max)
      file.report(static_cast<std::size_t>(function.first - 1),
                  "function is " + std::to_string(lines) + " lines, the limit is " +
                      std::to_string(function_lines_max));
  }
}

void check_pragma_once(const File& file) {
  if (!file.path.ends_with(".hpp")) return;
  const bool found = std::any_of(file.lines.begin(), file.lines.end(), [](std::string_view line) {
    return trimmed(line) == "#pragma once";
  });
  if (!found) file.report_whole("header has no '#pragma once'");
}

void check_blanks(const File& file) {
  const bool tabs_allowed = file.path == "Makefile";
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string_view line = file.lines[i];
    if (!tabs_allowed && line.find('\t') != std::string_view::npos)
      file.report(i, "line has a tab");
    if (!line.empty() && is_blank(line.back())) file.report(i, "line ends with a blank");
  }
}

void check_words(const File& file) {
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    for (const std::string_view word : unfinished_words) {
      if (has_word(file.lines[i], word))
        file.report(i, "'" + std::string(word) + "' belongs into an issue or docs/warts.md");
    }
    for (const std::string_view path : machine_paths) {
      const std::size_t at = find_word(file.lines[i], path);
      if (at == std::string_view::npos) continue;
      const char before = at == 0 ? ' ' : file.lines[i][at - 1];
      if (!is_word(before) && before != '.' && before != '-' && before != '<')
        file.report(i, "'" + std::string(path) + "' is a path of somebody's machine");
    }
  }
}

// --- documents and models ------------------------------------------------------------------------

bool exists(const Tree& tree, const std::string& path) {
  if (path.empty() || tree.contains(path)) return true;
  const auto below = tree.lower_bound(path + "/");
  return below != tree.end() && below->first.starts_with(path + "/");
}

// The path in the tree that `link`, written in the file `path`, leads to.
std::string resolved(const std::string& path, const std::string& link) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::string target = (folder / link).lexically_normal().generic_string();
  if (target == ".") target.clear();
  while (target.ends_with('/')) target.pop_back();
  return target;
}

void check_links(const Tree& tree, const File& file) {
  static const std::regex form(R"(\]\(<?([^)\s>]+)[^)]*\)|(?:src|href)=\"([^\"]+)\")");
  static const std::regex outside(R"(^([a-zA-Z][a-zA-Z0-9+.-]*:|#|//).*)");
  static const std::regex inline_code("`[^`]*`");
  bool fenced = false;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (trimmed(file.lines[i]).starts_with("```")) fenced = !fenced;
    if (fenced) continue;
    const std::string line = std::regex_replace(std::string(file.lines[i]), inline_code, "");
    for (std::sregex_iterator match(line.begin(), line.end(), form), end; match != end; ++match) {
      const std::string link = (*match)[1].matched ? (*match)[1].str() : (*match)[2].str();
      if (std::regex_match(link, outside)) continue;
      if (!exists(tree, resolved(file.path, link.substr(0, link.find('#')))))
        file.report(i, "link to '" + link + "', which does not exist");
    }
  }
}

// The two commands stand in the first code block: nobody should have to look for them.
void check_readme(const File& file) {
  std::string block;
  bool inside = false;
  for (const std::string_view line : file.lines) {
    const bool fence = trimmed(line).starts_with("```");
    if (fence && inside) break;
    if (fence) inside = true;
    if (inside) block += std::string(line) + "\n";
  }
  for (const std::string_view command : {"make run", "make test"}) {
    if (!has_word(block, command))
      file.report_whole("the first code block does not have '" + std::string(command) + "'");
  }
}

void check_model(const File& file) {
  const bool annotated =
      std::any_of(file.lines.begin(), file.lines.end(),
                  [](std::string_view line) { return trimmed(line).starts_with("// expect:"); });
  if (!annotated) file.report_whole("model has no '// expect:' line");
}

// The layers are written down for people, too: in the one order that is enforced.
void check_layers_shown(const File& file) {
  std::string row;
  for (const std::string_view folder : folders_in_order) {
    row += std::string(row.empty() ? "" : "  ") + std::string(folder);
  }
  if (file.path == "CONTRIBUTING.md" && file.text.find(row) == std::string::npos) {
    file.report_whole("does not have the layers: " + row);
  }
  if (file.path != "docs/architecture.md") return;
  std::size_t at = 0;
  for (const std::string_view folder : folders_in_order) {
    at = file.text.find("\n| `" + std::string(folder) + "/` |", at);
    if (at == std::string::npos) {
      file.report_whole("has no row for '" + std::string(folder) + "/' behind that of the layer below");
      return;
    }
  }
}

// By namespace and name: where a type stands first.  Two headers with one name are an error of the program
// that includes both, or two types that nobody notices.
using DefinedNames = std::map<std::pair<std::string, std::string>, std::string>;

void check_names(const File& file, DefinedNames& known) {
  static const std::regex space(R"(^namespace (clew[\w:]*) \{)");
  static const std::regex type(
      R"(^(?:class|struct|enum class|union|concept) (?:alignas\(\d+\) )?(\w+)([^;]*)$|^using (\w+) =.*)");
  const bool is_header = file.path.starts_with("src/clew/") && file.path.ends_with(".hpp");
  if (!is_header || is_test(file.path)) return;
  std::string inside;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string line(file.lines[i]);
    std::smatch match;
    if (std::regex_search(line, match, space)) inside = match[1];
    if (inside.empty() || !std::regex_match(line, match, type)) continue;
    const std::string name = match[1].matched ? match[1].str() : match[3].str();
    const std::string rest = match[2].str();
    if (rest.starts_with("<") || rest.starts_with("::")) continue;  // a specialisation
    const auto [entry, is_new] = known.emplace(std::pair{inside, name}, file.path);
    if (!is_new && entry->second != file.path) {
      file.report(i, "'" + name + "' is defined in " + entry->second + ", too");
    }
  }
}

void check_file(const Tree& tree, const File& file, DefinedNames& names) {
  check_blanks(file);
  check_words(file);
  if (is_model(file.path)) check_model(file);
  if (file.path == "README.md") check_readme(file);
  if (file.path.ends_with(".md")) check_links(tree, file);
  check_layers_shown(file);
  if (!is_cpp(file.path)) return;
  check_layering(file);
  check_names(file, names);
  check_doors(file);
  check_silence(file);
  check_absent_words(file);
  check_sizes(file);
  check_pragma_once(file);
}

// --- reading C++ ---------------------------------------------------------------------------------

// Copies text to code, with blanks where there is no code.
class Stripper {
 public:
  explicit Stripper(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(code_);
  }

 private:
  void step() {
    const std::string_view rest = text_.substr(at_);
    const std::string_view before = text_.substr(0, at_);
    if (rest.starts_with("//")) {
      blank(rest.find('\n'));
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      blank(end == std::string_view::npos ? end : end + 2);
    } else if (rest.front() == '"' && before.ends_with('R')) {
      raw_literal(rest);
    } else if (rest.front() == '"' || (rest.front() == '\'' && !is_digit_separator())) {
      literal(rest);
    } else {
      keep(1);
    }
  }

  // The apostrophe in 1'000: the word it stands in starts with a digit.
  bool is_digit_separator() const {
    std::size_t start = at_;
    while (start > 0 && (is_word(text_[start - 1]) || text_[start - 1] == '\'')) --start;
    return start < at_ && std::isdigit(static_cast<unsigned char>(text_[start])) != 0;
  }

  void literal(std::string_view rest) {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != rest.front() && rest[end] != '\n')
      end += rest[end] == '\\' ? std::size_t{2} : std::size_t{1};
    keep(1);
    blank(std::min(end, rest.size()) - 1);
    if (end < rest.size() && rest[end] == rest.front()) keep(1);
  }

  void raw_literal(std::string_view rest) {
    const std::size_t open = rest.find('(');
    if (open == std::string_view::npos) return keep(1);
    const std::string closing = ")" + std::string(rest.substr(1, open - 1)) + "\"";
    const std::size_t end = rest.find(closing, open);
    keep(1);
    if (end == std::string_view::npos) return blank(end);
    blank(end + closing.size() - 2);
    keep(1);
  }

  void keep(std::size_t length) {
    code_ += text_.substr(at_, length);
    at_ += length;
  }

  void blank(std::size_t length) {
    for (const char c : text_.substr(at_, length)) code_ += c == '\n' ? '\n' : ' ';
    at_ = std::min(text_.size(), length > text_.size() ? text_.size() : at_ + length);
  }

  std::string_view text_;
  std::string code_;
  std::size_t at_ = 0;
};

// Blanks preprocessor lines: the braces of a macro are not those of the text around it.
std::string without_directives(std::string_view code) {
  std::string result(code);
  bool directive = false;  // this line is one, or continues one
  for (std::size_t start = 0; start < result.size();) {
    const std::size_t end = std::min(result.find('\n', start), result.size());
    const std::string_view line = std::string_view(code).substr(start, end - start);
    directive = directive || trimmed(line).starts_with('#');
    if (directive) result.replace(start, end - start, end - start, ' ');
    directive = directive && line.ends_with('\\');
    start = end + 1;
  }
  return result;
}

// "template <class T> requires X struct S" -> what follows the parameter list.
std::string_view without_template(std::string_view header) {
  while (header.starts_with("template")) {
    std::size_t at = header.find('<');
    if (at == std::string_view::npos) return header;
    int open = 0;
    for (; at < header.size(); ++at) {
      if (header[at] == '<') ++open;
      if (header[at] == '>' && --open == 0) break;
    }
    header = trimmed(header.substr(std::min(at + 1, header.size())));
  }
  return header;
}

// What a brace at namespace or class level opens, judged by the text since the last declaration.
enum class Brace { Scope, Function, Other };

Brace judge(std::string_view header) {
  static const std::regex alignment(R"(alignas\s*\([^)]*\))");  // not the parameters of anything
  const std::string declaration =
      std::regex_replace(std::string(without_template(trimmed(header))), alignment, "");
  const std::string_view rest = trimmed(declaration);
  if (rest.empty() || has_word(rest.substr(0, rest.find('(')), "namespace") ||
      rest.starts_with("extern"))
    return rest.find('(') == std::string_view::npos ? Brace::Scope : Brace::Function;
  for (const std::string_view word : {"class", "struct", "union"}) {
    const std::size_t at = find_word(rest, word);
    if (at == 0) return Brace::Scope;
    // A constraint stands before: `requires (N > 0) class X`.
    if (at != std::string_view::npos && rest.find_first_of("()", at) == std::string_view::npos)
      return Brace::Scope;
  }
  if (rest.find('(') == std::string_view::npos || rest.ends_with('=')) return Brace::Other;
  return Brace::Function;
}

// Follows the braces.  Inside a function or an initialiser only the matching brace counts.
class FunctionFinder {
 public:
  explicit FunctionFinder(std::string code) : code_(std::move(code)) {}

  std::vector<FunctionLines> run() {
    for (at_ = 0; at_ < code_.size(); ++at_) {
      if (code_[at_] == '\n') ++line_;
      if (inner_ > 0) {
        inside();
      } else {
        outside();
      }
    }
    return std::move(functions_);
  }

 private:
  void inside() {
    if (code_[at_] == '{') ++inner_;
    if (code_[at_] != '}' || --inner_ > 0) return;
    if (continues()) return;
    if (is_function_) functions_.push_back({header_line_, line_});
    start_header();
  }

  void outside() {
    const char c = code_[at_];
    if (header_.empty() && !is_blank(c)) header_line_ = line_;
    if (c == '(') ++parens_;
    if (c == ')' && parens_ > 0) --parens_;
    if (c == '{') return open();
    if (c == '}' || (c == ';' && parens_ == 0)) return start_header();
    if (c == ':' && (header_ == "public" || header_ == "private" || header_ == "protected"))
      return start_header();
    if (!header_.empty() || !is_blank(c)) header_ += c;
  }

  void open() {
    const Brace brace = parens_ > 0 ? Brace::Other : judge(header_);
    if (brace == Brace::Scope) return start_header();
    is_function_ = brace == Brace::Function;
    inner_ = 1;
  }

  // After a brace that was an initialiser (`x_{1}, y_{2} {`, `f(Options o = {}) {`) the same
  // declaration goes on.
  bool continues() {
    if (parens_ > 0) return true;
    const std::size_t next = code_.find_first_not_of(" \r\n", at_ + 1);
    if (next == std::string_view::npos || (code_[next] != ',' && code_[next] != '{')) return false;
    header_ += "{}";
    return true;
  }

  void start_header() {
    header_.clear();
    parens_ = 0;
  }

  std::string code_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::string header_;  // the declaration so far, at namespace or class level
  int header_line_ = 1;
  int parens_ = 0;
  int inner_ = 0;  // open braces of the function or initialiser we are in
  bool is_function_ = false;
  std::vector<FunctionLines> functions_;
};

std::string as_line(const Finding& finding) {
  std::string line = shown(finding.path);
  if (finding.line > 0) line += ":" + std::to_string(finding.line);
  return line + ": error: " + finding.text;
}

}  // namespace

Tree read_tree(const std::filesystem::path& root) {
  Tree tree;
  std::filesystem::recursive_directory_iterator entry(root);
  for (; entry != std::filesystem::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().filename().string();
    const bool top_build = entry.depth() == 0 && name.starts_with("build");
    const bool hidden = name.starts_with('.') && name != ".ci";
    if (entry->is_directory() && (hidden || top_build || name == "node_modules")) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file() && name != ".git") {  // a worktree's is a file
      std::ifstream stream(entry->path(), std::ios::binary);
      tree[entry->path().lexically_relative(root).generic_string()] =
          std::string(std::istreambuf_iterator<char>(stream), {});
    }
  }
  return tree;
}

std::vector<std::string> check_tree(const Tree& tree) {
  std::vector<Finding> findings;
  DefinedNames names;
  if (!tree.contains("README.md")) findings.push_back({"README.md", 0, "is missing"});
  for (const auto& [path, text] : tree) {
    if (!is_written_by_us(path, text)) continue;
    File file{path, text, lines_of(text), is_cpp(path) ? code_of(text) : "", {}, findings};
    file.code_lines = lines_of(file.code);
    check_file(tree, file, names);
  }
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.path, a.line) < std::tie(b.path, b.line);
  });
  std::vector<std::string> lines;
  std::transform(findings.begin(), findings.end(), std::back_inserter(lines), as_line);
  return lines;
}

std::string code_of(std::string_view text) { return Stripper(text).run(); }

std::vector<FunctionLines> functions_in(std::string_view code) {
  return FunctionFinder(without_directives(code)).run();
}

}  // namespace clew::tree
