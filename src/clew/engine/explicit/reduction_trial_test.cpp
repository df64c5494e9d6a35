#include "clew/engine/explicit/reduction_trial.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

// Tells the trial of more and more states, each with ten moves.
class Teller {
 public:
  bool changes(std::uint64_t states, std::uint64_t waiting) {
    all_.add({.states = states, .moves = 10 * states, .waiting = waiting});
    return trial_.changes(all_);
  }
  bool reduces() const { return trial_.reduces(); }

 private:
  ReductionTrial trial_;
  TriedMoves all_;
};

TEST(ReductionTrial, IsNotOverBeforeItHasBegun) {
  Teller teller;
  EXPECT_FALSE(teller.changes(2000, 0));
  EXPECT_FALSE(teller.changes(2000, 1));
  EXPECT_TRUE(teller.reduces());
}

TEST(ReductionTrial, IsSoonOverWhereNothingCanWait) {
  Teller teller;
  EXPECT_TRUE(teller.changes(2048, 0));
  EXPECT_FALSE(teller.reduces());
}

TEST(ReductionTrial, IsOverWhereHardlyAnythingCan) {
  Teller teller;
  EXPECT_FALSE(teller.changes(4096, 2048));
  EXPECT_FALSE(teller.changes(4096, 2048));
  EXPECT_TRUE(teller.changes(4096, 2047));
  EXPECT_FALSE(teller.reduces());
}

TEST(ReductionTrial, BeginsAnewWhereMuchCanWaitLater) {
  Teller teller;
  EXPECT_TRUE(teller.changes(4096, 10));
  EXPECT_FALSE(teller.changes(63, 630));
  EXPECT_TRUE(teller.changes(1, 0));
  EXPECT_TRUE(teller.reduces());
  EXPECT_TRUE(teller.changes(4096, 10));
  EXPECT_FALSE(teller.reduces());
}

// Between the two limits everything stays as it is.
TEST(ReductionTrial, DoesNotGoBackAndForth) {
  Teller teller;
  EXPECT_TRUE(teller.changes(4096, 0));
  EXPECT_FALSE(teller.changes(64, 40));
  EXPECT_FALSE(teller.changes(64, 53));
  EXPECT_TRUE(teller.changes(64, 54));
  EXPECT_FALSE(teller.changes(4096, 2500));
  EXPECT_TRUE(teller.reduces());
}

}  // namespace
}  // namespace clew
