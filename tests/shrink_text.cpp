#include "tests/shrink_text.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace clew {

namespace {

struct Token {
  std::string before;  // blanks and comments
  std::string text;    // empty: the end
};
using Tokens = std::vector<Token>;

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

bool is_name(const std::string& text) {
  return !text.empty() && is_word_char(text[0]) && !is_number(text) && text != "true" &&
         text != "false";
}

std::size_t end_of_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else {
      break;
    }
  }
  return at;
}

// A word, a sign of two characters, or one character.
std::size_t end_of_token(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_word_char(text[end])) ++end;
  if (end > at) return end;
  for (const std::string_view sign :
       {"->", "..", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "~>"}) {
    if (text.substr(at, 2) == sign) return at + 2;
  }
  return at + 1;
}

Tokens tokens_of(const std::string& text) {
  Tokens tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = end_of_blanks(text, at);
    const std::size_t end = begin < text.size() ? end_of_token(text, begin) : begin;
    tokens.push_back({text.substr(at, begin - at), text.substr(begin, end - begin)});
    at = end;
  }
  return tokens;
}

// Two words stay two, whatever stood between them.
std::string text_of(const Tokens& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    const bool touches = token.before.empty() && !text.empty() && !token.text.empty() &&
                         is_word_char(text.back()) && is_word_char(token.text[0]);
    text += touches ? " " : token.before;
    text += token.text;
  }
  return text;
}

class TextShrinker {
 public:
  TextShrinker(const std::string& text, const TextPredicate& is_wanted, double seconds_max)
      : tokens_(tokens_of(text)),
        is_wanted_(is_wanted),
        deadline_(std::chrono::steady_clock::now() +
                  std::chrono::milliseconds(static_cast<long>(seconds_max * 1000))) {}

  std::string run() {
    bool progress = true;
    while (progress && !is_late()) {
      progress = take_halves();
      progress = take_runs() || progress;
      progress = take_brackets() || progress;
      progress = take_names() || progress;
      progress = take_pairs() || progress;
      progress = simplify() || progress;
    }
    return text_of(tokens_);
  }

 private:
  bool is_late() const { return std::chrono::steady_clock::now() > deadline_; }

  bool keep(Tokens candidate) {
    if (is_late() || !is_wanted_(text_of(candidate))) return false;
    tokens_ = std::move(candidate);
    return true;
  }

  Tokens without(std::size_t begin, std::size_t end) const {
    Tokens rest(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(begin));
    rest.insert(rest.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(end), tokens_.end());
    // A line that lost its beginning still begins.
    if (end < tokens_.size() && tokens_[begin].before.find('\n') != std::string::npos &&
        rest[begin].before.find('\n') == std::string::npos) {
      rest[begin].before = tokens_[begin].before;
    }
    return rest;
  }

  // Behind the bracket that closes the one at `at`; behind the token if it is none.
  // 0: there is no such bracket.
  std::size_t end_of_element(std::size_t at) const {
    const auto opens = [](const std::string& text) {
      return text == "(" || text == "[" || text == "{";
    };
    const auto closes = [](const std::string& text) {
      return text == ")" || text == "]" || text == "}";
    };
    if (closes(tokens_[at].text)) return 0;
    std::size_t open = 0;
    for (std::size_t i = at; i < tokens_.size(); ++i) {
      if (opens(tokens_[i].text)) ++open;
      if (closes(tokens_[i].text)) --open;
      if (open == 0) return i + 1;
    }
    return 0;
  }

  // Whole lines first, many at once.
  bool take_halves() {
    bool progress = false;
    for (std::size_t size = tokens_.size() / 2; size > elements_max; size /= 2) {
      for (std::size_t at = 0; at + size <= tokens_.size() && !is_late();) {
        if (keep(without(at, at + size))) {
          progress = true;
        } else {
          at += std::max<std::size_t>(size / 8, 1);
        }
      }
    }
    return progress;
  }

  // Where each run of elements from `at` on ends: after one, after two, ...
  std::vector<std::size_t> ends_from(std::size_t at) const {
    std::vector<std::size_t> ends;
    while (at < tokens_.size() && ends.size() < elements_max) {
      const std::size_t end = end_of_element(at);
      if (end == 0) break;
      ends.push_back(end);
      at = end;
    }
    return ends;
  }

  bool take_runs() {
    bool progress = false;
    for (std::size_t at = 0; at < tokens_.size() && !is_late();) {
      const std::vector<std::size_t> ends = ends_from(at);
      const bool is_taken = std::any_of(ends.rbegin(), ends.rend(),
                                        [&](std::size_t end) { return keep(without(at, end)); });
      progress = progress || is_taken;
      if (!is_taken) ++at;
    }
    return progress;
  }

  bool take_brackets() {
    bool progress = false;
    for (std::size_t at = 0; at < tokens_.size() && !is_late(); ++at) {
      const std::size_t end = end_of_element(at);
      if (end < at + 2) continue;
      Tokens candidate = without(end - 1, end);
      candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(at));
      progress = keep(std::move(candidate)) || progress;
    }
    return progress;
  }

  std::size_t end_of_line(std::size_t at) const {
    for (++at; at < tokens_.size(); ++at) {
      if (tokens_[at].before.find('\n') != std::string::npos) break;
    }
    return at;
  }

  // All lines with a name at once: neither its declaration nor its use could go alone.
  bool take_names() {
    std::set<std::string> names;
    for (const Token& token : tokens_) {
      if (is_name(token.text)) names.insert(token.text);
    }
    bool progress = false;
    for (const std::string& name : names) {
      Tokens candidate;
      for (std::size_t at = 0; at < tokens_.size();) {
        const auto begin = tokens_.begin() + static_cast<std::ptrdiff_t>(at);
        at = end_of_line(at);
        const auto end = tokens_.begin() + static_cast<std::ptrdiff_t>(at);
        const auto is_it = [&](const Token& token) { return token.text == name; };
        if (std::none_of(begin, end, is_it)) candidate.insert(candidate.end(), begin, end);
      }
      progress = (candidate.size() < tokens_.size() && keep(std::move(candidate))) || progress;
    }
    return progress;
  }

  // Behind a member of a list and its comma, whichever comes first; 0 if there is none.
  std::size_t end_of_member(std::size_t at) const {
    const std::size_t first = end_of_element(at);
    const std::size_t second = first > 0 && first < tokens_.size() ? end_of_element(first) : 0;
    if (second == 0) return 0;
    const std::size_t third = second < tokens_.size() ? end_of_element(second) : 0;
    if (tokens_[at].text == "," || tokens_[first].text == ",") {
      // `, a[0]` has three elements.
      return tokens_[at].text == "," && third > 0 && tokens_[second].text == "[" ? third : second;
    }
    return third > 0 && tokens_[second].text == "," ? third : 0;
  }

  // Two members of two lists in a line, as in `x, y = 1, 2`.
  bool take_pairs() {
    bool progress = false;
    for (std::size_t at = 0; at < tokens_.size() && !is_late(); ++at) {
      for (std::size_t other = at + 1; other < end_of_line(at); ++other) {
        const std::size_t end = end_of_member(at);
        const std::size_t other_end = end_of_member(other);
        if (end == 0 || other_end == 0 || other < end) continue;
        Tokens candidate = without(other, other_end);
        candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(at),
                        candidate.begin() + static_cast<std::ptrdiff_t>(end));
        progress = keep(std::move(candidate)) || progress;
      }
    }
    return progress;
  }

  bool put(std::size_t at, std::size_t end, const std::string& text) {
    Tokens candidate = without(at + 1, end);
    candidate[at].before = tokens_[at].before;
    candidate[at].text = text;
    return keep(std::move(candidate));
  }

  bool simplify() {
    bool progress = false;
    for (std::size_t at = 0; at < tokens_.size() && !is_late(); ++at) {
      const std::size_t end = end_of_element(at);
      if (end == 0) continue;
      const std::string text = tokens_[at].text;
      std::vector<std::string> simpler;
      if (is_name(text) || text == "(") simpler = {"0", "1", "true", "false"};
      if (is_number(text) && text.size() < 10) {
        const unsigned long value = std::stoul(text);
        for (const unsigned long less : {0UL, 1UL, value / 2, value == 0 ? 0 : value - 1}) {
          if (less < value) simpler.push_back(std::to_string(less));
        }
      }
      progress = std::any_of(simpler.begin(), simpler.end(),
                             [&](const std::string& each) { return put(at, end, each); }) ||
                 progress;
    }
    return progress;
  }

  static constexpr std::size_t elements_max = 48;
  Tokens tokens_;
  const TextPredicate& is_wanted_;
  const std::chrono::steady_clock::time_point deadline_;
};

}  // namespace

std::string shrink_text(const std::string& text, const TextPredicate& is_wanted,
                        double seconds_max) {
  return TextShrinker(text, is_wanted, seconds_max).run();
}

}  // namespace clew
