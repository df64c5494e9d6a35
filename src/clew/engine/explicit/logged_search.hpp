// A second, first-in first-out search that notes where every state came from: for paths to states that
// a level search met, where LevelTrace cannot be asked or would take long.
//
//   LoggedSearch<CompactStore> search(setting, empty_store, first_search.turns());
//   search.prepare(groups, 3);
//   search.paths_to(0, 3);
//
// It costs a search by one worker and eight bytes a state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "clew/engine/explicit/level_search.hpp"
#include "clew/engine/explicit/level_trace.hpp"
#include "clew/walk/long_stack.hpp"
#include "clew/walk/state_set.hpp"

namespace clew {

template <WordStore Store>
class LoggedSearch {
 public:
  // `turns`: those of the level search.
  // REQUIRES: all outlive this; the store is empty.
  LoggedSearch(const SearchSetting& setting, Store& store, const std::vector<std::uint64_t>& turns)
      : setting_(setting),
        turns_(turns),
        walked_(setting.walked),
        store_(store),
        expander_(setting.make_expander(0)),
        successors_(walked_.stride()),
        sources_(walked_) {}

  // Searches until at most `count_max` states of every group are met.  False: interrupted, or there is
  // no memory for it.
  bool prepare(const SightingGroups& groups, std::size_t count_max) {
    std::uint64_t level_last = 0;
    for (const SightingGroup* group : groups) {
      wanted_.push_back({group->level, PackedStateSet(walked_.stride()), {}});
      level_last = std::max(level_last, group->level);
      for (std::size_t at = 0; at < group->states.size();) {
        const auto state = walked_.span_at(group->states.data() + at);
        wanted_.back().states.insert(state);
        at += state.size();
      }
    }
    count_max_ = count_max;
    if (!insert_initial_states()) return false;
    for (std::uint64_t level = 0; level < level_last && !next_.empty(); ++level) {
      if (!expand_level(level)) return false;
    }
    return true;
  }

  // Paths to the first states of a group, at most `count_max`; none if the store took all of them for
  // known.
  std::vector<PackedPath> paths_to(std::size_t group, std::size_t count_max) {
    std::vector<PackedPath> paths;
    for (const std::uint32_t number : wanted_[group].met) {
      if (paths.size() < count_max) paths.push_back(path_of(number));
    }
    return paths;
  }

  // The same one by one; without states: there are no more.
  PackedPath path_to(std::size_t group, std::size_t index) {
    const std::vector<std::uint32_t>& met = wanted_[group].met;
    return index < met.size() ? path_of(met[index]) : PackedPath();
  }

 private:
  // Where a state was discovered: the number of its source, and the how manieth successor it is; of an
  // initial state the how manieth initial one.
  struct Origin {
    std::uint32_t source = no_source;
    std::uint32_t successor = 0;
  };
  static constexpr std::uint32_t no_source = 0xffff'ffff;
  struct Wanted {
    std::uint64_t level;
    PackedStateSet states;
    std::vector<std::uint32_t> met;  // by number
  };

  static constexpr std::size_t batch_successors_max = 512;
  static constexpr std::size_t states_max = 0xffff'fffe;

  // False: stopped.
  bool insert_initial_states() {
    std::uint32_t number = 0;
    bool go_on = true;
    walked_.initial_states(
        [&](const PackedWords& words) {
          successors_.add(words);
          origins_of_batch_.push_back({no_source, number++});
          if (successors_.count() < batch_successors_max) return Continue::Yes;
          go_on = insert_batch(0) && setting_.limits.lets_show();
          successors_.clear();
          origins_of_batch_.clear();
          return go_on ? Continue::Yes : Continue::No;
        },
        [&] {
          go_on = setting_.limits.lets_show();
          return go_on ? Continue::Yes : Continue::No;
        });
    return go_on && insert_batch(0);
  }

  PackedWords initial_state(std::uint32_t wanted) const {
    PackedWords found;
    std::uint32_t number = 0;
    walked_.initial_states(
        [&](const PackedWords& words) {
          if (number++ != wanted) return Continue::Yes;
          found = words;
          return Continue::No;
        },
        [] { return Continue::Yes; });
    return found;
  }

  // False: stopped.
  bool expand_level(std::uint64_t level) {
    const PackedWords records = std::exchange(next_, {});
    auto number = static_cast<std::uint32_t>(level_begin_);
    level_begin_ = origins_.size();
    reduce_as_on(level);
    for (std::size_t at = 0; at < records.size();) {
      if (!setting_.limits.lets_show()) return false;
      successors_.clear();
      sources_.clear();
      origins_of_batch_.clear();
      while (at < records.size() && successors_.count() < batch_successors_max) {
        const std::uint64_t* const record = records.data() + at;
        const std::size_t first = successors_.count();
        expander_->expand(record, successors_);
        sources_.add(record, successors_.count());
        for (std::size_t i = first; i < successors_.count(); ++i) {
          origins_of_batch_.push_back({number, static_cast<std::uint32_t>(i - first)});
        }
        at += store_.record_words(walked_.codec().word_count(record));
        ++number;
      }
      if (!insert_batch(level + 1)) return false;
    }
    return true;
  }

  // What the level search left out on this level is left out here.
  void reduce_as_on(std::uint64_t level) {
    const auto before = std::count_if(turns_.begin(), turns_.end(),
                                      [&](std::uint64_t turn) { return turn <= level; });
    expander_->treat(before % 2 == 0 ? Waiting::LeftOut : Waiting::Followed, 0);
  }

  // One after the other: which state of a batch is new first decides the order of the next level.
  bool insert_batch(std::uint64_t level) {
    if (store_.wants_to_grow()) store_.grow(0, 1);
    prepared_.clear();
    const StateBatch batch = sources_.batch(successors_);
    if (!store_.prepare(0, batch, prepared_)) return false;
    std::size_t at = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const std::size_t words = store_.record_words(batch.state(i).size());
      const std::span<const std::uint64_t> record(prepared_.data() + at, words);
      at += words;
      const Outcome outcome = store_.insert(0, record, level);
      if (outcome == Outcome::Known) continue;
      if (outcome == Outcome::Full || origins_.size() == states_max) return false;
      next_.insert(next_.end(), record.begin(), record.end());
      note_if_wanted(batch.state(i), level);
      origins_.push(origins_of_batch_[i]);
    }
    return true;
  }

  void note_if_wanted(std::span<const std::uint64_t> state, std::uint64_t level) {
    for (Wanted& wanted : wanted_) {
      // A lossy store may have kept the short way from the first search, or from this one.
      const bool is_time = Store::is_exact() ? wanted.level == level : wanted.level >= level;
      if (is_time && wanted.met.size() < count_max_ && wanted.states.contains(state)) {
        wanted.met.push_back(static_cast<std::uint32_t>(origins_.size()));
      }
    }
  }

  PackedPath path_of(std::uint32_t number) {
    std::vector<std::uint32_t> steps;  // backwards
    for (; origins_.data()[number].source != no_source; number = origins_.data()[number].source) {
      steps.push_back(origins_.data()[number].successor);
    }
    PackedPath path{initial_state(origins_.data()[number].successor)};
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      successors_.clear();
      reduce_as_on(path.size() - 1);
      expander_->expand(path.back().data(), successors_);
      const auto state = successors_.state(*step);
      path.emplace_back(state.begin(), state.end());
    }
    return path;
  }

  SearchSetting setting_;
  const std::vector<std::uint64_t>& turns_;
  const StatePacking& walked_;
  Store& store_;
  std::unique_ptr<Expander> expander_;
  SuccessorBuffer successors_;
  SuccessorSources sources_;
  std::vector<Origin> origins_of_batch_;
  PackedWords prepared_;                 // records of the batch
  PackedWords next_;                     // records of the states last discovered
  LongStack<Origin> origins_;      // by number of the state
  std::uint64_t level_begin_ = 0;  // number of the first state of the level to expand
  std::vector<Wanted> wanted_;
  std::size_t count_max_ = 0;
};

}  // namespace clew
