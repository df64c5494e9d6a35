// Every engine gets the same question and may finish; then their answers are laid side by side.
#pragma once

#include <vector>

#include "clew/check/check.hpp"

namespace clew {

// One after the other, each in a worker of its own and with all threads and all memory, so that times can
// be compared.  Limits hold for each.  Without a limit of time an engine that is far slower than another
// that has answered everything is not waited for.
//
// The report is that of the first engine with an answer, property by property; PropertyResult::compared
// says what each had to say.  Two answers that contradict each other are a defect: then there is no
// verdict, and the traces of both stay.
// REQUIRES: there is at least one.
Report compare(const std::vector<EngineInfo>& engines, const Model& model,
               const CheckOptions& options);

}  // namespace clew
