#include "clew/export/model_with_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <utility>
#include <vector>

#include "clew/base/characters.hpp"

namespace clew {

namespace {

// Finds the claims of a file by their first words and their braces.
class ClaimFinder {
 public:
  explicit ClaimFinder(std::string_view text) : text_(text) {}

  struct Block {
    std::string name;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::vector<Block> run() {
    for (int depth = 0; skip_blanks();) {
      if (is_word_character(text_[at_])) {
        const std::size_t begin = at_;
        const std::string_view found = word();
        if (depth == 0 && (found == "never" || found == "ltl")) block(found, begin);
        continue;
      }
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}') --depth;
      ++at_;
    }
    return std::move(blocks_);
  }

 private:
  // To the next thing that is no blank, comment, string or directive; false at the end.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (c == '"') {
        skip_string();
      } else if (c == '#' && begins_line_) {
        skip_directive();
      } else if (is_blank(c)) {
        begins_line_ = begins_line_ || c == '\n';
        ++at_;
      } else {
        begins_line_ = false;
        return true;
      }
    }
    return false;
  }

  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void skip_directive() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      const bool goes_on = text_[at_] == '\\' && at_ + 1 < text_.size();
      at_ += goes_on ? 2 : 1;
    }
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void block(std::string_view keyword, std::size_t begin) {
    Block found;
    found.begin = begin;
    if (skip_blanks() && is_word_character(text_[at_])) found.name = word();
    if (!skip_blanks() || text_[at_] != '{') return;
    if (found.name.empty()) {
      found.name = keyword == "never" ? "never" : fmt::format("ltl_{}", formulas_++);
    }
    int depth = 0;
    do {
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}') --depth;
      ++at_;
    } while (depth > 0 && skip_blanks());
    found.end = at_;
    blocks_.push_back(std::move(found));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool begins_line_ = true;
  std::size_t formulas_ = 0;  // without a name
  std::vector<Block> blocks_;
};

std::string label(const ProcessType& type, LocationId id) {
  const Location& location = type.locations[id];
  return location.accepting ? "accept_" + location.name : location.name;
}

bool is_claim(const Model& model, ProcessTypeId type) {
  if (model.claim && model.claim->type == type) return true;
  return std::any_of(model.declared_properties.begin(), model.declared_properties.end(),
                     [&](const DeclaredProperty& declared) { return declared.claim == type; });
}

// Of processes: those of claims have a meaning anyway.
bool has_accept_labels(const Model& model) {
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    if (is_claim(model, to_id<ProcessTypeId>(i))) continue;
    for (const auto& [label, location] : model.process_types[to_id<ProcessTypeId>(i)].labels) {
      if (label.starts_with("accept")) return true;
    }
  }
  return false;
}

// Promela has words for a channel that is not full and one that is not empty, and no other negation.
std::string negatable(const std::string& text) {
  static const std::regex negated(R"(!\((n?)(empty|full)\(([^()]*)\)\))");
  std::string out;
  auto rest = text.cbegin();
  for (std::smatch found; std::regex_search(rest, text.cend(), found, negated);) {
    out.append(rest, found[0].first);
    out +=
        fmt::format("{}{}({})", found[1].length() == 0 ? "n" : "", found[2].str(), found[3].str());
    rest = found[0].second;
  }
  return out.append(rest, text.cend());
}

// A claim begins with its first statement, so the initial location comes first.
std::string never_claim(const Model& model) {
  const ProcessTypeId watcher = model.claim->type;
  const ProcessType& type = model.process_types[watcher];
  std::vector<LocationId> order{type.initial};
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    if (to_id<LocationId>(i) != type.initial) order.push_back(to_id<LocationId>(i));
  }
  const std::string note = claim_note(model);
  std::string text = note.empty() ? "" : fmt::format("/* {} */\n", note);
  if (has_accept_labels(model)) {
    text +=
        "/* Note: for pan -a the accept labels of processes count like those of the claim. */\n";
  }
  text += "never {\n";
  for (const LocationId id : order) {
    text += label(type, id) + ":\n  do\n";
    bool has_way = false;
    for (const Action& action : model.actions) {
      if (action.owner != watcher || action.from != id) continue;
      text += fmt::format("  :: {} -> goto {}\n", negatable(action.text), label(type, action.to));
      has_way = true;
    }
    text += fmt::format("{}  od{}\n", has_way ? "" : "  :: false\n", id == order.back() ? "" : ";");
  }
  return text + "}\n";
}

// The claim of a model as its file or the user stated it; null if only the model has it.
const DeclaredProperty* declaration_of(const Model& watched) {
  for (const DeclaredProperty& property : watched.declared_properties) {
    if (watched.claim && property.claim == watched.claim->type) return &property;
  }
  return nullptr;
}

}  // namespace

Model watched_model(const Model& model, const Property& property) {
  if (model.claim && model.claim->type == property.claim) return model;
  Model watched = with_claim(model, property.claim);
  if (declaration_of(watched) != nullptr) return watched;
  // A name out of a property file tells more than the one that all formulas have.
  const bool is_name = std::all_of(property.name.begin(), property.name.end(), is_word_character);
  watched.claim->name = is_name ? property.name : "LTL_property";
  watched.process_types[property.claim].name = watched.claim->name;
  watched.declared_properties.push_back({property.name,
                                         DeclaredProperty::Kind::Ltl,
                                         property.text,
                                         {},
                                         property.claim,
                                         property.propositions});
  return watched;
}

std::string claim_note(const Model& watched) {
  const DeclaredProperty* const property = declaration_of(watched);
  if (property == nullptr || property->kind != DeclaredProperty::Kind::Ltl) return {};
  std::string text;
  for (const char c : property->text) {
    const bool ends_comment = c == '/' && text.ends_with('*');
    text += c < ' ' || c > '~' || ends_comment ? ' ' : c;
  }
  return fmt::format("Accepts the runs that violate: {}", text);
}

std::string promela_with_claim(std::string_view text, const Model& watched) {
  const DeclaredProperty* const property = declaration_of(watched);
  const bool is_in_file = property != nullptr && property->span.is_known();
  std::string out;
  std::size_t done = 0;
  for (const ClaimFinder::Block& block : ClaimFinder(text).run()) {
    if (is_in_file && block.name == property->name) continue;
    out += text.substr(done, block.begin - done);
    out += fmt::format("/* the claim '{}' is left out */", block.name);
    done = block.end;
  }
  out += text.substr(done);
  if (!out.ends_with('\n')) out += '\n';
  if (!is_in_file) out += "\n" + never_claim(watched);
  return out;
}

}  // namespace clew
