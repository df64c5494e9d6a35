// Several initial states, choices and assignments at once: every way to search gives what a plain walk
// of the judge gives.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <optional>
#include <unordered_map>

#include "clew/check/check.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/validate.hpp"
#include "tests/model_files.hpp"
#include "tests/plain_graph.hpp"
#include "tests/random_liberties.hpp"
#include "tests/random_model.hpp"

namespace clew {
namespace {

// All there is to know, found without any engine.
struct Walked {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t errors = 0;
  PlainGraph graph;
};

struct StateHash {
  std::size_t operator()(const State& state) const { return hash_value(state); }
};

// `p` is what the graph is labelled with; none: nothing.
std::optional<Walked> walk(const Model& model, std::size_t states_max, ExprId p = no_id<ExprId>) {
  const Interpreter judge(model);
  Walked walked;
  std::unordered_map<State, std::size_t, StateHash> numbers;
  std::deque<State> frontier;
  auto& rows = walked.graph.rows;
  const auto number_of = [&](const State& state) {
    const auto [entry, is_new] = numbers.emplace(state, numbers.size());
    if (is_new) {
      frontier.push_back(state);
      rows.emplace_back();
      walked.graph.label.push_back(is_some(p) && judge.evaluate(p, state).value != 0);
    }
    return entry->second;
  };
  judge.initial_states(
      [&](const State& state) { walked.graph.initial.push_back(number_of(state)); });
  for (std::size_t next = 0; next < frontier.size(); ++next) {
    if (frontier.size() > states_max) return std::nullopt;
    const State source = frontier[next];
    const Expansion expansion = judge.moves(source, [&](const Move& move) {
      if (!move.target) return;
      const std::size_t target = number_of(*move.target);
      rows[next].push_back(target);
    });
    walked.transitions += expansion.moves;
    walked.errors += expansion.errors;
    walked.deadlocks += expansion.deadlock ? 1 : 0;
  }
  walked.states = numbers.size();
  return walked;
}

Property named(const std::string& name, PropertyKind kind, ExprId expr = no_id<ExprId>) {
  Property property;
  property.name = name;
  property.text = name;
  property.kind = kind;
  property.expr = expr;
  return property;
}

std::optional<Model> random_model(std::uint64_t seed) {
  auto read = language_named("dve")->read({"random.dve", random_dve_model(seed), {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  Model model = with_liberties(without_claim(std::move(read.value())), seed);
  EXPECT_EQ(validate(model), std::vector<std::string>{});
  return model;
}

Verdict requirement(bool is_met) { return is_met ? Verdict::Holds : Verdict::Violated; }

struct Way {
  Order order = Order::BreadthFirst;
  std::string store = "auto";
  bool native = true;
  std::uint64_t threads = 1;
};

constexpr Way ways[] = {
    {},
    {Order::BreadthFirst, "auto", true, 2},
    {Order::BreadthFirst, "auto", false, 1},
    {Order::BreadthFirst, "exact", false, 1},
    {Order::BreadthFirst, "compact", true, 2},
    {Order::DepthFirst, "auto", true, 1},
    {Order::DepthFirst, "exact", false, 1},
    {Order::BestFirst, "auto", true, 1},
    {Order::Random, "auto", true, 1},
};

TEST(Liberties, GiveTheSameCountsAndAnswersInEverySearch) {
  std::size_t compared = 0;
  std::size_t with_several = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    const Model model = *random_model(seed);
    const auto expected = walk(model, 1'000);
    if (!expected) continue;
    ++compared;
    with_several += expected->graph.initial.size() > 1 ? 1U : 0U;
    CheckOptions options;
    options.properties = {named("deadlock", PropertyKind::Deadlock),
                          named("exists-deadlock", PropertyKind::DeadlockExists),
                          named("errors", PropertyKind::Errors),
                          named("inf", PropertyKind::Infinite)};
    for (std::size_t i = 0; i < std::size(ways); ++i) {
      if (i > 0 && seed % (std::size(ways) - 1) != i - 1) continue;
      SCOPED_TRACE("way " + std::to_string(i));
      options.order = ways[i].order;
      options.store = ways[i].store;
      options.native = ways[i].native;
      options.threads = ways[i].threads;
      const Report explored = explore(model, options);
      EXPECT_EQ(explored.statistics.states, expected->states);
      EXPECT_EQ(explored.statistics.transitions, expected->transitions);
      EXPECT_EQ(explored.statistics.deadlocks, expected->deadlocks);
      EXPECT_EQ(explored.statistics.errors, expected->errors);
      const Report report = check(model, options);
      EXPECT_EQ(report.defect, "");
      const bool is_lossy = ways[i].store == "compact";
      const auto answer = [&](std::size_t k, Verdict verdict) {
        const PropertyResult& result = report.properties[k];
        const bool is_open = is_lossy && k != 3 && result.basis == Basis::Lossy;
        if (is_open) return;
        EXPECT_EQ(result.verdict, verdict) << result.property.name;
        const bool wants_trace = result.property.is_existential() == (verdict == Verdict::Holds);
        EXPECT_EQ(result.traces.size(), wants_trace ? 1U : 0U);
      };
      answer(0, requirement(expected->deadlocks == 0));
      answer(1, requirement(expected->deadlocks > 0));
      answer(2, requirement(expected->errors == 0));
      answer(3, requirement(expected->graph.has_cycle()));
    }
  }
  EXPECT_GT(compared, 50U);
  EXPECT_GT(with_several, 30U);
}

TEST(Liberties, GiveTheAnswersOfTheGenericLayerToFormulas) {
  constexpr const char* ctl[] = {"AG EF p", "EF p",    "EG !p",     "AF p",
                                 "AG p",    "EF AG p", "E[!p U p]", "!AG !p"};
  constexpr const char* ltl[] = {"G F p", "F p", "G !p", "F G !p"};
  std::map<Verdict, std::size_t> verdicts;
  for (const std::uint64_t seed : random_model_seeds()) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    if (HasFailure()) break;
    Model model = *random_model(seed);
    const std::string p = "g0 == 1";
    auto read = read_property(model, "inv: " + p);
    if (!read.ok()) continue;
    const auto walked = walk(model, 400, read.value().expr);
    if (!walked || walked->graph.initial.empty()) continue;
    const std::string ctl_text = ctl[seed % std::size(ctl)];
    const std::string ltl_text = ltl[seed % std::size(ltl)];
    const auto with_p = [&](std::string text) {
      for (std::size_t at = text.find('p'); at != std::string::npos; at = text.find('p', at)) {
        text.replace(at, 1, "(" + p + ")");
        at += p.size() + 2;
      }
      return text;
    };
    CheckOptions options;
    options.vacuity = false;
    options.properties = {read_property(model, "ctl: " + with_p(ctl_text)).value(),
                          read_property(model, "ltl: " + with_p(ltl_text)).value()};
    options.threads = 1 + seed % 2;
    options.native = seed % 3 != 0;
    const Report report = check(model, options);
    EXPECT_EQ(report.defect, "");
    const Verdict by_tree = walked->graph.ctl(ctl_text);
    const Verdict by_runs = walked->graph.ltl(ltl_text);
    EXPECT_EQ(report.properties[0].verdict, by_tree) << ctl_text;
    EXPECT_EQ(report.properties[1].verdict, by_runs) << ltl_text;
    ++verdicts[by_tree];
    ++verdicts[by_runs];
  }
  EXPECT_GT(verdicts[Verdict::Holds], 20U);
  EXPECT_GT(verdicts[Verdict::Violated], 20U);
}

}  // namespace
}  // namespace clew
