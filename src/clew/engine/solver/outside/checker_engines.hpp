// Other model checkers as engines: NuSMV or nuXmv, and UPPAAL's verifyta.  They get the text that
// `translate` writes, with one question in it.
//
// That nothing decides a question is their word, and reported as exhaustive; a run that does is
// read back and replayed, or else the verdict stays open.  See docs/exports.md.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

EngineReport run_nusmv_engine(const Model& model, const EngineTask& task);
EngineReport run_verifyta_engine(const Model& model, const EngineTask& task);

}  // namespace clew
