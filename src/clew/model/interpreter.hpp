// The reference interpreter: the one judge of what a model can do.  Slow, obvious, complete.
//
//   const Interpreter judge(model);
//   judge.initial_states([&](const State& first) { use(first); });
//   judge.moves(first, [&](const Move& move) {
//     if (move.error) ...; else use(*move.target);
//   });
//
// A *move* is one uninterrupted step of the system and the unit of every count: an action, a
// rendezvous pair, one path through an exclusive sequence, or (synchronous) one action of each
// process; a claim joins it.  Moves come in a fixed order: by process, then by action in source
// order, the combination of its choices varying faster, the partner of a rendezvous (with its own
// choices) still faster, the claim's action fastest.
//
// Threads: const functions may be called by any number of workers at once.
#pragma once

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/base/watch.hpp"
#include "clew/model/effects.hpp"
#include "clew/model/initial_states.hpp"

namespace clew {

// One process takes one action.
struct Firing {
  ProcessId process;
  ActionId action;
  std::uint64_t choice = 0;  // with which combination of its choices (choices.hpp)
  friend bool operator==(const Firing&, const Firing&) = default;
};

// What of a claim has no value, so that a move that it joins ends in an error.
enum class ClaimFailure : std::uint8_t { None, Guard, Effect };

// Valid during the callback only.
struct Move {
  // One after the other; of a rendezvous the sender first, and a claim last.
  std::span<const Firing> firings;
  const State* target = nullptr;  // null if the move ended in an error
  const RuntimeError* error = nullptr;
  const Instruction* failed_assertion = nullptr;  // the first on the way
  std::span<const Printed> printed;               // only if the judge collects output
  // The error is the claim's own: what the system does by itself leads to a state.
  ClaimFailure claim_failure = ClaimFailure::None;
};

struct Expansion {
  std::size_t moves = 0;  // errors included
  std::size_t errors = 0;
  bool deadlock = false;  // the system (without its claim) has no move, and this is no proper end
};

// The value of a property expression in a state, or why it has none.
struct Evaluation {
  Value value = 0;
  std::optional<RuntimeError> error;
};

// Actions within one move: a model can have moves without end.
inline constexpr std::size_t move_firings_max = 10'000'000;

class Interpreter : private MoveOracle {
 public:
  // REQUIRES: validate(model) found nothing; the model outlives the interpreter.
  explicit Interpreter(const Model& model);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  const Model& model() const { return model_; }
  const Layout& layout() const { return layout_; }

  // REQUIRES: has_fixed_start(model) (initial_states.hpp), else ContractError: there is exactly one.
  State initial_state() const;
  // Every slot as declared, the free ones too: what initial states look like.  It need not be one.
  const State& declared_state() const { return declared_state_; }
  bool is_initial(const State& state) const;

  // Hands every initial state to `found`, in a fixed order; there may be none.  If it returns a
  // Continue, No ends the list there.  `pause` is asked now and then, and can end it, too.
  template <class Found>
  void initial_states(Found&& found) const {
    initial_states(found, [] { return Continue::Yes; });
  }
  template <class Found>
  void initial_states(Found&& found, FunctionRef<Continue()> pause) const {
    if constexpr (std::is_void_v<std::invoke_result_t<Found&, const State&>>) {
      list_initial_states(
          [&](const State& state) {
            found(state);
            return Continue::Yes;
          },
          pause);
    } else {
      list_initial_states(found, pause);
    }
  }
  // Why the processes of the initial state cannot be set up; the front-end must look.
  const std::optional<RuntimeError>& setup_error() const { return setup_error_; }

  // Moves carry what was printed; off at first, because most callers would throw it away.
  void collect_output() { collects_output_ = true; }

  using MoveSink = FunctionRef<Continue(const Move&)>;
  using Pause = FunctionRef<Continue()>;

  // Hands every move of `source` to `found`.  If that returns a Continue, No ends the list there; what
  // is returned then counts only the moves so far.  One move may be long: where the thread's patience
  // (base/patience.hpp) ends, this throws OutOfPatience.
  template <class Found>
  Expansion moves(const State& source, Found&& found) const {
    return list_moves_for(source, found, nullptr);
  }
  // `pause` is asked now and then, also within a move; No ends the list there.
  template <class Found>
  Expansion moves(const State& source, Found&& found, Pause pause) const {
    return list_moves_for(source, found, &pause);
  }

  // The move of `source` with these firings, if there is one: `found` is called at most once.  Unlike
  // moves(), this does not go through all combinations of an action's choices.
  void move_with(const State& source, std::span<const Firing> firings,
                 FunctionRef<void(const Move&)> found) const;

  Evaluation evaluate(ExprId expr, const State& state) const;

  // True if `process` has something to do in `state`, as Op::Enabled asks it.
  bool can_act(const State& state, ProcessId process) const { return *is_enabled(state, process); }

  // The first assertion that fails in `state`: its number, and the error if it has no value.
  struct FailedAssertion {
    std::size_t assertion = 0;
    std::optional<RuntimeError> error;
  };
  std::optional<FailedAssertion> failed_assertion(const State& state) const;

 private:
  friend class AsynchronousMoves;
  friend class SynchronousMoves;
  friend class MoveMaker;
  friend class StepMaker;

  std::optional<bool> is_enabled(const State& state, ProcessId process) const override;
  void set_up_processes();
  template <class Found>
  Expansion list_moves_for(const State& source, Found& found, const Pause* pause) const {
    if constexpr (std::is_void_v<std::invoke_result_t<Found&, const Move&>>) {
      return list_moves(
          source,
          [&](const Move& move) {
            found(move);
            return Continue::Yes;
          },
          nullptr, pause);
    } else {
      return list_moves(source, found, nullptr, pause);
    }
  }
  Expansion list_moves(const State& source, MoveSink found, const std::span<const Firing>* wanted,
                       const Pause* pause) const;
  void list_initial_states(InitialStates::Found found, InitialStates::Pause pause) const;
  const std::vector<ActionId>& outgoing(const State& state, ProcessId process) const;
  bool at_proper_end(const State& state) const;

  const Model& model_;
  Layout layout_;
  Effects effects_;
  bool is_dynamic_ = false;
  bool uses_timeout_ = false;
  bool collects_output_ = false;
  // Whether one action is enabled does not depend on which combinations of others are looked at.
  bool has_independent_actions_ = true;
  State declared_state_;
  std::optional<InitialStates> initial_states_;  // none: the declared state is the only one
  std::optional<RuntimeError> setup_error_;
  // [process type][location]: the actions that leave it, in source order.
  IdMap<ProcessTypeId, IdMap<LocationId, std::vector<ActionId>>> outgoing_;
};

}  // namespace clew
