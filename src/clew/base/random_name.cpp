#include "clew/base/random_name.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <cstdint>

namespace clew {

std::string random_name() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) return {};
  return fmt::format("{:016x}", number);
}

}  // namespace clew
