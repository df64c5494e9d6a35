#include "clew/store/number_store.hpp"

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "clew/base/random.hpp"

namespace clew {
namespace {

using Words = std::vector<std::uint64_t>;

// Random walks: every state differs from an earlier one in a word or two.
std::vector<Words> walk(std::uint32_t word_count, bool varies, std::size_t steps,
                        std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<Words> states = {Words(word_count, 0)};
  while (states.size() < steps) {
    Words state = states[random.below(states.size())];
    if (varies && random.below(4) == 0) state.resize(1 + random.below(word_count));
    state[random.below(state.size())] = random.below(200);
    states.push_back(state);
  }
  return states;
}

std::uint32_t number_one(NumberStore& store, unsigned worker, const Words& state, bool varies,
                         const std::uint64_t* source) {
  const std::uint32_t begins[] = {0, static_cast<std::uint32_t>(state.size())};
  StateBatch batch{.words = state.data(), .count = 1};
  if (varies) {
    batch.begins = begins;
  } else {
    batch.stride = static_cast<std::uint32_t>(state.size());
    if (source != nullptr) batch.sources = &source;
  }
  std::vector<std::uint32_t> numbers;
  EXPECT_TRUE(store.number(worker, batch, numbers));
  return numbers.front();
}

void expect_numbers(std::uint32_t word_count, bool varies) {
  NumberStore store({.word_count = varies ? 0 : word_count});
  std::map<Words, std::uint32_t> known;
  Words record;
  for (const Words& state : walk(word_count, varies, 30'000, word_count)) {
    const std::uint32_t number =
        number_one(store, 0, state, varies, record.empty() ? nullptr : record.data());
    const auto [entry, is_new] = known.emplace(state, static_cast<std::uint32_t>(known.size()));
    ASSERT_EQ(number, entry->second);
    store.read(0, number, record);
    ASSERT_EQ(Words(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(state.size())),
              state);
    for (std::uint32_t word = 0; word < state.size(); ++word) {
      ASSERT_EQ(store.word(number, word), state[word]);
    }
  }
  EXPECT_EQ(store.size(), known.size());
}

TEST(NumberStoreTest, NumbersStatesInOrderOfDiscoveryAndGivesThemBack) {
  for (const std::uint32_t word_count : {1U, 2U, 3U, 5U, 12U}) expect_numbers(word_count, false);
  expect_numbers(6, true);
}

TEST(NumberStoreTest, GivesAllWorkersTheSameNumbersWhileItGrows) {
  constexpr unsigned workers = 3;
  for (const std::uint32_t word_count : {1U, 4U}) {
    NumberStore store({.word_count = word_count, .workers = workers});
    const std::vector<Words> states = walk(word_count, false, 20'000, 7);
    std::vector<std::vector<std::uint32_t>> numbers(workers);
    std::vector<std::thread> threads;
    for (unsigned worker = 0; worker < workers; ++worker) {
      threads.emplace_back([&, worker] {
        for (std::size_t i = 0; i < states.size(); ++i) {
          const std::size_t at = worker == 1 ? states.size() - 1 - i : i;
          numbers[worker].push_back(number_one(store, worker, states[at], false, nullptr));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    std::reverse(numbers[1].begin(), numbers[1].end());
    EXPECT_EQ(numbers[0], numbers[1]);
    EXPECT_EQ(numbers[0], numbers[2]);
    std::map<Words, std::uint32_t> known;
    for (std::size_t i = 0; i < states.size(); ++i) {
      EXPECT_EQ(known.emplace(states[i], numbers[0][i]).first->second, numbers[0][i]);
    }
    EXPECT_EQ(store.state_count(), known.size());
    EXPECT_LE(store.size(), known.size() + workers);
  }
}

TEST(NumberStoreTest, SaysWhenThereIsNoMemory) {
  NumberStore store({.word_count = 1, .memory_bytes_max = 100'000});
  std::vector<std::uint32_t> numbers;
  std::uint64_t word = 0;
  while (word < 1'000'000 && store.number(0, {.words = &word, .count = 1, .stride = 1}, numbers))
    ++word;
  EXPECT_GT(word, 1'000U);
  EXPECT_LT(word, 20'000U);
  word = 5;
  EXPECT_TRUE(store.number(0, {.words = &word, .count = 1, .stride = 1}, numbers));
  EXPECT_EQ(numbers.front(), 5U);
}

}  // namespace
}  // namespace clew
