// Makes the expanders of a search: machine code if the task allows for it and there is some, else the
// judge.
//
//   ExpanderFactory expanders(walked, task);
//   const auto expander = expanders.make(worker);
//   expanders.tell(report.statistics);       // when the search is over
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>

#include "clew/native/native_code.hpp"
#include "clew/reduce/dead_values.hpp"
#include "clew/reduce/stubborn.hpp"
#include "clew/walk/expander.hpp"
#include "clew/walk/packing.hpp"
#include "clew/walk/task.hpp"

namespace clew {

// With partial-order reduction a search walks the states of another model: one that forgets what nobody will
// read again.  None: those of the model itself.
std::optional<Model> forgetful_model(const Model& model, const EngineTask& task, Counters counters);

class ExpanderFactory {
 public:
  // REQUIRES: both outlive this, and this outlives its expanders.
  ExpanderFactory(const StatePacking& walked, const EngineTask& task);

  // In the order of successors of the task.
  std::unique_ptr<Expander> make(unsigned worker) { return make(worker, task_.successor_order); }
  std::unique_ptr<Expander> make(unsigned worker, SuccessorOrder order);
  // One that follows all moves, also where others leave some out.
  std::unique_ptr<Expander> make_whole(unsigned worker) {
    return make_whole(worker, task_.successor_order);
  }
  std::unique_ptr<Expander> make_whole(unsigned worker, SuccessorOrder order);
  void tell(Statistics& statistics) const;
  // False if a reduction leaves out moves for good, because nobody has asked for them.
  bool takes_every_action() const { return !sets_ || sets_->needs_progress(); }

 private:
  std::unique_ptr<Expander> make_listed(unsigned worker);
  void make_tables();
  std::future<void> begin_tables();
  void make_code();

  const StatePacking& walked_;
  const EngineTask& task_;
  MoveLabel label_ = MoveLabel::None;
  std::optional<NativeCode> code_;
  std::optional<StubbornSets> sets_;  // if there is something to leave out
  std::string interpreted_because_;
  std::string unreduced_because_;
};

}  // namespace clew
