// Symmetry reduction, from the text of a model to the report: that it is sound, that it finds all
// there is to find, what it refuses; and how small states of dynamic models are packed.
#include <gtest/gtest.h>

#include <set>

#include "clew/base/file.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/symmetry.hpp"
#include "random_symmetric.hpp"

namespace clew {
namespace {

ReadResult<Model> read_prom(const std::string& text) {
  return language_named("promela")->read({"m.prom", text, {}});
}

std::string obstacle_text(const std::string& text, const std::string& question = "") {
  auto read = read_prom(text);
  if (!read.ok()) return read.diagnostics.text();
  CheckOptions options;
  options.reduction = Reduction::Symmetry;
  if (question.empty()) return explore(read.value(), options).stop_text;
  auto property = read_property(read.value(), question);
  if (!property.ok()) return property.diagnostics.text();
  options.properties.push_back(property.value());
  const Report report = check(read.value(), options);
  EXPECT_EQ(report.properties[0].verdict == Verdict::Unknown,
            !report.properties[0].reason_text.empty());
  return report.properties[0].reason_text;
}

// --- what is refused

TEST(SymmetryRefuses, NumbersOfProcesses) {
  EXPECT_EQ(obstacle_text("byte x;\nactive [2] proctype P() {\n  do :: x = _pid od\n}\n"),
            "no symmetry reduction: processes 'P' know their number, _pid (m.prom:3)");
}

TEST(SymmetryRefuses, PrintingWhatCanFailForOneProcessOnly) {
  EXPECT_EQ(obstacle_text("active [2] proctype P() {\n  do :: printf(\"%d\", 10 / _pid) od\n}\n"),
            "no symmetry reduction: processes 'P' know their number, _pid (m.prom:2)");
  EXPECT_EQ(obstacle_text("byte a[2];\nactive [3] proctype P() {\n"
                          "  do :: printf(\"%d\", a[_pid]) od\n}\n"),
            "no symmetry reduction: processes 'P' know their number, _pid (m.prom:3)");
}

TEST(SymmetryRefuses, TheOrderInWhichProcessesEnd) {
  EXPECT_EQ(obstacle_text("byte x;\nactive [2] proctype P() {\n  x = 1\n}\n"),
            "no symmetry reduction: processes 'P' can end, and only the youngest process may "
            "(m.prom:3)");
}

TEST(SymmetryRefuses, ProcessesThatAreNamed) {
  EXPECT_EQ(obstacle_text("active [2] proctype P() {\n  here: do :: skip od\n}\n"
                          "active proctype M() {\n  do :: P[1]@here od\n}\n"),
            "no symmetry reduction: one of several processes 'P' is asked about (m.prom:5)");
  EXPECT_EQ(obstacle_text("active [2] proctype P() {\n  do :: skip od\n}\n"
                          "active proctype M() {\n  do :: enabled(0) od\n}\n"),
            "no symmetry reduction: a process is asked for by its number (m.prom:5)");
}

TEST(SymmetryRefuses, ChannelsOfProcesses) {
  EXPECT_EQ(obstacle_text("active [2] proctype P() {\n  chan c = [1] of { byte };\n"
                          "  do :: c!1 :: c?1 od\n}\n"),
            "no symmetry reduction: each process 'P' has channels of its own (m.prom:1)");
}

TEST(SymmetryRefuses, QuestionsThatNameAProcess) {
  const std::string model = "byte x;\nactive [2] proctype P() {\n  here: do :: x = 1 - x od\n}\n";
  EXPECT_EQ(obstacle_text(model, "inv: P[0]@here"),
            "no symmetry reduction: one of several processes 'P' is asked about");
  EXPECT_EQ(obstacle_text(model, "inv: x < 2"), "");
}

TEST(SymmetryAccepts, WhatCannotTellProcessesApart) {
  // Of Main there is only one, so its number and its end mean nothing; a wait for ever is no end.
  EXPECT_EQ(obstacle_text("byte x;\nproctype P(byte y) { do :: y = 1 - y od }\n"
                          "active [2] proctype Q() { x = 1 - x; printf(\"%d\", _pid); false }\n"
                          "active proctype Main() { x = _pid; x = run P(0); run P(1) }\n"),
            "");
}

// --- that it is sound and complete

using Bytes = std::vector<std::byte>;
using Level = std::set<Bytes>;

Bytes bytes_of(const PackedState& packed) { return {packed.bytes().begin(), packed.bytes().end()}; }

struct Walked {
  std::vector<Level> levels;  // the representatives of what is new at each
  std::size_t states = 0;     // that were walked
};

// Level by level, until there is nothing new or enough was seen.  `walk` says which states go on.
template <class Walk>
Walked walk_levels(const Model& model, std::size_t level_max, const Walk& walk) {
  const Interpreter judge(model);
  const Codec codec(model);
  const Symmetry symmetry(model);
  Level known;
  Level represented;
  std::vector<State> frontier{walk(judge.initial_state())};
  Walked walked;
  std::vector<Level>& levels = walked.levels;
  known.insert(bytes_of(codec.pack(frontier[0])));
  while (!frontier.empty() && levels.size() < level_max && known.size() < 2500) {
    walked.states += frontier.size();
    Level met;
    std::vector<State> next;
    for (const State& state : frontier) {
      const Bytes key = bytes_of(codec.pack(symmetry.representative(state)));
      if (represented.insert(key).second) met.insert(key);
      judge.moves(state, [&](const Move& move) {
        if (!move.target) return;
        State target = walk(*move.target);
        if (known.insert(bytes_of(codec.pack(target))).second) next.push_back(std::move(target));
      });
    }
    levels.push_back(std::move(met));
    frontier = std::move(next);
  }
  return walked;
}

TEST(Symmetry, ReachesTheRepresentativesOfAllStatesAndNoOthers) {
  std::size_t all_states = 0;
  std::size_t reduced_states = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::string text = random_symmetric_model(seed);
    auto read = read_prom(text);
    ASSERT_TRUE(read.ok()) << text << read.diagnostics.text();
    const Model& model = read.value();
    ASSERT_FALSE(symmetry_obstacle(model)) << text;
    const Symmetry symmetry(model);
    const auto [all, all_count] =
        walk_levels(model, 1000, [](const State& state) { return state; });
    const auto [reduced, reduced_count] = walk_levels(
        model, all.size(), [&](const State& state) { return symmetry.representative(state); });
    // The reduced search may see the end where the other stopped for want of patience.
    ASSERT_LE(reduced.size(), all.size()) << text;
    for (std::size_t i = 0; i < reduced.size(); ++i) {
      ASSERT_EQ(all[i], reduced[i]) << text << "level " << i;
    }
    for (std::size_t i = reduced.size(); i < all.size(); ++i) ASSERT_TRUE(all[i].empty()) << text;
    ASSERT_LE(reduced_count, all_count) << text;
    all_states += all_count;
    reduced_states += reduced_count;
  }
  EXPECT_LT(reduced_states * 3, all_states * 2) << reduced_states << " of " << all_states;
}

TEST(Symmetry, GivesTheSameVerdictsAsNoReductionWithTracesThatReplay) {
  std::size_t violated = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::string text = random_symmetric_model(seed);
    auto read = read_prom(text);
    ASSERT_TRUE(read.ok()) << text << read.diagnostics.text();
    CheckOptions options;
    options.properties = properties_of(read.value());
    options.limits.level_max = 9;
    const Report plain = check(read.value(), options);
    for (const Reduction reduction : {Reduction::Symmetry, Reduction::SymmetryByLocation}) {
      // Depth first a limit cuts elsewhere.
      const bool by_location = reduction == Reduction::SymmetryByLocation;
      if (by_location && !plain.finished) continue;
      options.reduction = reduction;
      options.limits.level_max = by_location ? 0 : 9;
      const Report reduced = check(read.value(), options);
      ASSERT_EQ(reduced.defect, "") << text;
      for (std::size_t i = 0; i < plain.properties.size(); ++i) {
        const PropertyResult& expected = plain.properties[i];
        const PropertyResult& found = reduced.properties[i];
        // States the limit cuts off may all be the same as others that were seen.
        const bool sees_further =
            expected.verdict == Verdict::Unknown && found.verdict == Verdict::Holds;
        ASSERT_TRUE(expected.verdict == found.verdict || sees_further)
            << text << expected.property.name << ": " << name_of(found.verdict);
        if (expected.verdict != Verdict::Violated) continue;
        ++violated;
        if (by_location) continue;
        ASSERT_EQ(expected.traces[0].trace.length(), found.traces[0].trace.length()) << text;
      }
    }
    options.reduction = Reduction::None;
  }
  EXPECT_GT(violated, 20U);
}

// --- the sizes of packed states

// The bytes of a state alone, on average and without reduction.
struct Row {
  std::string_view model;
  double bytes;     // packed to bytes, as the exact store keeps it
  double in_words;  // packed to words, where the numbers of objects have a fixed width
};

TEST(PackedStates, AreAsSmallAsTheirContentsAllow) {
  const Row rows[] = {
      {"peterson", 3.0, 3.0},
      {"peterson_pointers", 8.222, 23.294},
      {"dekker", 3.0, 3.0},
      {"dekker_pointers", 9.669, 28.718},
      {"dijkstra", 5.0, 3.0},
      {"dijkstra_pointers", 10.883, 25.573},
      {"philosophers_3", 2.0, 2.0},
      {"philosophers_4", 2.0, 2.0},
      {"philosophers_3_pointers", 5.973, 20.388},
      {"philosophers_4_pointers", 8.994, 27.231},
  };
  for (const Row& row : rows) {
    const std::string file = std::string(CLEW_SOURCE_DIR) + "/models/promela/promplus/" +
                             std::string(row.model) + ".prom";
    const FileContent content = read_file(file);
    auto read = read_prom(content.bytes);
    ASSERT_TRUE(read.ok()) << file << read.diagnostics.text();
    CheckOptions options;
    options.store = "exact";
    EXPECT_NEAR(explore(read.value(), options).statistics.packed_bytes_per_state, row.bytes, 0.001)
        << file;
    options.store = "tree";
    EXPECT_NEAR(explore(read.value(), options).statistics.packed_bytes_per_state, row.in_words,
                0.001)
        << file;
  }
}

}  // namespace
}  // namespace clew
