// Solvers that read SMT-LIB 2 as engines: they get the text that `translate --to smt2` writes, for runs of
// 0, 1, 2, ... moves, and what they answer is read back as a run.  See docs/exports.md.
#pragma once

#include "clew/engine/engine.hpp"

namespace clew {

// Without a limit of the user's, runs of more moves are not asked about.
inline constexpr std::uint64_t outside_depth_max = 64;

EngineReport run_z3_engine(const Model& model, const EngineTask& task);
EngineReport run_cvc5_engine(const Model& model, const EngineTask& task);
EngineReport run_yices_engine(const Model& model, const EngineTask& task);

}  // namespace clew
