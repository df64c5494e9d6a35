#include "clew/reduce/stubborn.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <unordered_map>
#include <utility>

namespace clew {

namespace {

Value value_at(const PackedSlot& slot, const std::uint64_t* words) {
  if (slot.width == 0) return slot.low;
  return slot.value_of(words[slot.word] >> slot.shift & ((std::uint64_t{1} << slot.width) - 1));
}

// The slot that is one element of another.
PackedSlot element_of(PackedSlot slot, std::uint32_t element) {
  if (slot.width == 0) return slot;
  slot.word += element / slot.per_word;
  slot.shift = static_cast<std::uint8_t>(slot.shift + element % slot.per_word * slot.width);
  return slot;
}

}  // namespace

// --- tables

class StubbornSets::Builder {
 public:
  Builder(StubbornSets& out, const StubbornOptions& options)
      : out_(out),
        model_(out.model_),
        options_(options),
        footprints_(model_, out.actors_),
        dependence_(footprints_) {}

  void build() {
    number_actions();
    find_visible();
    find_sticky();
    for (std::size_t i = 0; i < out_.actors_.size(); ++i) add_sites(to_id<ActorId>(i));
    write_rows();
  }

 private:
  using Begin = Dependence::Begin;
  // A set of those that begins_ has, by number.
  using Wanted = std::vector<bool>;

  const ProcessType& type_of(ActorId actor) const {
    return model_.process_types[out_.actors_[actor].type];
  }

  template <class Use>
  void for_each_begin(const Use& use) const {
    for (const Begin& begin : begins_) use(begin);
  }
  template <class Use>
  void for_each_begin_of(ActorId actor, const Use& use) const {
    for (std::size_t i = first_begin_[to_index(actor)]; i < first_begin_[to_index(actor) + 1];
         ++i) {
      use(begins_[i]);
    }
  }
  std::size_t number_of(const Begin& begin) const {
    return number_of_[to_index(begin.actor)][to_index(begin.action)];
  }

  void number_actions() {
    for (const Action& action : model_.actions) {
      out_.leaving_.push_back({static_cast<std::uint32_t>(to_index(action.from)),
                               static_cast<std::uint32_t>(to_index(action.owner))});
    }
    for (std::size_t i = 0; i < out_.actors_.size(); ++i) {
      first_begin_.push_back(begins_.size());
      number_of_.emplace_back(model_.actions.size(), 0);
      out_.first_site_.add(static_cast<std::uint32_t>(site_count_));
      site_count_ += type_of(to_id<ActorId>(i)).locations.size();
      number_actions_of(to_id<ActorId>(i));
    }
    first_begin_.push_back(begins_.size());
    is_compared_.assign(begins_.size() * begins_.size(), false);
    accords_ = is_compared_;
  }

  void number_actions_of(ActorId actor) {
    for (std::size_t k = 0; k < type_of(actor).locations.size(); ++k) {
      const auto& leaving = footprints_.outgoing(out_.actors_[actor].type, to_id<LocationId>(k));
      for (std::size_t n = 0; n < leaving.size(); ++n) {
        const std::size_t action = to_index(leaving[n]);
        out_.leaving_[action].bit = static_cast<std::uint8_t>(std::min(n, bits_max - 1));
        const Footprint& footprint = footprints_.of(actor, leaving[n]);
        if (footprint.asks_for_timeout) out_.leaving_[action].asks_for_timeout = true;
        if (!footprint.started.empty()) starters_.push_back({actor, leaving[n]});
        number_of_[to_index(actor)][action] = static_cast<std::uint32_t>(begins_.size());
        begins_.push_back({actor, leaving[n]});
      }
    }
  }

  // Two actions of different processes.
  bool accord(std::size_t a, std::size_t b) {
    if (begins_[a].actor == begins_[b].actor && is_one_process(begins_[a].actor)) return true;
    const std::size_t pair = std::min(a, b) * begins_.size() + std::max(a, b);
    if (!is_compared_[pair]) {
      is_compared_[pair] = true;
      accords_[pair] = dependence_.accords(begins_[a], begins_[b], false);
    }
    return accords_[pair];
  }

  // Hands out every action of another process that does not accord with this one.
  template <class Use>
  void for_each_conflict(const Begin& begin, const Use& use) {
    const std::size_t number = number_of(begin);
    for (std::size_t i = 0; i < begins_.size(); ++i) {
      if (!accord(number, i)) use(begins_[i]);
    }
  }

  void find_visible() {
    visible_ = nothing();
    Access watched;
    for (const ExprId expr : options_.watched) watched.add(footprints_.reads_of(expr));
    for (const auto& [type, location] : options_.watched_locations) {
      for (std::size_t i = 0; i < out_.actors_.size(); ++i) {
        const auto actor = to_id<ActorId>(i);
        if (out_.actors_[actor].type != type) continue;
        watched.shared.add(footprints_.parts().at(actor, location));
      }
    }
    for_each_begin([&](const Begin& begin) {
      if (dependence_.changes(watched, begin)) mark(visible_, begin);
    });
  }

  Wanted nothing() const { return Wanted(begins_.size(), false); }
  void mark(Wanted& wanted, const Begin& begin) const { wanted[number_of(begin)] = true; }
  bool has(const Wanted& wanted, const Begin& begin) const { return wanted[number_of(begin)]; }

  // --- actions that close cycles of the text

  // On every cycle of states some action is to be sticky.  Each process that moves on it comes back to where
  // it was, so it is enough that every cycle of its text has one; and none is needed where the process
  // talks to others of which that is known already, because these come back to where they were, too.
  void find_sticky() {
    is_sticky_ = nothing();
    std::vector<ActorId> order;
    for (std::size_t i = 0; i < out_.actors_.size(); ++i) order.push_back(to_id<ActorId>(i));
    std::stable_sort(order.begin(), order.end(),
                     [&](ActorId a, ActorId b) { return talks_of(a) > talks_of(b); });
    std::vector<bool> is_covered(out_.actors_.size(), false);
    for (const ActorId actor : order) {
      cover(actor, is_covered);
      is_covered[to_index(actor)] = true;
    }
  }

  std::size_t talks_of(ActorId actor) const {
    std::size_t talks = 0;
    for_each_begin_of(actor, [&](const Begin& begin) {
      const Communication& talk = model_.actions[begin.action].communication;
      if (talk.kind != Communication::Kind::None) ++talks;
    });
    return talks;
  }

  // Leaves as many actions as possible without a mark, those that get into nobody's way first.
  void cover(ActorId actor, const std::vector<bool>& is_covered) {
    std::vector<std::pair<std::size_t, ActionId>> edges;
    for_each_begin_of(actor, [&](const Begin& begin) {
      const Action& action = model_.actions[begin.action];
      if (is_answered_by(begin, is_covered)) return;
      if (action.from == action.to) return mark(is_sticky_, begin);
      edges.emplace_back(conflicts_of(begin), begin.action);
    });
    std::stable_sort(edges.begin(), edges.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::vector<LocationId>> kept(type_of(actor).locations.size());
    for (const auto& [conflicts, id] : edges) {
      const Action& action = model_.actions[id];
      if (leads(kept, action.to, action.from)) {
        mark(is_sticky_, {actor, id});
      } else {
        kept[to_index(action.from)].push_back(action.to);
      }
    }
  }

  static bool leads(const std::vector<std::vector<LocationId>>& edges, LocationId from,
                    LocationId to) {
    std::vector<bool> seen(edges.size(), false);
    std::vector<LocationId> open{from};
    while (!open.empty()) {
      const LocationId here = open.back();
      open.pop_back();
      if (here == to) return true;
      if (seen[to_index(here)]) continue;
      seen[to_index(here)] = true;
      const auto& next = edges[to_index(here)];
      open.insert(open.end(), next.begin(), next.end());
    }
    return false;
  }

  std::size_t conflicts_of(const Begin& begin) {
    std::size_t conflicts = footprints_.of(begin.actor, begin.action).partners.size();
    for_each_conflict(begin, [&](const Begin&) { ++conflicts; });
    return conflicts;
  }

  // Messages that are sent on a cycle are received on it, by somebody who is covered.
  bool is_answered_by(const Begin& begin, const std::vector<bool>& is_covered) const {
    const Communication& talk = model_.actions[begin.action].communication;
    if (talk.kind == Communication::Kind::None || talk.keeps) return false;
    // With a process its own channels go, and the messages in them.
    const Footprint& mine = footprints_.of(begin.actor, begin.action);
    bool is_answered = mine.talks_globally;
    for_each_begin([&](const Begin& other) {
      const Communication& their = model_.actions[other.action].communication;
      if (their.kind == Communication::Kind::None || their.kind == talk.kind || their.keeps) return;
      if (is_covered[to_index(other.actor)]) return;
      const Footprint& theirs = footprints_.of(other.actor, other.action);
      is_answered = is_answered && !mine.channels.meets(theirs.channels);
    });
    return is_answered;
  }

  // Whether a move that begins with the action may take one that closes a cycle.
  bool may_close_cycle(const Begin& begin) const {
    std::set<std::pair<ActorId, ActionId>> seen;
    std::vector<Begin> open{begin};
    while (!open.empty()) {
      const Begin next = open.back();
      open.pop_back();
      if (!seen.emplace(next.actor, next.action).second) continue;
      if (has(is_sticky_, next)) return true;
      const Action& action = model_.actions[next.action];
      if (action.then == Action::Then::Ends) continue;
      for (const ActionId id : footprints_.outgoing(action.owner, action.to)) {
        open.push_back({next.actor, id});
        for (const auto& [other, theirs] : footprints_.of(next.actor, id).partners) {
          open.push_back({other, theirs});
        }
      }
    }
    return false;
  }

  // --- places

  void add_sites(ActorId actor) {
    const ProcessType& type = type_of(actor);
    for (std::size_t i = 0; i < type.locations.size(); ++i) {
      add_site(actor, to_id<LocationId>(i));
    }
  }

  void add_site(ActorId actor, LocationId location) {
    const auto& leaving = footprints_.outgoing(out_.actors_[actor].type, location);
    Site site;
    site.is_committed = type_of(actor).locations[location].committed;
    out_.has_committed_ = out_.has_committed_ || site.is_committed;
    site.first = static_cast<std::uint32_t>(out_.action_rows_.size());
    site.count = static_cast<std::uint32_t>(leaving.size());
    for (std::size_t i = 0; i < leaving.size(); ++i) {
      const Begin begin{actor, leaving[i]};
      const bool is_unwanted = (options_.needs_progress && may_close_cycle(begin)) ||
                               (options_.watches_runs && has(visible_, begin)) ||
                               leaving.size() > bits_max;
      if (is_unwanted) site.unwanted |= Actions{1} << std::min(i, bits_max - 1);
    }
    // More than there are bits for are all enabled, or none of them is.
    if (leaving.size() > bits_max) site.unwanted = ~Actions{0};
    out_.sites_.push_back(site);
    if (leaving.size() > bits_max) return;
    for (std::size_t i = 0; i < leaving.size(); ++i) {
      add_action({actor, leaving[i]}, (site.unwanted >> i & 1) != 0);
    }
    add_siblings(actor, leaving, site.first);
  }

  void add_action(const Begin& begin, bool is_unwanted) {
    ActionRows rows;
    // Where an action that is unwanted is enabled nobody asks what it needs.
    if (!is_unwanted) rows.enabled = row_if_enabled(begin);
    rows.first_question = static_cast<std::uint32_t>(out_.questions_.size());
    for (const Condition& condition : footprints_.of(begin.actor, begin.action).conditions) {
      add_question(begin, condition);
    }
    rows.question_count = static_cast<std::uint32_t>(out_.questions_.size()) - rows.first_question;
    out_.action_rows_.push_back(rows);
  }

  // Those that do not accord with it, and those that may have to come before one of these is enabled.
  void add_siblings(ActorId actor, const std::vector<ActionId>& leaving, std::uint32_t first) {
    std::vector<Actions> needs(leaving.size(), 0);
    for (std::size_t i = 0; i < leaving.size(); ++i) {
      const Begin mine{actor, leaving[i]};
      const Wanted enablers = may_enable(mine);
      for (std::size_t k = 0; k < leaving.size(); ++k) {
        const Begin other{actor, leaving[k]};
        const bool joins = has(visible_, mine) && has(visible_, other);
        const bool is_needed =
            i == k || joins || has(enablers, other) || !dependence_.accords(mine, other, true);
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
  Wanted may_enable(const Begin& mine) const {
    Wanted makers = nothing();
    const std::vector<Condition>& conditions = footprints_.of(mine.actor, mine.action).conditions;
    for_each_begin_of(mine.actor, [&](const Begin& each) {
      const auto makes_true = [&](const Condition& condition) {
        return dependence_.may_make_true(condition, each, true);
      };
      if (std::any_of(conditions.begin(), conditions.end(), makes_true)) mark(makers, each);
    });
    const std::vector<bool> leads = leads_to(mine.actor, makers);
    for_each_begin_of(mine.actor, [&](const Begin& each) {
      if (leads[to_index(model_.actions[each.action].to)]) mark(makers, each);
    });
    return makers;
  }

  bool is_one_process(ActorId actor) const { return is_some(out_.actors_[actor].process); }

  Row row_if_enabled(const Begin& begin) {
    Wanted others = nothing();
    for_each_conflict(begin, [&](const Begin& other) { mark(others, other); });
    if (has(visible_, begin)) {
      for_each_begin([&](const Begin& other) {
        const bool is_same = other.actor == begin.actor && is_one_process(begin.actor);
        if (!is_same && has(visible_, other)) mark(others, other);
      });
    }
    for (const auto& [actor, action] : footprints_.of(begin.actor, begin.action).partners) {
      mark(others, {actor, action});
    }
    return row_of(begin, others);
  }

  Row row_to_make_true(const Begin& begin, const Condition& condition) {
    Wanted others = nothing();
    for_each_begin([&](const Begin& other) {
      if (other.actor == begin.actor && is_one_process(begin.actor)) return;
      if (dependence_.may_make_true(condition, other, false)) mark(others, other);
    });
    if (condition.kind == Condition::Kind::Partner) {
      for (const auto& [actor, action] : footprints_.of(begin.actor, begin.action).partners) {
        mark(others, {actor, action});
      }
    }
    return row_of(begin, others);
  }

  void add_question(const Begin& begin, const Condition& condition) {
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
    const bool knows_channel =
        is_some(condition.channel) && model_.channels[condition.channel].is_global();
    if (knows_channel && condition.kind == Condition::Kind::HasRoom) {
      question.kind = Question::Kind::Room;
    }
    if (knows_channel && condition.kind == Condition::Kind::HasMessage) {
      question.kind = Question::Kind::Message;
      Condition arrival = condition;
      arrival.made_true_by = {};
      arrival.made_true_by.shared.add(footprints_.parts().arrivals(condition.channel));
      question.row_if_empty = row_to_make_true(begin, arrival);
    }
    if (question.kind == Question::Kind::Room || question.kind == Question::Kind::Message) {
      question.slot = layout.channels[condition.channel].fill;
      question.capacity = model_.channels[condition.channel].capacity;
    }
    out_.questions_.push_back(question);
  }

  const PackedProcess& packed(ActorId actor) const {
    const PackedLayout& layout = out_.codec_.layout();
    return layout.is_fixed ? layout.processes[out_.actors_[actor].process]
                           : layout.process_types[out_.actors_[actor].type];
  }

  // --- rows

  // Processes that do not exist yet may come to be, and then do what is wanted.
  void add_starts(Wanted& others, const Begin& begin) const {
    if (starters_.empty()) return;
    for (bool is_growing = true; is_growing;) {
      is_growing = false;
      std::vector<bool> types(model_.process_types.size(), false);
      for_each_begin([&](const Begin& each) {
        if (has(others, each)) types[to_index(model_.actions[each.action].owner)] = true;
      });
      for (const Begin& each : starters_) {
        if (each.actor == begin.actor && is_one_process(each.actor)) continue;
        const auto& started = footprints_.of(each.actor, each.action).started;
        const bool starts = std::any_of(started.begin(), started.end(),
                                        [&](ProcessTypeId type) { return types[to_index(type)]; });
        if (!starts || has(others, each)) continue;
        mark(others, each);
        is_growing = true;
      }
    }
  }

  // Many actions need the same.
  Row row_of(const Begin& begin, Wanted others) {
    add_starts(others, begin);
    const auto known = rows_by_wanted_.find(others);
    if (known != rows_by_wanted_.end()) return known->second;
    std::vector<bool> sites(site_count_, false);
    for (std::size_t i = 0; i < out_.actors_.size(); ++i) {
      const std::vector<bool> leads = leads_to(to_id<ActorId>(i), others);
      const std::size_t first = out_.first_site_[to_id<ActorId>(i)];
      std::copy(leads.begin(), leads.end(), sites.begin() + static_cast<std::ptrdiff_t>(first));
    }
    const auto next = static_cast<Row>(rows_.size());
    const Row row = rows_.emplace(std::move(sites), next).first->second;
    rows_by_wanted_.emplace(std::move(others), row);
    return row;
  }

  // By location: whether something that is wanted can be done there, or further on.
  std::vector<bool> leads_to(ActorId actor, const Wanted& wanted) const {
    std::vector<bool> leads(type_of(actor).locations.size(), false);
    bool is_growing = false;
    for_each_begin_of(actor, [&](const Begin& each) {
      if (!has(wanted, each)) return;
      leads[to_index(model_.actions[each.action].from)] = is_growing = true;
    });
    while (is_growing) {
      is_growing = false;
      for_each_begin_of(actor, [&](const Begin& each) {
        const Action& action = model_.actions[each.action];
        if (leads[to_index(action.from)] || !leads[to_index(action.to)]) return;
        leads[to_index(action.from)] = is_growing = true;
      });
    }
    return leads;
  }

  RowMembers members_of(const std::vector<bool>& sites) const {
    RowMembers members{0, 0};
    for (std::size_t i = 0; i < std::min(out_.actors_.size(), bits_max); ++i) {
      const auto actor = to_id<ActorId>(i);
      const auto first = sites.begin() + out_.first_site_[actor];
      const auto last = first + static_cast<std::ptrdiff_t>(type_of(actor).locations.size());
      const auto in_row = static_cast<std::uint64_t>(std::count(first, last, true) > 0);
      const auto is_always = static_cast<std::uint64_t>(std::find(first, last, false) == last);
      members.sometimes |= in_row << i;
      members.always |= (in_row & is_always) << i;
    }
    return members;
  }

  void write_rows() {
    out_.row_words_ = rows_.size() / 64 + 1;
    out_.needed_.assign(site_count_ * out_.row_words_, 0);
    out_.row_members_.resize(rows_.size());
    for (const auto& [sites, row] : rows_) {
      if (out_.codec_.layout().is_fixed) out_.row_members_[row] = members_of(sites);
      for (std::size_t i = 0; i < sites.size(); ++i) {
        if (!sites[i]) continue;
        out_.needed_[i * out_.row_words_ + row / 64] |= std::uint64_t{1} << row % 64;
      }
    }
  }

  StubbornSets& out_;
  const Model& model_;
  const StubbornOptions& options_;
  Footprints footprints_;
  Dependence dependence_;
  std::vector<Begin> begins_;                          // actor by actor
  std::vector<std::size_t> first_begin_;               // by actor, and one more
  std::vector<Begin> starters_;                        // that may start processes
  std::vector<std::vector<std::uint32_t>> number_of_;  // by actor and action: in begins_
  // By two numbers, the smaller one first.  Most pairs of a large model are never asked for.
  std::vector<bool> is_compared_;
  std::vector<bool> accords_;
  std::size_t site_count_ = 0;
  Wanted visible_;
  Wanted is_sticky_;
  std::unordered_map<std::vector<bool>, Row> rows_;  // by site: whether it is in the row
  std::unordered_map<Wanted, Row> rows_by_wanted_;
};

StubbornSets::StubbornSets(const Model& model, const WordCodec& codec,
                           const StubbornOptions& options)
    : model_(model),
      codec_(codec),
      actors_(actors_of(model, codec.layout().positions)),
      needs_progress_(options.needs_progress) {
  constexpr std::size_t number_max = Beginning::nobody;
  if (model.composition == Composition::Synchronous) {
    obstacle_ = "in a synchronous system all processes move at once";
  } else if (model.actions.size() >= number_max) {
    obstacle_ = "it has too many actions";
  } else if (codec.is_fixed() && codec.layout().positions.size() < 2) {
    obstacle_ = "it has one process";
  }
  if (obstacle_.empty()) Builder(*this, options).build();
}

// --- choosing

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
  return standing;
}

[[gnu::always_inline]] inline void StubbornChooser::note(std::size_t process, std::size_t action) {
  const StubbornSets::Leaving& leaving = sets_.leaving_[action];
  const std::size_t actor = shape_ == nullptr ? process : leaving.owner;
  Standing& standing = standings_[process];
  const Processes bit = Processes{1} << process;
  if ((movable_ & bit) == 0) {
    standing.site = sets_.site_of(to_id<ActorId>(actor), leaving.location);
    standing.moves = 0;
    standing.enabled = 0;
    movable_ |= bit;
  }
  standing.enabled |= Actions{1} << leaving.bit;
  if ((sets_.sites_[standing.site].unwanted >> leaving.bit & 1) != 0) unwanted_ |= bit;
}

bool StubbornChooser::look_at(std::span<const std::uint64_t> labels) {
  const std::size_t count = process_count();
  if (count > StubbornSets::bits_max) return false;
  all_ = count == 0 ? 0 : ~Processes{0} >> (StubbornSets::bits_max - count);
  movable_ = unwanted_ = known_ = 0;
  for (const std::uint64_t label : labels) {
    const Beginning each(label);
    if (each.process == Beginning::nobody) return false;
    if (sets_.leaving_[each.action].asks_for_timeout) return false;
    note(each.process, each.action);
    ++standings_[each.process].moves;
    if (each.partner != Beginning::nobody) note(each.partner, each.partner_action);
  }
  stand_ = movable_;
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
  if (labels.size() < 2 || !look_at(labels)) return false;
  const auto all = static_cast<std::uint32_t>(labels.size());
  std::uint32_t least = all;
  for (Processes open = movable_ & ~unwanted_; open != 0 && least > 1; open &= open - 1) {
    const auto process = static_cast<std::size_t>(std::countr_zero(open));
    if (close(process, least)) {
      least = moves_;
      best_ = closed_;
    }
    // A set with this process has no fewer moves than the best one, or cannot be.
    unwanted_ |= Processes{1} << process;
  }
  return least < all;
}

bool StubbornChooser::close(std::size_t process, std::uint32_t moves_max) {
  closed_ = 0;
  moves_ = 0;
  Processes open = Processes{1} << process;
  while (open != 0) {
    const auto next = static_cast<std::size_t>(std::countr_zero(open));
    closed_ |= Processes{1} << next;
    moves_ += standing(next).moves;
    if (moves_ >= moves_max) return false;
    const Processes needs = needs_of(next);
    if ((needs & unwanted_) != 0) return false;
    open = (open | needs) & ~closed_;
  }
  return true;
}

StubbornChooser::Processes StubbornChooser::needs_of(std::size_t process) {
  Standing& standing = standings_[process];
  if ((known_ >> process & 1) != 0) return standing.needs;
  const StubbornSets::Site& site = sets_.sites_[standing.site];
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
  if (value != 0) return Truth::Unknown;  // there are messages, but perhaps none that is wanted
  row = question.row_if_empty;
  return Truth::False;
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
