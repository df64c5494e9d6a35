// The processes of a synchronous model as C text: every process takes one action at once.
#pragma once

#include <string>

#include "clew/native/c_processes.hpp"

namespace clew {

// The functions that list the choices of each process, and moves(), which combines them.
// REQUIRES: states have a fixed length (synchronous models start and end no processes).
std::string c_synchronous(const Model& model, const PackedLayout& layout, const CNames& names,
                          CExpressions& expressions, CProcesses& processes);

}  // namespace clew
