// The states a model can begin in, one after the other.
//
//   const InitialStates initial(model, declared);     // x in 0..9 and y in 0..9 are free, x == y + 1
//   initial.for_each([&](const State& state) { ...; return Continue::Yes; });    // nine of them
//
// Free values are tried in the order of the state, each from the low end of its range to the high one, as
// far as comparisons with constants (`x < 4`) leave it, except that a value which the condition defines
// (`x == e`) waits for what defines it, and then is the only one tried.  Every part of the condition is asked
// as soon as all it reads is there.  The order is the same each time.
//
// Threads: const functions may be called by any number of workers at once.
#pragma once

#include <optional>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/base/watch.hpp"
#include "clew/model/evaluate.hpp"
#include "clew/model/value_set.hpp"

namespace clew {

// True if nothing is free and nothing is asked: there is exactly one initial state.
bool has_fixed_start(const Model& model);

class InitialStates {
 public:
  // `declared` holds the values that are not free.
  // REQUIRES: validate(model) found nothing; the model outlives this.
  InitialStates(const Model& model, State declared);

  using Found = FunctionRef<Continue(const State&)>;
  using Pause = FunctionRef<Continue()>;

  // Hands every initial state to `found`, and now and then asks `pause`, until one of them says No:
  // there may be long stretches in which nothing is found.
  void for_each(Found found, Pause pause) const;
  bool contains(const State& state) const;

  // What the value at this place of the state can be in an initial state, and maybe more.
  ValueSet values_at(std::uint32_t offset) const;

 private:
  // A free value.
  struct Cell {
    std::uint32_t offset = 0;  // in State::values
    Range range;
  };
  // A part of the condition: all of them must be true.
  struct Conjunct {
    ExprId expr = no_id<ExprId>;
    std::vector<std::size_t> reads;  // numbers of cells, rising
  };
  // `cell` is the value of `expr`.
  struct Definition {
    std::size_t cell = 0;
    ExprId expr = no_id<ExprId>;
    std::vector<std::size_t> reads;
  };
  // One cell gets its values.
  struct Stage {
    std::size_t cell = 0;
    ExprId definition = no_id<ExprId>;  // of its only value; none: all are tried
    std::vector<ExprId> tests;          // what can be asked now
  };

  void add_cells(const Frame& frame, std::uint32_t offset);
  void split(ExprId expr);
  std::vector<std::size_t> reads_of(ExprId expr) const;
  void collect_reads(ExprId expr, std::vector<std::size_t>& reads) const;
  void add_definition(ExprId defined, ExprId value, std::vector<Definition>& out) const;
  std::vector<Definition> definitions() const;
  // Cells keep the values that a comparison with a constant leaves them.
  void narrow_cells();
  bool is_plain_read(ExprId expr) const;
  void make_stages();
  Range values_of(const Stage& stage, const State& state) const;
  bool all_true(const std::vector<ExprId>& tests, const State& state) const;

  const Model& model_;
  State declared_;
  std::vector<Cell> cells_;                        // in the order of the state
  std::vector<std::vector<ExprId>> tests_of_one_;  // by cell: what reads nothing else
  std::vector<Conjunct> conjuncts_;
  std::vector<ExprId> first_tests_;  // that read nothing free
  std::vector<Stage> stages_;
};

}  // namespace clew
