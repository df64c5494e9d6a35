// Which actions of a model were never taken, as a reader of the model counts them.
//
//   const Statements statements(model);
//   statements.count();                      // 17
//   statements.untaken(action_taken);        // one action for each statement that no move took
//
// The control flow may have a statement at two places (the entry of an atomic block is one for those who come
// from outside, and one for those who come from within): it was taken if one of them was. What belongs to a
// process that does not exist, and the end of a process that has no end, are no statements of anybody.
#pragma once

#include <vector>

#include "clew/model/model.hpp"

namespace clew {

class Statements {
 public:
  explicit Statements(const Model& model);

  std::size_t count() const { return statements_.size(); }
  // The first action of each statement.
  std::vector<ActionId> all() const { return untaken({}); }
  // The first action of each statement of which no action was taken, in the order of the model; of actions
  // that `action_taken` does not reach none was.
  std::vector<ActionId> untaken(const std::vector<bool>& action_taken) const;

 private:
  std::vector<std::vector<ActionId>> statements_;
};

// The processes, of those that are there from the beginning, that the expression looks at.
std::vector<ProcessId> processes_read(const Model& model, ExprId expr);

}  // namespace clew
