#include "apps/bench/report/bench_peers.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

using enum PeerOutput::TooSmall;

constexpr const char* pan_end = R"(
State-vector 48 byte, depth reached 76394, errors: 0
  1119560 states, stored
  2745337 states, matched
  3864897 transitions (= stored+matched)
        0 atomic steps
hash conflicts:     63158 (resolved)
)";

TEST(PanOutput, GivesCountsInOurWayOfCounting) {
  const PeerOutput output = read_pan_output(pan_end);
  EXPECT_EQ(output.failure, "");
  EXPECT_EQ(output.counts, (BenchCounts{1'119'560, 3'864'896}));
  EXPECT_EQ(output.vector_bytes, 48U);
  EXPECT_EQ(output.too_small, Nothing);
}

TEST(PanOutput, ASearchThatWasCutOffDoesNotCount) {
  const PeerOutput output =
      read_pan_output(std::string("error: max search depth too small\n") + pan_end);
  EXPECT_EQ(output.failure, "error: max search depth too small");
  EXPECT_EQ(output.too_small, Depth);
}

TEST(PanOutput, AFullTableDoesNotCount) {
  const PeerOutput output =
      read_pan_output(std::string("pan: using 2 cores\ncpu00: hash table is full\n") + pan_end);
  EXPECT_EQ(output.failure, "cpu00: hash table is full");
  EXPECT_EQ(output.too_small, Table);
}

TEST(PanOutput, ALongStateNeedsALongerVector) {
  const PeerOutput output = read_pan_output(
      "pan: error: VECTORSZ too small, recompile pan.c with -DVECTORSZ=N with N>1024");
  EXPECT_EQ(output.too_small, Vector);
  EXPECT_FALSE(output.counts);
}

TEST(PanOutput, ErrorsOfTheModelAreFailures) {
  const PeerOutput output =
      read_pan_output(std::string("pan:1: invalid array index (at depth 3)\n") + pan_end);
  EXPECT_EQ(output.failure, "pan:1: invalid array index (at depth 3)");
}

TEST(PanOutput, AStateOfANestedSearchCountsOnce) {
  const PeerOutput output = read_pan_output(
      "State-vector 48 byte, depth reached 50757, errors: 0\n"
      "   248531 states, stored (372358 visited)\n"
      "  1053922 states, matched\n"
      "  1426280 transitions (= visited+matched)\n");
  EXPECT_EQ(output.failure, "");
  EXPECT_EQ(output.counts->states, 248'531U);
}

TEST(PanOutput, AnAcceptingCycleIsAFailure) {
  const PeerOutput output =
      read_pan_output(std::string("pan:1: acceptance cycle (at depth 8)\n") + pan_end);
  EXPECT_EQ(output.failure, "pan:1: acceptance cycle (at depth 8)");
}

TEST(PanOutput, SaysThatThereIsNone) {
  EXPECT_EQ(read_pan_output("").failure, "pan printed no counts");
  EXPECT_EQ(read_pan_output("states, stored\n").failure, "pan printed no counts");
}

TEST(LtsminOutput, GivesCounts) {
  const PeerOutput output = read_ltsmin_output(
      "dve2lts-mc( 0/ 2): Loading model\n"
      "dve2lts-mc( 0/ 2): Explored 12498 states 33369 transitions, fanout: 2.670\n"
      "dve2lts-mc( 0/ 2): Total exploration time 0.010 sec\n");
  EXPECT_EQ(output.failure, "");
  EXPECT_EQ(output.counts, (BenchCounts{12'498, 33'369}));
}

TEST(LtsminOutput, SaysThatThereIsNone) {
  EXPECT_EQ(read_ltsmin_output("dve2lts-mc: no such file\n").failure,
            "dve2lts-mc printed no counts");
}

}  // namespace
}  // namespace clew
