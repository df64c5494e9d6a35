// Why no run decides a property, so that another program can see it, too.
//
// There are three kinds.  An *inductive invariant*: all initial states are in it, moves from it stay in it,
// and none of its states decides.  Or a *length* k: no run of fewer than k moves decides, and k different
// states in a row, none of which decides, are never followed by one that does (k-induction).  Or a length
// k such that no run of fewer moves decides, and no run has as many.
#pragma once

#include <string>
#include <vector>

#include "clew/engine/solver/solver_run.hpp"
#include "clew/engine/solver/state_cube.hpp"

namespace clew {

struct Certificate {
  // 0: an invariant, namely all states whose values are within their ranges and that are in none of the
  // cubes.
  std::uint64_t length = 0;
  std::vector<StateCube> excluded;
  bool runs_end = false;  // no run has `length` moves, which is not 0
};

enum class CertificateCheck : std::uint8_t { Confirmed, Refuted, Stopped };

// Asks a solver of another kind than that of the run, about an encoding that is made anew.
CertificateCheck check_certificate(SolverRun& run, const Property& property,
                                   const Certificate& certificate);

// SMT-LIB 2: two or three queries, all of which must be answered by unsat.
std::string text_of(const Certificate& certificate, const Model& model, const Property& property,
                    const SymbolicQuestion& question);

// The answer that goes with a certificate, if it is confirmed.
Finding certified(SolverRun& run, const Property& property, const SymbolicQuestion& question,
                  const Certificate& certificate, std::uint64_t clear);

}  // namespace clew
