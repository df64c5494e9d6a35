#pragma once

// The names of the searches for accepting cycles (cycle_search.hpp), for whoever lets others choose.

#include <cstdint>

namespace clew {

// How accepting cycles are looked for.
enum class CycleAlgorithm : std::uint8_t {
  Auto,        // what suits the claim and the number of workers
  Components,  // strongly connected components
  Nested,      // nested depth-first search
  Parallel,    // the same on all workers
  Owcty,       // one way catch them young
  Map,         // maximal accepting predecessors
};

}  // namespace clew
