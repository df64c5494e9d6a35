#include "clew/lang/uts/lexer.hpp"

#include <algorithm>
#include <array>

#include "clew/base/characters.hpp"

namespace clew::uts {

namespace {

constexpr std::array<std::string_view, 17> section_words = {
    "MAXSTEPS", "VARS", "INIT",       "TRANS",       "PROGRAM",  "PROCESS",
    "REACH",    "SAFE", "SAFETY",     "INF",         "DEADLOCK", "LIVENESS",
    "LTL",      "CTL",  "EVENTUALLY", "RECOVERABLE", "LEADSTO"};

constexpr std::array<std::string_view, 17> reserved_words = {
    "MAXSTEPS", "VARS",     "INIT",  "TRANS",  "PROGRAM", "PROCESS", "REACH", "SAFE", "INF",
    "DEADLOCK", "LIVENESS", "const", "nondet", "int",     "bool",    "true",  "false"};

// Longer symbols first.
constexpr std::array<std::string_view, 31> symbols = {
    "->", "~>", "==", "!=", "<=", ">=", "&&", "||", "..", "{", "}", "(", ")", "[", "]", ";",
    ",",  ".",  "=",  "!",  "?",  "<",  ">",  "+",  "-",  "*", "/", "%", "&", "|", ":"};

class Lexer : public LexerBase {
 public:
  using LexerBase::LexerBase;

 private:
  bool read_special() override {
    if (!begins_formula()) return false;
    formula();
    return true;
  }

  // Behind `LTL:` and `CTL name:`.
  bool begins_formula() const {
    const std::size_t count = tokens_.size();
    if (count < 2 || !tokens_[count - 1].is(":")) return false;
    const auto is_logic = [&](std::size_t back) {
      if (count < back) return false;
      const Token& token = tokens_[count - back];
      // `int LTL : 0..3` declares a variable.
      const bool is_name = count > back && (tokens_[count - back - 1].is("int") ||
                                            tokens_[count - back - 1].is("bool"));
      return !is_name && (token.is("LTL") || token.is("CTL"));
    };
    return is_logic(2) || (tokens_[count - 2].kind == TokenKind::Identifier && is_logic(3));
  }

  // A section begins here: a word of the list, perhaps a name, a colon.
  bool begins_section(std::size_t begin) const {
    if (begin > 0 && is_word_character(text_[begin - 1])) return false;
    std::size_t end = word_end(text_, begin);
    if (end == begin || !is_section_word(text_.substr(begin, end - begin))) return false;
    if (text_.substr(begin, end - begin) == "PROCESS") return true;
    for (int words = 0; words < 2; ++words) {
      while (end < text_.size() && is_blank(text_[end])) ++end;
      if (end < text_.size() && text_[end] == ':') return true;
      const std::size_t next = word_end(text_, end);
      if (next == end) return false;
      end = next;
    }
    return false;
  }

  // Up to a `;`, the next section or the end.  An empty token: there is no formula.
  void formula() {
    std::size_t end = position_;
    while (end < text_.size() && text_[end] != ';' && !begins_section(end)) {
      const std::size_t behind = comment_end(text_, end);
      end = behind == end ? end + 1 : behind;
    }
    std::size_t last = end;
    while (last > position_ && is_blank(text_[last - 1])) --last;
    add(TokenKind::Formula, last);
    position_ = end;
  }
};

}  // namespace

bool is_section_word(std::string_view word) {
  return std::find(section_words.begin(), section_words.end(), word) != section_words.end();
}

std::vector<std::string> section_names() { return {section_words.begin(), section_words.end()}; }

bool is_reserved_word(std::string_view word) {
  return std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end();
}

std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics, {"a UTS script", {}, symbols}).run();
}

}  // namespace clew::uts
