#include "clew/engine/explicit/expanders.hpp"

#include "clew/engine/explicit/interpreter_expander.hpp"
#include "clew/engine/explicit/native_expander.hpp"

namespace clew {

Expanders::Expanders(const WalkedWords& walked, const EngineTask& task)
    : walked_(walked), task_(task) {
  if (!task.native || task.reduction != Reduction::None) return;
  code_.emplace(walked.judge().model(), walked.codec().layout(), task.properties,
                NativeCode::Options{.tells_movers = task.fairness != Fairness::None || !task.ends_stutter});
  if (code_->error().empty()) return;
  interpreted_because_ = code_->error();
  code_.reset();
}

std::unique_ptr<Expander> Expanders::make(unsigned worker) {
  if (code_) {
    return std::make_unique<NativeExpander>(*code_, walked_, task_.properties, worker == 0);
  }
  return std::make_unique<InterpreterExpander>(walked_, task_.properties);
}

void Expanders::tell(Statistics& statistics) const {
  if (code_) statistics.native = code_->statistics();
  statistics.interpreted_because = interpreted_because_;
}

}  // namespace clew
