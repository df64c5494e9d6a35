// What a run says about the machine code it used.
#pragma once

#include <string>

namespace clew {

struct NativeStatistics {
  std::string tier;             // the last compiler whose code ran: "tcc" in this process, or "cc"
  bool was_cached = false;      // it was the code of an earlier run
  double compile_seconds = 0;   // until the first code was there
  double optimise_seconds = 0;  // processor time of the system's compiler; 0 if it was not asked
};

}  // namespace clew
