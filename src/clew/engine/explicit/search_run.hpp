// One run over words with a given kind of store: search, traces, report.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "clew/base/memory.hpp"
#include "clew/engine/explicit/depth_search.hpp"
#include "clew/engine/explicit/level_search.hpp"
#include "clew/engine/explicit/level_trace.hpp"
#include "clew/engine/explicit/logged_search.hpp"
#include "clew/walk/path_to_moves.hpp"
#include "clew/walk/pilot/reduction_outlook.hpp"

namespace clew {

template <WordStore Store>
class SearchRun {
 public:
  // Makes an empty store for so many workers.
  using MakeStore = std::function<std::unique_ptr<Store>(unsigned workers)>;

  SearchRun(const SearchSetting& setting, MakeStore make_store)
      : setting_(setting), make_store_(std::move(make_store)) {}

  EngineReport breadth_first() {
    auto store = make_store_(setting_.crew.size());
    auto searching = std::make_unique<LevelSearch<Store>>(setting_, *store);
    SearchEnd end = searching->run();
    if (const std::optional<ReductionTrial> anew = searching->anew()) {
      searching.reset();
      store = make_store_(setting_.crew.size());
      searching = std::make_unique<LevelSearch<Store>>(setting_, *store, anew);
      end = searching->run();
    }
    LevelSearch<Store>& search = *searching;
    const Ending ending = ending_of(end, true, *store);
    EngineReport report = report_of(ending, search, search.ledger().standings(), *store);
    report.statistics.level_sizes = search.take_level_sizes();
    report.statistics.threads = setting_.crew.size();
    const std::vector<std::uint64_t>& turns = search.turns();
    if (turns.size() % 2 == 1) report.statistics.reduced_until = turns.back();
    // Nothing can be read back from a lossy store, and a second search needs another one.
    if (!Store::is_exact()) store.reset();
    make_traces(report, search, store.get());
    finish(report);
    return report;
  }

  EngineReport depth_first() {
    const bool is_whole =
        setting_.task.reduction == Reduction::PartialOrder && !reduction_will_pay(setting_);
    if (is_whole) setting_.make_expander = setting_.make_whole_expander;
    auto store = make_store_(1);
    DepthSearch<Store> search(setting_, *store);
    const Ending ending = ending_of(search.run(), false, *store);
    EngineReport report = report_of(ending, search, search.standings(), *store);
    if (is_whole) report.statistics.reduced_until = 0;
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      std::vector<MovePath>& traces = report.findings[i].traces;
      for (const auto& sighting : search.sightings(i)) {
        if (traces.size() == setting_.task.violations_kept_max) break;
        const std::size_t count_max = setting_.task.violations_kept_max - traces.size();
        for (MovePath& run :
             runs_along(setting_.walked, setting_.limits, sighting.path,
                        setting_.task.properties[i], sighting.by_moves, count_max)) {
          traces.push_back(std::move(run));
        }
      }
      if (is_unshown(report.findings[i])) {
        clew::make_unshown(report.findings[i], setting_.limits,
                           Store::is_exact() && setting_.task.reduction == Reduction::None);
      }
    }
    finish(report);
    return report;
  }

 private:
  Ending ending_of(SearchEnd end, bool knows_levels, const Store& store) const {
    Ending ending{end, setting_.limits.reason(), setting_.limits.text(), knows_levels};
    if (!Store::is_exact()) ending.omission = store.omission();
    return ending;
  }

  template <class Search>
  EngineReport report_of(const Ending& ending, const Search& search,
                         const std::vector<Standing>& standings, const Store& store) const {
    EngineReport report;
    tell_ending(report, ending, setting_.task.limits);
    report.action_taken = search.action_taken();
    for (std::size_t i = 0; i < standings.size(); ++i) {
      report.findings.push_back(
          finding_for(setting_.task.properties[i], standings[i], ending, setting_.task.limits));
    }
    Statistics& statistics = report.statistics;
    statistics.states = store.size();
    statistics.transitions = search.counts().transitions;
    statistics.deadlocks = search.counts().deadlocks;
    statistics.errors = search.counts().errors;
    statistics.bytes_per_state = store.bytes_per_state();
    statistics.packed_bytes_per_state =
        search.counts().packed_bytes_per_state(setting_.walked.codec());
    statistics.reduction = setting_.task.reduction;
    statistics.left_out = search.counts().left_out;
    return report;
  }

  void finish(EngineReport& report) const {
    report.statistics.seconds = setting_.limits.seconds();
    report.statistics.peak_memory_bytes = resident_memory_bytes_peak();
  }

  void make_traces(EngineReport& report, const LevelSearch<Store>& searched,
                   const Store* store) const {
    const Ledger& ledger = searched.ledger();
    std::vector<std::size_t> to_search_for;
    std::vector<std::size_t> to_trace_back;
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      const SightingGroups groups = ledger.groups(i);
      if (groups.empty()) continue;
      const bool again = way_back(groups, store, report.statistics.level_sizes).searches_to_the_end;
      (again ? to_search_for : to_trace_back).push_back(i);
    }
    if (!to_search_for.empty() && !search_again(report, searched, to_search_for)) {
      to_trace_back.insert(to_trace_back.end(), to_search_for.begin(), to_search_for.end());
    }
    if constexpr (Store::is_exact()) {
      for (const std::size_t i : to_trace_back) {
        const std::uint64_t level_first =
            way_back(ledger.groups(i), store, report.statistics.level_sizes).level_first;
        const bool is_found =
            level_first > 0 && trace_back(report, searched, *store, i, level_first);
        if (!is_found) trace_back(report, searched, *store, i, 0);
      }
    }
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      const bool lacks_trace = report.findings[i].traces.empty() && !ledger.groups(i).empty();
      if (lacks_trace) make_unshown(report.findings[i], ledger.groups(i));
    }
  }

  // Level by level, and to the first of these by a second search that goes no further.  False: there is no
  // time, or no memory for that search.
  bool trace_back(EngineReport& report, const LevelSearch<Store>& searched, const Store& store,
                  std::size_t property, std::uint64_t level_first) const {
    const SightingGroups groups = searched.ledger().groups(property);
    LevelTrace<Store> trace(setting_, store, report.statistics.level_sizes);
    if (!trace.prepare(groups, level_first)) return false;
    if (level_first == 0) {
      report.findings[property].traces = runs(trace, groups, 0, property);
      return true;
    }
    SightingGroup near{.level = level_first, .by_moves = false, .states = {}};
    for (std::size_t i = 0; i < trace.near_first().size(); ++i) {
      const auto state = trace.near_first().state(i);
      near.states.insert(near.states.end(), state.begin(), state.end());
    }
    const auto second_store = make_store_(1);
    LoggedSearch<Store> search(setting_, *second_store, searched.turns());
    if (!search.prepare({&near}, trace.near_first().size())) return false;
    trace.lead_by([&](std::size_t index) { return search.path_to(0, index); });
    report.findings[property].traces = runs(trace, groups, 0, property);
    return true;
  }

  // One search for all of these properties.  False: it did not come to its end.
  bool search_again(EngineReport& report, const LevelSearch<Store>& searched,
                    const std::vector<std::size_t>& properties) const {
    const Ledger& ledger = searched.ledger();
    const auto store = make_store_(1);
    LoggedSearch<Store> search(setting_, *store, searched.turns());
    SightingGroups all;
    for (const std::size_t i : properties) {
      const SightingGroups groups = ledger.groups(i);
      all.insert(all.end(), groups.begin(), groups.end());
    }
    if (!search.prepare(all, setting_.task.violations_kept_max)) return false;
    std::size_t first = 0;
    for (const std::size_t i : properties) {
      const SightingGroups groups = ledger.groups(i);
      report.findings[i].traces = runs(search, groups, first, i);
      first += groups.size();
    }
    return true;
  }

  template <class Finder>
  std::vector<MovePath> runs(Finder& finder, const SightingGroups& groups, std::size_t first,
                             std::size_t property) const {
    return runs_to(finder, setting_.walked, setting_.limits, groups, first,
                   setting_.task.properties[property], setting_.task.violations_kept_max);
  }

  // How the way to what was found is found.
  struct WayBack {
    bool searches_to_the_end = false;
    std::uint64_t level_first = 0;  // if not: the second search goes so far; 0: there is none
  };

  // Going back through the levels expands, for every level, all states with the same tag: as many as
  // the search did if every level has a tag of its own, and many more otherwise.  Searching again goes
  // no further than the last level of interest, but inserts, alone, and needs memory.  The first levels
  // are small, and the last ones few.
  WayBack way_back(const SightingGroups& groups, const Store* store,
                   const std::vector<std::uint64_t>& level_sizes) const {
    if constexpr (!Store::is_exact()) {
      return {true, 0};
    } else {
      std::uint64_t level_last = 0;
      std::uint64_t level_least = ~std::uint64_t{0};
      for (const SightingGroup* group : groups) {
        level_last = std::max(level_last, group->level);
        level_least = std::min(level_least, group->level);
      }
      const std::uint64_t tag_mask = (std::uint64_t{1} << store->tag_bits()) - 1;
      std::vector<std::uint64_t> tag_states(tag_mask + 1, 0);
      for (std::size_t i = 0; i < level_sizes.size(); ++i) {
        tag_states[i & tag_mask] += level_sizes[i];
      }
      const std::uint64_t level_end = std::min<std::uint64_t>(level_last + 1, level_sizes.size());
      std::uint64_t traced = 0;
      for (std::uint64_t i = 0; i < level_end; ++i) traced += tag_states[i & tag_mask];
      WayBack best;
      std::uint64_t cost_least = cost_of_tracing(traced);
      const std::uint64_t cost_of_all = cost_least;
      std::uint64_t searched = 0;
      // Asked once: there may be millions of levels.
      const std::uint64_t room = setting_.limits.room_up_to(store->size() * log_bytes_per_state);
      for (std::uint64_t i = 0; i < level_end; ++i) {
        searched += level_sizes[i];
        traced -= tag_states[i & tag_mask];
        const bool is_end = i == level_last;
        if (i == 0 || (!is_end && i > level_least)) continue;
        const std::uint64_t cost = searched * insertion_cost + cost_of_tracing(traced);
        if (cost >= cost_least || !has_room_for_log(room, searched, cost_of_all / cost)) {
          continue;
        }
        cost_least = cost;
        best = {is_end, is_end ? 0 : i};
      }
      return best;
    }
  }

  static constexpr std::uint64_t log_bytes_per_state = 24;  // with the second store, about
  static constexpr std::uint64_t insertion_cost = 3;  // against an expansion, about

  // Where moves are left out the two do not find the same way, which must not hang on who helps.
  std::uint64_t cost_of_tracing(std::uint64_t states) const {
    const bool finds_another = setting_.task.reduction == Reduction::PartialOrder;
    return finds_another ? states : states / setting_.crew.size();
  }

  // Memory beyond what the search took is well spent only if it saves much time.
  static bool has_room_for_log(std::uint64_t room, std::uint64_t states, std::uint64_t speed_up) {
    constexpr std::uint64_t small_bytes = 256U << 20;
    constexpr std::uint64_t speed_up_wanted = 4;
    const std::uint64_t bytes = states * log_bytes_per_state;
    if (room < bytes) return false;
    return bytes <= small_bytes || speed_up >= speed_up_wanted;
  }

  // A verdict nobody can check is none, but for the one of an exact search through the model as it is: that
  // one may be wrong about the way, and about nothing else.
  void make_unshown(Finding& finding, const SightingGroups& groups) const {
    if (!Store::is_exact()) {
      finding = {};
      finding.basis = Basis::Lossy;
      finding.omission = 1;
      finding.reason_text = "something was found, but the lossy store lost the way to it";
      return;
    }
    clew::make_unshown(finding, setting_.limits, setting_.task.reduction == Reduction::None);
    if (!is_unshown(finding)) return;
    finding.depth = groups.front()->level + (groups.front()->by_moves ? 1 : 0);
  }

  SearchSetting setting_;
  MakeStore make_store_;
};

}  // namespace clew
