// Which processes a file has: those written out, and the instances of templates.
//
//   process a(key i, limit) { ... }
//   for (x : 1 .. 3) { process a(x, 4 - x); }     three processes, a(1), a(2) and a(3)
#pragma once

#include <vector>

#include "clew/lang/dve/expressions.hpp"

namespace clew::dve {

struct Instance {
  const ProcessSyntax* syntax = nullptr;
  Name name;
  Parameters parameters = {};
};

// In the order of the file.  The constants of the model are declared; macros may be used.
std::vector<Instance> instances_of(const FileSyntax& file, Model& model, const Macros& macros,
                                   Diagnostics& diagnostics);

}  // namespace clew::dve
