#include "clew/engine/explicit/expanders.hpp"

#include "clew/engine/explicit/interpreter_expander.hpp"
#include "clew/engine/explicit/native_expander.hpp"
#include "clew/engine/explicit/reduced_expander.hpp"
#include "clew/reduce/forget.hpp"

namespace clew {

namespace {

MoveLabel label_for(const EngineTask& task, bool leaves_out) {
  if (leaves_out) return MoveLabel::Beginning;
  const bool asks_who_moves = task.fairness != Fairness::None || !task.ends_stutter;
  return asks_who_moves ? MoveLabel::Movers : MoveLabel::None;
}

bool is_symmetric(const EngineTask& task) {
  return task.reduction == Reduction::Symmetry || task.reduction == Reduction::SymmetryByLocation;
}

}  // namespace

std::optional<Model> forgetful_model(const Model& model, const EngineTask& task) {
  if (task.reduction != Reduction::PartialOrder) return std::nullopt;
  return forgetting_dead_values(model);
}

Expanders::Expanders(const WalkedWords& walked, const EngineTask& task)
    : walked_(walked), task_(task) {
  const Model& model = walked.judge().model();
  if (task.reduction == Reduction::PartialOrder) {
    sets_.emplace(model, walked.codec(), stubborn_options(model, task.properties));
    if (!sets_->obstacle().empty()) sets_.reset();
  }
  label_ = label_for(task, sets_.has_value());
  if (!task.native || is_symmetric(task)) return;
  code_.emplace(model, walked.codec().layout(), task.properties,
                NativeCode::Options{.label = label_});
  if (code_->error().empty()) return;
  interpreted_because_ = code_->error();
  code_.reset();
}

std::unique_ptr<Expander> Expanders::make(unsigned worker) {
  std::unique_ptr<Expander> whole = make_whole(worker);
  if (!sets_) return whole;
  return std::make_unique<ReducedExpander>(std::move(whole), *sets_, walked_.stride());
}

std::unique_ptr<Expander> Expanders::make_whole(unsigned worker) {
  if (code_) {
    return std::make_unique<NativeExpander>(*code_, walked_, task_.properties, worker == 0);
  }
  return std::make_unique<InterpreterExpander>(walked_, task_.properties, label_);
}

void Expanders::tell(Statistics& statistics) const {
  if (code_) statistics.native = code_->statistics();
  statistics.interpreted_because = interpreted_because_;
}

}  // namespace clew
