// A conversation with a simulated model: commands in, text out.
//
//   SimulationSession session(model, {});
//   session.start();          // "step 0: turn = 0 ..."
//   session.execute("2");     // takes the second choice
//   session.execute("back");  // and goes back
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/check/report.hpp"
#include "clew/model/judge_space.hpp"
#include "clew/render/trace_text.hpp"
#include "clew/space/simulation.hpp"

namespace clew {

class SimulationSession {
 public:
  struct Options {
    std::uint64_t seed = 1;
    bool full_states = false;  // after each step the whole state, not only what changed
    TextOptions text;
  };

  // REQUIRES: the model outlives the session; watched expressions are added to it.
  SimulationSession(Model& model, Options options);

  // From now on the value of the expression is shown after every step, unless there are errors.
  Diagnostics watch(const std::string& expression);

  // What to show first.
  std::string start() const;
  // The moves that are possible here, numbered from 1.
  std::string choices_text() const;
  bool can_go_on() const;
  // False: there is no initial state.
  bool can_begin() const { return has_begun() || !initial_states_.empty(); }
  // One line typed by the user.
  std::string execute(std::string_view line);
  bool finished() const { return finished_; }

  // Up to `count` random steps, each shown.
  std::string take_random(std::uint64_t count);
  // The steps of a trace, each shown; its failing move at the end, if it has one.  Stutters are no
  // steps of the walk, but walk() gives the whole trace back while nothing else was done.
  std::string follow(const Trace& trace);

  // The walk so far as a message sequence chart.
  std::string chart() const;

  // The walk so far.
  ShownTrace walk() const;

 private:
  struct Watched {
    std::string text;
    ExprId expr;
  };

  // A model with several initial states asks for one before anything else.
  bool has_begun() const { return simulation_.has_value(); }
  // The model bounds its runs, and this one has as many moves.  REQUIRES: has_begun()
  bool is_at_bound() const;
  void begin(const State& initial) { simulation_.emplace(*space_, initial); }
  std::string initial_states_text() const;
  std::string take(std::size_t index);
  std::string go_to(std::size_t step);
  std::string show_step() const;  // the step just taken
  // The step that leads to `position`, with what was printed on the way.
  TraceStep step_to(std::size_t position) const;
  std::string show_here() const;  // the present state
  std::string watched_text() const;
  std::string why_no_choice() const;
  std::string evaluate(const std::string& expression);

  Model& model_;
  Options options_;
  std::unique_ptr<Interpreter> judge_;
  std::unique_ptr<JudgeSpace> space_;
  std::vector<State> initial_states_;  // to choose from; empty if there is one
  bool has_more_initial_states_ = false;
  std::optional<Simulation<JudgeSpace>> simulation_;
  Random random_;
  std::vector<Watched> watched_;
  std::optional<Trace> followed_;
  bool finished_ = false;
};

}  // namespace clew
