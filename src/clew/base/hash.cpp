#include "clew/base/hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace clew {

std::uint64_t hash_bytes(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace clew
