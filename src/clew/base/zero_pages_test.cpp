#include "clew/base/zero_pages.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace clew {
namespace {

TEST(ZeroPages, HoldZeroesToTheLastByte) {
  const ZeroPages pages(10'000);
  const auto* const bytes = static_cast<const unsigned char*>(pages.begin());
  EXPECT_EQ(std::count(bytes, bytes + 10'000, 0), 10'000);
}

TEST(ZeroPages, CannotBeWritten) {
  const ZeroPages pages(8);
  const int zeroes = ::open("/dev/zero", O_RDONLY);
  ASSERT_GE(zeroes, 0);
  EXPECT_EQ(::read(zeroes, const_cast<void*>(pages.begin()), 1), -1);
  EXPECT_EQ(errno, EFAULT);
  ::close(zeroes);
}

}  // namespace
}  // namespace clew
