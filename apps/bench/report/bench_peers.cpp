#include "apps/bench/report/bench_peers.hpp"

#include <algorithm>
#include <charconv>

#include "clew/base/characters.hpp"

namespace clew {

namespace {

bool contains(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

// The whole number that stands just before the end of `text`, blanks between them.
std::optional<std::uint64_t> number_at_end(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  std::size_t begin = text.size();
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data() + begin, text.data() + text.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// "  12 states, stored" -> 12
std::optional<std::uint64_t> number_before(std::string_view text, std::string_view words) {
  const std::size_t at = text.find(words);
  return at == std::string_view::npos ? std::nullopt : number_at_end(text.substr(0, at));
}

std::string_view line_with(std::string_view text, std::string_view words) {
  const std::size_t at = text.find(words);
  if (at == std::string_view::npos) return {};
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, std::min(text.find('\n', at), text.size()) - begin);
}

}  // namespace

PeerOutput read_pan_output(std::string_view text) {
  PeerOutput output;
  using enum PeerOutput::TooSmall;
  if (contains(text, "max search depth too small")) output.too_small = Depth;
  if (contains(text, "hash table is full")) output.too_small = Table;
  if (contains(text, "VECTORSZ")) output.too_small = Vector;
  constexpr std::string_view vector_words = "State-vector ";
  if (const std::size_t at = text.find(vector_words); at != std::string_view::npos) {
    const std::string_view rest = text.substr(at + vector_words.size());
    output.vector_bytes = number_before(rest, "byte").value_or(0);
  }
  for (const std::string_view complaint :
       {"max search depth too small", "hash table is full", "VECTORSZ", "out of memory",
        "reached -DMEMLIM", "pan:1:", "states lost", "Search not completed", "Search incomplete"}) {
    if (!output.failure.empty()) break;
    output.failure = line_with(text, complaint);
  }
  const auto stored = number_before(text, "states, stored");
  const auto matched = number_before(text, "states, matched");
  if (stored && matched && *stored + *matched > 0) {
    output.counts = BenchCounts{*stored, *stored + *matched - 1};
  } else if (output.failure.empty()) {
    output.failure = "pan printed no counts";
  }
  return output;
}

PeerOutput read_ltsmin_output(std::string_view text) {
  PeerOutput output;
  // "dve2lts-mc( 0/ 2), 0.123: Explored 20 states 38 transitions, fanout: 1.900"
  const std::string_view line = line_with(text, "Explored ");
  const auto states = number_before(line, " states");
  const auto transitions = number_before(line, " transitions");
  for (const std::string_view complaint : {"hash table full", "tree table full", "out of memory"}) {
    if (output.failure.empty()) output.failure = line_with(text, complaint);
  }
  if (states && transitions) {
    output.counts = BenchCounts{*states, *transitions};
  } else if (output.failure.empty()) {
    output.failure = "dve2lts-mc printed no counts";
  }
  return output;
}

}  // namespace clew
