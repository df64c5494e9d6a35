#include "clew/walk/expander_factory.hpp"

#include <system_error>
#include <thread>

#include "clew/base/patience.hpp"
#include "clew/walk/interpreter_expander.hpp"
#include "clew/walk/native_expander.hpp"
#include "clew/walk/reduced_expander.hpp"
#include "clew/walk/reordered_expander.hpp"

namespace clew {

namespace {

MoveLabel label_for(const EngineTask& task, bool leaves_out) {
  if (leaves_out) return MoveLabel::Beginning;
  const bool asks_who_moves = task.fairness != Fairness::None || task.ends != Ends::Stutter;
  return asks_who_moves ? MoveLabel::Movers : MoveLabel::None;
}

bool is_symmetric(const EngineTask& task) {
  return task.reduction == Reduction::Symmetry || task.reduction == Reduction::SymmetryByLocation;
}

}  // namespace

std::optional<Model> forgetful_model(const Model& model, const EngineTask& task,
                                     Counters counters) {
  if (task.reduction != Reduction::PartialOrder) return std::nullopt;
  return reset_dead_values(model, counters);
}

ExpanderFactory::ExpanderFactory(const StatePacking& walked, const EngineTask& task)
    : walked_(walked), task_(task) {
  const Model& model = walked.judge().model();
  bool leaves_out = task.reduction == Reduction::PartialOrder &&
                    StubbornSets::is_some_use_for(model, walked.codec());
  std::future<void> tables;
  if (leaves_out) tables = begin_tables();
  if (leaves_out && !tables.valid()) {
    make_tables();
    leaves_out = sets_.has_value();
  }
  label_ = label_for(task, leaves_out);
  make_code();
  if (tables.valid()) tables.get();
}

void ExpanderFactory::make_tables() {
  const Model& model = walked_.judge().model();
  try {
    sets_.emplace(model, walked_.codec(), stubborn_options(model, task_.properties));
  } catch (const TablesTooLarge& too_large) {
    unreduced_because_ = too_large.what();
    return;
  }
  if (!sets_->leaves_out_something()) sets_.reset();
}

// Beside this thread; none if they are made before a thread is there, or if there is no core for one.
std::future<void> ExpanderFactory::begin_tables() {
  constexpr std::size_t actions_min = 200;
  const bool is_large = walked_.judge().model().actions.size() >= actions_min;
  if (!is_large || std::thread::hardware_concurrency() < 2) return {};
  try {
    return std::async(std::launch::async, [this, patience = Patience::of_thread()] {
      const Patience::Scope scope(patience);
      make_tables();
    });
  } catch (const std::system_error&) {
    return {};
  }
}

void ExpanderFactory::make_code() {
  const Model& model = walked_.judge().model();
  if (!task_.native || is_symmetric(task_)) return;
  code_.emplace(model, walked_.codec().layout(), task_.properties,
                NativeCode::Options{.label = label_});
  if (code_->error().empty()) return;
  interpreted_because_ = code_->error();
  code_.reset();
}

std::unique_ptr<Expander> ExpanderFactory::make(unsigned worker, SuccessorOrder order) {
  if (!sets_) return make_whole(worker, order);
  return reordered(
      std::make_unique<ReducedExpander>(make_listed(worker), *sets_, walked_.stride()), order,
      walked_.stride());
}

std::unique_ptr<Expander> ExpanderFactory::make_whole(unsigned worker, SuccessorOrder order) {
  return reordered(make_listed(worker), order, walked_.stride());
}

std::unique_ptr<Expander> ExpanderFactory::make_listed(unsigned worker) {
  if (code_) {
    return std::make_unique<NativeExpander>(*code_, walked_, task_.properties, worker == 0);
  }
  return std::make_unique<InterpreterExpander>(walked_, task_.properties, label_);
}

void ExpanderFactory::tell(Statistics& statistics) const {
  if (code_) statistics.native = code_->statistics();
  statistics.interpreted_because = interpreted_because_;
  if (unreduced_because_.empty()) return;
  statistics.reduction = Reduction::None;
  statistics.unreduced_because = unreduced_because_;
}

}  // namespace clew
