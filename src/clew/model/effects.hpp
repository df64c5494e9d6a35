// Instructions, run on a state.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clew/model/evaluate.hpp"

namespace clew {

// What a process said while it moved.
struct Printed {
  ProcessId process;
  std::string text;
};

// What instructions do beside changing the state.
struct Happenings {
  const Instruction* failed_assertion = nullptr;  // the first
  std::vector<Printed> printed;
  bool collects_output = false;  // else `printed` stays empty
};

class Effects {
 public:
  using MaybeError = std::optional<RuntimeError>;

  // REQUIRES: all outlive the object.
  Effects(const Model& model, const Layout& layout, const MoveOracle* oracle)
      : model_(model), layout_(layout), oracle_(oracle) {}

  // Runs the instructions on `state`, in order, for `process`; stops at the first error.
  MaybeError run(std::span<const Instruction> steps, State& state, ProcessId process,
                 Happenings& happenings) const {
    return run_all(steps, {process}, state, happenings);
  }
  // The effect of an action, taken with the combination `choice` of its choices.
  MaybeError run(const Action& action, std::uint64_t choice, State& state, ProcessId process,
                 Happenings& happenings) const;
  // One instruction of it, as if the effect were not simultaneous.
  MaybeError run_step(const Action& action, const Instruction& step, std::uint64_t choice,
                      State& state, ProcessId process, Happenings& happenings) const;
  // The value as the slot keeps it.
  MaybeError store(State& state, Address address, Value value, SourceSpan span) const;

 private:
  struct Actor {
    ProcessId process;
    const Action* action = nullptr;  // whose choices can be read
    std::uint64_t choice = 0;
  };
  Evaluator evaluator(const State& state, const Actor& actor) const;
  MaybeError run_all(std::span<const Instruction> steps, const Actor& actor, State& state,
                     Happenings& happenings) const;
  // All assignments find target and value before the first of them stores.
  MaybeError run_at_once(std::span<const Instruction> steps, const Actor& actor,
                         State& state) const;
  MaybeError run_one(const Instruction& step, const Actor& actor, State& state,
                     Happenings& happenings) const;
  MaybeError assign(const Instruction& step, const Actor& actor, State& state) const;
  MaybeError start(const Instruction& step, const Actor& actor, State& state,
                   Happenings& happenings) const;
  MaybeError allocate(const Instruction& step, const Actor& actor, State& state) const;
  MaybeError assert_true(const Instruction& step, const Actor& actor, const State& state,
                         Happenings& happenings) const;
  MaybeError print(const Instruction& step, const Actor& actor, const State& state,
                   Happenings& happenings) const;

  const Model& model_;
  const Layout& layout_;
  const MoveOracle* oracle_;  // answers what expressions ask about other processes
};

// A format of printf with its arguments put in: %d %u %i %x %o %c %e (the name of an enumerated value)
// %%.  What has no argument stays as it is.
std::string formatted(const Model& model, std::string_view format,
                      const std::vector<Value>& arguments,
                      const std::vector<EnumerationId>& enumerations);

}  // namespace clew
