#include "clew/walk/reordered_expander.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace clew {
namespace {

// Of state n the states 10 n + 1 .. 10 n + 5, with their last digits as labels.
class Digits : public Expander {
 public:
  Expanded expand(const std::uint64_t* state, SuccessorBuffer& out) override {
    labels_.clear();
    for (std::uint64_t digit = 1; digit <= 5; ++digit) {
      const std::uint64_t successor = 10 * *state + digit;
      out.add({&successor, 1});
      labels_.push_back(digit);
    }
    Expanded expanded;
    expanded.moves = 5;
    return expanded;
  }
  std::span<const std::uint64_t> labels() const override { return labels_; }
  bool looks() const override { return false; }
  bool look(const std::uint64_t*, Looked&) override { return false; }
  void mark_taken(std::vector<bool>&) const override {}

 private:
  std::vector<std::uint64_t> labels_;
};

struct Made {
  std::vector<std::uint64_t> states;
  std::vector<std::uint64_t> labels;

  bool operator==(const Made&) const = default;
};

Made successors_of(Expander& expander, std::uint64_t state) {
  SuccessorBuffer out(1);
  const std::uint64_t earlier = 99;
  out.add({&earlier, 1});  // expansions are appended
  EXPECT_EQ(expander.expand(&state, out).moves, 5U);
  Made made;
  for (std::size_t i = 1; i < out.count(); ++i) made.states.push_back(out.state(i).front());
  EXPECT_EQ(out.state(0).front(), earlier);
  made.labels.assign(expander.labels().begin(), expander.labels().end());
  return made;
}

TEST(ReorderedExpander, TakesTheLastMoveFirst) {
  const auto expander = reordered(std::make_unique<Digits>(), SuccessorOrder::Reversed, 1);
  EXPECT_EQ(successors_of(*expander, 3), (Made{{35, 34, 33, 32, 31}, {5, 4, 3, 2, 1}}));
}

TEST(ReorderedExpander, HasAnOrderForEachState) {
  const auto expander = reordered(std::make_unique<Digits>(), SuccessorOrder::Shuffled, 1);
  bool is_another = false;
  for (std::uint64_t state = 1; state < 20; ++state) {
    Made made = successors_of(*expander, state);
    EXPECT_EQ(successors_of(*expander, state), made);
    for (std::size_t i = 0; i < made.states.size(); ++i) {
      EXPECT_EQ(made.states[i], 10 * state + made.labels[i]);
      is_another = is_another || made.labels[i] != i + 1;
    }
    std::sort(made.labels.begin(), made.labels.end());
    EXPECT_EQ(made.labels, (std::vector<std::uint64_t>{1, 2, 3, 4, 5}));
  }
  EXPECT_TRUE(is_another);
}

TEST(ReorderedExpander, IsTheExpanderItselfWhereNothingIsToBeDone) {
  const auto expander = reordered(std::make_unique<Digits>(), SuccessorOrder::Listed, 1);
  EXPECT_NE(dynamic_cast<Digits*>(expander.get()), nullptr);
}

}  // namespace
}  // namespace clew
