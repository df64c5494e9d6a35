#include "clew/reduce/sticky.hpp"

#include <algorithm>
#include <utility>

namespace clew {

namespace {

bool talks(const Action& action) { return action.communication.kind != Communication::Kind::None; }

// Whether there is a way along the edges.
bool leads(const IdMap<LocationId, std::vector<LocationId>>& edges, LocationId from,
           LocationId to) {
  std::vector<bool> seen(edges.size(), false);
  std::vector<LocationId> open{from};
  while (!open.empty()) {
    const LocationId here = open.back();
    open.pop_back();
    if (here == to) return true;
    if (seen[to_index(here)]) continue;
    seen[to_index(here)] = true;
    open.insert(open.end(), edges[here].begin(), edges[here].end());
  }
  return false;
}

class StickyFinder {
 public:
  using Begin = Begins::Begin;

  explicit StickyFinder(Begins& begins)
      : begins_(begins), is_covered_(begins.footprints().actors().size(), false) {}

  BeginSet find() {
    std::vector<ActorId> order;
    for (std::size_t i = 0; i < is_covered_.size(); ++i) order.push_back(to_id<ActorId>(i));
    std::stable_sort(order.begin(), order.end(),
                     [&](ActorId a, ActorId b) { return talks_of(a) > talks_of(b); });
    for (const ActorId actor : order) {
      cover(actor);
      is_covered_[to_index(actor)] = true;
    }
    return std::move(sticky_);
  }

 private:
  std::size_t talks_of(ActorId actor) const {
    std::size_t count = 0;
    begins_.for_each_of(actor, [&](const Begin& begin) {
      if (talks(begins_.action(begin))) ++count;
    });
    return count;
  }

  // Leaves as many actions as possible without a mark, those that get into nobody's way first.
  void cover(ActorId actor) {
    std::vector<std::pair<std::size_t, Begin>> edges;
    begins_.for_each_of(actor, [&](const Begin& begin) {
      const Action& action = begins_.action(begin);
      if (is_answered(begin)) return;
      if (action.from == action.to) return begins_.mark(sticky_, begin);
      edges.emplace_back(conflicts_of(begin), begin);
    });
    std::stable_sort(edges.begin(), edges.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const Footprints& footprints = begins_.footprints();
    const ProcessType& type = footprints.model().process_types[footprints.actors()[actor].type];
    IdMap<LocationId, std::vector<LocationId>> kept(type.locations.size());
    for (const auto& [conflicts, begin] : edges) {
      const Action& action = begins_.action(begin);
      if (leads(kept, action.to, action.from)) {
        begins_.mark(sticky_, begin);
      } else {
        kept[action.from].push_back(action.to);
      }
    }
  }

  std::size_t conflicts_of(const Begin& begin) {
    return begins_.footprint(begin).partners.size() + begins_.conflicts(begin).size();
  }

  // Messages that are sent on a cycle are received on it, by somebody who is covered.
  bool is_answered(const Begin& begin) const {
    const Communication& talk = begins_.action(begin).communication;
    if (talk.kind == Communication::Kind::None || talk.keeps) return false;
    // With a process its own channels go, and the messages in them.
    const Footprint& mine = begins_.footprint(begin);
    bool is_answered = mine.talks_globally;
    begins_.for_each([&](const Begin& other) {
      const Communication& their = begins_.action(other).communication;
      if (their.kind == Communication::Kind::None || their.kind == talk.kind || their.keeps) return;
      if (is_covered_[to_index(other.actor)]) return;
      is_answered = is_answered && !mine.channels.meets(begins_.footprint(other).channels);
    });
    return is_answered;
  }

  Begins& begins_;
  std::vector<bool> is_covered_;  // by actor: every cycle of its text has a mark, or needs none
  BeginSet sticky_;
};

}  // namespace

BeginSet sticky_begins(Begins& begins) { return StickyFinder(begins).find(); }

}  // namespace clew
