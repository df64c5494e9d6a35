// What one process can do next: single actions and rendezvous pairs, before anything is said about the
// move they belong to.
#pragma once

#include <optional>
#include <vector>

#include "clew/model/interpreter.hpp"

namespace clew {

// Hands out the firing with every combination of its choices, in order, until `use` has enough.  With
// `wanted`, an action that has choices is handed out only as it is listed there.
void for_each_choice(const Model& model, const std::span<const Firing>* wanted, Firing firing,
                     FunctionRef<Continue(Firing)> use);

// One action, or the two of a rendezvous, carried out.
struct MicroStep {
  std::vector<Firing> firings;
  State target;  // meaningless after an error
  std::optional<RuntimeError> error;
  // Who goes on within the same move, and how.
  ProcessId process;
  Action::Then then = Action::Then::Ends;
  Happenings happenings;
  // Nothing of it has happened so far: see StepMaker::carry_out.
  bool is_open = false;
};

class StepMaker {
 public:
  using MaybeError = std::optional<RuntimeError>;

  // `oracle` answers what expressions ask about other processes; null: nobody may ask.
  StepMaker(const Interpreter& judge, const MoveOracle* oracle)
      : judge_(judge), model_(judge.model()), oracle_(oracle) {}

  // Is Op::Timeout true now?
  void set_timeout(bool timeout) { timeout_ = timeout; }
  // Of actions that have choices, only these are taken; null: all.
  void set_wanted(const std::span<const Firing>* wanted) { wanted_ = wanted; }
  // Steps without communication are listed open, so that the only one of a state can take over the state.
  void set_leaves_open(bool leaves_open) { leaves_open_ = leaves_open; }
  // Carries out an open step in the state that it was listed for.
  void carry_out(MicroStep& step, State state) const;
  // Only processes at committed locations take part.
  void set_committed_only(bool committed_only) { committed_only_ = committed_only; }

  // Appends the steps of `process`, in the order of its actions.  `must_not_wait` says that the
  // process is inside a sequence that must not block.
  void list(const State& state, ProcessId process, bool must_not_wait, std::vector<MicroStep>& out);
  bool is_enabled(const State& state, ProcessId process);

  bool is_committed(const State& state, ProcessId process) const;

 private:
  enum class Outcome : std::uint8_t { Disabled, Enabled, Failed };

  Outcome truth(ExprId guard, const State& state, Firing firing, MaybeError& error) const;
  // False while the process as a whole must wait.
  bool may_act(const State& state, ProcessId process, std::vector<MicroStep>& out, ActionId first);
  enum class Tried : std::uint8_t { Alone, Rendezvous };
  Tried fire(const State& state, ProcessId process, ActionId id, bool must_not_wait,
             std::vector<MicroStep>& out);
  Tried fire_with_choice(const State& state, Firing firing, bool must_not_wait,
                         std::vector<MicroStep>& out);
  void fire_alone(const State& state, Firing firing, const Shape::ChannelPart* part,
                  MaybeError error, std::vector<MicroStep>& out);
  bool has_message(const Communication& receive, const Shape::ChannelPart& part, const State& state,
                   Firing firing, MaybeError& error) const;
  MaybeError send(const Communication& communication, const Shape::ChannelPart& part,
                  const State& source, State& target, Firing firing) const;
  MaybeError receive(const Communication& communication, const Shape::ChannelPart& part,
                     const State& source, State& target, Firing firing) const;
  struct Message {
    std::vector<Value> given;    // as the sender computes them
    std::vector<Value> carried;  // as the channel carries them
  };
  MaybeError message_of(const Communication& communication, const Channel& channel,
                        const State& state, Firing firing, Message& message) const;
  MaybeError store_message(const Communication& communication, const Channel& channel,
                           std::span<const Value> message, const State& source, State& target,
                           Firing firing) const;
  static MaybeError misfit(const Communication& communication, const Channel& channel);
  void rendezvous(const State& state, Firing sender, const Shape::ChannelPart& part,
                  MaybeError sender_error, std::vector<MicroStep>& out);
  void meet(const State& state, Firing sender, ProcessId receiver, const Shape::ChannelPart& part,
            std::span<const Value> message, const MaybeError& sender_error, std::vector<MicroStep>& out);
  // True if the action needs no partner and is enabled; sends are not asked.
  bool can_fire_alone(const State& state, Firing firing) const;
  bool rendezvous_pair(const State& state, Firing sender, Firing receiver, const Channel& channel,
                       std::span<const Value> message, const MaybeError& sender_error,
                       std::vector<MicroStep>& out);
  Evaluator evaluator(const State& state, Firing firing) const;
  MicroStep new_step(std::vector<Firing> firings) const;

  const Interpreter& judge_;
  const Model& model_;
  const MoveOracle* oracle_;
  const std::span<const Firing>* wanted_ = nullptr;
  bool timeout_ = false;
  bool committed_only_ = false;
  bool leaves_open_ = false;
  bool runs_effects_ = true;  // else only whether there are steps matters
};

}  // namespace clew
