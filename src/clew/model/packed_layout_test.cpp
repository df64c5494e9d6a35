#include "clew/model/packed_layout.hpp"

#include <gtest/gtest.h>

#include "clew/model/builder_test.hpp"

namespace clew {
namespace {

using Widths = std::vector<std::uint8_t>;

class PackedLayouts : public testing::Test {
 protected:
  // A variable of so many bits.
  SlotId global(unsigned bits, std::uint32_t length = 1) {
    Slot slot;
    slot.name = "x" + std::to_string(builder_.model.globals.slots.size());
    slot.type = {"int", {0, static_cast<Value>((std::int64_t{1} << bits) - 1)}, Overflow::Error};
    slot.length = length;
    slot.is_vector = length > 1;
    return builder_.model.globals.add(slot);
  }
  PackedLayout layout() const {
    return packed_layout(builder_.model, declared_ranges(builder_.model));
  }

  ModelBuilder builder_;
};

TEST_F(PackedLayouts, SpreadBitsEvenlyOverWords) {
  for (int i = 0; i < 14; ++i) global(5);
  EXPECT_EQ(layout().word_widths, (Widths{35, 35}));
}

TEST_F(PackedLayouts, UseOneWordIfItIsEnough) {
  global(31);
  global(31);
  global(2);
  EXPECT_EQ(layout().word_widths, (Widths{64}));
}

TEST_F(PackedLayouts, GiveAWordToTheModelWithOneState) {
  EXPECT_EQ(layout().word_widths, (Widths{1}));
  EXPECT_EQ(layout().word_count, 1U);
}

TEST_F(PackedLayouts, NeverLetAValueCrossAWord) {
  for (int i = 0; i < 5; ++i) global(30);
  EXPECT_EQ(layout().word_widths, (Widths{60, 60, 30}));
}

TEST_F(PackedLayouts, FillHolesIfThatSavesAWord) {
  // In order these are 40 | 40 | 24 + 24: the small ones fit behind the large ones.
  global(8, 5);
  global(8, 5);
  global(24);
  global(24);
  const PackedLayout made = layout();
  EXPECT_EQ(made.word_widths, (Widths{64, 64}));
  EXPECT_EQ(made.globals[2].word, 1U);
  EXPECT_EQ(made.globals[3].word, 0U);
}

TEST_F(PackedLayouts, BeginAWordForALongVector) {
  global(3);
  const SlotId vector = global(5, 20);
  const PackedLayout made = layout();
  const PackedSlot& slot = made.globals[to_index(vector)];
  EXPECT_EQ(slot.word, 1U);
  EXPECT_EQ(slot.shift, 0);
  EXPECT_EQ(slot.per_word, 12);
  EXPECT_EQ(made.word_widths, (Widths{3, 60, 40}));
}

TEST_F(PackedLayouts, GoOnBehindALongVector) {
  global(5, 20);
  const SlotId last = global(3);
  EXPECT_EQ(layout().globals[to_index(last)].word, 1U);
  EXPECT_EQ(layout().globals[to_index(last)].shift, 40);
}

TEST_F(PackedLayouts, KeepAShortChannelInOneWord) {
  global(20);
  const ChannelId channel = builder_.channel("c", 6);  // 3 bits and 6 times 8
  const PackedLayout made = layout();
  EXPECT_TRUE(made.channels[channel].is_in_one_word());
  EXPECT_EQ(made.channels[channel].fill.word, 1U);
  EXPECT_EQ(made.channels[channel].messages_begin(), 67U);
  EXPECT_EQ(made.word_widths, (Widths{20, 51}));
}

TEST_F(PackedLayouts, LetALongChannelBeginAWord) {
  global(20);
  const ChannelId channel = builder_.channel("c", 10);  // 4 bits and 10 times 8
  const PackedLayout made = layout();
  EXPECT_FALSE(made.channels[channel].is_in_one_word());
  EXPECT_EQ(made.channels[channel].fill.shift, 0);
  EXPECT_EQ(made.word_widths, (Widths{20, 64, 20}));
}

TEST_F(PackedLayouts, GiveEveryProcessAWordOfItsOwnIfProcessesComeAndGo) {
  global(3);
  const ProcessTypeId small = builder_.process_type("A", 1);
  const ProcessTypeId large = builder_.process_type("B", 3);
  for (int i = 0; i < 9; ++i) builder_.local(large, "x" + std::to_string(i));
  builder_.start(small);
  builder_.action(small, 0, 0).effect = {ModelBuilder::run(large)};
  const PackedLayout made = layout();
  EXPECT_FALSE(made.is_fixed);
  EXPECT_EQ(made.prefix_words, 2U);  // the shape, the globals
  EXPECT_EQ(made.process_words[small], 1U);
  EXPECT_EQ(made.process_words[large], 2U);

  const std::vector<ProcessTypeId> positions{small, large, large};
  const PackedLayout fixed =
      packed_layout(builder_.model, declared_ranges(builder_.model), &positions);
  EXPECT_TRUE(fixed.is_fixed);
  EXPECT_EQ(fixed.alive.low, 1);  // no process ends
  EXPECT_EQ(fixed.alive.width, 2);
  EXPECT_EQ(fixed.processes.size(), 3U);
  EXPECT_EQ(fixed.word_count, 3U);  // 2 + 3 + twice 74 bits
}

TEST(ValueCode, LeavesTheGapOut) {
  ValueCode code;
  code.width = 3;
  code.gap_after = 3;
  code.gap = 251;
  EXPECT_EQ(code.bits_of(3), 3U);
  EXPECT_EQ(code.bits_of(255), 4U);
  EXPECT_EQ(code.value_of(3), 3);
  EXPECT_EQ(code.value_of(4), 255);
  EXPECT_FALSE(code.can_hold(4));
  EXPECT_FALSE(code.can_hold(254));
  EXPECT_FALSE(code.can_hold(-1));
  EXPECT_TRUE(code.can_hold(258));
  EXPECT_FALSE(code.can_hold(259));
}

TEST(ValueCode, HoldsAllValues) {
  ValueCode code;
  code.width = 32;
  code.low = full_range.low;
  for (const Value value : {full_range.low, -1, 0, 1, full_range.high}) {
    EXPECT_TRUE(code.can_hold(value));
    EXPECT_EQ(code.value_of(code.bits_of(value)), value);
  }
}

}  // namespace
}  // namespace clew
