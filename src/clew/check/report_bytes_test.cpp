#include "clew/check/report_bytes.hpp"

#include <gtest/gtest.h>

#include "clew/base/random.hpp"
#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"

namespace clew {
namespace {

struct Asked {
  Model model;
  EngineTask task;
  EngineReport report;

  Asked() {
    constexpr auto text = R"(byte x;
process A { state q; init q; trans q -> q { guard x < 3; effect x = x + 1; }; }
process B { state q, r; init q; trans q -> r { guard x == 2; }; }
system async;
)";
    model = std::move(language_named("dve")->read({"test.dve", text, {}}).value());
    for (const char* const each : {"deadlock", "inv: x < 3", "reach: x == 2"}) {
      task.properties.push_back(read_property(model, each).value());
    }
    report = engine_named("explicit")->run(model, task);
    report.findings[0].claim_failure = "the guard fails";
    report.findings[1].claim_failure = "";
    report.statistics.seconds = 0.5;  // the same bytes each time
    report.statistics.peak_memory_bytes = 1U << 20;
    report.statistics.native.reset();
  }
};

TEST(ReportBytes, AReportComesBackAsItWas) {
  const Asked asked;
  const std::string bytes = bytes_of(asked.report);
  const auto back = report_from(bytes, asked.model, asked.task);
  ASSERT_TRUE(back);
  EXPECT_EQ(bytes_of(*back), bytes);
  ASSERT_EQ(back->findings.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back->findings[i].verdict, asked.report.findings[i].verdict);
    EXPECT_EQ(back->findings[i].traces, asked.report.findings[i].traces);
    EXPECT_EQ(back->findings[i].claim_failure, asked.report.findings[i].claim_failure);
  }
  EXPECT_EQ(back->statistics.states, asked.report.statistics.states);
  EXPECT_EQ(back->action_taken, asked.report.action_taken);
}

TEST(ReportBytes, HalfAReportOrMoreThanOneIsNone) {
  const Asked asked;
  const std::string bytes = bytes_of(asked.report);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_FALSE(report_from(std::string_view(bytes).substr(0, size), asked.model, asked.task));
  }
  EXPECT_FALSE(report_from(bytes + "x", asked.model, asked.task));
  EngineTask other = asked.task;
  other.properties.pop_back();
  EXPECT_FALSE(report_from(bytes, asked.model, other));
}

// Whatever the bytes are, what comes out fits the model, and the judge can look at it.
TEST(ReportBytes, DamagedReportsAreRefusedOrHarmless) {
  const Asked asked;
  const std::string bytes = bytes_of(asked.report);
  const Interpreter judge(asked.model);
  SplitMix64 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = bytes;
    const std::uint64_t count = 1 + random.below(3);
    for (std::uint64_t k = 0; k < count; ++k) {
      damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    }
    const auto read = report_from(damaged, asked.model, asked.task);
    if (!read) continue;
    for (const Finding& finding : read->findings) {
      for (const MovePath& path : finding.traces) (void)replay(judge, path);
    }
  }
}

TEST(ReportBytes, AFindingComesBackWithItsProperty) {
  const Asked asked;
  const std::string bytes = bytes_of(1, asked.report.findings[1]);
  const auto back = finding_from(bytes, asked.model, asked.task);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->first, 1U);
  EXPECT_EQ(back->second.traces, asked.report.findings[1].traces);
  EXPECT_FALSE(finding_from(bytes_of(3, asked.report.findings[1]), asked.model, asked.task));
}

TEST(ReportBytes, AHeartbeatComesBack) {
  Heartbeat heartbeat;
  heartbeat.states_discovered = 12;
  heartbeat.level = 3;
  const auto back = heartbeat_from(bytes_of(heartbeat));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->states_discovered, 12U);
  EXPECT_EQ(back->level, 3U);
  EXPECT_FALSE(heartbeat_from("123"));
}

}  // namespace
}  // namespace clew
