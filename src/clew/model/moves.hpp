// How one state becomes the next: the two compositions behind Interpreter::moves.
#pragma once

#include <optional>
#include <vector>

#include "clew/model/interpreter.hpp"

namespace clew {

enum class GuardOutcome : std::uint8_t { Disabled, Enabled, Failed };

// What both compositions need: guards, effects, and the claim that joins every system move.
class MoveMaker {
 public:
  MoveMaker(const Interpreter& judge, const State& source, Interpreter::MoveSink found)
      : judge_(judge), model_(judge.model()), source_(source), found_(found) {}

 protected:
  using MaybeError = std::optional<RuntimeError>;

  GuardOutcome guard(const Action& action, const State& state, ProcessId process,
                     MaybeError& error) const;
  // Runs the instructions of `action` on `state`, in order.
  MaybeError run_effect(const Action& action, State& state, ProcessId process) const;
  MaybeError run_instruction(const Instruction& step, State& state, ProcessId process) const;
  MaybeError store(State& state, Address address, Value value, SourceSpan span) const;

  // Hands out one move; with an error there is no target.
  void emit(const State* target, const MaybeError& error);

  const Interpreter& judge_;
  const Model& model_;
  const State& source_;
  Interpreter::MoveSink found_;
  std::vector<Firing> firings_;
  Expansion expansion_;
  bool stopped_ = false;  // whoever takes the moves wants no more
};

// One process moves, or two over a rendezvous channel; an action marked so lets its process go on
// alone.
class AsynchronousMoves : public MoveMaker {
 public:
  using MoveMaker::MoveMaker;
  Expansion run();

 private:
  void fire(const State& state, ProcessId process, ActionId id);
  void rendezvous(const State& state, ProcessId sender, ActionId send);
  void rendezvous_pair(const State& state, Firing sender, Firing receiver,
                       const MaybeError& sender_error);
  MaybeError exchange(State& target, const State& state, Firing sender, Firing receiver) const;
  // The channel part of an action that moves alone.
  bool buffer_serves(const Communication& communication, const State& state) const;
  MaybeError use_buffer(const Communication& communication, const State& state, State& target,
                        ProcessId process) const;
  // The system part of a move is complete, or `process` goes on within it.
  void arrive(State&& target, ProcessId process, bool goes_on);
  void finish(const State* target, const MaybeError& error);
  void join_claim(const State* target, const MaybeError& error);
  bool some_process_committed() const;
  bool is_committed(ProcessId process) const;

  std::size_t system_moves_ = 0;
  bool committed_only_ = false;
  std::vector<State> within_move_;  // states passed inside the move under way
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
  struct Choice {
    Firing firing;
    std::vector<Write> writes;
    MaybeError error;
  };

  std::vector<Choice> choices_of(ProcessId process) const;
  Choice choice_of(ProcessId process, ActionId id, const MaybeError& guard_error) const;
  void combine(std::size_t position);
  void emit_combination();

  std::vector<std::vector<Choice>> choices_;  // one list per process that takes part
  std::vector<const Choice*> chosen_;
};

}  // namespace clew
