// What tests of compiled code share.
#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "clew/native/compiler.hpp"

namespace clew {

// The function with this name.  REQUIRES: it is there.
template <class Signature>
Signature* function_of(const CompiledText& code, const std::string& name) {
  return reinterpret_cast<Signature*>(code.symbol(name));
}

// Waits until the compiler has ended.
inline BackgroundCompile::Progress end_of(BackgroundCompile& compile) {
  while (compile.poll() == BackgroundCompile::Progress::Running) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return compile.poll();
}

}  // namespace clew
