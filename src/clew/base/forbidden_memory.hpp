// Memory of ours that nobody may touch for now: under the address sanitizer who does is told, elsewhere
// nothing happens.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define CLEW_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLEW_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef CLEW_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace clew {

inline void forbid_memory([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef CLEW_ADDRESS_SANITIZER
  __asan_poison_memory_region(begin, bytes);
#endif
}

inline void allow_memory([[maybe_unused]] const void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef CLEW_ADDRESS_SANITIZER
  __asan_unpoison_memory_region(begin, bytes);
#endif
}

}  // namespace clew
