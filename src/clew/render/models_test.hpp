// Small models and reports for the tests of render/.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "clew/check/report.hpp"
#include "clew/lang/dve/dve.hpp"
#include "clew/lang/promela/promela.hpp"
#include "clew/model/codec.hpp"

namespace clew::render_test {

// Two people, two forks, everybody takes the left one first.
inline constexpr const char* two_forks = R"(byte fork[2];
process A {
  state thinking, has_left, eating;
  init thinking;
  trans
    thinking -> has_left { guard fork[0] == 0; effect fork[0] = 1; },
    has_left -> eating { guard fork[1] == 0; effect fork[1] = 1; },
    eating -> thinking { effect fork[0] = 0, fork[1] = 0; };
}
process B {
  state thinking, has_left, eating;
  init thinking;
  trans
    thinking -> has_left { guard fork[1] == 0; effect fork[1] = 1; },
    has_left -> eating { guard fork[0] == 0; effect fork[0] = 1; },
    eating -> thinking { effect fork[0] = 0, fork[1] = 0; };
}
system async;
)";

// A value that outgrows its variable, and an action that is never taken.
inline constexpr const char* overflow = R"(byte x = 254;
process Counter {
  state up, never;
  init up;
  trans
    up -> up { effect x = x + 1; },
    never -> up { };
}
system async;
)";

// A buffered channel, a rendezvous, a local variable, a committed location.
inline constexpr const char* belt = R"(channel {byte} belt[2];
channel hand;
process Baker {
  byte made;
  state bake, rest;
  init bake;
  trans
    bake -> rest { guard made < 1; sync belt!7; effect made = made + 1; },
    rest -> bake { sync hand!3; };
}
process Eater {
  byte got;
  state wait, full;
  init wait;
  commit full;
  trans
    wait -> full { sync hand?got; },
    full -> full { sync belt?got; };
}
system async;
)";

inline std::shared_ptr<const Model> model_of(const char* text, const std::string& file = "m.dve") {
  auto read = dve::read({file, text, {}});
  if (!read.ok()) {
    ADD_FAILURE() << read.diagnostics.text();
    return std::make_shared<const Model>();
  }
  return std::make_shared<const Model>(std::move(read.value()));
}

inline std::shared_ptr<const Model> promela_model_of(const char* text) {
  auto read = promela::read({"m.pml", text, {}});
  if (!read.ok()) {
    ADD_FAILURE() << read.diagnostics.text();
    return std::make_shared<const Model>();
  }
  return std::make_shared<const Model>(std::move(read.value()));
}

// The path that takes, in every state, the move with the number given: choices {0, 2} is the first
// move of the initial state, then the third one.
inline Trace walk(const Model& model, const std::vector<std::size_t>& choices) {
  Interpreter judge(model);
  judge.collect_output();
  MoveList moves;
  State state = judge.initial_state();
  for (const std::size_t choice : choices) {
    std::size_t number = 0;
    std::optional<State> target;
    judge.moves(state, [&](const Move& move) {
      if (number++ != choice) return;
      moves.emplace_back(move.firings.begin(), move.firings.end());
      if (move.target) target = *move.target;
    });
    if (target) state = *target;
  }
  Replay replayed = replay(judge, moves);
  EXPECT_TRUE(replayed.complete());
  return replayed.trace;
}

// The deadlock of two_forks as an infinite run, with the truth of two propositions.
inline ShownTrace stuck_forks(const Model& model) {
  ShownTrace shown{walk(model, {0, 1}), "nobody eats"};
  shown.trace.steps.push_back({{}, shown.trace.steps.back().state, nullptr, {}});
  shown.trace.loop_start = 2;
  shown.truths = {{Truth::False, Truth::NoValue},
                  {Truth::False, Truth::True},
                  {Truth::False, Truth::True},
                  {Truth::False, Truth::True}};
  return shown;
}
inline std::vector<Proposition> fork_propositions() {
  return {{"A.eating", no_id<ExprId>}, {"fork[0] == 1", no_id<ExprId>}};
}

// The first two moves of stuck_forks, and what the formulas in it say after the first: a path on
// which they come true, with a branch of its own.
inline ShownTrace forks_with_branches(const Model& model) {
  ShownTrace shown = stuck_forks(model);
  shown.trace.loop_start.reset();
  shown.trace.steps.pop_back();
  shown.truths.pop_back();
  const Interpreter judge(model);
  const State& state = shown.trace.steps[1].state;
  const Trace eats = walk(model, {0, 0});
  TraceBranch branch{1, "EF (A.eating)", true, {}};
  branch.shown.trace = replay_from(judge, state, {eats.steps[2].firings}).trace;
  branch.shown.ending = "'A.eating' is true";
  branch.shown.truths = {{Truth::False, Truth::True}, {Truth::True, Truth::True}};
  TraceBranch inner{1, "EX (B.eating)", false, {}};
  inner.shown.trace = replay_from(judge, branch.shown.trace.steps[1].state, {}).trace;
  inner.shown.ending = "no move leads there";
  branch.shown.branches = {inner};
  shown.branches = {branch};
  return shown;
}

// A `check` report about the model, without properties.
inline Report report_of(std::shared_ptr<const Model> model) {
  Report report;
  report.command = "check";
  const Codec codec(*model);
  report.info = {model->file, model->language, model->processes.size(), codec.slot_count(),
                 codec.state_bits()};
  report.model = std::move(model);
  report.finished = true;
  report.statistics.states = 1234567;
  report.statistics.transitions = 2345678;
  report.statistics.deadlocks = 1;
  report.statistics.level_sizes = {1, 2, 3};
  report.statistics.seconds = 0.25;
  report.statistics.peak_memory_bytes = 4U << 20;
  report.statistics.bytes_per_state = 8.04;
  report.statistics.store = "exact";
  return report;
}

inline PropertyResult holds(const std::string& name, PropertyKind kind, const std::string& text) {
  PropertyResult result;
  result.property = {name, kind, text, no_id<ExprId>};
  result.verdict = Verdict::Holds;
  result.basis = Basis::Exhaustive;
  result.engine = "explicit";
  return result;
}

inline PropertyResult violated(const std::string& name, PropertyKind kind, const std::string& text,
                               Trace trace, const std::string& ending) {
  PropertyResult result = holds(name, kind, text);
  result.verdict = Verdict::Violated;
  result.basis = Basis::Witness;
  result.violation_count = 1;
  result.traces.push_back({std::move(trace), ending});
  return result;
}

inline PropertyResult unknown(const std::string& name, PropertyKind kind, Reason reason,
                              const std::string& reason_text) {
  PropertyResult result = holds(name, kind, "");
  result.verdict = Verdict::Unknown;
  result.basis = Basis::None;
  result.reason = reason;
  result.reason_text = reason_text;
  return result;
}

}  // namespace clew::render_test
