// Depth-first search over words by one worker, in strict order: a state is expanded when it is
// discovered, and its successors are visited one after the other.
//
//   DepthSearch<TreeStore> search(setting, store);
//   const SearchEnd end = search.run();
//   search.sightings(0);               // how the first property was decided
//
// A state is expanded once.  The records of its successors wait on one growing stack, and the memory
// their insertion will need is fetched meanwhile.
//
//   records_   | initial | successors of it: a b c | successors of b: d e | successors of e: ...
//   frames_      initial                              b                     e
//
// The frames are the path to the state that was discovered last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "clew/engine/explicit/level_search.hpp"
#include "clew/engine/explicit/level_trace.hpp"
#include "clew/walk/long_stack.hpp"

namespace clew {

template <WordStore Store>
class DepthSearch {
 public:
  // A path to a state that decides a property, or to one of which some moves do.
  struct Sighting {
    PackedPath path;
    bool by_moves = false;
  };

  DepthSearch(const SearchSetting& setting, Store& store)
      : setting_(setting),
        walked_(setting.walked),
        store_(store),
        expander_(setting.make_expander(0)),
        successors_(walked_.stride()),
        sources_(walked_),
        record_words_(walked_.stride() == 0 ? 0 : store.record_words(walked_.stride())),
        needs_sources_(record_words_ == 0 || record_words_ > walked_.stride()),
        standings_(setting.task.properties.size()),
        sightings_(setting.task.properties.size()),
        level_max_(setting.task.limits.level_max == 0 ? no_level : setting.task.limits.level_max) {
    expander_->ask([this] { return is_within_limits() ? Continue::Yes : Continue::No; });
  }
  DepthSearch(const DepthSearch&) = delete;
  DepthSearch& operator=(const DepthSearch&) = delete;

  SearchEnd run() {
    bool go_on = true;
    walked_.initial_states(
        [&](const PackedWords& words) {
          go_on = search_from(words);
          return go_on ? Continue::Yes : Continue::No;
        },
        [&] {
          go_on = is_within_limits();
          return go_on ? Continue::Yes : Continue::No;
        });
    if (!go_on) return SearchEnd::Stopped;
    return cut_ > 0 ? SearchEnd::Bounded : SearchEnd::Exhausted;
  }

  const SearchCounts& counts() const { return counts_; }
  const std::vector<Standing>& standings() const { return standings_; }
  const std::vector<Sighting>& sightings(std::size_t property) const {
    return sightings_[property];
  }
  std::vector<bool> action_taken() const {
    std::vector<bool> taken(walked_.judge().model().actions.size(), false);
    expander_->mark_taken(taken);
    return taken;
  }

 private:
  // A state on the path: where its record lies, where those of its successors begin, and which of
  // them is the next to visit.
  struct Frame {
    std::size_t own;
    std::size_t first;
    std::size_t next;
  };

  static constexpr std::uint64_t states_per_poll = 64;

  // All that was not discovered from initial states before this one.  False: the search is over.
  bool search_from(const PackedWords& initial) {
    if (store_.wants_to_grow() && !growth_refused_ && !grow()) return false;
    records_.truncate(0);
    successors_.clear();
    successors_.add(initial);
    if (!prepare_successors(nullptr) || !visit(0)) return false;
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next == records_.size()) {
        // What waited above this frame has been visited and removed, so its successors are the last.
        records_.truncate(top.first);
        frames_.truncate(frames_.size() - 1);
        continue;
      }
      const std::size_t at = top.next;
      top.next += record_words_at(at);
      if (!visit(at)) return false;
    }
    return true;
  }

  std::size_t record_words_at(std::size_t at) const {
    return record_words_ != 0
               ? record_words_
               : store_.record_words(walked_.codec().word_count(records_.data() + at));
  }

  // Asks the store about a state and goes on below it if it is new.  False: the search is over.
  bool visit(std::size_t at) {
    const std::span<const std::uint64_t> record(records_.data() + at, record_words_at(at));
    const Outcome outcome = store_.insert(0, record, frames_.size());
    if (outcome == Outcome::Known) return true;
    if (outcome == Outcome::Full) return stop_for_full_store();
    frames_.push({at, records_.size(), records_.size()});
    if (expander_->looks() && expander_->look(records_.data() + at, looked_)) note_look();
    if (frames_.size() - 1 == level_max_) {
      ++cut_;
      return true;
    }
    return expand(at);
  }

  bool expand(std::size_t at) {
    if (counts_.expanded % states_per_poll == 0 && !may_go_on()) return false;
    if (store_.wants_to_grow() && !growth_refused_ && !grow()) return false;
    expander_->before_batch();
    successors_.clear();
    const Expanded expanded = expander_->expand(records_.data() + at, successors_);
    // Moves may be missing, and a state without them looks like an end.
    if (setting_.limits.is_stopped()) return false;
    counts_.add(walked_.codec(), records_.data() + at, expanded);
    if (expanded.is_remarkable()) note_expansion(expanded);
    return prepare_successors(&frames_.back());
  }

  bool grow() {
    if (!setting_.limits.lets_grow(store_.memory_bytes(), store_.size())) return false;
    growth_refused_ = !store_.grow(0, 1);
    return true;
  }

  // Puts the records of the successors on the stack.
  bool prepare_successors(const Frame* source) {
    sources_.clear();
    if (source != nullptr && needs_sources_) {
      sources_.add(records_.data() + source->own, successors_.count());
    }
    prepared_.clear();
    if (!store_.prepare(0, sources_.batch(successors_), prepared_)) return stop_for_full_store();
    records_.push(prepared_);
    return true;
  }

  bool may_go_on() { return !everything_decided(setting_.task, standings_) && is_within_limits(); }

  bool is_within_limits() {
    return setting_.limits.allows([this] {
      Heartbeat now;
      now.states_discovered = store_.size();
      now.transitions = counts_.transitions;
      now.frontier_length =
          now.states_discovered - std::min(now.states_discovered, counts_.expanded);
      now.level = frames_.empty() ? 0 : frames_.size() - 1;
      return now;
    });
  }

  bool stop_for_full_store() {
    setting_.limits.store_is_full(store_.size());
    return false;
  }

  void note_expansion(const Expanded& expanded) {
    for (std::size_t i = 0; i < standings_.size(); ++i) {
      const PropertyKind kind = setting_.task.properties[i].kind;
      const std::uint64_t* const state = records_.data() + frames_.back().own;
      note(i, sightings_in(expanded, kind, walked_, state), !is_about_ends(kind));
    }
  }

  void note_look() {
    for (const std::uint32_t i : looked_.seen) note(i, 1, false);
    for (const std::uint32_t i : looked_.failed) {
      if (standings_[i].failed_evaluations++ > 0) continue;
      const State state = walked_.state(records_.data() + frames_.back().own);
      standings_[i].first_failure = failure_of(setting_.task.properties[i], state, walked_.judge());
    }
  }

  void note(std::size_t property, std::uint64_t count, bool by_moves) {
    if (count == 0) return;
    if (standings_[property].sightings < setting_.task.violations_kept_max) {
      sightings_[property].push_back({path(), by_moves});
    }
    standings_[property].sightings += count;
  }

  PackedPath path() const {
    PackedPath states;
    for (const Frame& frame : frames_) {
      const auto state = walked_.span_at(records_.data() + frame.own);
      states.emplace_back(state.begin(), state.end());
    }
    return states;
  }

  SearchSetting setting_;
  const StatePacking& walked_;
  Store& store_;
  std::unique_ptr<Expander> expander_;
  SuccessorBuffer successors_;
  SuccessorSources sources_;
  std::size_t record_words_;  // of every state; 0: they differ
  bool needs_sources_;
  Looked looked_;

  std::vector<Standing> standings_;               // by property
  std::vector<std::vector<Sighting>> sightings_;  // by property, those to be shown
  SearchCounts counts_;
  std::uint64_t level_max_;
  std::uint64_t cut_ = 0;  // states not expanded because they lie at level_max_
  bool growth_refused_ = false;

  PackedWords prepared_;  // records of the successors found last
  LongStack<std::uint64_t> records_;
  LongStack<Frame> frames_;
};

}  // namespace clew
