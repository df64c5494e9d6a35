#include "clew/lang/dve/turns.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace clew::dve {

namespace {

constexpr char mark_begin = '\x01';
constexpr char mark_text_end = '\x02';
constexpr char mark_end = '\x03';

constexpr std::size_t turns_max = 10'000;

// The next word of the text, which loses it.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// "forloop 3 2 i": macro, turn, value, counter.
std::optional<TextExpansion> turn_of(std::string_view mark) {
  TextExpansion turn;
  turn.name = take_word(mark);
  const bool is_read = read_number(take_word(mark), turn.turn) && turn.turn > 0 &&
                       read_number(take_word(mark), turn.value);
  turn.counter = mark;
  return is_read && !mark.empty() ? std::optional(std::move(turn)) : std::nullopt;
}

}  // namespace

// As in prelude.m4, with the marks around `$3'.
constinit const std::string_view marking_text =
    "divert(-1)\n"
    "define(`_forloop', `\x01`forloop' eval($1 - ($4) + 1) $1 `$1'\x02$3`'\x03`'ifelse($1, `$2', "
    "`',"
    " `define(`$1', incr($1))_forloop(`$1', `$2', `$3', `$4')')')\n"
    "define(`_myloop', `\x01`myloop' eval($1 - ($5) + 1) $1 `$1'\x02$3`'\x03`'ifelse($1, `$2', `',"
    " ` $4`'define(`$1', incr($1))_myloop(`$1', `$2', `$3', `$4', `$5')')')\n"
    "divert(0)dnl\n";

bool could_mark_turns(std::string_view model, std::string_view expanded) {
  constexpr std::string_view marks("\x01\x02\x03");
  const bool has_loops = model.find("loop") != std::string_view::npos;
  return has_loops && expanded.find_first_of(marks) == std::string_view::npos;
}

std::optional<Turns> turns_in(std::string_view marked, std::string_view expanded) {
  Turns turns;
  std::vector<std::uint32_t> around{0};
  std::size_t at = 0;  // in the expanded text
  const auto goes_on_in = [&](std::uint32_t expansion) {
    if (!turns.begins.empty() && turns.begins.back().offset == at) turns.begins.pop_back();
    turns.begins.push_back({at, expansion});
  };
  while (!marked.empty()) {
    const char first = marked.front();
    marked.remove_prefix(1);
    if (first == mark_begin) {
      const std::size_t end = marked.find(mark_text_end);
      if (end == std::string_view::npos || turns.expansions.size() == turns_max) return {};
      std::optional<TextExpansion> turn = turn_of(marked.substr(0, end));
      if (!turn) return {};
      marked.remove_prefix(end + 1);
      turn->called.expansion = around.back();
      turns.expansions.push_back(std::move(*turn));
      around.push_back(static_cast<std::uint32_t>(turns.expansions.size()));
      goes_on_in(around.back());
    } else if (first == mark_end) {
      if (around.size() == 1) return {};
      around.pop_back();
      goes_on_in(around.back());
    } else {
      if (at == expanded.size() || expanded[at] != first) return {};
      ++at;
    }
  }
  if (at != expanded.size() || around.size() > 1) return {};
  return turns;
}

}  // namespace clew::dve
