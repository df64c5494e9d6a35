#pragma once

// A composed search is as fast as a plain loop only if everything is inlined into its loop, and
// left to itself the compiler stops half-way. CLEW_FLATTEN before a function asks for all of it.
//
// The price is paid when compiling: with states that own memory (strings, vectors) a test file took
// twice as long, and under the sanitizers it was not done after minutes. So searches flatten their
// loop only over states and actions that are plain bytes, and only in an optimised build.

#include <type_traits>

#include "clew/space/space.hpp"

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLEW_FLATTEN [[gnu::flatten]]
#else
#define CLEW_FLATTEN
#endif

namespace clew {

template <StateSpace Space>
inline constexpr bool made_of_plain_bytes = std::is_trivially_copyable_v<typename Space::State>&&
    std::is_trivially_copyable_v<typename Space::Action>;

}  // namespace clew
