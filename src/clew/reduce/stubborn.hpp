// Stubborn sets: in many states a few of the moves are enough, because the others can wait.
//
//   const StubbornSets sets(model, codec, options);
//   StubbornChooser chooser(sets);                     // one per worker
//   if (chooser.choose(words, labels)) ...             // those that chooser.keeps(label) are enough
//
// A set of processes is stubborn in a state if (1) with a process that can do something it has all others
// that can do, now or later, what does not accord with that, (2) with something that a process cannot do
// yet it has, for one condition that is false, all others that could make it true, (3) somebody in it can
// move.  Whatever the others do first, they can do afterwards as well, so the moves of the set lead to all
// deadlocks, and to some infinite run if there is one (A. Valmari, "Stubborn sets for reduced state space
// generation", 1989; A. Laarman, E. Pater, J. van de Pol, M. Weber, "Guard-based partial-order
// reduction", 2013).  Sets of single actions can be smaller; on 100 models of
// BEEM they left out three in a hundred states more on one, and hardly any on the others.
//
// What another process can do later depends on where it is, so what has to be added for an action is known
// beforehand, for each place where the others may be.
//
// Other questions want more.  With `needs_progress` nothing waits for ever: some actions are *sticky*
// (sticky_actions.hpp), and where one of those would be taken all moves are.  Every cycle of states has
// such an action, so the answer does not depend on the order of the search nor on the number of workers,
// and what is left out in a state depends on the state alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "clew/model/move_label.hpp"
#include "clew/model/packed_layout.hpp"
#include "clew/model/word_codec.hpp"
#include "clew/reduce/dependence.hpp"
#include "clew/reduce/process_set.hpp"

namespace clew {

struct StubbornOptions {
  // Nothing that can happen is left out for ever.
  bool needs_progress = true;
  // What properties look at: moves that may change it are visible.
  std::vector<ExprId> watched;
  std::vector<std::pair<ProcessTypeId, LocationId>> watched_locations;
  // Runs matter, not only states: visible moves are never taken before others.
  bool watches_runs = false;
};

// There is no telling in a moment what can be in whose way.
class TablesTooLarge : public std::runtime_error {
 public:
  explicit TablesTooLarge(std::size_t actions);
};

// The tables for one model.
// Threads: const functions may be called by any number of workers at once.
class StubbornSets {
 public:
  // False: there is nothing to leave out, or no way to tell.
  static bool is_some_use_for(const Model& model, const WordCodec& codec);
  // REQUIRES: all outlive this, and is_some_use_for() them.  Throws TablesTooLarge.
  StubbornSets(const Model& model, const WordCodec& codec, const StubbornOptions& options);

  bool needs_progress() const { return needs_progress_; }
  // False: in no state at all.
  bool leaves_out_something() const { return leaves_out_something_; }

 private:
  template <std::size_t Words>
  friend class StubbornSetFinder;
  friend class StubbornChooser;

  using Actions = std::uint64_t;  // of those that leave one location, a bit each
  static constexpr std::size_t actions_max = 64;
  // In a state with more processes than these all moves are followed.
  static constexpr std::size_t processes_max = 256;

  // Other processes that have to be added: those at one of the sites of which needed_ says so.
  using Row = std::uint32_t;
  // What is known of them without a look at where they are, where there are few.
  struct RowMembers {
    ProcessSet<1> always;
    ProcessSet<1> sometimes = ProcessSet<1>::below(ProcessSet<1>::size_max);
  };
  // A condition of an action that is not enabled.
  struct Question {
    enum class Kind : std::uint8_t { Unknown, Number, Room, Message };
    Kind kind = Kind::Unknown;
    bool is_own = false;
    Comparison comparison{};
    PackedSlot slot;
    std::uint32_t capacity = 0;
    Row row = 0;  // who can make it true
    // Message: who can, if there is no message at all, and if there are some.
    Row row_if_empty = 0;
    Row row_if_filled = 0;
  };
  struct ActionRows {
    Row enabled = 0;
    Actions siblings = 0;  // of the same place that matter if this one is enabled
    std::uint32_t first_question = 0;
    std::uint32_t question_count = 0;
    std::uint32_t first_limit = 0;
    std::uint32_t limit_count = 0;
  };
  // Of a value that the process has of its own.
  struct Limit {
    PackedSlot slot;
    Value value = 0;
  };
  // Where a process can be.
  struct Site {
    std::uint32_t first = 0;  // action_rows_[first + i] for the i-th action that leaves it
    std::uint32_t count = 0;
    bool is_committed = false;
    bool is_crowded = false;  // more actions than there are bits for: nothing is known
  };

  // What a move begins with.
  struct Entry {
    std::uint32_t site = 0;
    std::uint8_t bit = 0;  // its number there
    bool is_unwanted : 1 = false;
    bool is_unwanted_above : 1 = false;
    bool asks_for_timeout : 1 = false;
    bool is_quiet_end : 1 = false;  // that alone is enough (silent_termination.hpp)
    ProcessSet<1> needs;  // at least these, wherever they are; nobody where there are many
  };

  class Builder;

  const Entry& entry(std::size_t process, std::size_t action) const {
    return entries_[process * entries_of_one_ + action];
  }
  std::uint32_t site_of(ActorId actor, std::size_t location) const {
    return first_site_[actor] + static_cast<std::uint32_t>(location);
  }

  const Model& model_;
  const WordCodec& codec_;
  IdMap<ActorId, Actor> actors_;
  bool needs_progress_;
  bool leaves_out_something_ = true;
  std::size_t entries_of_one_ = 0;  // 0: whoever takes an action, it has one entry
  std::vector<Entry> entries_;      // by process and action
  IdMap<ActorId, std::uint32_t> first_site_;
  std::vector<Site> sites_;
  std::vector<ActionRows> action_rows_;
  std::vector<Question> questions_;
  std::vector<Limit> limits_;
  std::vector<RowMembers> row_members_;
  std::size_t row_words_ = 0;
  std::vector<std::uint64_t> needed_;  // by site: row_words_ with a bit for each row
  bool has_committed_ = false;
};

// Finds the least stubborn set of a state that has at most 64 times `Words` processes.
template <std::size_t Words>
class StubbornSetFinder {
 public:
  // REQUIRES: the sets outlive this.
  explicit StubbornSetFinder(const StubbornSets& sets) : sets_(sets) {}

  // A state of `count` processes, with the labels of all its moves.  `shape`: where processes have no
  // places of their own.
  bool choose(const std::uint64_t* state, const PackedShape* shape, std::size_t count,
              std::span<const std::uint64_t> labels);
  bool had_choice() const { return had_choice_; }
  std::size_t kept_count() const { return least_; }
  bool keeps(std::uint64_t label) const { return best_.contains(Beginning(label).process); }

 private:
  using Actions = StubbornSets::Actions;
  using Processes = ProcessSet<Words>;
  struct Standing {
    std::uint32_t site = 0;
    std::uint32_t moves = 0;
    Actions enabled = 0;
    Processes needs;  // all if they are known, otherwise at least these
  };

  // Notes who can do what.  False: nothing can be left out.
  bool look_at(std::span<const std::uint64_t> labels);
  void note(std::size_t process, const StubbornSets::Entry& entry, std::uint32_t moves,
            Processes& movable, Processes& unwanted);
  bool is_above_limit(std::size_t process, const StubbornSets::Entry& entry) const;
  bool is_any_committed();
  // Where its own values are counted from.
  const std::uint64_t* words_of_process(std::size_t process) const;
  // Who cannot move stands where its location says, which is looked up when somebody asks.
  Standing& standing(std::size_t process);

  // The least stubborn set with this process; none if it needs somebody who is not wanted, or no smaller
  // than `moves_max`.
  bool close(std::size_t process, std::uint32_t moves_max);
  Processes needs_of(std::size_t process);
  void add_row(StubbornSets::Row row);
  // The processes in one of the rows that were added, and forgets these.
  Processes take_rows();
  Processes needs_of_disabled(std::size_t process, const StubbornSets::ActionRows& rows);
  enum class Truth : std::uint8_t { False, True, Unknown };
  Truth ask(std::size_t process, const StubbornSets::Question& question,
            StubbornSets::Row& row) const;

  const StubbornSets& sets_;
  const std::uint64_t* state_ = nullptr;
  const PackedShape* shape_ = nullptr;
  std::vector<Standing> standings_ = std::vector<Standing>(Processes::size_max);  // by process
  struct RowWord {
    std::uint32_t word = 0;
    std::uint64_t rows = 0;
  };
  std::vector<RowWord> rows_;  // those that were added
  StubbornSets::RowMembers members_{{}, {}};
  Processes all_;
  Processes movable_;   // can move
  Processes ending_;    // can do so quietly, at most one
  Processes unwanted_;  // must not be in the set, or are of no use in it
  Processes stand_;     // those whose site is known
  Processes known_;     // those whose needs are known
  Processes closed_;
  Processes best_;
  std::uint32_t moves_ = 0;  // of the set
  std::uint32_t least_ = 0;  // of the best one
  bool had_choice_ = false;
};

// Chooses, state by state.  One per worker.
class StubbornChooser {
 public:
  // REQUIRES: the sets outlive this.
  explicit StubbornChooser(const StubbornSets& sets) : sets_(sets), few_(sets) {}

  // `labels`: of all moves of the state, what they begin with.  False: none of them can be left out.
  bool choose(const std::uint64_t* state, std::span<const std::uint64_t> labels);
  // Several processes can move in the state, so some might wait.
  bool had_choice() const { return had_choice_; }
  // REQUIRES: choose() said true for the state.
  std::size_t kept_count() const { return are_few_ ? few_.kept_count() : many_->kept_count(); }
  bool keeps(std::uint64_t label) const {
    return are_few_ ? few_.keeps(label) : many_->keeps(label);
  }

 private:
  using Many = StubbornSetFinder<StubbornSets::processes_max / 64>;

  std::size_t process_count(const std::uint64_t* state, const PackedShape* shape) const;
  template <std::size_t Words>
  bool chooses(StubbornSetFinder<Words>& finder, const std::uint64_t* state,
               const PackedShape* shape, std::size_t count, std::span<const std::uint64_t> labels);

  const StubbornSets& sets_;
  StubbornSetFinder<1> few_;
  std::unique_ptr<Many> many_;  // if there ever was such a state
  bool are_few_ = true;         // in the last state
  bool had_choice_ = false;
};

}  // namespace clew
