#include "clew/space/fair_graph.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "clew/space/cycle_nested.hpp"
#include "clew/space/short_lasso.hpp"
#include "clew/space/toy.hpp"

namespace clew {
namespace {

// A toy whose transitions say who moves: "s->a/0" is a move of process 0, "s->a/01" of two
// processes together, "s->a" of nobody.
class MoverToy {
 public:
  MoverToy(const std::string& transitions, const std::string& accepting) {
    for (const std::string& transition : words(transitions)) {
      const auto slash = transition.find('/');
      Movers movers = nobody;
      for (auto i = slash; i < transition.size() - 1; ++i)
        movers |= Movers{1} << (transition[i + 1] - '0');
      transitions_.push_back({transition[0], transition[3], movers});
    }
    for (const std::string& state : words(accepting)) accepting_ += state;
    number_of(transitions_.front().source);
  }

  bool initial(unsigned, std::vector<NodeId>& out) {
    out.push_back(NodeId{0});
    return true;
  }
  bool successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
    std::vector<Movers> movers;
    return successors_with_movers(worker, node, out, movers);
  }
  bool successors_with_movers(unsigned, NodeId node, std::vector<NodeId>& out,
                              std::vector<Movers>& movers) {
    for (const auto& [source, target, moved] : transitions_) {
      if (source != name(node)) continue;
      out.push_back(number_of(target));
      movers.push_back(moved);
    }
    return true;
  }
  std::uint64_t marks(NodeId node) const {
    return accepting_.find(name(node)) == std::string::npos ? 0 : 1;
  }
  std::uint64_t all_marks() const { return 1; }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(names_.size()); }
  char name(NodeId node) const { return names_[number(node)]; }

 private:
  struct Transition {
    char source;
    char target;
    Movers movers;
  };
  NodeId number_of(char name) {
    const auto known = names_.find(name);
    if (known != std::string::npos) return NodeId{static_cast<std::uint32_t>(known)};
    names_ += name;
    return NodeId{static_cast<std::uint32_t>(names_.size() - 1)};
  }

  std::vector<Transition> transitions_;
  std::string accepting_;
  std::string names_;  // by number
};

// "s(ab)" or "none": the fair lasso in names of the inner graph.
std::string fair_lasso(const std::string& transitions, const std::string& accepting,
                       unsigned process_count) {
  MoverToy toy(transitions, accepting);
  FairGraph fair(toy, process_count);
  const CycleSearch search = find_cycle_nested(fair);
  if (!search.on_cycle) return "none";
  const auto lasso = short_lasso(fair, *search.on_cycle);
  std::string result;
  for (const NodeId node : lasso->stem) result += toy.name(fair.inner(node));
  result.insert(result.size() - 1, "(");
  for (std::size_t i = 0; i + 1 < lasso->loop.size(); ++i) {
    result += toy.name(fair.inner(lasso->loop[i]));
  }
  return result + ")";
}

TEST(FairGraph, ACycleIsUnfairToAProcessThatCanAlwaysMove) {
  EXPECT_EQ(fair_lasso("s->s/0 s->t/1", "s", 2), "none");
  EXPECT_EQ(fair_lasso("s->s/0", "s", 1), "(s)");
}

TEST(FairGraph, ACycleIsFairToAProcessThatCannotMoveAtSomeTime) {
  EXPECT_EQ(fair_lasso("s->a/0 a->s/0 s->t/1", "s", 2), "(sa)");
}

TEST(FairGraph, TheLoopTakesTheTurnsThatAreNeeded) {
  // Both processes can move in s all the time, so a fair loop has a move of each.
  EXPECT_EQ(fair_lasso("s->s/0 s->s/1", "s", 2), "(ss)");
}

TEST(FairGraph, StutteringIsFairWhereNobodyCanMove) {
  EXPECT_EQ(fair_lasso("s->t/0 t->t", "t", 1), "st(t)");
}

TEST(FairGraph, AnAcceptingNodeIsStillNeeded) {
  EXPECT_EQ(fair_lasso("s->t/0 t->s/0", "", 1), "none");
}

TEST(FairGraph, HasACopyForEachProcessAndTwoMore) {
  MoverToy toy("s->s/0 s->s/1 s->s/2", "s");
  FairGraph fair(toy, 3);
  EXPECT_EQ(fair.last_copy(), 4u);
  // It needs a turn of each before it is back in the copy where it began.
  EXPECT_EQ(find_cycle_nested(fair).end, SearchEnd::Goal);
  EXPECT_EQ(fair.copy(NodeId{0}), 4u);
  EXPECT_EQ(fair.all_marks(), 1u);
}

TEST(FairGraph, RefusesMoreProcessesThanItHasBitsFor) {
  MoverToy toy("s->s/0", "s");
  EXPECT_EQ(FairGraph(toy, 63).last_copy(), 64u);
  try {
    FairGraph(toy, 64);
    FAIL();
  } catch (const ContractError& error) {
    EXPECT_STREQ(error.what(),
                 "FairGraph: there are 64 processes, fairness can do with 63 at most");
  }
}

TEST(KeyNumbers, GivesEqualKeysOneNumberOnAllWorkers) {
  constexpr std::uint64_t keys = 20000;
  constexpr unsigned workers = 4;
  KeyNumbers numbers;
  std::vector<std::vector<std::uint32_t>> given(workers);
  {
    std::vector<std::jthread> threads;
    for (unsigned worker = 0; worker < workers; ++worker) {
      threads.emplace_back([&, worker] {
        for (std::uint64_t i = 0; i < keys; ++i) {
          const std::uint64_t key = (i * 7919 + worker * 5003) % keys;
          const std::uint32_t number = numbers.number_of(key);
          if (numbers.key(number) != key) return;
          given[worker].push_back(number);
        }
      });
    }
  }
  EXPECT_EQ(numbers.count(), keys);
  for (const auto& each : given) EXPECT_EQ(each.size(), keys);
}

}  // namespace
}  // namespace clew
