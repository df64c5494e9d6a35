// Expressions and instructions as words over the state in which a move began: the judge's Evaluator and
// Effects (model/evaluate.hpp, model/effects.hpp) for all states at once.  A part of symbolic_model.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "clew/encode/symbolic_state.hpp"

namespace clew {

// The value of an expression; where it fails it has none, and the word means nothing.
struct SymbolicResult {
  CircuitNumber word;
  Lit fails = lit_false;
};

// Where a value may lie, each place with the condition for it; at most one of them is true.
struct SymbolicAddress {
  struct Candidate {
    Lit condition;
    std::uint32_t offset;
  };
  std::vector<Candidate> candidates;
  const Slot* slot = nullptr;
  Lit fails = lit_false;
};

// The channels an expression may be about.
struct SymbolicChannels {
  struct Candidate {
    Lit condition;
    std::size_t index;  // its number - 1
  };
  std::vector<Candidate> candidates;
  Lit fails = lit_false;
};

// Who looks, and at what.
struct SymbolicView {
  const SymbolicImage* image = nullptr;
  ProcessId self = no_id<ProcessId>;
  std::vector<CircuitNumber> choices = {};  // by slot of Model::choices; empty if there are none
  Lit timeout = lit_false;
  // Whether a process has something to do, as Op::Enabled asks it; empty: nobody may ask.
  std::function<Lit(const SymbolicImage&, ProcessId)> is_enabled = {};
};

class SymbolicEvaluator {
 public:
  // REQUIRES: both outlive this.
  SymbolicEvaluator(SymbolicLayout& layout, const SymbolicView& view)
      : layout_(layout), model_(layout.source()), words_(layout.words()), view_(view) {}

  SymbolicResult value(ExprId id);
  SymbolicTruth truth(ExprId id);  // true for no_id
  SymbolicAddress address(const Place& place);
  SymbolicChannels channels(ExprId id);

  // For each message of a buffer the condition that a receive takes that one.
  struct Taken {
    std::vector<Lit> messages;
    Lit any = lit_false;
    Lit fails = lit_false;
  };
  Taken message_for(const Communication& receive, const Shape::ChannelPart& part);
  SymbolicTruth matches(const Communication& receive, std::span<const CircuitNumber> message);

 private:
  struct Owner {
    Lit condition;
    ProcessId process;
  };
  // The processes a place may be about; none of the conditions is true if it is not there.
  std::vector<Owner> owners_of(const Place& place, Lit& fails);
  SymbolicResult read(const Place& place);
  SymbolicResult constant_table(const Place& place);
  SymbolicResult at_location(const Expr& expr);
  SymbolicResult ask_process(const Expr& expr);
  SymbolicResult ask_channel(const Expr& expr);
  SymbolicResult poll(const Expr& expr, std::size_t channel);
  SymbolicResult conditional(const Expr& expr);
  SymbolicResult logical(const Expr& expr);
  SymbolicResult binary(const Expr& expr);
  SymbolicResult unary(const Expr& expr);
  SymbolicResult arithmetic(const Expr& expr, const CircuitNumber& left, const CircuitNumber& right);
  Lit some_process_at(bool Location::*mark);
  Lit outside(const CircuitNumber& index, std::uint32_t length);
  // One of the words, by number.  REQUIRES: the index is within them, or the result is not used.
  CircuitNumber indexed(const CircuitNumber& index, std::span<const CircuitNumber> from);
  CircuitNumber number(std::size_t value) { return words_.constant(static_cast<Value>(value)); }
  SymbolicResult of(Lit truth) { return {words_.truth(truth), lit_false}; }

  SymbolicLayout& layout_;
  const Model& model_;
  CircuitNumbers& words_;
  const SymbolicView& view_;
};

// What instructions do, beside changing the image.
struct SymbolicOutcome {
  Lit fails = lit_false;
  Lit breaks_assertion = lit_false;

  // What comes after a failure does not happen.
  void add(Circuit& circuit, const SymbolicOutcome& next) {
    breaks_assertion =
        circuit.either(breaks_assertion, circuit.both(!fails, next.breaks_assertion));
    fails = circuit.either(fails, next.fails);
  }
};

// Runs the instructions of an effect on the image that the view looks at.
// REQUIRES: view.image is &image.
SymbolicOutcome run_effect(SymbolicLayout& layout, SymbolicImage& image, const SymbolicView& view,
                           std::span<const Instruction> steps, bool is_simultaneous);

// The value as a slot or channel item of the type keeps it.
SymbolicResult converted(SymbolicLayout& layout, const CircuitNumber& word, const ValueType& type);
// Stores a word; returns where that fails.
Lit store(SymbolicLayout& layout, SymbolicImage& image, const SymbolicAddress& address,
          const CircuitNumber& word);

}  // namespace clew
