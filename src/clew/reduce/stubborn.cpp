#include "clew/reduce/stubborn.hpp"

#include <bit>

namespace clew {

namespace {

Value value_at(const PackedSlot& slot, const std::uint64_t* words) {
  if (slot.width == 0) return slot.low;
  return slot.value_of(words[slot.word] >> slot.shift & ((std::uint64_t{1} << slot.width) - 1));
}

}  // namespace

// Small functions that are called for every move of every state are always inlined: a tenth of the whole
// search on some models.

template <std::size_t Words>
const std::uint64_t* StubbornSetFinder<Words>::words_of_process(std::size_t process) const {
  return shape_ == nullptr ? state_ : state_ + shape_->process_begins[process];
}

template <std::size_t Words>
[[gnu::always_inline]] inline typename StubbornSetFinder<Words>::Standing&
StubbornSetFinder<Words>::standing(std::size_t process) {
  Standing& standing = standings_[process];
  if (stand_.contains(process)) return standing;
  stand_.add(process);
  const PackedLayout& layout = sets_.codec_.layout();
  const std::size_t actor = shape_ == nullptr ? process : to_index(shape_->process_types[process]);
  const PackedSlot& location = shape_ == nullptr
                                   ? layout.processes[to_id<ProcessId>(process)].location
                                   : layout.process_types[shape_->process_types[process]].location;
  const Value place = value_at(location, words_of_process(process));
  standing.site = sets_.site_of(to_id<ActorId>(actor), static_cast<std::size_t>(place));
  standing.moves = 0;
  standing.enabled = 0;
  standing.needs = {};
  return standing;
}

// `movable` and `unwanted` are held in registers while the moves are looked at.
template <std::size_t Words>
[[gnu::always_inline]] inline void StubbornSetFinder<Words>::note(std::size_t process,
                                                                  const StubbornSets::Entry& entry,
                                                                  std::uint32_t moves,
                                                                  Processes& movable,
                                                                  Processes& unwanted) {
  Standing& standing = standings_[process];
  if (!movable.contains(process)) {
    standing = {entry.site, moves, Actions{1} << entry.bit, {}};
    movable.add(process);
  } else {
    standing.moves += moves;
    standing.enabled |= Actions{1} << entry.bit;
  }
  if constexpr (Words == 1) standing.needs |= entry.needs;
  unwanted.add_if(entry.is_unwanted, process);
  if (entry.is_unwanted_above && is_above_limit(process, entry)) unwanted.add(process);
}

template <std::size_t Words>
bool StubbornSetFinder<Words>::is_above_limit(std::size_t process,
                                              const StubbornSets::Entry& entry) const {
  const StubbornSets::ActionRows& rows =
      sets_.action_rows_[sets_.sites_[entry.site].first + entry.bit];
  const std::uint64_t* const words = words_of_process(process);
  for (std::uint32_t i = 0; i < rows.limit_count; ++i) {
    const StubbornSets::Limit& limit = sets_.limits_[rows.first_limit + i];
    if (value_at(limit.slot, words) > limit.value) return true;
  }
  return false;
}

template <std::size_t Words>
bool StubbornSetFinder<Words>::look_at(std::span<const std::uint64_t> labels) {
  known_ = ending_ = {};
  Processes movable;
  Processes unwanted;
  for (const std::uint64_t label : labels) {
    const Beginning each(label);
    if (each.process == Beginning::nobody) return false;
    const StubbornSets::Entry& entry = sets_.entry(each.process, each.action);
    if (entry.asks_for_timeout) return false;
    if (entry.is_quiet_end) ending_ = Processes::one(each.process);
    note(each.process, entry, 1, movable, unwanted);
    if (each.partner != Beginning::nobody) {
      note(each.partner, sets_.entry(each.partner, each.partner_action), 0, movable, unwanted);
    }
  }
  stand_ = movable_ = movable;
  unwanted_ = unwanted;
  return !sets_.has_committed_ || !is_any_committed();
}

template <std::size_t Words>
bool StubbornSetFinder<Words>::is_any_committed() {
  for (Processes open = all_; !open.empty(); open.remove_least()) {
    if (sets_.sites_[standing(open.least()).site].is_committed) return true;
  }
  return false;
}

template <std::size_t Words>
bool StubbornSetFinder<Words>::choose(const std::uint64_t* state, const PackedShape* shape,
                                      std::size_t count, std::span<const std::uint64_t> labels) {
  state_ = state;
  shape_ = shape;
  all_ = Processes::below(count);
  had_choice_ = false;
  if (!look_at(labels)) return false;
  had_choice_ = movable_.has_several();
  const auto all = static_cast<std::uint32_t>(labels.size());
  least_ = all;
  for (Processes open = movable_ - unwanted_; !open.empty() && least_ > 1; open -= unwanted_) {
    const std::size_t process = open.least();
    const bool is_hopeless = standings_[process].needs.meets(unwanted_);
    if (!is_hopeless && close(process, least_)) {
      least_ = moves_;
      best_ = closed_;
    }
    // A set with this process has no fewer moves than the best one, or cannot be.
    unwanted_.add(process);
  }
  if (!ending_.empty() && least_ > 1) {
    best_ = ending_;
    least_ = 1;
  }
  return least_ < all;
}

template <std::size_t Words>
bool StubbornSetFinder<Words>::close(std::size_t process, std::uint32_t moves_max) {
  closed_ = Processes::one(process);
  moves_ = standings_[process].moves;
  Processes open = closed_;
  while (moves_ < moves_max) {
    if (open.empty()) return true;
    const std::size_t next = open.least();
    open.remove_least();
    const Standing& there = standing(next);
    const Processes needs = there.needs.meets(unwanted_) ? there.needs : needs_of(next);
    if (needs.meets(unwanted_)) {
      // No set can have it, whatever else is in there.
      unwanted_.add(next);
      return false;
    }
    // Whoever is added counts at once: where everybody is in everybody's way that is soon too much.
    Processes added = needs - closed_;
    closed_ |= added;
    open |= added;
    for (added &= movable_; !added.empty(); added.remove_least()) {
      moves_ += standings_[added.least()].moves;
    }
  }
  return false;
}

template <std::size_t Words>
typename StubbornSetFinder<Words>::Processes StubbornSetFinder<Words>::needs_of(
    std::size_t process) {
  Standing& standing = standings_[process];
  if (known_.contains(process)) return standing.needs;
  const StubbornSets::Site& site = sets_.sites_[standing.site];
  if (site.is_crowded) return all_;
  const StubbornSets::ActionRows* const rows = &sets_.action_rows_[site.first];
  // Who cannot move waits for whatever lets it.
  Actions disabled = standing.enabled == 0 ? ~Actions{0} : 0;
  for (Actions open = standing.enabled; open != 0; open &= open - 1) {
    const StubbornSets::ActionRows& action = rows[std::countr_zero(open)];
    add_row(action.enabled);
    disabled |= action.siblings;
  }
  Processes needs = take_rows() - Processes::one(process);
  if (needs.meets(unwanted_)) return needs;
  disabled &= ~standing.enabled;
  for (std::uint32_t i = 0; i < site.count && disabled >> i != 0; ++i) {
    if ((disabled >> i & 1) != 0) needs |= needs_of_disabled(process, rows[i]);
  }
  standing.needs = needs - Processes::one(process);
  known_.add(process);
  return standing.needs;
}

template <std::size_t Words>
[[gnu::always_inline]] inline void StubbornSetFinder<Words>::add_row(StubbornSets::Row row) {
  const std::uint32_t word = row / 64;
  if constexpr (Words == 1) {
    members_.always |= sets_.row_members_[row].always;
    members_.sometimes |= sets_.row_members_[row].sometimes;
  }
  if (rows_.empty() || rows_.back().word != word) rows_.push_back({word, 0});
  rows_.back().rows |= std::uint64_t{1} << row % 64;
}

template <std::size_t Words>
[[gnu::always_inline]] inline typename StubbornSetFinder<Words>::Processes
StubbornSetFinder<Words>::take_rows() {
  Processes found;
  Processes open = all_;
  if constexpr (Words == 1) {
    found = members_.always & all_;
    open = (members_.sometimes & all_) - found;
    members_ = {{}, {}};
  }
  for (; !open.empty(); open.remove_least()) {
    const std::size_t process = open.least();
    const std::uint64_t* const needed = &sets_.needed_[standing(process).site * sets_.row_words_];
    std::uint64_t rows = 0;
    for (const RowWord& each : rows_) rows |= needed[each.word] & each.rows;
    if (rows != 0) found.add(process);
  }
  rows_.clear();
  return found;
}

template <std::size_t Words>
typename StubbornSetFinder<Words>::Truth StubbornSetFinder<Words>::ask(
    std::size_t process, const StubbornSets::Question& question, StubbornSets::Row& row) const {
  using Kind = StubbornSets::Question::Kind;
  row = question.row;
  if (question.kind == Kind::Unknown) return Truth::Unknown;
  const std::uint64_t* const words = question.is_own ? words_of_process(process) : state_;
  const Value value = value_at(question.slot, words);
  switch (question.kind) {
    case Kind::Number: return question.comparison.is_true_of(value) ? Truth::True : Truth::False;
    case Kind::Room:
      return value < static_cast<Value>(question.capacity) ? Truth::True : Truth::False;
    default: break;
  }
  // There are messages, but perhaps none that is wanted.
  row = value != 0 ? question.row_if_filled : question.row_if_empty;
  return value != 0 ? Truth::Unknown : Truth::False;
}

template <std::size_t Words>
typename StubbornSetFinder<Words>::Processes StubbornSetFinder<Words>::needs_of_disabled(
    std::size_t process, const StubbornSets::ActionRows& rows) {
  Processes unknown;
  Processes cheapest;
  bool is_answered = false;
  bool is_open = false;
  for (std::uint32_t i = 0; i < rows.question_count; ++i) {
    StubbornSets::Row row = 0;
    const Truth truth = ask(process, sets_.questions_[rows.first_question + i], row);
    if (truth == Truth::True) continue;
    add_row(row);
    const Processes needs = take_rows() - Processes::one(process);
    if (truth == Truth::Unknown) {
      unknown |= needs;
      is_open = true;
      continue;
    }
    // Nobody is less than somebody, and who cannot move less than who can.
    const bool is_cheaper =
        !is_answered || needs.empty() || ((needs & movable_) - cheapest).empty();
    if (is_cheaper) cheapest = needs;
    is_answered = true;
    if (cheapest.empty()) return {};
  }
  if (is_answered) return cheapest;
  // One of these is false, but nobody knows which; that there is none cannot be.
  return is_open ? unknown : all_;
}

template class StubbornSetFinder<1>;
template class StubbornSetFinder<StubbornSets::processes_max / 64>;

// Of a state; `shape` as above.
std::size_t StubbornChooser::process_count(const std::uint64_t* state,
                                           const PackedShape* shape) const {
  if (shape != nullptr) return shape->process_types.size();
  const PackedLayout& layout = sets_.codec_.layout();
  return layout.alive.width == 0 ? layout.positions.size()
                                 : static_cast<std::size_t>(value_at(layout.alive, state));
}

template <std::size_t Words>
bool StubbornChooser::chooses(StubbornSetFinder<Words>& finder, const std::uint64_t* state,
                              const PackedShape* shape, std::size_t count,
                              std::span<const std::uint64_t> labels) {
  const bool can_wait = finder.choose(state, shape, count, labels);
  had_choice_ = finder.had_choice();
  return can_wait;
}

bool StubbornChooser::choose(const std::uint64_t* state, std::span<const std::uint64_t> labels) {
  had_choice_ = false;
  if (labels.size() < 2) return false;
  const bool is_fixed = sets_.codec_.layout().is_fixed;
  const PackedShape* const shape = is_fixed ? nullptr : &sets_.codec_.shape_of(state);
  const std::size_t count = process_count(state, shape);
  are_few_ = count <= ProcessSet<1>::size_max;
  if (are_few_) return chooses(few_, state, shape, count, labels);
  if (count > StubbornSets::processes_max) return false;
  if (!many_) many_ = std::make_unique<Many>(sets_);
  return chooses(*many_, state, shape, count, labels);
}

}  // namespace clew
