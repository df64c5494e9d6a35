// CTL: the labelling of random graphs, and answers about models, against the definition of each
// operator; all ways to an answer against each other; every piece of evidence looked at by a checker
// that knows nothing of how it was found.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>

#include "clew/base/file.hpp"
#include "clew/base/hash.hpp"
#include "clew/base/random.hpp"
#include "clew/check/check.hpp"
#include "clew/engine/ctl/ctl_engine.hpp"
#include "clew/lang/language.hpp"
#include "clew/property/ctl_check.hpp"
#include "clew/property/ctl_question.hpp"
#include "tests/model_files.hpp"
#include "tests/random_ctl.hpp"
#include "tests/random_graph.hpp"
#include "tests/random_model.hpp"

namespace clew {
namespace {

// --- evidence

// Looks at evidence with the eyes of the naive labelling.
class EvidenceChecker {
 public:
  EvidenceChecker(NaiveCtl& naive, const CtlFormula& ctl) : naive_(naive), ctl_(ctl) {}

  void check(const CtlEvidence& evidence) {
    const std::uint32_t first = number(evidence.path.front());
    EXPECT_EQ(naive_.is_true(evidence.formula, first), evidence.is_true);
    for (std::size_t i = 0; i + 1 < evidence.path.size(); ++i) {
      EXPECT_TRUE(naive_.has_transition(number(evidence.path[i]), number(evidence.path[i + 1])));
    }
    if (evidence.loop_start) {
      ASSERT_LT(*evidence.loop_start, evidence.path.size() - 1);
      EXPECT_EQ(evidence.path.back(), evidence.path[*evidence.loop_start]);
    }
    if (is_quantifier(ctl_.formulas.op(evidence.formula))) {
      check_path(evidence);
    } else {
      EXPECT_EQ(evidence.path.size(), 1U);
    }
    for (const CtlBranch& branch : evidence.branches) {
      ASSERT_LT(branch.step, evidence.path.size());
      EXPECT_EQ(branch.evidence.path.front(), evidence.path[branch.step]);
      check(branch.evidence);
    }
  }

 private:
  // With E and A, true and false, written out: the path has to make `op` true if E is true, and false
  // if A is false.
  void check_path(const CtlEvidence& evidence) {
    const bool exists = ctl_.formulas.op(evidence.formula) == FormulaOp::ExistsPath;
    if (exists != evidence.is_true) {
      EXPECT_EQ(evidence.path.size(), 1U);
      return;
    }
    const FormulaNode& path = ctl_.formulas[ctl_.formulas[evidence.formula].left()];
    const std::optional<bool> value = value_along(evidence, path);
    EXPECT_EQ(value, std::optional(evidence.is_true)) << ctl_.text_of_part(evidence.formula);
  }

  // The truth of a path formula on every path that begins like this; none if that is not clear.
  std::optional<bool> value_along(const CtlEvidence& evidence, const FormulaNode& path) {
    const std::size_t last = evidence.path.size() - 1;
    const auto value = [&](std::size_t step, FormulaId operand) {
      return value_at(evidence, step, operand);
    };
    if (path.op == FormulaOp::Next) return last == 0 ? std::nullopt : value(1, path.left());
    const FormulaOp op = path.op;
    const FormulaId left = path.operands.front();
    const FormulaId right = path.operands.back();
    for (std::size_t i = 0; i <= last; ++i) {
      const std::optional<bool> a = value(i, left);
      const std::optional<bool> b = value(i, right);
      if (op == FormulaOp::Finally && a == true) return true;
      if (op == FormulaOp::Globally && a == false) return false;
      if (op == FormulaOp::Until || op == FormulaOp::WeakUntil) {
        if (b == true) return true;
        if (a == false && b == false) return false;
        if (a == false) return std::nullopt;
      }
      if (op == FormulaOp::Release || op == FormulaOp::StrongRelease) {
        if (b == false) return false;
        if (a == true && b == true) return true;
        if (a == true) return std::nullopt;
      }
    }
    if (!evidence.loop_start) return std::nullopt;
    const bool stays_true =
        op == FormulaOp::Globally || op == FormulaOp::WeakUntil || op == FormulaOp::Release;
    return stays_true;
  }

  // What the propositions and the branches of a step say of a formula there; if some branches were
  // left out, what is so.
  std::optional<bool> value_at(const CtlEvidence& evidence, std::size_t step, FormulaId formula) {
    const bool really = naive_.is_true(formula, number(evidence.path[step]));
    if (evidence.branches_left_out > 0) return really;
    const auto known = value_by_branches(evidence, step, formula);
    EXPECT_EQ(known.value_or(really), really);
    return known;
  }

  std::optional<bool> value_by_branches(const CtlEvidence& evidence, std::size_t step,
                                        FormulaId formula) {
    const FormulaNode& node = ctl_.formulas[formula];
    if (is_propositional(ctl_.formulas, formula)) {
      return naive_.is_true(formula, number(evidence.path[step]));
    }
    if (is_quantifier(node.op)) {
      for (const CtlBranch& branch : evidence.branches) {
        const bool is_here = evidence.path[branch.step] == evidence.path[step];
        if (is_here && branch.evidence.formula == formula) return branch.evidence.is_true;
      }
      return std::nullopt;
    }
    std::vector<std::optional<bool>> values;
    for (const FormulaId operand : node.operands) {
      values.push_back(value_by_branches(evidence, step, operand));
    }
    if (node.op == FormulaOp::Not) return negated(values[0]);
    if (node.op == FormulaOp::Implies) values[0] = negated(values[0]);
    const bool is_and = node.op == FormulaOp::And;
    bool is_open = false;
    for (const auto& value : values) {
      if (!value) is_open = true;
      if (node.op != FormulaOp::Equivalent && value == !is_and) return !is_and;
    }
    if (is_open) return std::nullopt;
    return node.op == FormulaOp::Equivalent ? values[0] == values[1] : is_and;
  }

  static std::optional<bool> negated(std::optional<bool> value) {
    return value ? std::optional(!*value) : std::nullopt;
  }

  NaiveCtl& naive_;
  const CtlFormula& ctl_;
};

// --- graphs

TEST(Ctl, LabelsRandomGraphsAsTheDefinitionsSay) {
  constexpr std::uint64_t graphs = 1500;
  std::size_t with_branches = 0;
  std::size_t lassos = 0;
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    const auto shape = static_cast<GraphShape>(seed % graph_shapes);
    const MarkedGraph marked = random_marked_graph(shape, 3, seed);
    DiscoveringGraph discovering(marked);
    StoredGraph graph;
    ASSERT_EQ(graph.read(discovering), SearchEnd::Exhausted);
    SplitMix64 random(seed);
    NaiveCtl::Rows rows(graph.node_count());
    std::vector<std::vector<bool>> labels(3, std::vector<bool>(graph.node_count()));
    std::vector<NodeSet> sets(3, graph.none());
    const MarkedGraph part = discovered_part(discovering);
    for (std::uint32_t i = 0; i < graph.node_count(); ++i) {
      for (const auto& transition : part.transitions[i]) rows[i].push_back(transition.target);
      for (std::size_t p = 0; p < 3; ++p) {
        if (random.below(3) != 0) continue;
        labels[p][i] = true;
        sets[p].insert(NodeId{i});
      }
    }
    for (std::uint64_t round = 0; round < 4; ++round) {
      const CtlFormula ctl = random_ctl({"p", "q", "r"}, 8, mix_bits(seed * 4 + round));
      SCOPED_TRACE(ctl.text_of_part(ctl.formula));
      NaiveCtl naive(rows, labels, ctl.formulas);
      CtlCheck check(graph, ctl, sets);
      for (std::uint32_t i = 0; i < graph.node_count(); ++i) {
        ASSERT_EQ(check.nodes_of(ctl.formula).contains(NodeId{i}), naive.is_true(ctl.formula, i));
        const CtlEvidence evidence = check.evidence(NodeId{i}, ctl.formula);
        EvidenceChecker(naive, ctl).check(evidence);
        with_branches += evidence.branches.empty() ? 0U : 1U;
        lassos += evidence.loop_start ? 1U : 0U;
      }
    }
  }
  EXPECT_GT(with_branches, graphs);
  EXPECT_GT(lassos, graphs);
}

// --- models

Model read_model(const std::string& language, const std::string& text) {
  auto read = language_named(language)->read({"test." + language, text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  return std::move(read.value());
}

PropertyResult ask(Model model, const std::string& text, bool native = true) {
  auto property = read_property(model, text);
  EXPECT_TRUE(property.ok()) << property.diagnostics.text();
  CheckOptions options;
  options.properties = {property.value()};
  options.native = native;
  const Report report = check(model, options);
  EXPECT_EQ(report.defect, "");
  return report.properties.front();
}

// The states of a model as the judge sees them, and what holds in them.
struct JudgedGraph {
  NaiveCtl::Rows rows;
  std::vector<std::vector<bool>> labels;
  bool failed = false;  // some proposition has no value in some state
};

std::optional<JudgedGraph> judged_graph(const Model& model,
                                        const std::vector<Proposition>& propositions,
                                        std::size_t states_max) {
  const Interpreter judge(model);
  JudgedGraph graph;
  graph.labels.resize(propositions.size());
  std::vector<State> states{judge.initial_state()};
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states.size() > states_max) return std::nullopt;
    graph.rows.emplace_back();
    const State source = states[i];  // more are added meanwhile
    judge.moves(source, [&](const Move& move) {
      if (!move.target) return;
      const auto known = std::find(states.begin(), states.end(), *move.target);
      graph.rows[i].push_back(static_cast<std::uint32_t>(known - states.begin()));
      if (known == states.end()) states.push_back(*move.target);
    });
    for (std::size_t p = 0; p < propositions.size(); ++p) {
      const Evaluation evaluation = judge.evaluate(propositions[p].expr, states[i]);
      graph.failed = graph.failed || evaluation.error;
      graph.labels[p].push_back(!evaluation.error && evaluation.value != 0);
    }
  }
  return graph;
}

Property property_of(Model& model, const std::string& text) {
  auto property = read_property(model, text);
  EXPECT_TRUE(property.ok()) << property.diagnostics.text();
  return property.value();
}

Verdict verdict_by(const Model& model, const Property& property, CtlRoute route, bool native) {
  EngineTask task;
  task.properties = {property};
  task.native = native;
  return run_ctl_engine(model, task, route).findings.front().verdict;
}

TEST(RandomCtl, AnswersModelsAsTheDefinitionsSay) {
  std::map<Verdict, std::size_t> verdicts;
  std::size_t traces = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    auto read = language_named("dve")->read({"random.dve", random_dve_model(seed), {}});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    Model model = without_claim(read.value());
    const std::vector<std::string> names = {"P0.q0", "P0.q1", "g0 == 1"};
    if (!read_property(model, "ctl: P0.q0 && P0.q1 && g0 == 1").ok()) continue;
    for (std::uint64_t round = 0; round < 3; ++round) {
      const CtlFormula written = random_ctl(names, 5, mix_bits(seed * 3 + round));
      const std::string text = "ctl: " + written.text_of_part(written.formula);
      SCOPED_TRACE(text);
      const Property property = property_of(model, text);
      const auto graph = judged_graph(model, property.propositions, 400);
      if (!graph || graph->failed) break;
      NaiveCtl naive(graph->rows, graph->labels, property.ctl->formulas);
      const Verdict expected =
          naive.is_true(property.ctl->formula, 0) ? Verdict::Holds : Verdict::Violated;
      const bool native = round == 0;
      for (const CtlRoute route : {CtlRoute::Auto, CtlRoute::Pruned, CtlRoute::Whole}) {
        EXPECT_EQ(verdict_by(model, property, route, native), expected);
      }
      const PropertyResult result = ask(model, text, native);
      EXPECT_EQ(result.verdict, expected);
      EXPECT_EQ(result.traces.empty(), property.is_existential() != (expected == Verdict::Holds));
      ++verdicts[expected];
      traces += result.traces.size();
    }
  }
  EXPECT_GT(verdicts[Verdict::Holds], 30U);
  EXPECT_GT(verdicts[Verdict::Violated], 30U);
  EXPECT_GT(traces, 30U);
}

// AG p is G p, AF p is F p, and AG AF p is G F p.
TEST(RandomCtl, AgreesWithLtlWhereBothCanSayIt) {
  constexpr std::array<std::pair<const char*, const char*>, 5> pairs = {{
      {"AG {p}", "G {p}"},
      {"AF {p}", "F {p}"},
      {"AG AF {p}", "G F {p}"},
      {"AX AX {p}", "X X {p}"},
      {"A[{p} W !{p}]", "{p} W !{p}"},
  }};
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    Model model = without_claim(read_model("dve", random_dve_model(seed)));
    if (seed % 4 != 0) continue;  // LTL takes its time
    for (const std::string proposition : {"P0.q0", "g0 == 1"}) {
      if (!read_property(model, "ltl: {" + proposition + "}").ok()) continue;
      for (const auto& [ctl, ltl] : pairs) {
        const auto filled = [&](std::string text) {
          for (std::size_t at = 0; (at = text.find("{p}", at)) != std::string::npos;) {
            text.replace(at, 3, "{" + proposition + "}");
          }
          return text;
        };
        const PropertyResult over_trees = ask(model, "ctl: " + filled(ctl), seed % 2 == 0);
        if (over_trees.reason == Reason::Error) continue;
        EXPECT_EQ(over_trees.verdict, ask(model, "ltl: " + filled(ltl)).verdict) << filled(ctl);
      }
    }
  }
}

// --- what a person sees

constexpr auto two_locks = R"(byte desk; byte safe;
process Clerk {
  state idle, one, both; init idle;
  trans idle -> one { guard desk == 0; effect desk = 1; },
        one -> both { guard safe == 0; effect safe = 1; },
        both -> idle { effect desk = 0, safe = 0; };
}
process Boss {
  state idle, one, both; init idle;
  trans idle -> one { guard safe == 0; effect safe = 1; },
        one -> both { guard desk == 0; effect desk = 1; },
        both -> idle { effect desk = 0, safe = 0; };
}
system async;
)";

// "0 1 2 (3 4): the end [at 2: EF p is false: why]", with the branches of branches.
std::string outline(const ShownTrace& shown) {
  std::string text = std::to_string(shown.trace.steps.size() - 1) + " moves";
  if (shown.trace.loop_start) text += ", loop from " + std::to_string(*shown.trace.loop_start);
  text += ": " + shown.ending;
  for (const TraceBranch& branch : shown.branches) {
    text += "\n[at " + std::to_string(branch.step) + ": " + branch.formula + " is " +
            (branch.is_true ? "true" : "false") + ": " + outline(branch.shown) + "]";
  }
  return text;
}

std::string outline(const std::string& property) {
  const PropertyResult result = ask(read_model("dve", two_locks), property);
  const std::string verdict = result.verdict == Verdict::Holds ? "holds" : "violated";
  return verdict + (result.traces.empty() ? "" : ", " + outline(result.traces.front()));
}

TEST(Ctl, ShowsAPathAndWhatIsNeverReachedFromItsEnd) {
  EXPECT_EQ(
      outline("ctl: AG EF Clerk.both"),
      "violated, 2 moves: 'EF Clerk.both' is false\n"
      "[at 2: EF Clerk.both is false: 0 moves: 'Clerk.both' is false here, and no other state "
      "can be reached]");
  EXPECT_EQ(outline("ctl: EF AG (Clerk.one && Boss.one)"),
            "holds, 2 moves: 'AG (Clerk.one && Boss.one)' is true\n"
            "[at 2: AG (Clerk.one && Boss.one) is true: 0 moves: 'Clerk.one && Boss.one' is true "
            "here, and no other state can be reached]");
}

TEST(Ctl, ShowsALasso) {
  EXPECT_EQ(outline("ctl: AF Boss.one"),
            "violated, 3 moves, loop from 0: after 0 moves the loop of 3 moves is taken for ever, "
            "and 'Boss.one' is false all the way");
  EXPECT_EQ(outline("ctl: EG !Clerk.both"),
            "holds, 3 moves, loop from 2: after 2 moves nothing can move any more, "
            "and '!Clerk.both' is true all the way");
  EXPECT_EQ(outline("ctl: A[!Boss.one U Clerk.both]"),
            "violated, 1 moves: '!Boss.one' and 'Clerk.both' are false");
}

TEST(Ctl, ShowsThatNothingCanMove) {
  EXPECT_EQ(outline("ctl: EF (Clerk.one && EG Clerk.one && AX Boss.one)"),
            "holds, 2 moves: "
            "'Clerk.one && EG Clerk.one && AX Boss.one' is true\n"
            "[at 2: EG Clerk.one is true: 1 moves, loop from 0: after 0 moves nothing can move any "
            "more, and 'Clerk.one' is true all the way]\n"
            "[at 2: AX Boss.one is true: 0 moves: 'Boss.one' is true after every move]");
}

TEST(Ctl, FollowsThePartThatDecides) {
  EXPECT_EQ(outline("ctl: AG desk <= 1 && (AF Clerk.one || AX Clerk.one)"),
            "violated, 3 moves, loop from 0: 'AF Clerk.one' is false: after 0 moves the loop of 3 "
            "moves is taken for ever, and 'Clerk.one' is false all the way\n"
            "[at 0: AX Clerk.one is false: 1 moves: 'Clerk.one' is false]");
  EXPECT_EQ(outline("ctl: Clerk.one"), "violated, 0 moves: 'Clerk.one' is false");
  EXPECT_EQ(
      outline("ctl: AG desk <= 1 && EF desk == 2"),
      "violated, 0 moves: 'EF (desk == 2)' is false: 'desk == 2' is true in none of the 6 states "
      "that can be reached from here");
}

TEST(Ctl, ShowsNothingWhereAllPathsAgree) {
  EXPECT_EQ(outline("ctl: AG (Clerk.both -> AX Clerk.idle)"), "holds");
  EXPECT_EQ(outline("ctl: EF (Clerk.both && Boss.both)"), "violated");
  EXPECT_EQ(outline("ctl: AG !(Clerk.both && Boss.both)"), "holds");
}

TEST(Ctl, TellsTheTruthOfPropositionsStepByStep) {
  const PropertyResult result =
      ask(read_model("dve", two_locks), "ctl: EF (Clerk.both && EX Clerk.idle)");
  ASSERT_EQ(result.traces.size(), 1U);
  const std::vector<std::vector<Truth>> expected = {
      {Truth::False, Truth::True}, {Truth::False, Truth::False}, {Truth::True, Truth::False}};
  EXPECT_EQ(result.traces.front().truths, expected);
}

// --- when there is no answer

// Far more states than anybody looks at here.
constexpr auto counter = R"(int x = 0; int y = 0;
process P {
  state s; init s;
  trans s -> s { guard x < 30000; effect x = x + 1; },
        s -> s { guard x == 30000 and y < 30000; effect x = 0, y = y + 1; },
        s -> s { guard y == 0; };
}
system async;
)";

Report check_with_limits(const std::string& text, const std::string& property, Limits limits,
                         Watcher watcher = nullptr) {
  Model model = read_model("dve", text);
  CheckOptions options;
  options.properties = {property_of(model, property)};
  options.limits = limits;
  options.watcher = std::move(watcher);
  options.native = false;
  return check(model, options);
}

TEST(Ctl, ALimitIsNoAnswer) {
  for (const std::string formula : {"AF y == 29999", "AG EF y == 29999", "EF EG y == 40000"}) {
    SCOPED_TRACE(formula);
    const Report deep = check_with_limits(counter, "ctl: " + formula, {.level_max = 100});
    EXPECT_EQ(deep.properties.front().verdict, Verdict::Unknown);
    EXPECT_EQ(deep.properties.front().reason, Reason::Depth);
    const Report late = check_with_limits(counter, "ctl: " + formula, {.seconds_max = 1e-9});
    EXPECT_EQ(late.properties.front().verdict, Verdict::Unknown);
    EXPECT_EQ(late.properties.front().reason, Reason::Time);
    const Report ended = check_with_limits(counter, "ctl: " + formula, {},
                                           [](const Heartbeat&) { return Continue::No; });
    EXPECT_EQ(ended.properties.front().verdict, Verdict::Unknown);
    EXPECT_EQ(ended.properties.front().reason, Reason::Interrupted);
  }
}

TEST(Ctl, AnAnswerBeforeTheLimitIsOne) {
  const auto verdict = [](const std::string& formula) {
    return check_with_limits(counter, "ctl: " + formula, {.level_max = 5})
        .properties.front()
        .verdict;
  };
  EXPECT_EQ(verdict("E[x < 5 U x == 5]"), Verdict::Holds);
  EXPECT_EQ(verdict("A[x < 3 U x == 3]"), Verdict::Violated);  // s -> s {} for ever
  EXPECT_EQ(verdict("AX EX x == 2"), Verdict::Violated);
  EXPECT_EQ(verdict("EX EX x == 2"), Verdict::Holds);
  EXPECT_EQ(verdict("E[x < 9 U x == 9]"), Verdict::Unknown);
}

TEST(Ctl, APropositionWithoutValueIsNoAnswer) {
  const auto text = R"(byte a[2] = {1, 1}; byte x = 0;
process P { state s, t; init s; trans s -> t { effect x = 2; }, t -> s { effect x = 0; }; }
system async;
)";
  for (const bool native : {false, true}) {
    for (const std::string formula : {"AF a[x] == 0", "AG EF a[x] == 0"}) {
      const PropertyResult result = ask(read_model("dve", text), "ctl: " + formula, native);
      EXPECT_EQ(result.verdict, Verdict::Unknown);
      EXPECT_EQ(result.reason, Reason::Error);
      EXPECT_EQ(result.reason_text,
                "'a[x] == 0' has no value in some state: index 2 is outside 0..1 of 'a'");
    }
    // Some state answers all the same.
    EXPECT_EQ(ask(read_model("dve", text), "ctl: EF a[x] == 1", native).verdict, Verdict::Holds);
    EXPECT_EQ(ask(read_model("dve", text), "ctl: AG a[x] == 1", native).reason, Reason::Error);
  }
}

// --- BEEM

struct ReachRow {
  std::string model;
  std::string formula;
  bool is_reachable = false;
};

// The questions of reachability about models with at most so many states.
std::vector<ReachRow> reach_rows(std::uint64_t states_max) {
  const auto rows_of = [](const std::string& name) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream in(read_file((beem_folder() / name).string()).bytes);
    for (std::string line; std::getline(in, line);) {
      std::istringstream row(line);
      rows.emplace_back();
      for (std::string cell; std::getline(row, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
  };
  std::map<std::string, std::string> states;
  for (const auto& row : rows_of("counts.csv")) states[row[0]] = row[1];
  std::vector<ReachRow> found;
  for (const auto& row : rows_of("properties.csv")) {
    if (row.size() != 6 || row[2] != "reach" || states[row[0]].empty()) continue;
    if (std::stoull(states[row[0]]) <= states_max) {
      found.push_back({row[0], row[3], row[4] == "yes"});
    }
  }
  return found;
}

TEST(Ctl, AnswersBeemAsTheCollectionSays) {
  const std::vector<ReachRow> rows = reach_rows(60'000);
  if (rows.empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  for (const ReachRow& row : rows) {
    const std::string family = row.model.substr(0, row.model.find('.'));
    const std::string file = (beem_folder() / family / (row.model + ".dve")).string();
    auto read = language_for_file(file)->read({file, read_file(file).bytes, {}});
    ASSERT_TRUE(read.ok()) << read.diagnostics.text();
    Model model = without_claim(read.value());
    const std::string formula = "(" + row.formula + ")";
    const auto expected = [&](bool is_true) {
      return is_true ? Verdict::Holds : Verdict::Violated;
    };
    SCOPED_TRACE(row.model + " " + formula);
    EXPECT_EQ(ask(model, "ctl: EF " + formula).verdict, expected(row.is_reachable));
    EXPECT_EQ(ask(model, "ctl: AG !" + formula).verdict, expected(!row.is_reachable));
    EXPECT_EQ(ask(model, "ctl: E[true U " + formula + "]").verdict, expected(row.is_reachable));
    EXPECT_EQ(ask(model, "ctl: EF EF " + formula).verdict, expected(row.is_reachable));
    // Terminal components against labels.
    for (const std::string start : {"ctl: AG EF ", "ctl: EF AG ", "ctl: AG EF !"}) {
      const Property property = property_of(model, start + formula);
      const Verdict verdict = verdict_by(model, property, CtlRoute::Auto, true);
      EXPECT_EQ(verdict_by(model, property, CtlRoute::Whole, true), verdict) << start;
    }
  }
}

}  // namespace
}  // namespace clew
