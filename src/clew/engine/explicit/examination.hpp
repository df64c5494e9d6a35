// What the explicit engine looks at while a search runs: every discovered state, every move, every
// expansion; and the limits.  It decides properties and knows when enough was seen.
//
// It is the listener of ModelSpace and the observer of the searches in space/.
#pragma once

#include <optional>
#include <vector>

#include "clew/engine/engine.hpp"
#include "clew/engine/explicit/representatives.hpp"
#include "clew/model/codec.hpp"
#include "clew/space/search_result.hpp"
#include "clew/store/exact_store.hpp"
#include "clew/walk/limit_watch.hpp"
#include "clew/walk/standing.hpp"

namespace clew {

class Examination {
 public:
  // REQUIRES: all outlive the examination.
  Examination(const Interpreter& judge, const Codec& codec, const Representatives& representatives,
              ExactStore& store, const EngineTask& task);

  // --- listener
  // One state may have millions of moves, so limits are looked at between them too.
  Continue on_move(const Move& move) {
    if (++moves_seen_ % moves_per_poll == 0 && !within_limits()) stopped_ = true;
    if (counts_ == Counts::All) note_move(move);
    return stopped_ ? Continue::No : Continue::Yes;
  }
  void on_expansion(const PackedState& state, const Expansion& expansion);

  // --- observer
  void discovered(const auto& visit) {
    if (records_parents_) store_.record_parent(visit.id, visit.source);
    level_ = visit.level;
    if (looks_into_states_) look_into(visit.state, visit.id);
  }
  void level_finished(std::uint64_t, std::uint64_t states) { level_sizes_.push_back(states); }
  bool keep_going();

  // False if the limit does not even allow for the few states a search holds at any time.
  bool has_room_to_begin();

  // Breadth-first search records parents itself.
  void record_parents() { records_parents_ = true; }

  // What expansions mean for the answer from now on.
  enum class Counts : std::uint8_t { Nothing, Deadlocks, All };
  void count(Counts counts) { counts_ = counts; }
  // Failing moves while nothing was counted.
  std::uint64_t errors_behind() const { return errors_behind_; }

  // The store refused a state.
  void store_is_full();

  EngineReport report(SearchEnd end, std::uint64_t states_cut, bool knows_levels);

 private:
  // A state that decides a property, or a move of it that does.
  struct Sighting {
    StateId state;
    std::optional<std::uint32_t> move;
  };

  void note_move(const Move& move) {
    for (const Firing& firing : move.firings) action_taken_[to_index(firing.action)] = true;
    if (move.error) failing_moves_.push_back(ordinal_);
    if (move.failed_assertion) asserting_moves_.push_back(ordinal_);
    if (move.claim_failure != ClaimFailure::None) claim_failing_moves_.push_back(ordinal_);
    ++ordinal_;
  }
  void look_into(const PackedState& packed, StateId id);
  void note(std::size_t property, StateId state, std::optional<std::uint32_t> move);
  bool within_limits();
  // Nothing: the limits do not let it be shown.
  std::optional<MovePath> path_to(const Sighting& sighting);

  const Interpreter& judge_;
  const Codec& codec_;
  const Representatives& representatives_;
  ExactStore& store_;
  const EngineTask& task_;
  LimitWatch limits_;

  std::vector<Standing> standings_;          // by property
  std::vector<std::vector<Sighting>> kept_;  // by property
  std::vector<bool> action_taken_;
  Counts counts_ = Counts::All;
  std::uint64_t errors_behind_ = 0;
  bool looks_into_states_ = false;
  bool records_parents_ = false;

  std::uint32_t ordinal_ = 0;  // of the next move of the expansion under way
  std::vector<std::uint32_t> failing_moves_;
  std::vector<std::uint32_t> claim_failing_moves_;  // of those the ones that the claim spoils
  std::vector<std::uint32_t> asserting_moves_;      // on which an assertion failed

  static constexpr std::uint64_t moves_per_poll = 4096;
  std::uint64_t moves_seen_ = 0;
  bool stopped_ = false;  // a limit was met between two moves

  std::uint64_t expanded_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t deadlocks_ = 0;
  std::uint64_t errors_ = 0;
  std::uint64_t level_ = 0;
  std::vector<std::uint64_t> level_sizes_;
  bool satisfied_ = false;  // all that was asked is decided
};

}  // namespace clew
