// How one state becomes the next: the two compositions behind Interpreter::moves.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "clew/model/steps.hpp"

namespace clew {

// What both compositions need: guards, and the claim that joins every system move.
class MoveMaker {
 public:
  // Of actions that have choices only those of `wanted` are taken; null: all.  Without a `pause` the
  // thread's patience decides how long a move may take.
  MoveMaker(const Interpreter& judge, const State& source, const std::span<const Firing>* wanted,
            Interpreter::MoveSink found, const Interpreter::Pause* pause)
      : judge_(judge),
        model_(judge.model()),
        source_(source),
        wanted_(wanted),
        found_(found),
        pause_(pause) {}

 protected:
  using MaybeError = std::optional<RuntimeError>;
  enum class Outcome : std::uint8_t { Disabled, Enabled, Failed };

  static const MoveOracle& oracle_of(const Interpreter& judge) { return judge; }
  Outcome guard(Firing firing, MaybeError& error) const;
  MaybeError run_effect(Firing firing, State& state);

  // One more step within a move; it may be the last.
  void count_step();
  // Hands out one move; with an error there is no target.
  void emit(const State* target, const MaybeError& error,
            ClaimFailure claim_failure = ClaimFailure::None);

  const Interpreter& judge_;
  const Model& model_;
  const State& source_;
  const std::span<const Firing>* wanted_;
  Interpreter::MoveSink found_;
  const Interpreter::Pause* pause_;
  std::uint32_t steps_ = 0;
  std::vector<Firing> firings_;
  Happenings happenings_;
  Expansion expansion_;
  bool stopped_ = false;  // nobody wants more of the moves
  bool timeout_ = false;  // without one nobody can move
};

// One process moves, or two over a rendezvous channel; an action marked so lets its process go on
// alone.
class AsynchronousMoves : public MoveMaker {
 public:
  AsynchronousMoves(const Interpreter& judge, const State& source,
                    const std::span<const Firing>* wanted, Interpreter::MoveSink found,
                    const Interpreter::Pause* pause)
      : MoveMaker(judge, source, wanted, found, pause),
        steps_(judge, &oracle_of(judge)),
        within_(judge, &oracle_of(judge)) {
    steps_.set_wanted(wanted);
    within_.set_wanted(wanted);
    within_.set_leaves_open(true);
  }
  Expansion run();

 private:
  // A state passed inside the move under way, and what its process can do there.
  struct Passage {
    State state;
    ProcessId process;
    std::vector<MicroStep> steps;
    std::size_t next = 0;
    // What the move was when it came here.
    std::size_t firings = 0;
    std::size_t printed = 0;
    const Instruction* failed_assertion = nullptr;
    std::size_t hash = 0;
  };

  void list_all();
  // All moves that begin with this step.
  void follow(MicroStep step);
  // One more step: the system part of the move is complete, or its process goes on.  Returns how, if
  // there is only one way.
  std::optional<MicroStep> take(MicroStep step);
  std::optional<MicroStep> pass_through(MicroStep step);
  // Numbers the heap objects in their order, for a state that others are compared with.
  void make_canonical(State& state);
  bool must_be_canonical(const State& state) const;
  // True if a sequence without choices has come back to where it was.
  bool goes_in_circles(const State& state, ProcessId process);
  bool was_passed(const State& state, ProcessId process, std::size_t hash) const;
  void go_back();
  void finish(const State* target, const MaybeError& error);
  void join_claim(const State* target, const MaybeError& error);

  StepMaker steps_;
  StepMaker within_;  // inside a move nobody has waited, so no time is out
  std::vector<MicroStep> first_steps_;
  std::size_t system_moves_ = 0;
  bool has_arrived_ = false;  // one of them led to a state
  std::vector<Passage> passages_;
  std::unordered_multimap<std::size_t, std::size_t> passed_;  // by hash: index into passages_
  // Of the states since the last choice one is kept, and replaced after 1, 2, 4, ... steps (Brent's
  // way to find a cycle): long loops without choices need no memory.
  std::optional<std::pair<State, ProcessId>> kept_;
  // Of the state that the move under way has come to.
  bool is_canonical_ = true;
  std::size_t steps_since_canonical_ = 0;
  std::size_t steps_since_kept_ = 0;
  std::size_t keep_next_after_ = 1;
};

// Every process takes one enabled action; effects are computed from the source state and merged.
class SynchronousMoves : public MoveMaker {
 public:
  using MoveMaker::MoveMaker;
  Expansion run();

 private:
  struct Write {
    std::uint32_t offset;
    Value value;
  };
  // One enabled action of one process and what it would change.
  struct Part {
    Firing firing;
    std::vector<Write> writes;
    MaybeError error;
    bool guard_failed = false;
  };

  std::vector<Part> parts_of(ProcessId process);
  Part part_of(Firing firing, const MaybeError& guard_error);
  void combine(std::size_t position);
  void emit_combination();

  std::vector<std::vector<Part>> parts_;  // one list per process that takes part
  std::vector<const Part*> taken_;
  bool arrived_ = false;  // some move of the system, before its claim joined, did not fail
};

}  // namespace clew
