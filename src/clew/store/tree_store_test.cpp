#include "clew/store/tree_store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "clew/base/random.hpp"
#include "clew/store/meeting.hpp"

namespace clew {
namespace {

using Words = std::vector<std::uint64_t>;

// A batch that owns what it points to.
struct OwnedBatch {
  Words words;
  std::vector<std::uint32_t> begins = {0};
  std::vector<const std::uint64_t*> sources;
  std::vector<std::uint32_t> source_lengths;

  void add(const Words& state, const std::uint64_t* source, std::size_t source_length) {
    words.insert(words.end(), state.begin(), state.end());
    begins.push_back(static_cast<std::uint32_t>(words.size()));
    sources.push_back(source);
    source_lengths.push_back(static_cast<std::uint32_t>(source_length));
  }
  StateBatch view(std::uint32_t stride) const {
    return {.words = words.data(),
            .count = sources.size(),
            .stride = stride,
            .begins = begins.data(),
            .sources = sources.data(),
            .source_lengths = source_lengths.data()};
  }
  Words state(std::size_t index) const {
    return {words.begin() + begins[index], words.begin() + begins[index + 1]};
  }
};

// A walk through states of `word_count` words, or of one to that many if `varies`: every batch is
// made of successors that differ from some earlier state in a word or two.
class Walk {
 public:
  Walk(TreeStore& store, std::uint32_t word_count, bool varies, std::uint64_t value_count,
       std::uint64_t seed)
      : store_(store),
        word_count_(word_count),
        varies_(varies),
        value_count_(value_count),
        random_(seed) {
    records_.push_back({});  // a source that nobody knows
  }

  void step(std::size_t count, std::uint64_t level) {
    OwnedBatch batch;
    for (std::size_t i = 0; i < count; ++i) {
      const Words& record = records_[random_.below(records_.size())];
      const std::size_t length = record.size() < 2 ? record.size() : record.size() / 2;
      Words state(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(length));
      change(state);
      batch.add(state, record.empty() ? nullptr : record.data(), length);
    }
    std::vector<std::uint64_t> records;
    std::vector<std::uint32_t> fresh;
    ASSERT_TRUE(store_.insert(0, batch.view(varies_ ? 0 : word_count_), level, records, fresh));
    std::set<Words> found;
    for (const std::uint32_t index : fresh) {
      EXPECT_TRUE(found.insert(batch.state(index)).second);
      EXPECT_FALSE(levels_.contains(batch.state(index)));
    }
    std::size_t position = 0;
    for (const std::uint32_t index : fresh) {
      const std::size_t size = store_.record_words(batch.state(index).size());
      records_.emplace_back(records.begin() + static_cast<std::ptrdiff_t>(position),
                            records.begin() + static_cast<std::ptrdiff_t>(position + size));
      position += size;
    }
    EXPECT_EQ(position, records.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (levels_.try_emplace(batch.state(i), level).second) {
        EXPECT_TRUE(found.contains(batch.state(i)));
      }
    }
    if (store_.wants_to_grow()) {
      EXPECT_TRUE(store_.grow(0, 1));
    }
  }

  // Everything there is, once, in the right part of the table, with the right tag.
  void check() {
    EXPECT_EQ(store_.size(), levels_.size());
    for (const auto& [state, level] : levels_) ASSERT_TRUE(store_.contains(state));
    std::set<Words> given_back;
    const std::uint64_t tag_count = std::uint64_t{1} << store_.tag_bits();
    for (unsigned part = 0; part < 3; ++part) {
      store_.for_each(part, 3, TreeStore::TagSet().set(),
                      [&](unsigned tag, std::span<const std::uint64_t> words) {
                        const Words state(words.begin(), words.end());
                        EXPECT_TRUE(given_back.insert(state).second);
                        ASSERT_TRUE(levels_.contains(state));
                        EXPECT_EQ(levels_.at(state) % tag_count, tag);
                      });
    }
    EXPECT_EQ(given_back.size(), levels_.size());
    std::size_t of_level_one = 0;
    store_.for_each(0, 1, 1, [&](std::span<const std::uint64_t>) { ++of_level_one; });
    EXPECT_EQ(of_level_one, std::count_if(levels_.begin(), levels_.end(), [&](const auto& entry) {
                return entry.second % tag_count == 1 % tag_count;
              }));
  }

 private:
  void change(Words& state) {
    if (state.empty()) state.resize(varies_ ? 1 + random_.below(word_count_) : word_count_);
    if (varies_ && random_.below(4) == 0) {
      state.resize(1 + random_.below(word_count_));
    }
    for (std::uint64_t i = random_.below(3); i-- > 0;)
      state[random_.below(state.size())] = random_.below(value_count_) * 0x10001;
  }

  TreeStore& store_;
  std::uint32_t word_count_;
  bool varies_;
  std::uint64_t value_count_;
  SplitMix64 random_;
  std::vector<Words> records_;
  std::map<Words, std::uint64_t> levels_;
};

TEST(TreeStoreTest, KeepsStatesOfOneWord) {
  TreeStore store({.word_widths = {48}});
  Walk walk(store, 1, false, 30'000, 1);
  for (std::uint64_t level = 0; level < 60; ++level) walk.step(700, level);
  walk.check();
}

TEST(TreeStoreTest, KeepsAStateWithoutBits) {
  TreeStore store({.word_widths = {0}});
  std::vector<std::uint64_t> records;
  std::vector<std::uint32_t> fresh;
  const Words words = {0, 0};
  EXPECT_TRUE(store.insert(0, {.words = words.data(), .count = 2, .stride = 1}, 0, records, fresh));
  EXPECT_EQ(fresh, std::vector<std::uint32_t>{0});
  EXPECT_EQ(store.size(), 1U);
}

TEST(TreeStoreTest, KeepsStatesOfTwoToTwentyWords) {
  for (std::uint32_t word_count = 2; word_count <= 20; ++word_count) {
    SCOPED_TRACE(word_count);
    TreeStore store({.word_widths = std::vector<std::uint8_t>(word_count, 40)});
    Walk walk(store, word_count, false, 200, word_count);
    for (std::uint64_t level = 0; level < 20; ++level) walk.step(300, level);
    walk.check();
  }
}

TEST(TreeStoreTest, OpensTablesForLongerIds) {
  TreeStore store({.word_widths = {64, 64, 9}});
  Walk walk(store, 3, false, 500, 6);
  for (std::uint64_t level = 0; level < 50; ++level) walk.step(2000, level);
  walk.check();
  TreeStore pairs({.word_widths = {30, 64}});
  Walk all_different(pairs, 2, false, 1U << 28, 7);
  for (std::uint64_t level = 0; level < 50; ++level) all_different.step(1000, level);
  all_different.check();
}

TEST(TreeStoreTest, KeepsStatesOfDifferentLengths) {
  TreeStore store({});
  Walk walk(store, 20, true, 50, 8);
  for (std::uint64_t level = 0; level < 60; ++level) walk.step(500, level);
  walk.check();
}

TEST(TreeStoreTest, TellsStatesOfDifferentLengthsApart) {
  TreeStore store({});
  const std::vector<Words> states = {{},     {0},       {0, 0},    {0, 0, 0}, {0, 0, 0, 0},
                                     {1, 0}, {0, 0, 1}, {0, 1, 0}, {1},       {2, 0, 0, 0, 0}};
  OwnedBatch batch;
  for (const Words& state : states) batch.add(state, nullptr, 0);
  std::vector<std::uint64_t> records;
  std::vector<std::uint32_t> fresh;
  EXPECT_TRUE(store.insert(0, batch.view(0), 0, records, fresh));
  EXPECT_EQ(fresh.size(), states.size());
  std::set<Words> given_back;
  store.for_each(0, 1, 0, [&](std::span<const std::uint64_t> words) {
    given_back.emplace(words.begin(), words.end());
  });
  EXPECT_EQ(given_back, std::set<Words>(states.begin(), states.end()));
}

TEST(TreeStoreTest, InsertsPreparedStatesOneByOne) {
  for (const std::uint32_t word_count : {1U, 2U, 3U, 7U}) {
    for (const bool varies : {false, true}) {
      SCOPED_TRACE(word_count);
      TreeStore store({.word_widths = varies ? std::vector<std::uint8_t>()
                                             : std::vector<std::uint8_t>(word_count, 50)});
      SplitMix64 random(word_count);
      std::set<Words> known;
      Words source;
      for (int round = 0; round < 300; ++round) {
        OwnedBatch batch;
        for (int i = 0; i < 20; ++i) {
          Words state(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(
                                                           source.empty() ? 0 : word_count));
          state.resize(word_count);
          state[random.below(word_count)] = random.below(40);
          batch.add(state, source.empty() ? nullptr : source.data(), word_count);
        }
        std::vector<std::uint64_t> records;
        ASSERT_TRUE(store.prepare(0, batch.view(varies ? 0 : word_count), records));
        const std::size_t size = store.record_words(word_count);
        ASSERT_EQ(records.size(), 20 * size);
        for (std::size_t i = 0; i < 20; ++i) {
          const auto record = std::span(records).subspan(i * size, size);
          const bool is_new = known.insert(batch.state(i)).second;
          ASSERT_EQ(store.insert(0, record, 5), is_new ? Outcome::New : Outcome::Known);
        }
        source.assign(records.end() - static_cast<std::ptrdiff_t>(size), records.end());
        if (store.wants_to_grow()) store.grow(0, 1);
      }
      EXPECT_EQ(store.size(), known.size());
    }
  }
}

TEST(TreeStoreTest, IsFullAtTheLimitAndStillKnowsWhatItHas) {
  for (const std::size_t word_count : {1U, 3U}) {
    constexpr std::uint64_t bytes_max = 400'000;
    TreeStore store(
        {.word_widths = std::vector<std::uint8_t>(word_count, 60), .memory_bytes_max = bytes_max});
    SplitMix64 random(2);
    std::set<Words> known;
    bool has_room = true;
    for (int round = 0; has_room && round < 10'000; ++round) {
      OwnedBatch batch;
      for (int i = 0; i < 100; ++i) {
        Words state(word_count);
        for (std::uint64_t& word : state) word = random.below(300'000);
        batch.add(state, nullptr, 0);
      }
      std::vector<std::uint64_t> records;
      std::vector<std::uint32_t> fresh;
      has_room =
          store.insert(0, batch.view(static_cast<std::uint32_t>(word_count)), 0, records, fresh);
      for (const std::uint32_t index : fresh) known.insert(batch.state(index));
      if (store.wants_to_grow()) store.grow(0, 1);
    }
    EXPECT_FALSE(has_room);
    EXPECT_LE(store.memory_bytes(), bytes_max + bytes_max / 4);
    EXPECT_GT(known.size(), 2000U);
    EXPECT_EQ(store.size(), known.size());
    for (const Words& state : known) ASSERT_TRUE(store.contains(state));
  }
}

void insert_one(TreeStore& store, const Words& state) {
  OwnedBatch batch;
  batch.add(state, nullptr, 0);
  std::vector<std::uint64_t> records;
  std::vector<std::uint32_t> fresh;
  EXPECT_TRUE(
      store.insert(0, batch.view(static_cast<std::uint32_t>(state.size())), 0, records, fresh));
  if (store.wants_to_grow()) store.grow(0, 1);
}

// Somebody who wants to stop does not wait until all states are folded anew; what was there stays.
TEST(TreeStoreTest, FoldsNothingAnewForSomebodyWhoWantsToStop) {
  for (const bool stops : {false, true}) {
    std::uint64_t questions = 0;
    TreeStore store(
        {.word_widths = std::vector<std::uint8_t>(6, 20), .may_go_on = [&](std::uint64_t) {
           ++questions;
           return stops ? Continue::No : Continue::Yes;
         }});
    SplitMix64 random(3);
    std::set<Words> states;
    Words state(6);
    while (states.size() < 20'000) {
      const std::size_t word = random.below(3);
      state[word] = state[word + 3] = random.below(100);  // a pair, as the store will find out
      insert_one(store, state);
      states.insert(state);
    }
    EXPECT_GT(questions, 0U);
    EXPECT_EQ(store.size(), states.size());
    for (const Words& each : states) ASSERT_TRUE(store.contains(each));
  }
}

// Two workers insert the same states, in opposite order, and grow the store together.
void expect_each_new_once(std::vector<std::uint8_t> widths, std::uint32_t word_count) {
  constexpr unsigned workers = 2;
  constexpr std::size_t batch_size = 400;
  TreeStore store({.word_widths = std::move(widths), .workers = workers});
  SplitMix64 random(word_count);
  std::vector<OwnedBatch> batches(40);
  std::set<Words> states;
  Words state(word_count);
  for (OwnedBatch& batch : batches) {
    for (std::size_t i = 0; i < batch_size; ++i) {
      state[random.below(word_count)] = random.below(1000);
      batch.add(state, nullptr, 0);
      states.insert(state);
    }
  }
  Meeting meeting;
  std::vector<std::vector<Words>> found(workers);
  const auto work = [&](unsigned worker) {
    for (std::size_t i = 0; i < batches.size(); ++i) {
      const OwnedBatch& batch = batches[worker == 0 ? i : i ^ 1];
      std::vector<std::uint64_t> records;
      std::vector<std::uint32_t> fresh;
      EXPECT_TRUE(store.insert(worker, batch.view(word_count), i, records, fresh));
      for (const std::uint32_t index : fresh) found[worker].push_back(batch.state(index));
      meeting.arrive(workers);
      const bool grows = store.wants_to_grow();
      meeting.arrive(workers);
      if (grows) {
        EXPECT_TRUE(store.grow(worker, workers));
      }
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  std::vector<Words> all = found[0];
  all.insert(all.end(), found[1].begin(), found[1].end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, std::vector<Words>(states.begin(), states.end()));
  EXPECT_EQ(store.size(), states.size());
}

TEST(TreeStoreTest, TwoWorkersFindEveryStateNewExactlyOnce) {
  expect_each_new_once({20}, 1);
  expect_each_new_once({20, 20}, 2);
  expect_each_new_once(std::vector<std::uint8_t>(9, 20), 9);
  expect_each_new_once({}, 5);
}

}  // namespace
}  // namespace clew
