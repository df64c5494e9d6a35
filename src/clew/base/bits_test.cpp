#include "clew/base/bits.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "clew/base/random.hpp"

namespace clew {
namespace {

struct Field {
  std::uint64_t value;
  unsigned width;
};

std::vector<std::byte> packed(const std::vector<Field>& fields) {
  std::size_t bits = 0;
  for (const Field& field : fields) bits += field.width;
  std::vector<std::byte> bytes(bytes_for_bits(bits), std::byte{0xaa});
  BitWriter out(bytes);
  for (const Field& field : fields) out.put(field.value, field.width);
  out.finish();
  return bytes;
}

TEST(Bits, BitsForHoldsEveryValueUpToTheGreatest) {
  EXPECT_EQ(bits_for(0), 0U);
  EXPECT_EQ(bits_for(1), 1U);
  EXPECT_EQ(bits_for(2), 2U);
  EXPECT_EQ(bits_for(255), 8U);
  EXPECT_EQ(bits_for(256), 9U);
  EXPECT_EQ(bits_for(0xffffffff), 32U);
}

TEST(Bits, BytesForBitsRoundsUp) {
  EXPECT_EQ(bytes_for_bits(0), 0U);
  EXPECT_EQ(bytes_for_bits(1), 1U);
  EXPECT_EQ(bytes_for_bits(8), 1U);
  EXPECT_EQ(bytes_for_bits(9), 2U);
}

TEST(Bits, AreLaidOutFromTheLeastSignificantBit) {
  const std::vector<std::byte> expected{std::byte{0b1010'1101}, std::byte{0b0000'0011}};
  EXPECT_EQ(packed({{5, 3}, {0b10101, 5}, {3, 2}}), expected);
}

TEST(Bits, FieldsOfNoWidthTakeNoRoom) {
  EXPECT_EQ(packed({{0, 0}, {0, 0}}).size(), 0U);
  EXPECT_EQ(packed({{0, 0}, {1, 1}, {0, 0}}), (std::vector<std::byte>{std::byte{1}}));
}

TEST(Bits, ComeBackAsTheyWerePutIn) {
  SplitMix64 random(20'240'301);
  for (int round = 0; round < 1000; ++round) {
    std::vector<Field> fields(random.below(40));
    for (Field& field : fields) {
      field.width = static_cast<unsigned>(random.below(33));
      field.value = random.next() & ((std::uint64_t{1} << field.width) - 1);
    }
    const std::vector<std::byte> bytes = packed(fields);
    BitReader in(bytes);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      ASSERT_EQ(in.get(fields[i].width), fields[i].value) << "round " << round << ", field " << i;
    }
  }
}

TEST(Bits, TheWidestFieldsFitAtEveryOffset) {
  for (unsigned offset = 0; offset < 8; ++offset) {
    const std::vector<std::byte> bytes = packed({{0, offset}, {0xffffffff, 32}, {0xdeadbeef, 32}});
    BitReader in(bytes);
    EXPECT_EQ(in.get(offset), 0U);
    EXPECT_EQ(in.get(32), 0xffffffffU);
    EXPECT_EQ(in.get(32), 0xdeadbeefU);
  }
}

TEST(Bits, UnusedBitsOfTheLastByteAreZero) {
  EXPECT_EQ(packed({{1, 1}}).back(), std::byte{1});
  EXPECT_EQ(packed({{0x1ff, 9}}).back(), std::byte{1});
}

}  // namespace
}  // namespace clew
