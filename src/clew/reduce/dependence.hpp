// Which moves of a model get into each other's way, and which can make others possible.
//
//   const Dependence dependence(footprints);
//   dependence.accords(p, a, q, b, false);       // two processes
//
// Two moves accord if, wherever both are possible, either leaves the other possible, and both lead to the
// same state one after the other, whichever comes first.  All answers are about moves that begin with the
// given actions, and err on the safe side.
#pragma once

#include "clew/reduce/footprint.hpp"

namespace clew {

class Dependence {
 public:
  // REQUIRES: the footprints outlive this.
  explicit Dependence(const Footprints& footprints) : footprints_(footprints) {}

  // A move that begins with an action of somebody.
  struct ProcessAction {
    ActorId actor;
    ActionId action;
  };
  // `same`: one process may do either; else they are different processes, even of one actor.
  bool accords(ProcessAction a, ProcessAction b, bool same) const;
  bool may_make_true(const Condition& condition, ProcessAction writer, bool same) const;
  bool changes(const Access& watched, ProcessAction writer) const;

 private:
  bool exclude_each_other(const Footprint& a, const Footprint& b, bool same) const;

  const Footprints& footprints_;
};

}  // namespace clew
