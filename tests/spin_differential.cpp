// Random Promela models for Clew and SPIN, until they disagree:
//
//   build/tests/spin_differential              seeds 1 .. 1000
//   build/tests/spin_differential 5000 200     seeds 5000 .. 5199
//   build/tests/spin_differential model.pml    one file
//   build/tests/spin_differential --all 1 500  does not stop at a disagreement, nor shrink it
//
// The first disagreement is shrunk and printed.  Exit codes: 0 they agree, 1 they do not, 2 nothing
// could be compared.
#include <fmt/format.h>

#include <cstdio>

#include <string>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "tests/random_promela.hpp"
#include "tests/spin_compare.hpp"

namespace {

using clew::Comparison;
using Outcome = clew::Comparison::Outcome;

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

int compare_file(const std::string& path) {
  const clew::FileContent file = clew::read_file(path);
  if (!file.error.empty()) {
    fmt::print(stderr, "{}: error: {}\n", path, file.error);
    return 2;
  }
  const Comparison comparison = clew::compare_with_spin(file.bytes, {});
  fmt::print("{}\n", comparison.text);
  if (comparison.outcome == Outcome::NotComparable) return 2;
  return comparison.outcome == Outcome::Equal ? 0 : 1;
}

// Says what is left of the model of `seed`.  Not every difference will do: a cut that makes Clew
// refuse a model that it took before would lead astray.
void show_shrunk(std::uint64_t seed, const Comparison& found) {
  const bool refused = found.text.find("clew: refused") != std::string::npos;
  const auto still_fails = [&](const clew::PromelaPart& candidate) {
    const Comparison comparison =
        clew::compare_with_spin(text_of(candidate), clew::question_for_random_models());
    return comparison.outcome == Outcome::Different &&
           refused == (comparison.text.find("clew: refused") != std::string::npos);
  };
  const std::string text = text_of(shrink(clew::random_promela(seed), still_fails));
  const Comparison comparison = clew::compare_with_spin(text, clew::question_for_random_models());
  fmt::print("{}\n{}\n", text, comparison.text);
}

int compare_seeds(std::uint64_t first, std::uint64_t count, bool all) {
  std::uint64_t equal = 0;
  std::uint64_t different = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Comparison comparison = clew::compare_with_spin(text_of(clew::random_promela(seed)),
                                                          clew::question_for_random_models());
    if (comparison.outcome == Outcome::Equal) ++equal;
    if (comparison.outcome != Outcome::Different) continue;
    ++different;
    fmt::print("seed {}: they differ\n{}\n", seed, comparison.text);
    std::fflush(stdout);
    if (all) continue;
    show_shrunk(seed, comparison);
    return 1;
  }
  fmt::print("{} seeds from {} on: {} equal, {} different, {} not comparable\n", count, first,
             equal, different, count - equal - different);
  return different > 0 ? 1 : equal > 0 ? 0 : 2;
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + argument_count);
  if (!clew::spin_is_installed() || clew::language_named("promela") == nullptr) {
    fmt::print(stderr, "there is no spin on this machine, or Clew does not read Promela\n");
    return 2;
  }
  const bool all = !words.empty() && words.front() == "--all";
  if (all) words.erase(words.begin());
  if (words.size() == 1 && !is_number(words[0])) return compare_file(words[0]);
  const std::uint64_t first = words.empty() ? 1 : std::stoull(words[0]);
  return compare_seeds(first, words.size() > 1 ? std::stoull(words[1]) : 1000, all);
}
