// What one process can do next, for all states at once: the judge's StepMaker (model/steps.hpp), with a
// condition instead of an answer.  A part of symbolic_model.
#pragma once

#include <map>
#include <vector>

#include "clew/encode/symbolic_values.hpp"

namespace clew {

// One action, or the two of a rendezvous.
struct SymbolicStep {
  std::vector<SymbolicFiring> firings;
  Lit condition = lit_false;  // the step is taken, whether it fails or not
  SymbolicOutcome outcome;
  SymbolicImage image;
  // Who goes on within the same move, how, and from where.
  ProcessId process;
  Action::Then then = Action::Then::Ends;
  LocationId location;
};

class SymbolicSteps {
 public:
  // REQUIRES: the layout outlives this.
  explicit SymbolicSteps(SymbolicLayout& layout) : layout_(layout), model_(layout.source()) {}

  void set_timeout(Lit timeout) { timeout_ = timeout; }
  // Where this is true only processes at committed locations take part.
  void set_committed_only(Lit condition) { committed_only_ = condition; }
  // Where the firings of the move under way begin to need input bits of their own.
  void set_depth(std::size_t depth) { depth_ = depth; }

  // Appends the steps of `process`, which is at `location`.
  void list(const SymbolicImage& image, ProcessId process, LocationId location, bool must_not_wait,
            std::vector<SymbolicStep>& out);
  // The process is alive and at some location with an enabled action.
  Lit is_enabled(const SymbolicImage& image, ProcessId process);

  // The input bits of choices, by depth and slot; grows as needed.
  struct Inputs {
    std::vector<std::vector<CircuitNumber>> words;
    std::vector<Lit> bits;
    std::vector<SymbolicInput> known;
  };
  void share_inputs(Inputs& inputs) { inputs_ = &inputs; }

 private:
  using Out = std::vector<SymbolicStep>;
  // Which of several numbers is the one that was set last.
  class Last {
   public:
    Lit is(std::uint32_t number) const;
    Lit is_other_than_zero_and(std::uint32_t number, Circuit& circuit) const;
    void set(std::uint32_t number, Lit condition, Circuit& circuit);

   private:
    std::map<std::uint32_t, Lit> is_;  // zero is not kept
  };

  SymbolicView view(const SymbolicImage& image, ProcessId process);
  // Where the process as a whole need not wait; a step that fails where that cannot be told.
  Lit may_act(const SymbolicImage& image, ProcessId process, LocationId location, ActionId first,
              Lit condition, Out& out);
  // Appends, and returns where it tried a rendezvous.
  Lit fire(const SymbolicImage& image, ProcessId process, ActionId id, bool must_not_wait,
           Lit condition, Out& out);
  void fire_alone(const SymbolicImage& image, SymbolicView& look, ActionId id, Lit condition,
                  Lit fails, Out& out);
  void use_buffer(const SymbolicImage& image, SymbolicView& look, ActionId id, std::size_t channel,
                  Lit condition, Lit fails, Out& out);
  struct Message {
    std::vector<CircuitNumber> given;
    std::vector<CircuitNumber> carried;
    Lit fails = lit_false;
  };
  Message message_of(const Communication& communication, const Channel& channel,
                     const SymbolicView& look);
  Lit send(const Communication& communication, const Shape::ChannelPart& part,
           const SymbolicView& look, SymbolicImage& target);
  Lit receive(const Communication& communication, const Shape::ChannelPart& part,
              const SymbolicView& look, SymbolicImage& target);
  Lit store_message(const Communication& communication, const Channel& channel,
                    std::span<const CircuitNumber> message, const SymbolicView& look, SymbolicImage& target);
  struct Sender {
    ProcessId process;
    ActionId action;
    SymbolicView view;
    std::size_t channel;  // its number - 1
    Message message;
    Lit condition;
    Lit fails;
  };
  void rendezvous(const SymbolicImage& image, const Sender& sender, Out& out);
  void meet(const SymbolicImage& image, const Sender& sender, ProcessId receiver,
            LocationId location, Lit condition, Out& out);
  Lit can_fire_alone(const SymbolicImage& image, ProcessId process, ActionId id);
  // Returns where the two meet.
  Lit pair(const SymbolicImage& image, const Sender& sender, ProcessId receiver, ActionId id,
           Lit condition, Out& out);
  SymbolicFiring firing(const SymbolicView& look, ActionId id) const;
  void bind_choices(SymbolicView& look, const Action& action, Lit& condition);
  const CircuitNumber& input_word(SlotId choice);
  Lit both(Lit a, Lit b) { return layout_.circuit().both(a, b); }
  Lit either(Lit a, Lit b) { return layout_.circuit().either(a, b); }

  SymbolicLayout& layout_;
  const Model& model_;
  Lit timeout_ = lit_false;
  Lit committed_only_ = lit_false;
  std::size_t depth_ = 0;
  bool runs_effects_ = true;
  bool may_ask_others_ = true;
  Inputs* inputs_ = nullptr;
};

}  // namespace clew
