// Packed words against the judge: every value of every state that is met lies within its proven range,
// comes back from its words, and states that differ have words that differ.
#include "clew/model/word_codec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "clew/base/file.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/process_list.hpp"
#include "tests/model_files.hpp"
#include "tests/random_model.hpp"
#include "tests/random_promela.hpp"

namespace clew {
namespace {

constexpr std::size_t states_max = 20'000;

using Words = std::vector<std::uint64_t>;

// Walks a model breadth first, as far as `states_max` allows.
class Walk {
 public:
  Walk(const Model& model, const Ranges& ranges, const std::vector<ProcessTypeId>* positions)
      : judge_(model), ranges_(ranges), codec_(model, ranges, positions) {}

  void run() {
    if (judge_.setup_error()) return;
    judge_.initial_states([&](const State& first) { meet(first); });
    for (std::size_t next = 0; next < frontier_.size() && !testing::Test::HasFailure(); ++next) {
      const State source = *frontier_[next];
      judge_.moves(source, [&](const Move& move) {
        if (move.target && known_.size() < states_max) meet(*move.target);
      });
    }
  }

 private:
  void meet(const State& state) {
    check_ranges(state);
    Words words;
    codec_.pack(state, words);
    EXPECT_EQ(codec_.word_count(words.data()), words.size());
    const auto [entry, is_new] = known_.emplace(words, state);
    EXPECT_EQ(entry->second, state) << "two states have the same words";
    if (!is_new) return;
    EXPECT_EQ(codec_.unpack(words.data()), state);
    frontier_.push_back(&entry->second);
  }

  void check_frame(const State& state, const Frame& frame, const std::vector<GappedRange>& ranges,
                   std::size_t offset) {
    ASSERT_EQ(ranges.size(), frame.slots.size());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const Slot& slot = frame.slots[to_id<SlotId>(i)];
      for (std::uint32_t k = 0; k < slot.length; ++k) {
        const Value value = state.values[offset + slot.offset + k];
        EXPECT_TRUE(ranges[i].contains(value)) << slot.name << " is " << value << ", not in "
                                               << ranges[i].low << ".." << ranges[i].high;
      }
    }
  }

  void check_process(const State& state, const Shape::ProcessPart& part) {
    EXPECT_TRUE(ranges_.locations[part.type].contains(state.values[part.offset]));
    check_frame(state, judge_.model().process_types[part.type].frame, ranges_.processes[part.type],
                part.offset + 1);
  }

  void check_ranges(const State& state) {
    check_frame(state, judge_.model().globals, ranges_.globals, 0);
    if (state.shape->claim) check_process(state, *state.shape->claim);
    for (const auto& part : state.shape->processes) check_process(state, part);
    for (const auto& part : state.shape->objects) {
      check_frame(state, judge_.model().object_types[part.type].frame, ranges_.objects[part.type],
                  part.offset);
    }
    for (const auto& part : state.shape->channels) {
      const std::vector<GappedRange>& items = ranges_.messages[part.id];
      if (judge_.model().channels[part.id].is_rendezvous()) continue;
      const auto cells = static_cast<std::size_t>(state.values[part.offset]) * items.size();
      for (std::size_t cell = 0; cell < cells; ++cell) {
        const Value value = state.values[part.offset + 1 + cell];
        EXPECT_TRUE(items[cell % items.size()].contains(value))
            << judge_.model().channels[part.id].name << " holds " << value;
      }
    }
  }

  const Interpreter judge_;
  const Ranges& ranges_;
  const WordCodec codec_;
  std::map<Words, State> known_;
  std::vector<const State*> frontier_;
};

// Every way in which the states of a model can be packed.
void walk_model(const Model& model) {
  for (const Gaps gaps : {Gaps::Ignored, Gaps::Used}) {
    Walk(model, proven_ranges(model, gaps), nullptr).run();
  }
  const Interpreter judge(model);
  const auto positions = likely_processes(judge);
  if (!positions) return;
  try {
    Walk(model, proven_ranges(model, Gaps::Used), &*positions).run();
  } catch (const ForeignShape&) {
    // The guess was wrong, and somebody said so: fine.
  }
}

void walk_file(const std::string& file) {
  const std::string text = read_file(file).bytes;
  auto read = language_for_file(file)->read({file, text, definitions_in(text)});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  walk_model(read.value());
}

class ZooWords : public testing::TestWithParam<std::string> {};
class BeemWords : public testing::TestWithParam<std::string> {};

TEST_P(ZooWords, KeepEveryState) { walk_file(GetParam()); }

TEST_P(BeemWords, KeepEveryState) {
  if (GetParam().empty()) GTEST_SKIP() << "no BEEM models: set CLEW_EXTRA_MODELS";
  walk_file(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Models, ZooWords, testing::ValuesIn(zoo_files()), file_test_name);
INSTANTIATE_TEST_SUITE_P(Models, BeemWords, testing::ValuesIn(beem_files()), file_test_name);

void walk_text(const std::string& language, const std::string& text) {
  auto read = language_named(language)->read({"random." + language, text, {}});
  ASSERT_TRUE(read.ok()) << read.diagnostics.text();
  walk_model(read.value());
}

TEST(RandomWords, KeepEveryState) {
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    walk_text("dve", random_dve_model(seed));
    walk_text("promela", text_of(random_promela(seed)));
  }
}

}  // namespace
}  // namespace clew
