#include "clew/render/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "clew/base/random.hpp"
#include "clew/base/version.hpp"
#include "clew/render/json_text.hpp"
#include "clew/render/models_test.hpp"

namespace clew {
namespace {

using render_test::model_of;
using render_test::walk;

MoveList moves_of(const Trace& trace) {
  MoveList moves;
  for (std::size_t i = 1; i < trace.steps.size(); ++i) moves.push_back(trace.steps[i].firings);
  if (trace.error) moves.push_back(trace.failing_firings);
  return moves;
}

TEST(JsonText, PutsOnOneLineWhatFits) {
  const auto value = nlohmann::ordered_json::parse(R"({"b": 1, "a": [1, {"c": null}], "d": {}})");
  EXPECT_EQ(json_text(value), "{\"b\": 1, \"a\": [1, {\"c\": null}], \"d\": {}}\n");
}

TEST(JsonText, BreaksWhatIsTooLongAndLetsNumbersShareLines) {
  nlohmann::ordered_json value = {{"name", "x"}, {"numbers", std::vector<int>(40, 10)}};
  EXPECT_EQ(json_text(value),
            "{\n"
            "  \"name\": \"x\",\n"
            "  \"numbers\": [\n"
            "    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, "
            "10, 10, 10, 10,\n"
            "    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10\n"
            "  ]\n"
            "}\n");
}

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(json_text("a\xff\"b\n"), "\"a\xef\xbf\xbd\\\"b\\n\"\n");
}

TEST(JsonTrace, HoldsActionsStatesAndChanges) {
  const auto model = model_of(render_test::belt);
  EXPECT_EQ(json_trace(*model, {walk(*model, {0, 0}), "the end"}), R"json({
  "kind": "path",
  "loop_start": null,
  "steps": [
    {
      "state": {"belt": "[]", "Baker": "bake", "Baker->made": 0, "Eater": "wait", "Eater->got": 0},
      "changed": []
    },
    {
      "action": {
        "who": ["Baker"],
        "text": "Baker: bake -> rest { guard made < 1; sync belt!7; effect made = made + 1; }",
        "file": "m.dve",
        "line": 8,
        "firings": [
          {
            "process": "Baker",
            "process_id": 0,
            "action": 0,
            "from": "bake",
            "to": "rest",
            "text": "guard made < 1; sync belt!7; effect made = made + 1;",
            "line": 8
          }
        ]
      },
      "state": {"belt": "[7]", "Baker": "rest", "Baker->made": 1, "Eater": "wait", "Eater->got": 0},
      "changed": ["belt", "Baker", "Baker->made"]
    },
    {
      "action": {
        "who": ["Baker", "Eater"],
        "text": "Baker: rest -> bake { sync hand!3; }; Eater: wait -> full { sync hand?got; }",
        "file": "m.dve",
        "line": 9,
        "firings": [
          {
            "process": "Baker",
            "process_id": 0,
            "action": 1,
            "from": "rest",
            "to": "bake",
            "text": "sync hand!3;",
            "line": 9
          },
          {
            "process": "Eater",
            "process_id": 1,
            "action": 2,
            "from": "wait",
            "to": "full",
            "text": "sync hand?got;",
            "line": 17
          }
        ]
      },
      "state": {"belt": "[7]", "Baker": "bake", "Baker->made": 1, "Eater": "full", "Eater->got": 3},
      "changed": ["Baker", "Eater", "Eater->got"]
    }
  ],
  "ending": "the end"
}
)json");
}

TEST(JsonTrace, HoldsWhatWasPrintedAndWhatFailed) {
  const auto model = render_test::promela_model_of(
      "active proctype P() { atomic { printf(\"a\\nb\"); assert(false) } }\n");
  const auto trace = nlohmann::json::parse(json_trace(*model, {walk(*model, {0}), ""}));
  EXPECT_EQ(
      trace["steps"][1]["printed"],
      nlohmann::json::parse(R"([{"process": "P", "text": "a"}, {"process": "P", "text": "b"}])"));
  EXPECT_EQ(
      trace["steps"][1]["failed_assertion"],
      nlohmann::json::parse(R"json({"text": "assert(false)", "file": "m.pml", "line": 1})json"));
  EXPECT_FALSE(trace["steps"][0].contains("printed"));
}

TEST(JsonTrace, EndsWithTheErrorOfAMoveThatGoesWrong) {
  const auto model = model_of(render_test::overflow);
  const auto trace = nlohmann::ordered_json::parse(
      json_trace(*model, {walk(*model, {0, 0}), "value 256 is outside 0..255 of 'x'"}));
  EXPECT_EQ(trace["steps"].size(), 2u);
  EXPECT_EQ(json_text(trace["error"]), R"json({
  "message": "value 256 is outside 0..255 of 'x'",
  "file": "m.dve",
  "line": 6,
  "action": {
    "who": ["Counter"],
    "text": "Counter: up -> up { effect x = x + 1; }",
    "file": "m.dve",
    "line": 6,
    "firings": [
      {
        "process": "Counter",
        "process_id": 0,
        "action": 0,
        "from": "up",
        "to": "up",
        "text": "effect x = x + 1;",
        "line": 6
      }
    ]
  }
}
)json");
}

TEST(JsonTrace, SaysWhichPropositionsAreTrueAndWhereTheSystemStays) {
  const auto model = model_of(render_test::two_forks);
  auto trace = nlohmann::ordered_json::parse(
      json_trace(*model, render_test::stuck_forks(*model), render_test::fork_propositions()));
  for (auto& step : trace["steps"]) step.erase("action");  // as above
  EXPECT_EQ(json_text(trace), R"json({
  "kind": "lasso",
  "loop_start": 2,
  "steps": [
    {
      "state": {"fork[0]": 0, "fork[1]": 0, "A": "thinking", "B": "thinking"},
      "changed": [],
      "propositions": {"A.eating": false, "fork[0] == 1": null}
    },
    {
      "state": {"fork[0]": 1, "fork[1]": 0, "A": "has_left", "B": "thinking"},
      "changed": ["fork[0]", "A"],
      "propositions": {"A.eating": false, "fork[0] == 1": true}
    },
    {
      "state": {"fork[0]": 1, "fork[1]": 1, "A": "has_left", "B": "has_left"},
      "changed": ["fork[1]", "B"],
      "propositions": {"A.eating": false, "fork[0] == 1": true}
    },
    {
      "stutters": true,
      "state": {"fork[0]": 1, "fork[1]": 1, "A": "has_left", "B": "has_left"},
      "changed": [],
      "propositions": {"A.eating": false, "fork[0] == 1": true}
    }
  ],
  "ending": "nobody eats",
  "propositions": ["A.eating", "fork[0] == 1"]
}
)json");
}

TEST(JsonTrace, HoldsTheBranches) {
  const auto model = model_of(render_test::two_forks);
  auto trace = nlohmann::ordered_json::parse(json_trace(
      *model, render_test::forks_with_branches(*model), render_test::fork_propositions()));
  auto& branches = trace["branches"];
  for (auto& step : branches[0]["trace"]["steps"]) step.erase("action");
  EXPECT_EQ(json_text(branches), R"json([
  {
    "step": 1,
    "formula": "EF (A.eating)",
    "holds": true,
    "trace": {
      "kind": "path",
      "loop_start": null,
      "steps": [
        {
          "state": {"fork[0]": 1, "fork[1]": 0, "A": "has_left", "B": "thinking"},
          "changed": [],
          "propositions": {"A.eating": false, "fork[0] == 1": true}
        },
        {
          "state": {"fork[0]": 1, "fork[1]": 1, "A": "eating", "B": "thinking"},
          "changed": ["fork[1]", "A"],
          "propositions": {"A.eating": true, "fork[0] == 1": true}
        }
      ],
      "ending": "'A.eating' is true",
      "propositions": ["A.eating", "fork[0] == 1"],
      "branches": [
        {
          "step": 1,
          "formula": "EX (B.eating)",
          "holds": false,
          "trace": {
            "kind": "path",
            "loop_start": null,
            "steps": [
              {
                "state": {"fork[0]": 1, "fork[1]": 1, "A": "eating", "B": "thinking"},
                "changed": []
              }
            ],
            "ending": "no move leads there"
          }
        }
      ]
    }
  }
]
)json");
}

TEST(JsonReport, HasWhatIsSpecialToOneProperty) {
  Report report = render_test::report_of(model_of(render_test::two_forks));
  report.properties = {render_test::holds("live", PropertyKind::Ltl, "F A.eating")};
  PropertyResult& live = report.properties[0];
  auto property = nlohmann::json::parse(json_report(report))["properties"][0];
  for (const char* name : {"propositions", "warnings", "statistics"}) {
    EXPECT_FALSE(property.contains(name)) << name;
  }
  live.property.propositions = render_test::fork_propositions();
  live.warnings = {"'B' never moves"};
  live.statistics = report.statistics;
  const auto json = nlohmann::json::parse(json_report(report));
  property = json["properties"][0];
  EXPECT_EQ(property["propositions"].dump(), R"(["A.eating","fork[0] == 1"])");
  EXPECT_EQ(property["warnings"].dump(), R"(["'B' never moves"])");
  EXPECT_EQ(property["statistics"], json["statistics"]);
}

TEST(JsonReport, KeepsToTheContract) {
  Report report = render_test::report_of(model_of(render_test::overflow));
  PropertyResult bounded = render_test::unknown("inv: x < 3", PropertyKind::Invariant,
                                                Reason::Depth, "depth limit of 2 moves reached");
  bounded.basis = Basis::Bounded;
  bounded.depth = 2;
  report.properties = {render_test::holds("errors", PropertyKind::Errors, "no run-time error"),
                       bounded};
  report.unreached = {ActionId{1}};
  EXPECT_EQ(json_report(report), "{\n  \"clew\": \"" + std::string(version_text) + R"json(",
  "command": "check",
  "model": {"file": "m.dve", "language": "dve", "processes": 1, "slots": 2, "state_bits": 9},
  "properties": [
    {
      "name": "errors",
      "kind": "errors",
      "text": "no run-time error",
      "verdict": "holds",
      "basis": "exhaustive",
      "engine": "explicit",
      "trace": null,
      "reason": null,
      "violations": 0
    },
    {
      "name": "inv: x < 3",
      "kind": "invariant",
      "text": "",
      "verdict": "unknown",
      "basis": "bounded",
      "engine": "explicit",
      "trace": null,
      "reason": "depth",
      "reason_text": "depth limit of 2 moves reached",
      "depth": 2,
      "violations": 0
    }
  ],
  "statistics": {
    "states": 1234567,
    "transitions": 2345678,
    "deadlocks": 1,
    "errors": 0,
    "levels": 3,
    "seconds": 0.25,
    "peak_memory_bytes": 4194304,
    "bytes_per_state": 8.04,
    "packed_bytes_per_state": 0.0,
    "threads": 1,
    "native": false,
    "native_code": null,
    "store": "exact",
    "reduction": null,
    "level_sizes": [1, 2, 3]
  },
  "finished": true,
  "unreached": [{"process": "Counter", "text": "never -> up { }", "file": "m.dve", "line": 7}]
}
)json");
}

TEST(JsonReport, SaysNullForLevelsThatAreNotKnown) {
  Report report = render_test::report_of(model_of(render_test::overflow));
  report.statistics.level_sizes.clear();
  report.finished = false;
  report.stop_reason = Reason::Time;
  report.stop_text = "time limit of 1 s reached";
  const auto json = nlohmann::json::parse(json_report(report));
  EXPECT_TRUE(json["statistics"]["levels"].is_null());
  EXPECT_EQ(json["finished"], false);
  EXPECT_EQ(json["stop_reason"], "time");
  EXPECT_EQ(json["stop_text"], "time limit of 1 s reached");
}

TEST(JsonReport, ListsAllTracesOnlyWhenThereIsMoreThanOne) {
  const auto model = model_of(render_test::two_forks);
  Report report = render_test::report_of(model);
  report.properties = {render_test::violated("deadlock", PropertyKind::Deadlock, "",
                                             walk(*model, {0, 1}), "no process can move")};
  auto json = nlohmann::json::parse(json_report(report));
  EXPECT_FALSE(json["properties"][0].contains("traces"));
  report.properties[0].traces.push_back({walk(*model, {1, 0}), "no process can move"});
  json = nlohmann::json::parse(json_report(report));
  EXPECT_EQ(json["properties"][0]["traces"].size(), 2u);
  EXPECT_EQ(json["properties"][0]["traces"][0], json["properties"][0]["trace"]);
}

// --- reading

TEST(ReadJsonTrace, GivesBackTheMovesOfATrace) {
  for (const char* text : {render_test::two_forks, render_test::belt, render_test::overflow}) {
    const auto model = model_of(text);
    const Trace trace = walk(*model, {0, 0});
    const ReadTrace read = read_json_trace(json_trace(*model, {trace, ""}));
    EXPECT_EQ(read.error, "");
    ASSERT_TRUE(read.moves.has_value());
    EXPECT_EQ(*read.moves, moves_of(trace));
  }
}

TEST(ReadJsonTrace, TakesTheFirstTraceOfAReport) {
  const auto model = model_of(render_test::two_forks);
  const Trace trace = walk(*model, {0, 1});
  Report report = render_test::report_of(model);
  report.properties = {render_test::holds("errors", PropertyKind::Errors, ""),
                       render_test::violated("deadlock", PropertyKind::Deadlock, "", trace, "")};
  const ReadTrace read = read_json_trace(json_report(report));
  EXPECT_EQ(read.error, "");
  ASSERT_TRUE(read.moves.has_value());
  EXPECT_EQ(*read.moves, moves_of(trace));
}

TEST(ReadJsonTrace, GivesBackAllThatWasWritten) {
  const auto model = model_of(render_test::two_forks);
  const auto propositions = render_test::fork_propositions();
  for (const ShownTrace& shown :
       {render_test::stuck_forks(*model), render_test::forks_with_branches(*model)}) {
    const std::string text = json_trace(*model, shown, propositions);
    const ReadTrace read = read_json_trace(text);
    ASSERT_EQ(read.error, "");
    EXPECT_EQ(read.propositions, (std::vector<std::string>{"A.eating", "fork[0] == 1"}));
    const RebuiltTrace rebuilt = rebuild(Interpreter(*model), read);
    EXPECT_EQ(rebuilt.error, "");
    EXPECT_EQ(json_trace(*model, rebuilt.shown, propositions), text);
  }
}

// What rebuild() says to stuck_forks or its branches with one text replaced by another.
std::string rebuild_refusal(const ShownTrace& shown, const std::string& from,
                            const std::string& to) {
  const auto model = model_of(render_test::two_forks);
  std::string text = json_trace(*model, shown, render_test::fork_propositions());
  text.replace(text.rfind(from), from.size(), to);
  const ReadTrace read = read_json_trace(text);
  return read.moves ? rebuild(Interpreter(*model), read).error : read.error;
}

TEST(ReadJsonTrace, LooksAtLoopsAndBranches) {
  const auto model = model_of(render_test::two_forks);
  const ShownTrace stuck = render_test::stuck_forks(*model);
  const ShownTrace branches = render_test::forks_with_branches(*model);
  EXPECT_EQ(rebuild_refusal(stuck, "\"loop_start\": 2", "\"loop_start\": 1"),
            "the trace is no lasso: its last step does not lead back to step 1");
  EXPECT_EQ(rebuild_refusal(stuck, "\"loop_start\": 2", "\"loop_start\": 3"),
            "the trace is no lasso: its last step does not lead back to step 3");
  EXPECT_EQ(rebuild_refusal(stuck, "\"loop_start\": 2", "\"loop_start\": 4"),
            "loop_start: expected a step from 0 to 3, found 4");
  EXPECT_EQ(rebuild_refusal(stuck, "\"stutters\": true", "\"stutters\": false"),
            "steps[3].action: expected an object, found nothing");
  EXPECT_EQ(rebuild_refusal(stuck, "\"stutters\": true", "\"stutters\": true, \"action\": {}"),
            "steps[3].action: expected nothing (the step stutters), found an object");
  EXPECT_EQ(rebuild_refusal(branches, "\"step\": 1", "\"step\": 2"),
            "branches[0].trace.branches[0].step: expected a step from 0 to 1, found 2");
  EXPECT_EQ(
      rebuild_refusal(branches, "\"step\": 1", "\"step\": 0"),
      "branches[0]: branches[0]: this is not a trace of the model: step 0: the file says fork[1] = "
      "1, the model 0");
  EXPECT_EQ(rebuild_refusal(branches, "\"holds\": false", "\"holds\": 0"),
            "branches[0].trace.branches[0].holds: expected true or false, found a number");
}

TEST(ReadJsonTrace, RefusesBranchesThatAreTooDeep) {
  const std::string begin =
      R"({"steps": [{}], "branches": [{"step": 0, "formula": "", "holds": true, "trace": )";
  std::string text = R"({"steps": [{}]})";
  for (int i = 0; i < 100; ++i) text = begin + text + "}]}";
  EXPECT_EQ(read_json_trace(text).error, "");
  const std::string error = read_json_trace(begin + text + "}]}").error;
  EXPECT_TRUE(error.ends_with(".trace.branches: nested too deeply")) << error;
}

TEST(ReadJsonTrace, TakesATraceWithoutMoves) {
  const ReadTrace read = read_json_trace(R"({"steps": [{"action": null}]})");
  EXPECT_EQ(read.error, "");
  ASSERT_TRUE(read.moves.has_value());
  EXPECT_TRUE(read.moves->empty());
}

std::string refusal(const std::string& text) {
  const ReadTrace read = read_json_trace(text);
  EXPECT_FALSE(read.moves.has_value());
  return read.error;
}

// A trace whose second step has this as its first firing.
std::string with_firing(const std::string& firing) {
  return R"({"steps": [{}, {"action": {"firings": [)" + firing + "]}}]}";
}

TEST(ReadJsonTrace, SaysWhatIsNotJson) {
  EXPECT_EQ(refusal(""), "line 1, column 1: the text is not JSON");
  EXPECT_EQ(refusal("{\"steps\":\n [{}, }"), "line 2, column 7: the text is not JSON");
  EXPECT_EQ(refusal(std::string("\0\xff", 2)), "line 1, column 1: the text is not JSON");
  EXPECT_EQ(refusal("1e999"), "the text is JSON with a value that cannot be represented");
}

TEST(ReadJsonTrace, SaysWhatIsNoTrace) {
  EXPECT_EQ(refusal("[]"), "expected a trace or a report, found a list");
  EXPECT_EQ(refusal("{}"),
            "expected a trace (with 'steps') or a report (with 'properties'), found neither");
  EXPECT_EQ(refusal(R"({"properties": 3})"), "properties: expected a list, found a number");
  EXPECT_EQ(refusal(R"({"properties": [3, {"trace": null}]})"), "the report has no trace");
  EXPECT_EQ(refusal(R"({"properties": [{"trace": 3}]})"), "steps: expected a list, found nothing");
  EXPECT_EQ(refusal(R"({"steps": {}})"), "steps: expected a list, found an object");
  EXPECT_EQ(refusal(R"({"steps": []})"), "steps: expected at least the initial state, found none");
}

TEST(ReadJsonTrace, SaysWhatIsWrongWithAStep) {
  EXPECT_EQ(refusal(R"({"steps": ["a"]})"), "steps[0]: expected an object, found a text");
  EXPECT_EQ(refusal(R"({"steps": [{"action": {}}]})"),
            "steps[0].action: expected nothing (no move leads to the initial state), found an "
            "object");
  EXPECT_EQ(refusal(R"({"steps": [{}, true]})"),
            "steps[1]: expected an object, found true or false");
  EXPECT_EQ(refusal(R"({"steps": [{}, {}]})"),
            "steps[1].action: expected an object, found nothing");
  EXPECT_EQ(refusal(R"({"steps": [{}, {"action": {"firings": 1.5}}]})"),
            "steps[1].action.firings: expected a list, found a fraction");
  EXPECT_EQ(refusal(with_firing("")),
            "steps[1].action.firings: expected at least one firing, found none");
  EXPECT_EQ(refusal(R"({"steps": [{}], "error": 1})"), "error: expected an object, found a number");
  EXPECT_EQ(refusal(R"({"steps": [{}], "error": {}})"),
            "error.action: expected an object, found nothing");
}

TEST(ReadJsonTrace, SaysWhatIsWrongWithAFiring) {
  EXPECT_EQ(refusal(with_firing("null")),
            "steps[1].action.firings[0]: expected an object, found null");
  EXPECT_EQ(refusal(with_firing(R"({"process_id": -1, "action": 0})")),
            "steps[1].action.firings[0].process_id: expected a whole number, found a negative "
            "number");
  EXPECT_EQ(refusal(with_firing(R"({"process_id": 0, "action": 4294967295})")),
            "steps[1].action.firings[0].action: expected a number from 0 to 4294967294, found "
            "4294967295");
}

TEST(ReadJsonTrace, SurvivesDeepNesting) {
  EXPECT_EQ(refusal(std::string(1'000'000, '[')), "line 1, column 1000001: the text is not JSON");
  EXPECT_EQ(refusal(std::string(1'000'000, '[') + std::string(1'000'000, ']')),
            "expected a trace or a report, found a list");
}

TEST(ReadJsonTrace, SurvivesNoise) {
  const auto model = model_of(render_test::two_forks);
  const auto propositions = render_test::fork_propositions();
  const std::string texts[] = {
      json_trace(*model, render_test::stuck_forks(*model), propositions),
      json_trace(*model, render_test::forks_with_branches(*model), propositions)};
  SplitMix64 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string noisy = texts[random.below(2)];
    for (std::uint64_t n = 1 + random.below(3); n > 0; --n) {
      noisy[random.below(noisy.size())] = static_cast<char>(random.below(256));
    }
    if (random.below(4) == 0) noisy.resize(random.below(noisy.size()));
    const ReadTrace read = read_json_trace(noisy);
    EXPECT_NE(read.moves.has_value(), !read.error.empty());
    if (!read.moves) continue;
    const RebuiltTrace rebuilt = rebuild(Interpreter(*model), read);
    if (rebuilt.error.empty()) json_trace(*model, rebuilt.shown, propositions);
  }
}

}  // namespace
}  // namespace clew
