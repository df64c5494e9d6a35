#include "clew/engine/explicit/reduction_outlook.hpp"

#include "clew/engine/explicit/word_set.hpp"

namespace clew {

namespace {

// What is found out here is found out once more by the search itself, so it must not take long.
constexpr std::uint64_t choices_max = 1U << 14;   // states in which several processes can move
constexpr std::uint64_t expanded_max = 1U << 16;  // with all others
constexpr std::uint64_t moves_max = 1U << 18;
constexpr std::uint64_t batch_states = 256;

class Outlook {
 public:
  explicit Outlook(const SearchSetting& setting)
      : setting_(setting),
        expander_(setting.make_expander(0)),
        seen_(setting.walked.stride()),
        successors_(setting.walked.stride()) {
    expander_->ask([this] { return may_go_on() ? Continue::Yes : Continue::No; });
  }

  bool run() {
    discover_initial_states();
    std::size_t level_end = seen_.size();
    for (std::size_t i = 0; i < seen_.size() && !is_enough(); ++i) {
      if (i == level_end) {
        level_end = seen_.size();
        ++level_;
        if (trial_.changes(counts_.tried)) expander_->reduce(trial_.reduces());
      }
      if (i % batch_states == 0 && !may_go_on()) break;
      expand(i);
    }
    return trial_.reduces();
  }

 private:
  bool is_enough() const {
    return choices_ >= choices_max || counts_.expanded >= expanded_max ||
           counts_.transitions + counts_.left_out >= moves_max;
  }

  void discover_initial_states() {
    setting_.walked.initial_states(
        [&](const Words& words) {
          seen_.insert(words);
          return seen_.size() < expanded_max ? Continue::Yes : Continue::No;
        },
        [&] { return may_go_on() ? Continue::Yes : Continue::No; });
  }

  void expand(std::size_t index) {
    if (counts_.expanded % batch_states == 0) expander_->before_batch();
    const std::span<const std::uint64_t> state = seen_.state(index);
    source_.assign(state.begin(), state.end());
    successors_.clear();
    const Expanded expanded = expander_->expand(source_.data(), successors_);
    counts_.add(expanded);
    choices_ += expanded.tried.states * (trial_.reduces() ? 1 : ReductionTrial::one_in);
    for (std::size_t i = 0; i < successors_.count(); ++i) seen_.insert(successors_.state(i));
  }

  bool may_go_on() {
    return setting_.limits.allows([this] {
      Heartbeat now;
      now.states_discovered = seen_.size();
      now.transitions = counts_.transitions;
      now.frontier_length = seen_.size() - counts_.expanded;
      now.level = level_;
      return now;
    });
  }

  const SearchSetting& setting_;
  std::unique_ptr<Expander> expander_;
  WordSet seen_;
  SuccessorBuffer successors_;
  Words source_;
  ReductionTrial trial_;
  SearchCounts counts_;
  std::uint64_t choices_ = 0;
  std::uint64_t level_ = 0;
};

}  // namespace

bool reduction_will_pay(const SearchSetting& setting) { return Outlook(setting).run(); }

}  // namespace clew
