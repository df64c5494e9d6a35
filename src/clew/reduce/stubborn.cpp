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

std::size_t StubbornChooser::process_count() {
  const PackedLayout& layout = sets_.codec_.layout();
  if (!layout.is_fixed) {
    shape_ = &sets_.codec_.shape_of(state_);
    return shape_->process_types.size();
  }
  return layout.alive.width == 0 ? layout.positions.size()
                                 : static_cast<std::size_t>(value_at(layout.alive, state_));
}

const std::uint64_t* StubbornChooser::words_of(std::size_t process) const {
  return shape_ == nullptr ? state_ : state_ + shape_->process_begins[process];
}

[[gnu::always_inline]] inline StubbornChooser::Standing& StubbornChooser::standing(
    std::size_t process) {
  Standing& standing = standings_[process];
  if ((stand_ >> process & 1) != 0) return standing;
  stand_ |= Processes{1} << process;
  const PackedLayout& layout = sets_.codec_.layout();
  const std::size_t actor = shape_ == nullptr ? process : to_index(shape_->process_types[process]);
  const PackedSlot& location = shape_ == nullptr
                                   ? layout.processes[to_id<ProcessId>(process)].location
                                   : layout.process_types[shape_->process_types[process]].location;
  const Value place = value_at(location, words_of(process));
  standing.site = sets_.site_of(to_id<ActorId>(actor), static_cast<std::size_t>(place));
  standing.moves = 0;
  standing.enabled = 0;
  standing.needs = 0;
  return standing;
}

// `movable` and `unwanted` are held in registers while the moves are looked at.
[[gnu::always_inline]] inline void StubbornChooser::note(std::size_t process,
                                                         const StubbornSets::Entry& entry,
                                                         std::uint32_t moves, Processes& movable,
                                                         Processes& unwanted) {
  Standing& standing = standings_[process];
  const Processes bit = Processes{1} << process;
  if ((movable & bit) == 0) {
    standing = {entry.site, moves, Actions{1} << entry.bit, entry.needs};
    movable |= bit;
  } else {
    standing.moves += moves;
    standing.enabled |= Actions{1} << entry.bit;
    standing.needs |= entry.needs;
  }
  unwanted |= Processes{entry.is_unwanted} << process;
  if (entry.is_unwanted_above && is_above_limit(process, entry)) unwanted |= bit;
}

bool StubbornChooser::is_above_limit(std::size_t process, const StubbornSets::Entry& entry) const {
  const StubbornSets::ActionRows& rows =
      sets_.action_rows_[sets_.sites_[entry.site].first + entry.bit];
  const std::uint64_t* const words = words_of(process);
  for (std::uint32_t i = 0; i < rows.limit_count; ++i) {
    const StubbornSets::Limit& limit = sets_.limits_[rows.first_limit + i];
    if (value_at(limit.slot, words) > limit.value) return true;
  }
  return false;
}

bool StubbornChooser::look_at(std::span<const std::uint64_t> labels) {
  const std::size_t count = process_count();
  if (count > StubbornSets::bits_max) return false;
  all_ = count == 0 ? 0 : ~Processes{0} >> (StubbornSets::bits_max - count);
  known_ = ending_ = 0;
  Processes movable = 0;
  Processes unwanted = 0;
  for (const std::uint64_t label : labels) {
    const Beginning each(label);
    if (each.process == Beginning::nobody) return false;
    const StubbornSets::Entry& entry = sets_.entry(each.process, each.action);
    if (entry.asks_for_timeout) return false;
    if (entry.is_quiet_end) ending_ = Processes{1} << each.process;
    note(each.process, entry, 1, movable, unwanted);
    if (each.partner != Beginning::nobody) {
      note(each.partner, sets_.entry(each.partner, each.partner_action), 0, movable, unwanted);
    }
  }
  stand_ = movable_ = movable;
  unwanted_ = unwanted;
  return !sets_.has_committed_ || !is_any_committed();
}

bool StubbornChooser::is_any_committed() {
  for (Processes open = all_; open != 0; open &= open - 1) {
    const auto process = static_cast<std::size_t>(std::countr_zero(open));
    if (sets_.sites_[standing(process).site].is_committed) return true;
  }
  return false;
}

bool StubbornChooser::choose(const std::uint64_t* state, std::span<const std::uint64_t> labels) {
  state_ = state;
  had_choice_ = false;
  if (labels.size() < 2 || !look_at(labels)) return false;
  had_choice_ = (movable_ & (movable_ - 1)) != 0;
  const auto all = static_cast<std::uint32_t>(labels.size());
  least_ = all;
  for (Processes open = movable_ & ~unwanted_; open != 0 && least_ > 1;
       open &= (open - 1) & ~unwanted_) {
    const auto process = static_cast<std::size_t>(std::countr_zero(open));
    const bool is_hopeless = (standings_[process].needs & unwanted_) != 0;
    if (!is_hopeless && close(process, least_)) {
      least_ = moves_;
      best_ = closed_;
    }
    // A set with this process has no fewer moves than the best one, or cannot be.
    unwanted_ |= Processes{1} << process;
  }
  if (ending_ != 0 && least_ > 1) {
    best_ = ending_;
    least_ = 1;
  }
  return least_ < all;
}

bool StubbornChooser::close(std::size_t process, std::uint32_t moves_max) {
  closed_ = 0;
  moves_ = 0;
  Processes open = Processes{1} << process;
  while (open != 0) {
    const auto next = static_cast<std::size_t>(std::countr_zero(open));
    closed_ |= Processes{1} << next;
    const Standing& there = standing(next);
    moves_ += there.moves;
    if (moves_ >= moves_max) return false;
    const Processes needs = (there.needs & unwanted_) != 0 ? there.needs : needs_of(next);
    if ((needs & unwanted_) != 0) {
      // No set can have it, whatever else is in there.
      unwanted_ |= Processes{1} << next;
      return false;
    }
    open = (open | needs) & ~closed_;
  }
  return true;
}

StubbornChooser::Processes StubbornChooser::needs_of(std::size_t process) {
  Standing& standing = standings_[process];
  if ((known_ >> process & 1) != 0) return standing.needs;
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
  Processes needs = take_rows() & ~(Processes{1} << process);
  if ((needs & unwanted_) != 0) return needs;
  disabled &= ~standing.enabled;
  for (std::uint32_t i = 0; i < site.count && disabled >> i != 0; ++i) {
    if ((disabled >> i & 1) != 0) needs |= needs_of_disabled(process, rows[i]);
  }
  standing.needs = needs & ~(Processes{1} << process);
  known_ |= Processes{1} << process;
  return standing.needs;
}

[[gnu::always_inline]] inline void StubbornChooser::add_row(StubbornSets::Row row) {
  const std::uint32_t word = row / 64;
  members_.always |= sets_.row_members_[row].always;
  members_.sometimes |= sets_.row_members_[row].sometimes;
  if (rows_.empty() || rows_.back().word != word) rows_.push_back({word, 0});
  rows_.back().rows |= std::uint64_t{1} << row % 64;
}

[[gnu::always_inline]] inline StubbornChooser::Processes StubbornChooser::take_rows() {
  Processes found = members_.always & all_;
  for (Processes open = members_.sometimes & all_ & ~found; open != 0; open &= open - 1) {
    const auto process = static_cast<std::size_t>(std::countr_zero(open));
    const std::uint64_t* const needed = &sets_.needed_[standing(process).site * sets_.row_words_];
    std::uint64_t rows = 0;
    for (const RowWord& each : rows_) rows |= needed[each.word] & each.rows;
    if (rows != 0) found |= open & ~(open - 1);
  }
  rows_.clear();
  members_ = {0, 0};
  return found;
}

StubbornChooser::Truth StubbornChooser::ask(std::size_t process,
                                            const StubbornSets::Question& question,
                                            StubbornSets::Row& row) const {
  using Kind = StubbornSets::Question::Kind;
  row = question.row;
  if (question.kind == Kind::Unknown) return Truth::Unknown;
  const std::uint64_t* const words = question.is_own ? words_of(process) : state_;
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

StubbornChooser::Processes StubbornChooser::needs_of_disabled(
    std::size_t process, const StubbornSets::ActionRows& rows) {
  Processes unknown = 0;
  Processes cheapest = 0;
  bool is_answered = false;
  bool is_open = false;
  for (std::uint32_t i = 0; i < rows.question_count; ++i) {
    StubbornSets::Row row = 0;
    const Truth truth = ask(process, sets_.questions_[rows.first_question + i], row);
    if (truth == Truth::True) continue;
    add_row(row);
    const Processes needs = take_rows() & ~(Processes{1} << process);
    if (truth == Truth::Unknown) {
      unknown |= needs;
      is_open = true;
      continue;
    }
    // Nobody is less than somebody, and who cannot move less than who can.
    const bool is_cheaper = !is_answered || needs == 0 || (needs & movable_ & ~cheapest) == 0;
    if (is_cheaper) cheapest = needs;
    is_answered = true;
    if (cheapest == 0) return 0;
  }
  if (is_answered) return cheapest;
  // One of these is false, but nobody knows which; that there is none cannot be.
  return is_open ? unknown : all_;
}

}  // namespace clew
