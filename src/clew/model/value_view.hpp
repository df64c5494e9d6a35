// What is known about values while one process takes one action: the facts of the model, sharpened by
// the guard and by what the action has done so far.
//
//   ValueView view(model, facts, action.owner, facts.at(action.owner, action.from).values);
//   view.assume(action.guard, true);              // x < 5
//   view.write(target, view.evaluate(value));     // x = x + 1: at most 5
//
// Where an expression depends on a few values only, all combinations are tried, so that what is common
// to both sides of an operator is not lost; otherwise ranges are computed with.  Either way the result
// holds every value that the expression can have without an error.
#pragma once

#include <optional>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/model/value_facts.hpp"

namespace clew {

// What a slot or an item of this type keeps of the values; those it reports as an error are left out.
ValueSet stored_values(const ValueSet& values, const ValueType& type);

class ValueView {
 public:
  // `tracked` are the values of the tracked variables of `self`, by their numbers.
  // REQUIRES: model and facts outlive this.
  ValueView(const Model& model, ValueFacts& facts, ProcessTypeId self,
            std::vector<ValueSet> tracked);

  ValueSet evaluate(ExprId expr);
  // Goes on as if the expression were true (or false), and had a value.
  void assume(ExprId expr, bool truth);
  // False if no state is left in which what was assumed, and what was done, can be.
  bool is_possible() const { return known_.is_possible; }
  void give_up() { known_.is_possible = false; }

  // Goes on as if the place were there: its index is none of an error.
  void assume_there(const Place& place);
  // Stores values into a place, as the slot keeps them.
  void write(const Place& target, const ValueSet& values);
  // Other processes may have written since: what is known about variables not tracked is facts only.
  void forget_shared();

  const std::vector<ValueSet>& tracked() const { return known_.tracked; }
  // The facts that were looked at.
  const std::vector<FactId>& inputs() const { return inputs_; }
  void note(FactId fact);

 private:
  // A value that assumptions can be about.
  struct Cell {
    Scope scope = Scope::Global;  // or Self, or Choice
    SlotId slot = no_id<SlotId>;
    std::uint32_t element = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  struct KnownCell {
    Cell cell;
    ValueSet values;
  };
  struct Known {
    std::vector<ValueSet> tracked;
    std::vector<KnownCell> cells;  // of vectors, and of variables that are not tracked
    bool is_possible = true;
  };
  // Something an expression depends on, while all combinations are tried.
  struct Leaf {
    std::vector<ExprId> readers;
    std::optional<Cell> cell;
    std::vector<Value> values;
    std::vector<bool> used;  // by value: it is part of a combination that was accepted
    std::size_t at = 0;
  };
  using Accept = FunctionRef<bool(Value)>;

  const Slot& slot_of(const Place& place) const { return model_.slot_of(place, self_); }
  std::optional<Cell> cell_of(const Place& place) const;
  bool is_whole(const Cell& cell) const;
  ValueSet values_of(const Cell& cell);
  ValueSet read(const Place& place);
  void keep(const Cell& cell, const ValueSet& values);
  void forget_cells(Scope scope, SlotId slot);
  ValueSet leaf_values(const Expr& expr);
  ValueSet channel_numbers() const;
  ValueSet own_numbers() const;

  // --- trying all combinations
  bool collect(ExprId expr, std::vector<Leaf>& leaves, std::uint64_t& combinations);
  bool add_leaf(ExprId expr, std::vector<Leaf>& leaves, std::uint64_t& combinations);
  std::optional<Value> value(ExprId expr, const std::vector<Leaf>& leaves) const;
  std::optional<Value> read_value(ExprId expr, const std::vector<Leaf>& leaves) const;
  std::optional<Value> binary_value(const Expr& expr, const std::vector<Leaf>& leaves) const;
  // Calls `accept` with the value of every combination.  False if there are too many of them.
  bool leaves_something_out(ExprId id) const;
  bool try_all(ExprId expr, std::vector<Leaf>& leaves, Accept accept);

  // --- computing with ranges
  ValueSet estimate(const Expr& expr);
  void constrain(ExprId expr, Range allowed);
  bool assume_by_trying(ExprId expr, bool truth);
  void keep_used(const std::vector<Leaf>& leaves);
  void assume_comparison(const Expr& expr, bool truth);
  // One of: the first has the first truth, or it has not and the second has the second.
  void assume_either(ExprId first, bool first_truth, ExprId second, bool second_truth);

  const Model& model_;
  ValueFacts& facts_;
  ProcessTypeId self_;
  Known known_;
  unsigned either_depth_ = 0;
  std::vector<FactId> inputs_;
};

}  // namespace clew
