// A model as Promela text.
//
//   const Encoded promela = to_promela(model);
//   if (promela.refusal.empty()) save(promela.text); else explain(promela.refusal);
//
// The text reads back (lang/promela) to a model with as many states and moves, as SPIN counts them.
// A location becomes a label, an action one option there; guard, message and effect of an action are
// one step.  What Promela has not is said with what it has:
//
// * A handshake is one step of two processes, but in Promela only the receiver can go on within it.
//   So the receiver also does what the sender has to do, with the sender's variables among the
//   globals, and a number in the message tells what that is.  The same number is wrong on purpose
//   while a guard is false.
// * A counter of the processes at committed locations keeps the others waiting.
//
// One thing stays different: a value out of range is an error in DVE and wraps around in Promela.
// Where that might happen the first lines of the text say so.
#pragma once

#include "clew/export/exported_text.hpp"
#include "clew/model/model.hpp"

namespace clew {

// REQUIRES: validate(model) found nothing.
Encoded to_promela(const Model& model);

}  // namespace clew
