#include "clew/walk/pilot/reduction_probe.hpp"

namespace clew {

bool ReductionProbe::run(const std::function<bool()>& may_go_on) {
  treat_waiting_moves();
  level_begin_ = seen_.size();
  std::size_t level_end = seen_.size();
  for (std::size_t i = 0; i < seen_.size() && !is_enough(); ++i) {
    if (i == level_end) {
      level_end = seen_.size();
      end_level();
      if (options_.asks_what_is_missing && !trial_.reduces()) break;
    }
    if (i % batch_states == 0 && !may_go_on()) break;
    expand(i);
  }
  expander_.treat(Waiting::LeftOut, 0);
  return trial_.reduces() && (!options_.asks_what_is_missing || trial_.has_saved());
}

void ReductionProbe::expand(std::size_t index) {
  if (expanded_ % batch_states == 0) expander_.before_batch();
  const std::span<const std::uint64_t> state = seen_.state(index);
  source_.assign(state.begin(), state.end());
  successors_.clear();
  const Expanded expanded = expander_.expand(source_.data(), successors_);
  ++expanded_;
  transitions_ += expanded.moves;
  moves_ += expanded.moves + expanded.left_out;
  tried_.add(expanded.tried);
  choices_ += trial_.reduces() ? expanded.tried.states : 1;
  for (std::size_t i = 0; i < successors_.count(); ++i) seen_.insert(successors_.state(i));
}

void ReductionProbe::end_level() {
  note_level();
  // What would be asked of a probe is found out here.
  if (!trial_.changes(tried_) && trial_.wants_probe()) trial_.heed_probe(true);
  treat_waiting_moves();
  level_begin_ = seen_.size();
  ++level_;
}

void ReductionProbe::note_level() {
  trial_.note_level(seen_.size(), seen_.size() - level_begin_);
  if (one_sample_in_ == 0) return;
  PackedStateSet samples(stride_);
  expander_.give_samples(samples);
  if (trial_.waiting() == Waiting::Weighed) {
    return trial_.note_weighed(weighed(samples_met(), samples));
  }
  expander_.treat(Waiting::Followed, 0);
  trial_.note_left_out(
      left_out_.look(seen_, samples, one_sample_in_, trial_.one_sample_in(), expander_));
}

PackedStateSet ReductionProbe::samples_met() const {
  PackedStateSet met(stride_);
  for (std::size_t i = level_begin_; i < seen_.size(); ++i) {
    if (is_sample(seen_.state(i), one_sample_in_)) met.insert(seen_.state(i));
  }
  return met;
}

void ReductionProbe::treat_waiting_moves() {
  const bool takes_samples =
      trial_.reduces() ? options_.asks_what_is_missing : trial_.waiting() == Waiting::Weighed;
  one_sample_in_ = takes_samples ? trial_.one_sample_in() : 0;
  expander_.treat(trial_.waiting(), one_sample_in_);
}

}  // namespace clew
