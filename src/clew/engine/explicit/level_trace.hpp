// Shortest paths to states of a finished level search, without a parent kept for any state.
//
//   LevelTrace<TreeStore> trace(setting, store, level_sizes);
//   trace.prepare(groups);
//   trace.paths_to(0, 3);    // to the first three states of groups[0]
//
// Backwards: near_k are the states of level k that have a successor in near_{k+1}; near_L are the
// wanted states.  The store gives back the states of a level, so one pass over the levels finds them
// all.  Forwards: from the first initial state in near_0 always the first successor in near_1, near_2,
// ...  That is the path which a first-in first-out search finds: of all shortest ones it takes, move by
// move, the one with the least numbers.
//
// The store knows levels modulo a power of two, so strangers of higher levels come along, and of
// near_k only a filter is kept, which lets some more through.  Neither does harm: a walk of L moves
// that ends in a wanted state of level L is a shortest path whatever it passed.  Strangers of lower
// levels cannot reach a wanted state in time.  At worst the walk has to turn back.
//
// What lies near the beginning costs most: for every level all states with its tag are expanded, however few
// it has.  So somebody else may lead to the states of near_k (lead_by()), and only the levels from k on are
// looked at.
#pragma once

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "clew/engine/explicit/level_search.hpp"
#include "clew/walk/state_set.hpp"

namespace clew {

template <class Store>
class LevelTrace {
 public:
  // REQUIRES: all outlive this, and nobody inserts any more.
  LevelTrace(const SearchSetting& setting, const Store& store,
             const std::vector<std::uint64_t>& level_sizes)
      : setting_(setting),
        walked_(setting.walked),
        store_(store),
        level_sizes_(level_sizes),
        tag_states_(std::size_t{1} << store.tag_bits(), 0),
        collected_(tag_states_.size()) {
    for (std::size_t level = 0; level < level_sizes_.size(); ++level) {
      tag_states_[tag_of(level)] += level_sizes_[level];
    }
    for (unsigned i = 0; i < setting.crew.size(); ++i) {
      workers_.push_back(std::make_unique<Worker>(setting, i));
    }
  }

  // Finds out what lies near the states of these groups, on `level_first` and behind it.  False: there is no
  // time for it.
  // REQUIRES: the groups outlive this; none has a lower level.
  bool prepare(const SightingGroups& groups, std::uint64_t level_first = 0) {
    groups_ = groups;
    std::uint64_t level = 0;
    for (const SightingGroup* group : groups) level = std::max(level, group->level);
    filters_.assign(level + 1, {});
    PackedStateSet near(walked_.stride());
    add_wanted(level, near);
    filters_[level] = PackedStateFilter(near);
    // The only initial state is near without a question.
    const std::uint64_t level_asked_min =
        std::max<std::uint64_t>(level_first, walked_.has_fixed_start() ? 1 : 0);
    while (level > level_asked_min) {
      --level;
      PackedStateSet before(walked_.stride());
      if (!add_sources(level, near, before)) return false;
      add_wanted(level, before);
      near = std::move(before);
      filters_[level] = PackedStateFilter(near);
    }
    if (level_first > 0) near_first_ = std::move(near);
    return true;
  }

  // The states on `level_first` from which some wanted state is reached in time.
  // REQUIRES: prepare() was called with a level_first > 0.
  const PackedStateSet& near_first() const { return *near_first_; }

  // Paths to the states of near_first(), in the order in which a first-in first-out search discovers them;
  // without states: there are no more.
  using Lead = std::function<PackedPath(std::size_t index)>;
  void lead_by(Lead lead) { lead_ = std::move(lead); }

  // Paths to the first states of a group, at most `count_max`, in the order in which a first-in
  // first-out search discovers them.
  // REQUIRES: prepare() was called.
  std::vector<PackedPath> paths_to(std::size_t group, std::size_t count_max) {
    return Walk(*this, *groups_[group], count_max).run();
  }

 private:
  struct Worker {
    Worker(const SearchSetting& setting, unsigned worker)
        : expander(setting.make_whole_expander ? setting.make_whole_expander(worker)
                                               : setting.make_expander(worker)),
          successors(setting.walked.stride()) {}

    std::unique_ptr<Expander> expander;
    SuccessorBuffer successors;
    PackedWords found;
    std::uint32_t states_looked_at = 0;
  };

  // States of several levels are collected in one pass over the store while they fit into this.
  static constexpr std::uint64_t collected_bytes_max = 64U << 20;
  static constexpr unsigned parts_per_worker = 16;
  static constexpr std::uint64_t states_shared_min = 512;

  std::size_t tag_of(std::uint64_t level) const { return level & (tag_states_.size() - 1); }

  void add_wanted(std::uint64_t level, PackedStateSet& set) const {
    for (const SightingGroup* group : groups_) {
      if (group->level == level) add_all(group->states, set);
    }
  }

  void add_all(const PackedWords& states, PackedStateSet& set) const {
    for (std::size_t at = 0; at < states.size();) {
      const auto state = walked_.span_at(states.data() + at);
      set.insert(state);
      at += state.size();
    }
  }

  // Adds the states of `level` that have a successor in `near`.
  bool add_sources(std::uint64_t level, const PackedStateSet& near, PackedStateSet& found) {
    if (!collected_[tag_of(level)]) collect(level);
    const auto& collected = collected_[tag_of(level)];
    std::atomic<unsigned> next_part{0};
    const unsigned parts = parts_per_worker * setting_.crew.size();
    const bool is_finished = together(tag_states_[tag_of(level)], [&](unsigned number) {
      Worker& worker = *workers_[number];
      for (unsigned part = next_part++; part < parts && may_go_on(number); part = next_part++) {
        if (collected) {
          const PackedWords& states = (*collected)[part];
          for (std::size_t at = 0; at < states.size() && is_patient(number);) {
            keep_if_source(worker, states.data() + at, near);
            at += walked_.codec().word_count(states.data() + at);
          }
        } else {
          store_.for_each(part, parts, level, [&](std::span<const std::uint64_t> state) {
            if (is_patient(number)) keep_if_source(worker, state.data(), near);
          });
        }
      }
    });
    for (const auto& worker : workers_) add_all(std::exchange(worker->found, {}), found);
    return is_finished;
  }

  void keep_if_source(Worker& worker, const std::uint64_t* state, const PackedStateSet& near) const {
    worker.successors.clear();
    worker.expander->expand(state, worker.successors);
    const StateBatch batch = worker.successors.batch(nullptr);
    for (std::size_t i = 0; i < batch.count; ++i) {
      if (!near.contains(batch.state(i))) continue;
      const auto words = walked_.span_at(state);
      worker.found.insert(worker.found.end(), words.begin(), words.end());
      return;
    }
  }

  // Takes the states of this level and of as many before it as fit out of the store.  If not even two
  // levels fit, they are taken as they are needed.
  void collect(std::uint64_t level) {
    for (auto& states : collected_) states.reset();
    const std::uint64_t state_bytes = sizeof(std::uint64_t) * walked_.initial_word_count();
    const std::uint64_t bytes_max = setting_.limits.room_up_to(collected_bytes_max);
    typename Store::TagSet tags;
    std::uint64_t bytes = 0;
    for (std::uint64_t at = level + 1; at-- > 0 && tags.count() < tag_states_.size();) {
      bytes += tag_states_[tag_of(at)] * state_bytes;
      if (bytes > bytes_max) break;
      tags.set(tag_of(at));
    }
    if (tags.count() < 2 && tag_states_.size() > 1 && bytes > bytes_max) return;
    const unsigned parts = parts_per_worker * setting_.crew.size();
    for (std::size_t tag = 0; tag < tag_states_.size(); ++tag) {
      if (tags[tag]) collected_[tag].emplace(parts);
    }
    std::atomic<unsigned> next_part{0};
    together(store_.size(), [&](unsigned number) {
      for (unsigned part = next_part++; part < parts; part = next_part++) {
        store_.for_each(part, parts, tags, [&](unsigned tag, std::span<const std::uint64_t> state) {
          if (!is_patient(number)) return;
          PackedWords& states = (*collected_[tag])[part];
          states.insert(states.end(), state.begin(), state.end());
        });
      }
    });
  }

  // Does a job with so many states on all workers, if they are worth waking them.  False: somebody does
  // not want the path any more.
  template <class Job>
  bool together(std::uint64_t states, const Job& job) {
    if (states < states_shared_min) {
      job(0);
    } else {
      setting_.crew.run(job, [this] { may_go_on(0); });
    }
    return !is_interrupted_.load();
  }

  bool may_go_on(unsigned worker) {
    if (is_interrupted_.load(std::memory_order_relaxed)) return false;
    if (worker != 0 || setting_.limits.lets_show()) return true;
    is_interrupted_.store(true);
    return false;
  }

  // The same while a part of the store is passed, which may be long: asks now and then.
  bool is_patient(unsigned worker) {
    constexpr std::uint32_t states_between_questions = 1024;
    if (++workers_[worker]->states_looked_at % states_between_questions == 0) may_go_on(worker);
    return !is_interrupted_.load(std::memory_order_relaxed);
  }

  // The way forwards, depth first.
  class Walk {
   public:
    Walk(LevelTrace& trace, const SightingGroup& group, std::size_t count_max)
        : trace_(trace),
          walked_(trace.walked_),
          level_(group.level),
          count_max_(count_max),
          wanted_(walked_.stride()),
          passed_(0) {
      trace.add_all(group.states, wanted_);
    }

    std::vector<PackedPath> run() {
      if (trace_.lead_) {
        walk_from_leads();
        return std::move(paths_);
      }
      walked_.initial_states(
          [&](const PackedWords& words) {
            const bool is_near = walked_.has_fixed_start() || trace_.filters_[0].may_contain(words);
            if (is_near) walk_from(words);
            return paths_.size() < count_max_ ? Continue::Yes : Continue::No;
          },
          [&] { return trace_.may_go_on(0) ? Continue::Yes : Continue::No; });
      return std::move(paths_);
    }

   private:
    struct Frame {
      PackedWords state;
      PackedWords successors;  // those worth a visit
      std::size_t next = 0;
    };

    void walk_from_leads() {
      for (std::size_t i = 0; paths_.size() < count_max_ && trace_.may_go_on(0); ++i) {
        PackedPath path = trace_.lead_(i);
        if (path.empty()) return;
        PackedWords last = std::move(path.back());
        path.pop_back();
        for (PackedWords& state : path) frames_.push_back({std::move(state), {}, 0});
        walk_from(std::move(last));
      }
    }

    // frames_ is the path to it.
    void walk_from(PackedWords begin) {
      visit(std::move(begin));
      while (!frames_.empty() && paths_.size() < count_max_ && trace_.may_go_on(0)) {
        Frame& top = frames_.back();
        if (top.next == top.successors.size()) {
          frames_.pop_back();
          continue;
        }
        const auto words = walked_.span_at(top.successors.data() + top.next);
        top.next += words.size();
        visit(PackedWords(words.begin(), words.end()));
      }
      frames_.clear();
    }

    // frames_ is the path to the source of `state`.
    void visit(PackedWords state) {
      if (!is_first_visit(state)) return;
      if (frames_.size() == level_) {
        if (!wanted_.contains(state)) return;
        PackedPath path;
        for (const Frame& frame : frames_) path.push_back(frame.state);
        path.push_back(std::move(state));
        paths_.push_back(std::move(path));
        return;
      }
      Worker& worker = *trace_.workers_[0];
      worker.successors.clear();
      worker.expander->expand(state.data(), worker.successors);
      const StateBatch batch = worker.successors.batch(nullptr);
      Frame frame{std::move(state), {}, 0};
      for (std::size_t i = 0; i < batch.count; ++i) {
        const auto words = batch.state(i);
        if (!trace_.filters_[frames_.size() + 1].may_contain(words)) continue;
        frame.successors.insert(frame.successors.end(), words.begin(), words.end());
      }
      frames_.push_back(std::move(frame));
    }

    // What was passed after as many moves led nowhere, or to a path that is known.
    bool is_first_visit(const PackedWords& state) {
      PackedWords marked = state;
      marked.push_back(frames_.size());
      return passed_.insert(marked);
    }

    LevelTrace& trace_;
    const StatePacking& walked_;
    std::uint64_t level_;
    std::size_t count_max_;
    PackedStateSet wanted_;
    PackedStateSet passed_;
    std::vector<Frame> frames_;
    std::vector<PackedPath> paths_;
  };

  SearchSetting setting_;
  const StatePacking& walked_;
  const Store& store_;
  const std::vector<std::uint64_t>& level_sizes_;
  std::vector<std::uint64_t> tag_states_;  // by tag: states of all levels that have it
  // By tag, then by part: the states, if they were taken out of the store.
  std::vector<std::optional<std::vector<PackedWords>>> collected_;
  SightingGroups groups_;
  std::vector<PackedStateFilter> filters_;  // by level: what is near
  std::optional<PackedStateSet> near_first_;
  Lead lead_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> is_interrupted_{false};
};

}  // namespace clew
