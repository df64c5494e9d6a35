#include "clew/walk/search_options.hpp"

namespace clew {

std::string_view name_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::None: return {};
    case Reduction::Symmetry: return "symmetry";
    case Reduction::SymmetryByLocation: return "symmetry=thesis";
    case Reduction::PartialOrder: return "por";
  }
  return {};
}

std::string_view name_of(CycleAlgorithm algorithm) {
  switch (algorithm) {
    case CycleAlgorithm::Auto: return "auto";
    case CycleAlgorithm::Components: return "scc";
    case CycleAlgorithm::Nested: return "ndfs";
    case CycleAlgorithm::Parallel: return "cndfs";
    case CycleAlgorithm::Owcty: return "owcty";
    case CycleAlgorithm::Map: return "map";
  }
  return {};
}

}  // namespace clew
