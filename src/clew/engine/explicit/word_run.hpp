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
#include "clew/engine/explicit/reduction_outlook.hpp"
#include "clew/engine/explicit/word_traces.hpp"

namespace clew {

template <WordStore Store>
class WordRun {
 public:
  // Makes an empty store for so many workers.
  using MakeStore = std::function<std::unique_ptr<Store>(unsigned workers)>;

  WordRun(const SearchSetting& setting, MakeStore make_store)
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
    const LevelSearch<Store>& search = *searching;
    const Ending ending = ending_of(end, true, *store);
    EngineReport report = report_of(ending, search, search.ledger().standings(), *store);
    report.statistics.level_sizes = search.level_sizes();
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
        for (MovePath& run : runs_along(setting_.walked, sighting.path, setting_.task.properties[i],
                                        sighting.by_moves, count_max)) {
          traces.push_back(std::move(run));
        }
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
    const std::vector<std::uint64_t> level_sizes = searched.level_sizes();
    std::vector<std::size_t> to_search_for;
    std::vector<std::size_t> to_trace_back;
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      const SightingGroups groups = ledger.groups(i);
      if (groups.empty()) continue;
      const bool again = should_search_again(groups, store, level_sizes);
      (again ? to_search_for : to_trace_back).push_back(i);
    }
    if (!to_search_for.empty() && !search_again(report, searched, to_search_for)) {
      to_trace_back.insert(to_trace_back.end(), to_search_for.begin(), to_search_for.end());
    }
    if constexpr (Store::is_exact()) {
      for (const std::size_t i : to_trace_back) {
        LevelTrace<Store> trace(setting_, *store, level_sizes);
        const SightingGroups groups = ledger.groups(i);
        if (trace.prepare(groups)) report.findings[i].traces = runs(trace, groups, 0, i);
      }
    }
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      const bool lacks_trace = report.findings[i].traces.empty() && !ledger.groups(i).empty();
      if (lacks_trace) report.findings[i] = without_trace();
    }
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
    return runs_to(finder, setting_.walked, groups, first, setting_.task.properties[property],
                   setting_.task.violations_kept_max);
  }

  // Going back through the levels expands, for every level, all states with the same tag: as many as
  // the search did if every level has a tag of its own, and many more otherwise.  Searching again goes
  // no further than the last level of interest, but inserts, alone, and needs memory.
  bool should_search_again(const SightingGroups& groups, const Store* store,
                           const std::vector<std::uint64_t>& level_sizes) const {
    if constexpr (!Store::is_exact()) {
      return true;
    } else {
      std::uint64_t level_last = 0;
      for (const SightingGroup* group : groups) level_last = std::max(level_last, group->level);
      const std::uint64_t tag_mask = (std::uint64_t{1} << store->tag_bits()) - 1;
      std::vector<std::uint64_t> tag_states(tag_mask + 1, 0);
      for (std::size_t i = 0; i < level_sizes.size(); ++i) {
        tag_states[i & tag_mask] += level_sizes[i];
      }
      std::uint64_t searched = 0;
      std::uint64_t traced = 0;
      for (std::size_t i = 0; i < level_sizes.size() && i <= level_last; ++i) {
        searched += level_sizes[i];
        traced += tag_states[i & tag_mask];
      }
      constexpr std::uint64_t insertion_cost = 3;  // against an expansion, about
      const std::uint64_t search_cost = searched * insertion_cost;
      // Where moves are left out the two do not find the same way, which must not hang on who helps.
      const bool finds_another = setting_.task.reduction == Reduction::PartialOrder;
      const std::uint64_t trace_cost = finds_another ? traced : traced / setting_.crew.size();
      return search_cost < trace_cost && has_room_for_log(searched, trace_cost / search_cost);
    }
  }

  // Memory beyond what the search took is well spent only if it saves much time.
  bool has_room_for_log(std::uint64_t states, std::uint64_t speed_up) const {
    constexpr std::uint64_t bytes_per_state = 24;  // with the second store, about
    constexpr std::uint64_t small_bytes = 256U << 20;
    constexpr std::uint64_t speed_up_wanted = 4;
    const std::uint64_t bytes = states * bytes_per_state;
    if (setting_.limits.room_up_to(bytes) < bytes) return false;
    return bytes <= small_bytes || speed_up >= speed_up_wanted;
  }

  // A verdict nobody can check is none.
  static Finding without_trace() {
    Finding finding;
    if (Store::is_exact()) {
      finding.reason = Reason::Interrupted;
      finding.reason_text = "interrupted while the way to what was found was sought";
    } else {
      finding.basis = Basis::Lossy;
      finding.omission = 1;
      finding.reason_text = "something was found, but the lossy store lost the way to it";
    }
    return finding;
  }

  SearchSetting setting_;
  MakeStore make_store_;
};

}  // namespace clew
