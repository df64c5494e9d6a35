// A graph written down row by row, and what formulas say of it: the generic layer as a second opinion.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clew/property/property.hpp"

namespace clew {

struct PlainGraph {
  std::vector<std::size_t> initial;
  std::vector<std::vector<std::size_t>> rows;  // by node: its successors
  std::vector<bool> label;                     // by node: whether p is true

  bool has_cycle() const;
  // Formulas over the proposition p.
  Verdict ctl(const std::string& formula) const;
  Verdict ltl(const std::string& formula) const;
};

}  // namespace clew
