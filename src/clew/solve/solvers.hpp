// The makers behind make_sat_solver(): one for each library, one for programs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clew/solve/sat_solver.hpp"

namespace clew {

std::unique_ptr<SatSolver> make_cadical_solver();
std::unique_ptr<SatSolver> make_minisat_solver();
// `arguments` start a program that reads SMT-LIB 2 from its standard input.
std::unique_ptr<SatSolver> make_smtlib_solver(const std::vector<std::string>& arguments);

}  // namespace clew
