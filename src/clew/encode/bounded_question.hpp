// A property of a model as a question about Boolean functions: what exports and solvers need to know.
//
//   const AskedSystem asked = asked_system(model, property);
//   if (!asked.refusal.empty()) ...;            // a sentence
//   asked.question.found                        // a state with this is the answer
//
// A property is answered either by a state that can be reached, by a move, or by a run that goes on for
// ever.  Whether finding one is good or bad news is_existential() says.
#pragma once

#include <memory>
#include <string>

#include "clew/encode/symbolic.hpp"
#include "clew/property/property.hpp"

namespace clew {

struct BoundedQuestion {
  enum class Kind : std::uint8_t {
    State,    // a state in which `found` is true
    Failure,  // a move that ends in a run-time error
    Lasso,    // a run without end; one that passes `found` again and again
  };
  Kind kind = Kind::State;
  Lit found = lit_false;
  // Kind::State: or a move that breaks an assertion.
  bool counts_broken_assertions = false;
  // Kind::Lasso: moves in which nobody but the claim moves count too.
  bool counts_stutters = true;
};

struct AskedSystem {
  // The system the question is about: without its own claim, or with that of the property.
  std::shared_ptr<const Model> model;
  Symbolic symbolic;  // with terms
  BoundedQuestion question;
  std::string refusal;  // without a full stop
};

// REQUIRES: validate(model) found nothing; the property belongs to it.
AskedSystem asked_system(const Model& model, const Property& property);

// The same about a system that is there already.
// REQUIRES: the property has no claim, or the system has it inside.
BoundedQuestion question_about(const Model& system, const Symbolic& symbolic,
                               const Property& property, std::string& refusal);

// Why a model whose runs are bounded cannot be asked this; empty if it can.
std::string bound_refusal(const Model& model, const Property& property);

}  // namespace clew
