// The examples of docs/languages are models: each is read without a word and has the counts that its
// first line promises.
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/interpreter.hpp"

namespace clew {
namespace {

std::vector<std::string> examples_of(const std::string& page, const std::string& language) {
  const std::string text = read_file(CLEW_SOURCE_DIR "/docs/languages/" + page).bytes;
  const std::string opening = "\n```" + language + "\n";
  std::vector<std::string> examples;
  for (std::size_t at = text.find(opening); at != std::string::npos;
       at = text.find(opening, at + 1)) {
    const std::size_t begin = at + opening.size();
    examples.push_back(text.substr(begin, text.find("\n```", begin) + 1 - begin));
  }
  return examples;
}

// "9 states, 8 transitions"
std::string counts_of(const Model& model) {
  const Interpreter judge(model);
  const Codec codec(model);
  std::unordered_set<PackedState> discovered;
  std::deque<State> frontier;
  judge.initial_states([&](const State& first) {
    discovered.insert(codec.pack(first));
    frontier.push_back(first);
  });
  std::size_t transitions = 0;
  while (!frontier.empty()) {
    const State source = std::move(frontier.front());
    frontier.pop_front();
    const Expansion expansion = judge.moves(source, [&](const Move& move) {
      if (move.target && discovered.insert(codec.pack(*move.target)).second) {
        frontier.push_back(*move.target);
      }
    });
    transitions += expansion.moves;
  }
  return std::to_string(discovered.size()) + " states, " + std::to_string(transitions) +
         " transitions";
}

void expect_promised_counts(const std::string& language, std::size_t count) {
  const std::vector<std::string> examples = examples_of(language + ".md", language);
  EXPECT_EQ(examples.size(), count);
  for (const std::string& example : examples) {
    const auto read = language_named(language)->read({"example", example, {}});
    ASSERT_EQ(read.diagnostics.text(), "") << example;
    EXPECT_EQ("// " + counts_of(read.value()), example.substr(0, example.find('\n'))) << example;
  }
}

TEST(LanguagePages, ExamplesOfPromelaHaveTheCountsTheyPromise) {
  expect_promised_counts("promela", 4);
}

TEST(LanguagePages, ExamplesOfUtsHaveTheCountsTheyPromise) { expect_promised_counts("uts", 2); }

}  // namespace
}  // namespace clew
