// What several engines said about the same properties, as a table.
//
//   deadlock
//     engine    verdict   moves     time   memory  basis
//     explicit  violated      2   0.01 s  4.0 MiB  witness
//     pdr       unknown      -    5.00 s   80 MiB  time limit of 5 s reached
#pragma once

#include <string>

#include "clew/check/report.hpp"

namespace clew {

// Empty if nothing was compared.
std::string comparison_text(const Report& report, bool color = false);

}  // namespace clew
