#include "clew/walk/pilot/reduction_outlook.hpp"

#include "clew/walk/pilot/reduction_probe.hpp"

namespace clew {

bool reduction_will_pay(const SearchSetting& setting) {
  // What is found out here is found out once more by the search itself, so it must not take long.
  constexpr std::uint64_t choices_max = 1U << 14;
  const std::unique_ptr<Expander> expander = setting.make_expander(0);
  if (!expander->may_leave_out()) return true;
  ReductionProbe probe(*expander, setting.walked.stride(), {.choices_max = choices_max});
  const auto may_go_on = [&] {
    return setting.limits.allows_probe([&] {
      Heartbeat now;
      now.states_discovered = probe.states();
      now.transitions = probe.transitions();
      now.frontier_length = probe.states() - probe.expanded();
      now.level = probe.level();
      return now;
    });
  };
  const auto goes_on = [&] { return may_go_on() ? Continue::Yes : Continue::No; };
  expander->ask(goes_on);
  setting.walked.initial_states(
      [&](const PackedWords& words) { return probe.begin_at(words) ? Continue::Yes : Continue::No; },
      goes_on);
  return probe.run(may_go_on);
}

}  // namespace clew
