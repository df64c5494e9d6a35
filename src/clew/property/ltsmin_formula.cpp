#include "clew/property/ltsmin_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

struct Word {
  enum class Kind : std::uint8_t { Name, Number, Text, Comparison, Blank, Other };
  Kind kind = Kind::Other;
  std::string text;  // without quotes and backslashes
  std::size_t offset = 0;
  std::size_t length = 0;
};

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::vector<Word> run() {
    while (at_ < text_.size()) step();
    return std::move(words_);
  }

 private:
  bool is_at(std::string_view wanted) const { return text_.substr(at_).starts_with(wanted); }

  void add(Word::Kind kind, std::size_t end) {
    words_.push_back({kind, std::string(text_.substr(at_, end - at_)), at_, end - at_});
    at_ = end;
  }

  void step() {
    using enum Word::Kind;
    const char c = text_[at_];
    if (is_at("/*")) return comment(text_.find("*/", at_ + 2), 2);
    if (is_at("//")) return comment(text_.find('\n', at_), 0);
    if (is_blank(c)) return add(Blank, at_ + 1);
    if (c == '"') return quoted();
    if (is_at("==") || is_at("!=")) return add(Comparison, at_ + 2);
    if (is_letter(c) || is_digit(c)) {
      std::size_t end = at_;
      while (end < text_.size() && is_word_character(text_[end])) ++end;
      return add(is_digit(c) ? Number : Name, end);
    }
    if (c == '\\' && at_ + 1 < text_.size() && !is_word_character(text_[at_ + 1])) {
      words_.push_back({Other, std::string(1, text_[at_ + 1]), at_, 2});
      at_ += 2;
      return;
    }
    add(Other, at_ + 1);
  }

  // Line ends stay, so that lines keep their numbers.
  void comment(std::size_t end, std::size_t behind) {
    end = end == std::string_view::npos ? text_.size() : end + behind;
    Word word{Word::Kind::Blank, std::string(text_.substr(at_, end - at_)), at_, end - at_};
    for (char& c : word.text) c = c == '\n' ? '\n' : ' ';
    words_.push_back(std::move(word));
    at_ = end;
  }

  void quoted() {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] != '"') return add(Word::Kind::Other, at_ + 1);
    words_.push_back({Word::Kind::Text, std::string(text_.substr(at_ + 1, end - at_ - 1)), at_,
                      end + 1 - at_});
    at_ = end + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Word> words_;
};

class Translator {
 public:
  Translator(const Model& model, const SourceText& source, Diagnostics& diagnostics)
      : model_(model),
        source_(source),
        diagnostics_(diagnostics),
        words_(Words(source.text()).run()) {}

  std::string run() {
    while (next_ < words_.size()) {
      if (!location() && !local()) plain();
    }
    return std::move(out_);
  }

 private:
  using Kind = Word::Kind;

  // The place of the first word from `i` on that is no blank.
  std::size_t word_from(std::size_t i) const {
    while (i < words_.size() && words_[i].kind == Kind::Blank) ++i;
    return i;
  }

  bool is(std::size_t i, Kind kind) const { return i < words_.size() && words_[i].kind == kind; }
  bool is(std::size_t i, std::string_view text) const {
    return i < words_.size() && words_[i].kind == Kind::Other && words_[i].text == text;
  }

  const ProcessType* process(std::size_t i) const {
    if (!is(i, Kind::Name) || is(i + 1, ".") || is(i + 1, "[") || (i > 0 && is(i - 1, "."))) {
      return nullptr;
    }
    const ProcessId named = model_.process_named(words_[i].text);
    if (is_some(named)) return &model_.type_of(named);
    const auto found =
        std::find_if(model_.process_types.begin(), model_.process_types.end(),
                     [&](const ProcessType& type) { return type.name == words_[i].text; });
    return found == model_.process_types.end() ? nullptr : &*found;
  }

  // `P == "s"`, or the other way round.
  bool location() {
    const std::size_t comparison = word_from(next_ + 1);
    if (!model_.has_control || !is(comparison, Kind::Comparison)) return false;
    const std::size_t last = word_from(comparison + 1);
    std::size_t name = next_;
    std::size_t state = last;
    if (!process(name)) std::swap(name, state);
    const ProcessType* const type = process(name);
    if (!type || !(is(state, Kind::Name) || is(state, Kind::Text) || is(state, Kind::Number))) {
      return false;
    }
    const std::string at = state_of(*type, words_[state]);
    const bool is_negated = words_[comparison].text == "!=";
    out_ += fmt::format("{}{}{}{}{}", is_negated ? "!(" : "", words_[name].text,
                        model_.language == "promela" ? "@" : ".", at, is_negated ? ")" : "");
    keep_lines(next_, last);
    next_ = last + 1;
    return true;
  }

  std::string state_of(const ProcessType& type, const Word& word) {
    std::size_t number = type.locations.size();
    if (word.kind == Kind::Number) {
      std::from_chars(word.text.data(), word.text.data() + word.text.size(), number);
      if (number < type.locations.size()) return type.locations[to_id<LocationId>(number)].name;
    }
    if (is_some(type.location_of(word.text)) || type.labels.contains(word.text)) return word.text;
    std::vector<std::string> names;
    for (const Location& known : type.locations) names.push_back(known.name);
    const std::string nearest = nearest_name(word.text, names);
    diagnostics_.error(source_.span(word.offset, word.length),
                       fmt::format("process '{}' has no state '{}'", type.name, word.text),
                       nearest.empty() ? "" : fmt::format("it has a state '{}'", nearest));
    return word.text;
  }

  // `P.x` for a variable of a process.
  bool local() {
    if (!is(next_, Kind::Name) || !is(next_ + 1, ".") || !is(next_ + 2, Kind::Name)) return false;
    const ProcessId process = model_.process_named(words_[next_].text);
    if (!is_some(process)) return false;
    const ProcessType& type = model_.type_of(process);
    if (is_some(type.location_of(words_[next_ + 2].text))) return false;
    if (!is_some(type.frame.id_of(words_[next_ + 2].text))) return false;
    out_ += words_[next_].text + model_.local_mark + words_[next_ + 2].text;
    next_ += 3;
    return true;
  }

  void plain() {
    const Word& word = words_[next_++];
    if (word.kind == Kind::Text) {
      diagnostics_.error(source_.span(word.offset, word.length),
                         "a text in quotes is the state of a process: P == \"s\"");
    }
    out_ += word.text;
  }

  // What stood on several lines still ends on the last of them.
  void keep_lines(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i <= last; ++i) {
      const auto lines = std::count(words_[i].text.begin(), words_[i].text.end(), '\n');
      out_.append(static_cast<std::size_t>(lines), '\n');
    }
  }

  const Model& model_;
  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::vector<Word> words_;
  std::size_t next_ = 0;
  std::string out_;
};

}  // namespace

std::string from_ltsmin(const Model& model, const SourceText& source, Diagnostics& diagnostics) {
  return Translator(model, source, diagnostics).run();
}

}  // namespace clew
