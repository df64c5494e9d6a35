// A bounded question as SMT-LIB 2 text: is there a witness of at most so many moves?
//
//   const Encoded smt = to_smt2(model, property, 10);
//   if (smt.refusal.empty()) save(smt.text);          // z3 FILE says sat exactly if there is one
//
// The problem is in QF_BV.  Every number of the model is a bit vector of one width, wide enough for all of
// them.  `x@3` is x after three moves, `move@3` says which move is taken then.  For questions that a state
// answers, runs may stand still at their end, so that shorter ones count; a run without end never
// stands still.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clew/encode/bounded_question.hpp"
#include "clew/export/exported_text.hpp"
#include "clew/model/trace.hpp"

namespace clew {

class Smt2Text;

// The same question at any depth.
class Smt2Problem {
 public:
  // REQUIRES: validate(model) found nothing; the property belongs to the model.  Both may go.
  Smt2Problem(const Model& model, const Property& property);
  ~Smt2Problem();

  const std::string& refusal() const { return asked_.refusal; }
  // The system that paths are about: with the claim of the property inside, if it has one.
  const Model& system() const { return *asked_.model; }
  bool is_lasso() const { return asked_.question.kind == BoundedQuestion::Kind::Lasso; }

  // REQUIRES: refusal() is empty.
  std::string text(std::uint64_t depth) const;

  struct Path {
    MovePath moves;
    std::optional<std::size_t> loop_start;
  };
  // What the answer to text(depth) says, "sat" and the values behind it; none if it cannot be read.
  std::optional<Path> path(std::uint64_t depth, std::string_view answer) const;

 private:
  std::string name_;
  AskedSystem asked_;
  std::unique_ptr<Smt2Text> writer_;
};

// REQUIRES: validate(model) found nothing; the property belongs to the model.
Encoded to_smt2(const Model& model, const Property& property, std::uint64_t depth);

}  // namespace clew
