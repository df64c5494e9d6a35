// The instances of the BEEM benchmark collection, where it is on this machine (beem_folder()).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clew {

struct BeemInstance {
  std::string name;  // "peterson.1"; empty: the collection is not there
  std::string file;
  std::uint64_t states = 0;            // as published
  std::vector<std::string> questions;  // "reach: P_0.error"
};

// Those in DVE with up to so many states; one without a name if there are none.
std::vector<BeemInstance> beem_instances(std::uint64_t states_max);
// The same of those in Promela, without questions.  Their states are those that SPIN counts.
std::vector<BeemInstance> beem_promela_instances(std::uint64_t states_max);

}  // namespace clew
