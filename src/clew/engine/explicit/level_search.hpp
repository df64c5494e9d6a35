// Breadth-first search over words by several workers, level by level.
//
//   LevelSearch<TreeStore> search({walked, task, limits, crew, make_expander}, store);
//   const SearchEnd end = search.run();
//   search.ledger();                     // what was seen of the properties
//
// The frontier is cut into chunks of records.  A worker takes a chunk, expands its states in batches,
// inserts all successors of a batch at once, and puts the new ones into chunks of its own for the
// next level.  Workers meet at the end of a level and when the store wants to grow, nowhere else.
//
// A level is always finished before the search stops for what it saw, so counts and sightings do not
// depend on the number of workers nor on who was first; only a limit or an interrupt ends it within
// a level.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "clew/space/search_result.hpp"
#include "clew/store/word_store.hpp"
#include "clew/walk/crew.hpp"
#include "clew/walk/limit_watch.hpp"
#include "clew/walk/search_setting.hpp"
#include "clew/walk/pilot/left_out_states.hpp"
#include "clew/walk/pilot/reduction_probe.hpp"
#include "clew/walk/pilot/reduction_trial.hpp"
#include "clew/walk/sightings.hpp"
#include "clew/walk/successor_sources.hpp"

namespace clew {

template <WordStore Store>
class LevelSearch {
 public:
  // `trial`: of a search that this one begins anew; then it begins with all moves.
  LevelSearch(const SearchSetting& setting, Store& store,
              const std::optional<ReductionTrial>& trial = std::nullopt)
      : setting_(setting),
        walked_(setting.walked),
        store_(store),
        ledger_(setting.task),
        stride_(walked_.stride()),
        record_words_(stride_ == 0 ? 0 : store.record_words(stride_)),
        needs_sources_(stride_ == 0 || record_words_ > stride_),
        left_out_(stride_),
        met_(stride_) {
    for (unsigned i = 0; i < setting.crew.size(); ++i) {
      workers_.push_back(std::make_unique<Worker>(setting, stride_, i));
      notes_.push_back(&workers_.back()->sightings);
      workers_.back()->expander->ask(
          [this, i] { return may_go_on(i) ? Continue::Yes : Continue::No; });
    }
    if (Store::is_exact() && workers_.front()->expander->may_leave_out()) {
      trial_ = trial.value_or(ReductionTrial());
      if (!trial_->reduces()) turns_.push_back(0);
      treat_waiting_moves();
    }
  }
  LevelSearch(const LevelSearch&) = delete;
  LevelSearch& operator=(const LevelSearch&) = delete;

  SearchEnd run() {
    const std::uint64_t level_max =
        setting_.task.limits.level_max == 0 ? no_level : setting_.task.limits.level_max;
    if (!discover_initial_states()) return SearchEnd::Stopped;
    for (; level_states_ > 0; ++level_) {
      if (everything_decided(setting_.task, ledger_.standings())) return SearchEnd::Stopped;
      if (level_ == level_max) return look_behind();
      if (setting_.task.states_enough != 0 && store_.size() > setting_.task.states_enough) {
        return SearchEnd::Stopped;
      }
      if (!insert_behind_level()) return SearchEnd::Stopped;
      level_sizes_.push_back(level_states_);
      begin_level(level_ + 1);
      tell_seen();
      look_at_reduction();
      if (anew_) return SearchEnd::Stopped;
    }
    return SearchEnd::Exhausted;
  }

  // If there is one: run() has stopped because it is better to begin anew with that, in an empty store.
  const std::optional<ReductionTrial>& anew() const { return anew_; }

  const Ledger& ledger() const { return ledger_; }
  // The levels from which on moves are not left out any more, because that did not pay, and are again, in
  // turn.
  const std::vector<std::uint64_t>& turns() const { return turns_; }
  const SearchCounts& counts() const { return counts_; }

  // The number of states at each level; the last ones need not be expanded.  To be taken once: there may be
  // as many levels as states.
  std::vector<std::uint64_t> take_level_sizes() {
    if (level_states_ > 0 && is_level_complete_) level_sizes_.push_back(level_states_);
    return std::move(level_sizes_);
  }

  std::vector<bool> action_taken() const {
    return actions_before_last_level_.empty() ? marked_actions() : actions_before_last_level_;
  }

 private:
  using Chunk = PackedWords;  // records, one after the other

  // What one worker has of its own; the padding keeps its counters off the others' cache lines.
  struct alignas(128) Worker {
    Worker(const SearchSetting& setting, std::uint32_t stride, unsigned worker)
        : number(worker),
          expander(setting.make_expander(worker)),
          plainest(expander.get()),
          successors(stride),
          met(stride),
          sources(setting.walked),
          sightings(setting.walked, setting.task) {}

    unsigned number;
    std::unique_ptr<Expander> expander;
    Expander* plainest;  // that one, or what it consists of
    SuccessorBuffer successors;
    PackedStateSamples met;  // of the new states, while moves are weighed
    SuccessorSources sources;
    std::vector<std::uint32_t> fresh;
    Looked looked;
    Sightings sightings;
    SearchCounts counts;  // of this level
    // What the heartbeat may read at any time.
    std::atomic<std::uint64_t> expanded{0};
    std::atomic<std::uint64_t> transitions{0};

    bool has_chunk = false;
    Chunk chunk;  // of this level, in work
    std::size_t position = 0;
    Chunk open;  // of the next level, being filled
    std::vector<Chunk> filled;
    std::uint64_t states_found = 0;  // in those
    std::vector<Chunk> spare;        // kept for their room
  };

  // A batch is over after so many states or successors.  Fewer would leave memory latency uncovered,
  // more would push what was fetched out of the cache again.
  static constexpr std::size_t batch_states_max = 256;
  static constexpr std::size_t batch_successors_max = 1024;
  // Large states come in smaller batches.
  static constexpr std::size_t batch_words_max = 1U << 17;
  // Waking somebody up for less work would take longer than to do it.
  static constexpr double seconds_shared_min = 100e-6;
  // Growing a smaller table is done before anybody is awake.
  static constexpr std::uint64_t growth_shared_min = 1U << 20;
  // Chunks are small enough to share out a level evenly, and to stay in the cache while in work.
  static constexpr std::size_t chunk_words_max = 8192;
  static constexpr std::size_t chunk_words_min = 256;
  static constexpr std::size_t chunks_per_worker = 16;
  // So many are soon found again, and then nothing is missing: a trace is a shortest one, for which
  // everything would have to be searched once more otherwise.
  static constexpr std::uint64_t states_anew_max = 1U << 13;

  bool discover_initial_states() {
    Worker& worker = *workers_[0];
    worker.successors.clear();
    walked_.initial_states(
        [&](const PackedWords& words) {
          worker.successors.add(words);
          const bool is_batch = worker.successors.count() == batch_successors_max;
          return !is_batch || insert_initial(worker) ? Continue::Yes : Continue::No;
        },
        [&] { return may_go_on(0) ? Continue::Yes : Continue::No; });
    if (!is_stopped_.load()) insert_initial(worker);
    if (is_full_.load()) stop_for_full_store();
    begin_level(0);
    is_level_complete_ = !is_stopped_.load();
    return is_level_complete_;
  }

  // False: the search is over.
  bool insert_initial(Worker& worker) {
    if (wants_to_meet()) grow(true);
    if (!may_go_on(0) || !insert_successors(worker, 0)) return false;
    worker.successors.clear();
    return true;
  }

  // What the workers have found becomes the frontier.
  void begin_level(std::uint64_t level) {
    ledger_.take(notes_, level, Ledger::Expansions::All);
    chunks_.clear();
    level_states_ = 0;
    std::size_t words = 0;
    for (const auto& worker : workers_) {
      take_counts(*worker, counts_);
      close_chunk(*worker);
      for (Chunk& chunk : worker->filled) {
        words += chunk.size();
        chunks_.push_back(std::move(chunk));
      }
      worker->filled.clear();
      level_states_ += std::exchange(worker->states_found, 0);
    }
    next_chunk_.store(0);
    chunk_words_ =
        std::clamp(words / (chunks_per_worker * workers_.size()), chunk_words_min, chunk_words_max);
  }

  // Of a short search its report tells soon enough.
  void tell_seen() {
    if (!setting_.task.seen || store_.size() < states_before_turns) return;
    is_told_.resize(ledger_.standings().size(), false);
    for (std::size_t i = 0; i < is_told_.size(); ++i) {
      if (is_told_[i] || ledger_.standings()[i].sightings == 0) continue;
      is_told_[i] = true;
      setting_.task.seen(i);
    }
  }

  // Asked between two levels, so that the answer does not depend on the number of workers.
  void look_at_reduction() {
    if (!trial_) return;
    if constexpr (Store::is_exact()) note_level_of_trial();
    if (trial_->changes(counts_.tried) ||
        (trial_->wants_probe() && trial_->heed_probe(probe_pays()))) {
      turns_.push_back(level_ + 1);
      const bool is_small = store_.size() <= states_anew_max && level_states_ > 0;
      if (is_small && turns_.size() == 1 && counts_.left_out > 0) anew_ = trial_->anew();
    }
    treat_waiting_moves();
  }

  // Asks a small search from one of the states that were met last.
  bool probe_pays() {
    constexpr std::uint64_t choices_max = 1U << 12;
    if (met_.size() == 0) return false;
    // Any one, but the same in whatever order they were met.
    std::size_t least = 0;
    for (std::size_t i = 1; i < met_.size(); ++i) {
      if (hash_words(met_.state(i)) < hash_words(met_.state(least))) least = i;
    }
    ReductionProbe probe(*workers_.front()->expander, stride_,
                         {.choices_max = choices_max, .asks_what_is_missing = true});
    probe.begin_at(met_.state(least));
    return probe.run([this] { return may_go_on(0); });
  }

  void note_level_of_trial() {
    trial_->note_level(store_.size(), level_states_);
    if (trial_->waiting() == Waiting::Followed) return;
    PackedStateSet samples(stride_);
    for (const auto& worker : workers_) worker->expander->give_samples(samples);
    if (trial_->waiting() == Waiting::Weighed) {
      met_ = PackedStateSet(stride_);
      for (const auto& worker : workers_) worker->met.move_to(met_);
      return trial_->note_weighed(weighed(met_, samples));
    }
    Expander& expander = *workers_.front()->expander;
    expander.treat(Waiting::Followed, 0);
    trial_->note_left_out(
        left_out_.look(store_, samples, one_sample_in_, trial_->one_sample_in(), expander));
  }

  void treat_waiting_moves() {
    one_sample_in_ = trial_->one_sample_in();
    is_weighing_ = trial_->waiting() == Waiting::Weighed;
    if (!trial_->reduces()) left_out_.forget();
    for (const auto& worker : workers_) {
      worker->expander->treat(trial_->waiting(), one_sample_in_);
      worker->plainest = &worker->expander->plainest();
    }
  }

  static void take_counts(Worker& worker, SearchCounts& counts) {
    counts.add(std::exchange(worker.counts, {}));
  }

  bool insert_behind_level() {
    if (expand_level([this](Worker& worker) { return insert_successors(worker, level_ + 1); })) {
      return true;
    }
    // What was seen up to here still counts.
    if (is_full_.load()) stop_for_full_store();
    for (const auto& worker : workers_) take_counts(*worker, counts_);
    ledger_.take(notes_, level_ + 1, Ledger::Expansions::All);
    is_level_complete_ = false;
    return false;
  }

  // Expands all states of the level and finishes every batch.  False: the search was stopped.
  template <class FinishBatch>
  bool expand_level(const FinishBatch& finish) {
    const auto begin = std::chrono::steady_clock::now();
    // One state per worker is nothing to share, however long it takes.
    const bool alone = level_states_ < 2 * workers_.size() ||
                       static_cast<double>(level_states_) * seconds_per_state_ < seconds_shared_min;
    while (true) {
      together(alone, [&](unsigned worker) { expand_chunks(*workers_[worker], finish); });
      if (!is_stopped_.load() && wants_to_meet()) grow(alone);
      if (is_stopped_.load()) return false;
      if (level_is_done()) break;
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    seconds_per_state_ = passed.count() / static_cast<double>(level_states_) *
                         (alone ? 1 : static_cast<double>(setting_.crew.size()));
    return true;
  }

  bool level_is_done() const {
    return next_chunk_.load() >= chunks_.size() &&
           std::none_of(workers_.begin(), workers_.end(),
                        [](const auto& worker) { return worker->has_chunk; });
  }

  bool stop_for_full_store() {
    setting_.limits.store_is_full(store_.size());
    return false;
  }

  // Lets all workers do the same, or worker 0 alone.
  void together(bool alone, FunctionRef<void(unsigned)> job) {
    if (alone) return job(0);
    const auto guarded = [&](unsigned worker) {
      try {
        job(worker);
      } catch (...) {
        is_stopped_.store(true);  // the others need not go on; the crew throws it again
        throw;
      }
    };
    setting_.crew.run(guarded, [this] { may_go_on(0); });
  }

  void grow(bool alone) {
    if (!setting_.limits.lets_grow(store_.memory_bytes(), store_.size())) {
      is_stopped_.store(true);
      return;
    }
    const bool grows_alone = alone && store_.memory_bytes() < growth_shared_min;
    const unsigned growing = grows_alone ? 1 : setting_.crew.start();
    together(grows_alone, [&](unsigned worker) {
      if (!store_.grow(worker, growing)) growth_refused_.store(true);
    });
  }

  bool wants_to_meet() const {
    return store_.wants_to_grow() && !growth_refused_.load(std::memory_order_relaxed);
  }

  // Limits are looked at by worker 0; the others see what it found.
  bool may_go_on(unsigned worker) {
    if (is_stopped_.load(std::memory_order_relaxed)) return false;
    if (worker != 0 || setting_.limits.allows([this] { return heartbeat(); })) return true;
    is_stopped_.store(true);
    return false;
  }

  Heartbeat heartbeat() const {
    Heartbeat now;
    now.states_discovered = store_.size();
    std::uint64_t expanded = 0;
    for (const auto& worker : workers_) {
      // Relaxed: a figure for people, nothing hangs on it.
      expanded += worker->expanded.load(std::memory_order_relaxed);
      now.transitions += worker->transitions.load(std::memory_order_relaxed);
    }
    now.frontier_length = now.states_discovered - std::min(now.states_discovered, expanded);
    now.level = level_;
    return now;
  }

  // Works off chunks in batches until there is none, or until all have to meet.
  template <class FinishBatch>
  void expand_chunks(Worker& worker, const FinishBatch& finish) {
    while (worker.has_chunk || take_chunk(worker)) {
      while (worker.position < worker.chunk.size()) {
        if (!may_go_on(worker.number) || wants_to_meet()) return;
        expand_batch(worker);
        // One state may have had millions of moves, and the limit was met among them.
        if (is_stopped_.load(std::memory_order_relaxed) || !finish(worker)) return;
      }
      worker.has_chunk = false;
      worker.chunk.clear();
      worker.spare.push_back(std::move(worker.chunk));
    }
  }

  bool take_chunk(Worker& worker) {
    // Relaxed: the chunks were there before the run began; only who gets which is decided here.
    const std::size_t index = next_chunk_.fetch_add(1, std::memory_order_relaxed);
    if (index >= chunks_.size()) return false;
    worker.chunk = std::move(chunks_[index]);
    worker.position = 0;
    worker.has_chunk = true;
    return true;
  }

  void expand_batch(Worker& worker) {
    worker.expander->before_batch();
    worker.successors.clear();
    worker.sources.clear();
    SearchCounts counts;
    while (worker.position < worker.chunk.size() && counts.expanded < batch_states_max &&
           worker.successors.count() < batch_successors_max &&
           worker.successors.word_count() < batch_words_max) {
      const std::uint64_t* const record = worker.chunk.data() + worker.position;
      const Expanded expanded = worker.plainest->expand(record, worker.successors);
      counts.add(walked_.codec(), record, expanded);
      worker.sightings.note_expansion(record, expanded);
      if (needs_sources_) worker.sources.add(record, worker.successors.count());
      worker.position += record_words_at(record);
    }
    worker.counts.add(counts);
    // Relaxed: see heartbeat().
    worker.expanded.fetch_add(counts.expanded, std::memory_order_relaxed);
    worker.transitions.fetch_add(counts.transitions, std::memory_order_relaxed);
  }

  std::size_t record_words_at(const std::uint64_t* record) const {
    return record_words_ != 0 ? record_words_
                              : store_.record_words(walked_.codec().word_count(record));
  }

  // Stores the successors of a batch and looks at the new ones.  False: the store is full.
  bool insert_successors(Worker& worker, std::uint64_t level) {
    worker.fresh.clear();
    const StateBatch batch = worker.sources.batch(worker.successors);
    const bool all_stored = store_.insert(worker.number, batch, level, worker.open, worker.fresh);
    worker.states_found += worker.fresh.size();
    if (is_weighing_) note_met(worker, batch);
    if (worker.expander->looks()) {
      for (const std::uint32_t index : worker.fresh) look_at(worker, batch.state(index).data());
    }
    if (worker.open.size() >= chunk_words_) close_chunk(worker);
    if (all_stored) return true;
    is_full_.store(true);
    is_stopped_.store(true);
    return false;
  }

  void note_met(Worker& worker, const StateBatch& batch) const {
    for (const std::uint32_t index : worker.fresh) {
      const std::span<const std::uint64_t> state = batch.state(index);
      if (is_sample(state, one_sample_in_)) worker.met.add(state);
    }
  }

  static void look_at(Worker& worker, const std::uint64_t* state) {
    if (worker.expander->look(state, worker.looked)) {
      worker.sightings.note_look(state, worker.looked);
    }
  }

  void close_chunk(Worker& worker) const {
    if (worker.open.empty()) return;
    worker.filled.push_back(std::move(worker.open));
    if (worker.spare.empty()) {
      worker.open = Chunk();
      // What the last batch needs beyond the mark; growing by doubling would waste more.
      worker.open.reserve(chunk_words_ +
                          std::min(batch_successors_max * std::max<std::size_t>(1, record_words_),
                                   batch_words_max));
    } else {
      worker.open = std::move(worker.spare.back());
      worker.spare.pop_back();
    }
  }

  // The depth limit: the last level is not part of the search.  If nothing new lies behind it, the
  // space is complete after all; if something does, the last level is still part of the answer: a
  // deadlock in it is reached within the limit.
  SearchEnd look_behind() {
    actions_before_last_level_ = marked_actions();
    std::atomic<bool> leads_on{false};
    const bool is_finished = expand_level([&](Worker& worker) {
      if (!leads_on.load(std::memory_order_relaxed) && leads_further(worker)) leads_on.store(true);
      return true;
    });
    SearchCounts seen;
    for (const auto& worker : workers_) take_counts(*worker, seen);
    // Where the model itself says how long a run is, a move that fails is one too many.
    const bool ends_runs = walked_.judge().model().moves_max == level_;
    const bool is_complete = is_finished && !leads_on.load() && !(ends_runs && seen.errors > 0);
    if (is_complete) {
      actions_before_last_level_.clear();
      counts_.add(seen);
    } else {
      counts_.deadlocks += seen.deadlocks;
    }
    ledger_.take(notes_, level_ + 1,
                 is_complete ? Ledger::Expansions::All : Ledger::Expansions::Deadlocks);
    if (is_complete) return SearchEnd::Exhausted;
    const bool is_over = !is_finished || everything_decided(setting_.task, ledger_.standings());
    return is_over ? SearchEnd::Stopped : SearchEnd::Bounded;
  }

  // Whether some successor of the batch is not known.  A store that cannot say is taken to have met
  // something new.
  bool leads_further(const Worker& worker) const {
    const StateBatch batch = worker.successors.batch(nullptr);
    if constexpr (requires(const Store& store) { store.contains(batch.state(0)); }) {
      for (std::size_t i = 0; i < batch.count; ++i) {
        if (!store_.contains(batch.state(i))) return true;
      }
      return false;
    } else {
      return batch.count > 0;
    }
  }

  std::vector<bool> marked_actions() const {
    std::vector<bool> taken(walked_.judge().model().actions.size(), false);
    for (const auto& worker : workers_) worker->expander->mark_taken(taken);
    return taken;
  }

  SearchSetting setting_;
  const StatePacking& walked_;
  Store& store_;
  Ledger ledger_;
  std::uint32_t stride_;      // words of every state; 0: they differ
  std::size_t record_words_;  // of every state; 0: they differ
  bool needs_sources_;

  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Sightings*> notes_;  // theirs
  SearchCounts counts_;            // of all levels before this one
  std::vector<bool> actions_before_last_level_;

  // While moves are left out and may be followed again.  Without a store that can be asked for its states
  // the way to what was found is sought by doing all of it again, so nothing may change on the way.
  std::optional<ReductionTrial> trial_;
  LeftOutStates left_out_;
  PackedStateSet met_;                      // samples of what the last level met, if moves were weighed
  bool is_weighing_ = false;         // on this level
  std::uint64_t one_sample_in_ = 0;  // there
  std::vector<std::uint64_t> turns_;
  std::optional<ReductionTrial> anew_;

  std::vector<bool> is_told_;  // by property: somebody was told that it was seen

  std::uint64_t level_ = 0;
  std::uint64_t level_states_ = 0;
  bool is_level_complete_ = true;  // false: the search was stopped while it expanded this level
  std::vector<std::uint64_t> level_sizes_;  // of the levels before this one
  std::vector<Chunk> chunks_;               // of this level
  std::atomic<std::size_t> next_chunk_{0};
  std::size_t chunk_words_ = chunk_words_min;
  double seconds_per_state_ = 0;  // of one worker, in the level before

  std::atomic<bool> is_stopped_{false};  // by a limit, an interrupt, or an error of a worker
  std::atomic<bool> is_full_{false};
  std::atomic<bool> growth_refused_{false};
};

}  // namespace clew
