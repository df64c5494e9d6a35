// Whether it will pay to leave out moves, for searches that must not change on the way what they follow in a
// state: some thousand states are searched level by level beforehand (reduction_trial.hpp).
#pragma once

#include "clew/walk/search_setting.hpp"

namespace clew {

// False: it will not.  True as well if nothing can be said, or if no moves are left out.  The same on any
// number of threads.
bool reduction_will_pay(const SearchSetting& setting);

}  // namespace clew
