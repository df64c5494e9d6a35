// The tables of StubbornSets, made once for a model.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "clew/base/patience.hpp"
#include "clew/base/text.hpp"
#include "clew/reduce/conflicts.hpp"
#include "clew/reduce/control_flow.hpp"
#include "clew/reduce/silent_termination.hpp"
#include "clew/reduce/sticky_actions.hpp"
#include "clew/reduce/stubborn.hpp"

namespace clew {

namespace {

// What tables may take before the first state: comparisons of two actions, of some fifty nanoseconds, and
// words of sets.
constexpr std::uint64_t work_max = 4'000'000;
constexpr std::uint64_t set_words_max = 8'000'000;

// The sets of parts of all footprints would be too large together.
void refuse_large_footprints(const Model& model, const IdMap<ActorId, Actor>& actors) {
  constexpr std::uint64_t sets_of_one = 16;
  std::vector<std::uint64_t> actions(model.process_types.size(), 0);  // by type
  for (const Action& action : model.actions) ++actions[to_index(action.owner)];
  std::uint64_t begins = 0;
  std::uint64_t parts = model.globals.value_count;
  for (const Actor& actor : actors) {
    const ProcessType& type = model.process_types[actor.type];
    begins += actions[to_index(actor.type)];
    parts += type.locations.size() + type.frame.value_count;
  }
  if (begins * (parts / 64 + 1) * sets_of_one > set_words_max) throw TablesTooLarge(begins);
}

// The slot that is one element of another.
PackedSlot element_of(PackedSlot slot, std::uint32_t element) {
  if (slot.width == 0) return slot;
  slot.word += element / slot.per_word;
  slot.shift = static_cast<std::uint8_t>(slot.shift + element % slot.per_word * slot.width);
  return slot;
}

}  // namespace

class StubbornSets::Builder {
 public:
  Builder(StubbornSets& out, const StubbornOptions& options)
      : out_(out),
        model_(out.model_),
        options_(options),
        footprints_(model_, out.actors_),
        begins_(footprints_),
        before_(model_.process_types.size()) {}

  void build() {
    number_actions();
    find_visible();
    if (options_.needs_progress) sticky_ = sticky_actions(begins_);
    find_ends();
    for (std::size_t i = 0; i < out_.actors_.size(); ++i) add_sites(to_id<ActorId>(i));
    write_rows();
    out_.leaves_out_something_ = leaves_out_something();
  }

 private:
  using ProcessAction = ConflictTable::ProcessAction;
  enum class SiteId : std::uint32_t {};
  using SiteSet = IdSet<SiteId>;

  const ProcessType& type_of(ActorId actor) const {
    return model_.process_types[out_.actors_[actor].type];
  }
  SiteId site_of(ActorId actor, LocationId location) const {
    return SiteId{out_.site_of(actor, to_index(location))};
  }

  void number_actions() {
    const std::size_t actions = model_.actions.size();
    const bool is_fixed = out_.codec_.layout().is_fixed;
    out_.entries_of_one_ = is_fixed ? actions : 0;
    out_.entries_.resize(is_fixed ? std::min(out_.actors_.size(), processes_max) * actions
                                  : actions);
    for (std::size_t i = 0; i < out_.actors_.size(); ++i) {
      const auto actor = to_id<ActorId>(i);
      const std::size_t locations = type_of(actor).locations.size();
      out_.first_site_.add(static_cast<std::uint32_t>(reaching_.size()));
      reaching_.resize(reaching_.size() + locations);
      for (std::size_t k = 0; k < locations; ++k) number_leaving(actor, to_id<LocationId>(k));
    }
  }

  void number_leaving(ActorId actor, LocationId location) {
    const auto& leaving = footprints_.outgoing(out_.actors_[actor].type, location);
    for (std::size_t i = 0; i < leaving.size(); ++i) {
      const Footprint& footprint = footprints_.of(actor, leaving[i]);
      if (!footprint.started.empty()) starters_.push_back({actor, leaving[i]});
      Entry* const entry = entry_of({actor, leaving[i]});
      if (entry == nullptr) continue;
      entry->site = out_.site_of(actor, to_index(location));
      entry->bit = static_cast<std::uint8_t>(std::min(i, actions_max - 1));
      entry->asks_for_timeout = footprint.asks_for_timeout;
    }
  }

  // None for processes that are too many.
  Entry* entry_of(const ProcessAction& begin) {
    const std::size_t process = out_.entries_of_one_ == 0 ? 0 : to_index(begin.actor);
    if (process >= processes_max) return nullptr;
    return &out_.entries_[process * out_.entries_of_one_ + to_index(begin.action)];
  }

  // Those that nobody notices.
  void find_ends() {
    if (!has_silent_termination(model_)) return;
    begins_.for_each([&](const ProcessAction& begin) {
      const Action& action = begins_.action(begin);
      const bool is_alone = footprints_.outgoing(action.owner, action.from).size() == 1;
      const bool only_ends = ends_process(action) && is_alone && action.effect.size() == 1;
      if (!only_ends || begins_.has(visible_, begin)) return;
      if (Entry* const entry = entry_of(begin)) entry->is_quiet_end = true;
    });
  }

  void find_visible() {
    Access watched;
    for (const ExprId expr : options_.watched) watched.add(footprints_.reads_of(expr));
    for (const auto& [type, location] : options_.watched_locations) {
      for (std::size_t i = 0; i < out_.actors_.size(); ++i) {
        const auto actor = to_id<ActorId>(i);
        if (out_.actors_[actor].type != type) continue;
        watched.shared.add(footprints_.parts().at(actor, location));
      }
    }
    begins_.for_each([&](const ProcessAction& begin) {
      if (begins_.dependence().changes(watched, begin)) begins_.mark(visible_, begin);
    });
  }

  // Whether a move that begins with the action may take one that closes a cycle, and where.
  struct Closing {
    bool always = false;
    std::vector<StickyAbove> above;  // of variables of the process
  };
  Closing closing_of(const ProcessAction& begin) const {
    Closing closing;
    ProcessActionSet seen;
    bool meets_others = false;
    std::vector<ProcessAction> open{begin};
    while (!open.empty() && !closing.always) {
      const ProcessAction next = open.back();
      open.pop_back();
      if (begins_.has(seen, next)) continue;
      begins_.mark(seen, next);
      closing.always = begins_.has(sticky_.always, next);
      if (const auto above = sticky_.above.find(begins_.id_of(next));
          above != sticky_.above.end()) {
        // Whose variables these are must be known.
        closing.always = closing.always || next.actor != begin.actor;
        closing.above.insert(closing.above.end(), above->second.begin(), above->second.end());
      }
      const Action& action = begins_.action(next);
      if (action.then == Action::Then::Ends) continue;
      for (const ActionId id : footprints_.outgoing(action.owner, action.to)) {
        open.push_back({next.actor, id});
        for (const auto& [other, theirs] : footprints_.of(next.actor, id).partners) {
          open.push_back({other, theirs});
          meets_others = true;
        }
      }
    }
    const bool may_be_another = meets_others && !begins_.is_one_process(begin.actor);
    closing.always = closing.always || (may_be_another && !closing.above.empty());
    return closing;
  }

  // --- places

  void add_sites(ActorId actor) {
    const ProcessType& type = type_of(actor);
    for (std::size_t i = 0; i < type.locations.size(); ++i) {
      add_site(actor, to_id<LocationId>(i));
    }
  }

  // Nobody shall wait long for the first state.
  void look_at_work() const {
    ask_patience();
    if (begins_.work() + work_ > work_max) throw TablesTooLarge(begins_.size());
  }

  void add_site(ActorId actor, LocationId location) {
    const auto& leaving = footprints_.outgoing(out_.actors_[actor].type, location);
    Site site;
    site.is_committed = type_of(actor).locations[location].committed;
    out_.has_committed_ = out_.has_committed_ || site.is_committed;
    site.first = static_cast<std::uint32_t>(out_.action_rows_.size());
    site.count = static_cast<std::uint32_t>(leaving.size());
    site.is_crowded = leaving.size() > actions_max;
    out_.sites_.push_back(site);
    for (std::size_t i = 0; i < leaving.size(); ++i) {
      look_at_work();
      const ProcessAction begin{actor, leaving[i]};
      const Closing closing = options_.needs_progress ? closing_of(begin) : Closing{};
      const bool is_unwanted = site.is_crowded || closing.always ||
                               (options_.watches_runs && begins_.has(visible_, begin));
      if (Entry* const entry = entry_of(begin)) {
        entry->is_unwanted = is_unwanted;
        entry->is_unwanted_above = !is_unwanted && !closing.above.empty();
      }
      if (!site.is_crowded) add_action(begin, is_unwanted, closing.above);
    }
    if (!site.is_crowded) add_siblings(actor, leaving, site.first);
  }

  void add_action(const ProcessAction& begin, bool is_unwanted, const std::vector<StickyAbove>& above) {
    ActionRows rows;
    // Where an action that is unwanted is enabled nobody asks what it needs.
    if (!is_unwanted) rows.enabled = row_if_enabled(begin);
    rows.first_question = static_cast<std::uint32_t>(out_.questions_.size());
    for (const Condition& condition : footprints_.of(begin.actor, begin.action).conditions) {
      add_question(begin, condition);
    }
    rows.question_count = static_cast<std::uint32_t>(out_.questions_.size()) - rows.first_question;
    rows.first_limit = static_cast<std::uint32_t>(out_.limits_.size());
    for (const auto& [slot, limit] : above) {
      out_.limits_.push_back({element_of(packed(begin.actor).slots[to_index(slot)], 0), limit});
    }
    rows.limit_count = static_cast<std::uint32_t>(out_.limits_.size()) - rows.first_limit;
    out_.action_rows_.push_back(rows);
  }

  // Those that do not accord with it, and those that may have to come before one of these is enabled.
  void add_siblings(ActorId actor, const std::vector<ActionId>& leaving, std::uint32_t first) {
    std::vector<Actions> needs(leaving.size(), 0);
    for (std::size_t i = 0; i < leaving.size(); ++i) {
      const ProcessAction mine{actor, leaving[i]};
      const ProcessActionSet enablers = may_enable(mine);
      for (std::size_t k = 0; k < leaving.size(); ++k) {
        const ProcessAction other{actor, leaving[k]};
        const bool joins = begins_.has(visible_, mine) && begins_.has(visible_, other);
        const bool is_needed = i == k || joins || begins_.has(enablers, other) ||
                               !begins_.dependence().accords(mine, other, true);
        if (is_needed) needs[i] |= Actions{1} << k;
      }
    }
    for (bool is_growing = true; is_growing;) {
      is_growing = false;
      for (Actions& need : needs) {
        Actions all = need;
        for (std::size_t k = 0; k < leaving.size(); ++k) {
          if ((need >> k & 1) != 0) all |= needs[k];
        }
        is_growing = is_growing || all != need;
        need = all;
      }
    }
    for (std::size_t i = 0; i < leaving.size(); ++i) {
      out_.action_rows_[first + i].siblings = needs[i];
    }
  }

  // The actions of the same process that may make this one possible, or lead to one that does.
  ProcessActionSet may_enable(const ProcessAction& mine) {
    ProcessActionSet makers;
    for (const Condition& condition : begins_.footprint(mine).conditions) {
      makers.add(begins_.own_makers(condition, mine));
    }
    const SiteSet sites = sites_before(makers);
    begins_.for_each_of(mine.actor, [&](const ProcessAction& each) {
      if (sites.contains(site_of(each.actor, begins_.action(each).to))) begins_.mark(makers, each);
    });
    return makers;
  }

  Row row_if_enabled(const ProcessAction& begin) {
    ProcessActionSet others = begins_.conflicts(begin);
    if (begins_.has(visible_, begin)) {
      visible_.for_each([&](ProcessActionId other) {
        const bool is_same =
            begins_[other].actor == begin.actor && begins_.is_one_process(begin.actor);
        if (!is_same) others.add(other);
      });
    }
    add_partners(begin, others);
    return row_of(begin, std::move(others));
  }

  Row row_to_make_true(const ProcessAction& begin, const Condition& condition) {
    ProcessActionSet others = begins_.makers(condition, begin);
    if (condition.kind == Condition::Kind::Partner) add_partners(begin, others);
    return row_of(begin, std::move(others));
  }

  void add_partners(const ProcessAction& begin, ProcessActionSet& others) const {
    for (const auto& [actor, action] : begins_.footprint(begin).partners) {
      begins_.mark(others, {actor, action});
    }
  }

  void add_question(const ProcessAction& begin, const Condition& condition) {
    Question question;
    question.row = row_to_make_true(begin, condition);
    const PackedLayout& layout = out_.codec_.layout();
    if (condition.comparison) {
      question.kind = Question::Kind::Number;
      question.comparison = *condition.comparison;
      question.is_own = condition.comparison->is_own;
      const std::size_t slot = to_index(condition.comparison->slot);
      question.slot =
          element_of(question.is_own ? packed(begin.actor).slots[slot] : layout.globals[slot],
                     condition.comparison->element);
    }
    const PackedChannel* const channel = channel_of(begin, condition.line);
    if (channel != nullptr && condition.kind == Condition::Kind::HasRoom) {
      question.kind = Question::Kind::Room;
    }
    if (channel != nullptr && condition.kind == Condition::Kind::HasMessage) {
      question.kind = Question::Kind::Message;
      Condition arrival = condition;
      arrival.made_true_by = {};
      arrival.made_true_by.shared.add(footprints_.parts().arrivals(condition.line));
      question.row_if_empty = row_to_make_true(begin, arrival);
      Condition change = condition;
      change.made_true_by = condition.made_true_if_filled_by;
      question.row_if_filled = row_to_make_true(begin, change);
    }
    if (channel != nullptr) {
      question.slot = channel->fill;
      question.capacity = channel->capacity;
    }
    out_.questions_.push_back(question);
  }

  // The channel of a condition; none if it is not known, or need not be there.
  const PackedChannel* channel_of(const ProcessAction& begin, Line line) const {
    const PackedLayout& layout = out_.codec_.layout();
    if (!is_some(line.channel)) return nullptr;
    if (!is_some(line.owner)) return &layout.channels[line.channel];
    // A process ends before those that are older.
    const bool is_there = layout.is_fixed && to_index(line.owner) <= to_index(begin.actor);
    if (!is_there) return nullptr;
    const auto& own = type_of(line.owner).channels;
    const auto place = std::find(own.begin(), own.end(), line.channel) - own.begin();
    return &packed(line.owner).channels[static_cast<std::size_t>(place)];
  }

  const PackedProcess& packed(ActorId actor) const {
    const PackedLayout& layout = out_.codec_.layout();
    return layout.is_fixed ? layout.processes[out_.actors_[actor].process]
                           : layout.process_types[out_.actors_[actor].type];
  }

  // --- rows

  // Processes that do not exist yet may come to be, and then do what is wanted.
  void add_starts(ProcessActionSet& others, const ProcessAction& begin) const {
    if (starters_.empty()) return;
    for (bool is_growing = true; is_growing;) {
      is_growing = false;
      IdSet<ProcessTypeId> types;
      others.for_each([&](ProcessActionId each) { types.add(begins_.action(begins_[each]).owner); });
      for (const ProcessAction& each : starters_) {
        if (each.actor == begin.actor && begins_.is_one_process(each.actor)) continue;
        const auto& started = begins_.footprint(each).started;
        const bool starts = std::any_of(started.begin(), started.end(),
                                        [&](ProcessTypeId type) { return types.contains(type); });
        if (!starts || begins_.has(others, each)) continue;
        begins_.mark(others, each);
        is_growing = true;
      }
    }
  }

  // Many actions need the same.
  Row row_of(const ProcessAction& begin, ProcessActionSet others) {
    add_starts(others, begin);
    const auto known = rows_by_begins_.find(others);
    if (known != rows_by_begins_.end()) return known->second;
    const Row row =
        rows_.emplace(sites_before(others), static_cast<Row>(rows_.size())).first->second;
    rows_by_begins_.emplace(std::move(others), row);
    return row;
  }

  // Where one of these can be done, or further on.
  SiteSet sites_before(const ProcessActionSet& wanted) {
    SiteSet sites;
    wanted.for_each([&](ProcessActionId each) {
      const SiteId origin = site_of(begins_[each].actor, begins_.action(begins_[each]).from);
      ++work_;
      if (!sites.contains(origin)) sites.add(reaching(begins_[each].actor, origin));
    });
    return sites;
  }

  // The sites from which the process may come to this one.
  const SiteSet& reaching(ActorId actor, SiteId site) {
    SiteSet& found = reaching_[to_index(site)];
    if (!found.empty()) return found;
    const IdMap<LocationId, std::vector<LocationId>>& before = before_of(out_.actors_[actor].type);
    std::vector<SiteId> open{site};
    found.add(site);
    while (!open.empty()) {
      const auto here = to_id<LocationId>(to_index(open.back()) - out_.first_site_[actor]);
      open.pop_back();
      for (const LocationId location : before[here]) {
        const SiteId next = site_of(actor, location);
        if (found.contains(next)) continue;
        found.add(next);
        open.push_back(next);
      }
    }
    return found;
  }

  // By location: those that are one action before it.
  const IdMap<LocationId, std::vector<LocationId>>& before_of(ProcessTypeId type) {
    auto& before = before_[type];
    if (!before.empty()) return before;
    before.resize(model_.process_types[type].locations.size());
    for (const Action& action : model_.actions) {
      if (action.owner == type) before[action.to].push_back(action.from);
    }
    return before;
  }

  RowMembers members_of(const SiteSet& sites) const {
    RowMembers members{{}, {}};
    for (std::size_t i = 0; i < out_.actors_.size(); ++i) {
      const auto actor = to_id<ActorId>(i);
      const std::size_t count = type_of(actor).locations.size();
      std::size_t in_row = 0;
      for (std::size_t k = 0; k < count; ++k) {
        if (sites.contains(site_of(actor, to_id<LocationId>(k)))) ++in_row;
      }
      members.sometimes.add_if(in_row > 0, i);
      members.always.add_if(in_row > 0 && in_row == count, i);
    }
    return members;
  }

  // Whether who is in a row can be said without a look at a state.
  bool knows_members() const {
    return out_.codec_.layout().is_fixed && out_.actors_.size() <= ProcessSet<1>::size_max;
  }

  void write_rows() {
    out_.row_words_ = rows_.size() / 64 + 1;
    if (reaching_.size() * out_.row_words_ > set_words_max) throw TablesTooLarge(begins_.size());
    out_.needed_.assign(reaching_.size() * out_.row_words_, 0);
    out_.row_members_.resize(rows_.size());
    for (const auto& [sites, row] : rows_) {
      if (knows_members()) out_.row_members_[row] = members_of(sites);
      const std::size_t word = row / 64;
      const std::uint64_t bit = std::uint64_t{1} << row % 64;
      sites.for_each(
          [&](SiteId site) { out_.needed_[to_index(site) * out_.row_words_ + word] |= bit; });
    }
    if (knows_members()) begins_.for_each([&](const ProcessAction& begin) { write_needs(begin); });
  }

  void write_needs(const ProcessAction& begin) {
    Entry* const entry = entry_of(begin);
    if (out_.sites_[entry->site].is_crowded || entry->is_unwanted) return;
    const Row row = out_.action_rows_[out_.sites_[entry->site].first + entry->bit].enabled;
    entry->needs = out_.row_members_[row].always - ProcessSet<1>::one(to_index(begin.actor));
  }

  // Whether some process can ever move before another.
  bool leaves_out_something() {
    if (!knows_members()) return true;
    const auto all = ProcessSet<1>::below(out_.actors_.size());
    bool does = false;
    begins_.for_each([&](const ProcessAction& begin) {
      const Entry& entry = *entry_of(begin);
      const ProcessSet<1> least = entry.needs | ProcessSet<1>::one(to_index(begin.actor));
      does = does || entry.is_quiet_end || (!entry.is_unwanted && least != all);
    });
    return does;
  }

  StubbornSets& out_;
  const Model& model_;
  const StubbornOptions& options_;
  Footprints footprints_;
  ConflictTable begins_;
  std::vector<ProcessAction> starters_;  // that may start processes
  ProcessActionSet visible_;
  Sticky sticky_;
  std::uint64_t work_ = 0;         // beside that of begins_
  std::vector<SiteSet> reaching_;  // by site; empty: nobody asked yet
  IdMap<ProcessTypeId, IdMap<LocationId, std::vector<LocationId>>> before_;
  std::unordered_map<SiteSet, Row> rows_;
  std::unordered_map<ProcessActionSet, Row> rows_by_begins_;
};

TablesTooLarge::TablesTooLarge(std::size_t actions)
    : std::runtime_error(
          fmt::format("it would take long to compare {} of processes with each other",
                      counted(actions, "action"))) {}

bool StubbornSets::is_some_use_for(const Model& model, const WordCodec& codec) {
  constexpr std::size_t number_max = Beginning::nobody;
  return model.composition != Composition::Synchronous && model.actions.size() < number_max &&
         (!codec.is_fixed() || codec.layout().positions.size() >= 2);
}

StubbornSets::StubbornSets(const Model& model, const WordCodec& codec,
                           const StubbornOptions& options)
    : model_(model),
      codec_(codec),
      actors_(actors_of(model, codec.layout().positions)),
      needs_progress_(options.needs_progress) {
  refuse_large_footprints(model, actors_);
  Builder(*this, options).build();
}

}  // namespace clew
