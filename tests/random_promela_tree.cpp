#include "tests/random_promela_tree.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace clew {

namespace {

using Kind = PromelaPart::Kind;

// --- text ----------------------------------------------------------------------------------------

std::string rendered(const PromelaPart& part, std::size_t indent);

std::string blanks(std::size_t count) { return std::string(count, ' '); }

std::string sequence(const std::vector<PromelaPart>& parts, std::size_t indent, bool is_option) {
  if (parts.empty()) return blanks(indent) + "skip";
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += rendered(parts[i], indent);
    if (i + 1 == parts.size()) break;
    text += is_option && i == 0 && parts[i].kind == Kind::Statement ? " ->\n" : ";\n";
  }
  return text;
}

std::string braces(const PromelaPart& part, std::size_t indent) {
  return (part.text.empty() ? "" : part.text + " ") + "{\n" +
         sequence(part.parts, indent + 2, false) + "\n" + blanks(indent) + "}";
}

std::string choice(const PromelaPart& part, std::size_t indent) {
  std::string text = part.text + "\n";
  for (const PromelaPart& option : part.parts) {
    text += blanks(indent) + ":: " + sequence(option.parts, indent + 3, true).substr(indent + 3);
    text += "\n";
  }
  return text + blanks(indent) + (part.text == "do" ? "od" : "fi");
}

std::string rendered(const PromelaPart& part, std::size_t indent) {
  std::string text = blanks(indent);
  for (const std::string& label : part.labels) text += label + ": ";
  switch (part.kind) {
    case Kind::Choice: return text + choice(part, indent);
    case Kind::Block: return text + braces(part, indent);
    case Kind::Unless:
      return text + braces(part.parts[0], indent) + " unless " + braces(part.parts[1], indent);
    default: return text + part.text;
  }
}

// --- cuts ----------------------------------------------------------------------------------------

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The position behind the bracket that closes the one at `open`.
std::optional<std::size_t> behind_group(const std::string& text, std::size_t open) {
  int nesting = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++nesting;
    if (text[i] == ')' && --nesting == 0) return i + 1;
  }
  return std::nullopt;
}

void add_group_cuts(const std::string& text, std::size_t open, std::vector<std::string>& results) {
  const auto end = behind_group(text, open);
  if (!end) return;
  const std::string before = text.substr(0, open);
  const std::string after = text.substr(*end);
  const std::string inside = text.substr(open + 1, *end - open - 2);
  results.push_back(before + "0" + after);
  results.push_back(before + "1" + after);
  results.push_back(before + inside + after);
  // One operand of `(a op b)`; operands are words, numbers or groups of their own.
  std::size_t nesting = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '(' || inside[i] == '[') ++nesting;
    if (inside[i] == ')' || inside[i] == ']') --nesting;
    if (inside[i] != ' ' || nesting > 0) continue;
    results.push_back(before + inside.substr(0, i) + after);
    results.push_back(before + inside.substr(i + 1) + after);
  }
}

// Simpler texts of one statement, line or head, the simplest first.
std::vector<std::string> simpler_texts(const PromelaPart& part) {
  std::vector<std::string> results;
  const std::string& text = part.text;
  if (part.kind == Kind::Statement && text != "skip") {
    results.emplace_back("skip");
    if (text != "true") results.emplace_back("true");
  }
  // A channel variable without its value is not a simpler model but a wrong one.
  const bool is_channel = text.starts_with("chan ");
  for (const std::string& piece : {std::string(" provided"), std::string(" = ")}) {
    if (is_channel) break;
    if (const std::size_t at = text.find(piece); at != std::string::npos)
      results.push_back(text.substr(0, at));
  }
  if (const std::size_t at = text.find("active [2]"); at != std::string::npos)
    results.push_back(text.substr(0, at) + "active" + text.substr(at + 10));
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') add_group_cuts(text, i, results);
    if (!is_digit(text[i]) || (i > 0 && is_word(text[i - 1]))) continue;
    std::size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    const std::string number = text.substr(i, end - i);
    for (const char* smaller : {"0", "1", "2"}) {
      if (number == smaller) break;
      results.push_back(text.substr(0, i) + smaller + text.substr(end));
    }
  }
  return results;
}

using Path = std::vector<std::size_t>;

PromelaPart& at(PromelaPart& root, const Path& path) {
  PromelaPart* part = &root;
  for (const std::size_t index : path) part = &part->parts[index];
  return *part;
}

void add_paths(const PromelaPart& part, Path& path, std::vector<Path>& paths) {
  for (std::size_t i = 0; i < part.parts.size(); ++i) {
    path.push_back(i);
    paths.push_back(path);
    add_paths(part.parts[i], path, paths);
    path.pop_back();
  }
}

// What a part may be replaced with in its parent's list: nothing, or some of what is in it.
std::vector<std::vector<PromelaPart>> replacements(const PromelaPart& part) {
  std::vector<std::vector<PromelaPart>> results = {{}};
  if (part.kind == Kind::Block) results.push_back(part.parts);
  if (part.kind == Kind::Choice || part.kind == Kind::Unless) {
    for (const PromelaPart& inner : part.parts) results.push_back(inner.parts);
  }
  return results;
}

class Shrinker {
 public:
  Shrinker(const PromelaPart& model, const PromelaPredicate& still_fails)
      : model_(model), still_fails_(still_fails) {}

  PromelaPart run() {
    bool progress = true;
    while (progress) {
      progress = false;
      // Paths change with every cut; the next ones are looked for from the same place on.
      for (std::size_t i = 0;; ++i) {
        std::vector<Path> paths;
        Path path;
        add_paths(model_, path, paths);
        if (i >= paths.size()) break;
        if (cut(paths[i])) {
          progress = true;
          --i;
        }
      }
    }
    return model_;
  }

 private:
  bool keep(PromelaPart candidate) {
    if (text_of(candidate) == text_of(model_) || !still_fails_(candidate)) return false;
    model_ = std::move(candidate);
    return true;
  }

  bool cut(const Path& path) {
    const PromelaPart part = at(model_, path);
    const Path parent(path.begin(), path.end() - 1);
    if (at(model_, parent).kind != Kind::Unless) {
      for (const auto& replacement : replacements(part)) {
        PromelaPart candidate = model_;
        auto& list = at(candidate, parent).parts;
        const auto place = list.erase(list.begin() + static_cast<std::ptrdiff_t>(path.back()));
        list.insert(place, replacement.begin(), replacement.end());
        if (keep(std::move(candidate))) return true;
      }
    }
    for (std::size_t i = 0; i < part.labels.size(); ++i) {
      PromelaPart candidate = model_;
      auto& labels = at(candidate, path).labels;
      labels.erase(labels.begin() + static_cast<std::ptrdiff_t>(i));
      if (keep(std::move(candidate))) return true;
    }
    for (std::string& text : simpler_texts(part)) {
      PromelaPart candidate = model_;
      at(candidate, path).text = std::move(text);
      if (keep(std::move(candidate))) return true;
    }
    return false;
  }

  PromelaPart model_;
  const PromelaPredicate& still_fails_;
};

}  // namespace

std::string text_of(const PromelaPart& model) {
  std::string text;
  for (const PromelaPart& part : model.parts) {
    if (part.kind == Kind::Body) {
      text += "\n" + braces(part, 0) + "\n";
    } else {
      text += part.text + (part.text.starts_with("#") ? "\n" : ";\n");
    }
  }
  return text;
}

PromelaPart shrink(const PromelaPart& model, const PromelaPredicate& still_fails) {
  return Shrinker(model, still_fails).run();
}

}  // namespace clew
