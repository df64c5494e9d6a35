#include "clew/encode/circuit_numbers.hpp"

#include <gtest/gtest.h>

#include <random>

#include "clew/model/arithmetic.hpp"

namespace clew {
namespace {

// A word of fresh inputs, or a constant; and the value it has in a trial.
struct Operand {
  CircuitNumber word;
  Value value = 0;
};

class WordsTest : public testing::Test {
 protected:
  Operand operand(std::mt19937& random) {
    const std::size_t width = 1 + random() % 32;
    Value value = static_cast<Value>(random());
    value = width == 32 ? value : static_cast<Value>(value << (32 - width)) >> (32 - width);
    Operand result{words.constant(value), value};
    if (random() % 4 == 0) return result;
    result.word.bits.clear();
    for (std::size_t i = 0; i < width; ++i) {
      result.word.bits.push_back(circuit.add_input());
      inputs.push_back(((static_cast<std::uint32_t>(value) >> i) & 1U) != 0);
    }
    return result;
  }

  Value value_of(const CircuitNumber& word) const {
    const std::vector<bool> values = evaluate(circuit, inputs);
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < 32; ++i) {
      const Lit bit = word.bit(i);
      if (values[node_of(bit)] != is_negated(bit)) result |= 1U << i;
    }
    return static_cast<Value>(result);
  }
  bool value_of(Lit lit) const { return value_of(CircuitNumber{{lit, lit_false}}) != 0; }

  Circuit circuit;
  CircuitNumbers words{circuit};
  std::vector<bool> inputs;
};

TEST_F(WordsTest, ComputeWhatTheJudgeComputes) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 3'000; ++trial) {
    circuit = Circuit();
    inputs.clear();
    const Operand a = operand(random);
    const Operand b = operand(random);
    EXPECT_EQ(value_of(words.add(a.word, b.word)), *computed(Op::Add, a.value, b.value));
    EXPECT_EQ(value_of(words.subtract(a.word, b.word)), *computed(Op::Subtract, a.value, b.value));
    EXPECT_EQ(value_of(words.multiply(a.word, b.word)), *computed(Op::Multiply, a.value, b.value))
        << a.value << " * " << b.value;
    EXPECT_EQ(value_of(words.bit_and(a.word, b.word)), (a.value & b.value));
    EXPECT_EQ(value_of(words.bit_or(a.word, b.word)), (a.value | b.value));
    EXPECT_EQ(value_of(words.bit_xor(a.word, b.word)), (a.value ^ b.value));
    EXPECT_EQ(value_of(words.complement(a.word)), ~a.value);
    EXPECT_EQ(value_of(words.negate(a.word)), wrapped_value(-std::int64_t{a.value}));
    EXPECT_EQ(value_of(words.less(a.word, b.word)), a.value < b.value);
    EXPECT_EQ(value_of(words.less_equal(a.word, b.word)), a.value <= b.value);
    EXPECT_EQ(value_of(words.equal(a.word, b.word)), a.value == b.value);
    EXPECT_EQ(value_of(words.is_true(a.word)), a.value != 0);
    if (const auto quotient = computed(Op::Divide, a.value, b.value)) {
      const CircuitNumbers::Quotient found = words.divide(a.word, b.word);
      EXPECT_EQ(value_of(found.quotient), *quotient) << a.value << " / " << b.value;
      EXPECT_EQ(value_of(found.remainder), *computed(Op::Modulo, a.value, b.value));
    }
    const Operand count{words.constant(static_cast<Value>(random() % 32)), 0};
    const Value by = value_of(count.word);
    EXPECT_EQ(value_of(words.shift_left(a.word, count.word)),
              *computed(Op::ShiftLeft, a.value, by));
    EXPECT_EQ(value_of(words.shift_right(a.word, count.word)),
              *computed(Op::ShiftRight, a.value, by));
  }
}

TEST_F(WordsTest, ShiftByWordsOfInputs) {
  std::mt19937 random(8);
  for (int trial = 0; trial < 300; ++trial) {
    circuit = Circuit();
    inputs.clear();
    const Operand a = operand(random);
    CircuitNumber count;
    const Value by = static_cast<Value>(random() % 32);
    for (unsigned i = 0; i < 5; ++i) {
      count.bits.push_back(circuit.add_input());
      inputs.push_back(((static_cast<unsigned>(by) >> i) & 1U) != 0);
    }
    count.bits.push_back(lit_false);
    EXPECT_EQ(value_of(words.shift_left(a.word, count)), *computed(Op::ShiftLeft, a.value, by));
    EXPECT_EQ(value_of(words.shift_right(a.word, count)), *computed(Op::ShiftRight, a.value, by));
  }
}

TEST_F(WordsTest, WrapAndCompareRangesAsTypesDo) {
  std::mt19937 random(9);
  for (const Range range : {Range{0, 255}, Range{0, 1}, Range{-128, 127}, Range{-32768, 32767},
                            full_range, Range{-1, 0}}) {
    for (int trial = 0; trial < 100; ++trial) {
      circuit = Circuit();
      inputs.clear();
      const Operand a = operand(random);
      EXPECT_EQ(value_of(words.wrapped(a.word, range)), wrap(a.value, range));
      EXPECT_EQ(value_of(words.within(a.word, range)), range.contains(a.value));
    }
  }
}

TEST_F(WordsTest, KnowTheWidthOfARange) {
  EXPECT_EQ(width_of({0, 0}), 1U);
  EXPECT_EQ(width_of({0, 1}), 2U);
  EXPECT_EQ(width_of({-1, 0}), 1U);
  EXPECT_EQ(width_of({-8, 7}), 4U);
  EXPECT_EQ(width_of({-8, 8}), 5U);
  EXPECT_EQ(width_of(full_range), 32U);
}

}  // namespace
}  // namespace clew
