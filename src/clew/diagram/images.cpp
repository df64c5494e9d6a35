// Partial relations: images, sources, closures.  A state bit has two levels, 2k now and 2k + 1 after the
// move; everything here walks both at once, so that no variable has to be renamed afterwards.
#include <algorithm>

#include "clew/diagram/hot_path.hpp"

namespace clew {

Bdd Diagrams::image(const Bdd& set, const Relation& relation) {
  return guarded(
      [&] { return forward(set.edge_, relation.function.edge_, relation.touched.edge_); });
}

Bdd Diagrams::preimage(const Bdd& set, const Relation& relation) {
  return guarded(
      [&] { return backward(set.edge_, relation.function.edge_, relation.touched.edge_); });
}

Diagrams::Edge Diagrams::forward(Edge set, Edge relation, Edge touched) {
  if (set == edge_false || relation == edge_false) return edge_false;
  if (touched == edge_true) return both(set, relation);
  Edge result;
  if (lookup(Operation::Image, set, relation, touched, result)) return result;
  count_step();
  const std::uint32_t level =
      std::min({level_of(set), level_of(relation) & ~1U, level_of(touched)});
  if (level == level_of(touched)) {
    result = forward_touched(set, relation, touched, level);
  } else {
    const Edge low = forward(low_at(set, level), low_at(relation, level), touched);
    const Kept kept(*this, low);
    const Edge high = forward(high_at(set, level), high_at(relation, level), touched);
    result = make(level, low, high);
  }
  return remember(Operation::Image, set, relation, touched, result);
}

Diagrams::Edge Diagrams::forward_touched(Edge set, Edge relation, Edge touched,
                                         std::uint32_t level) {
  const Edge rest = high_of(touched);
  if (level_of(relation) != level) {  // the old value of the bit does not matter
    const Edge set_either = either(low_at(set, level), high_at(set, level));
    const Kept kept_set(*this, set_either);
    const Edge low = forward(set_either, low_at(relation, level + 1), rest);
    const Kept kept(*this, low);
    const Edge high = forward(set_either, high_at(relation, level + 1), rest);
    return make(level, low, high);
  }
  const Edge from_0 = low_of(relation);
  const Edge from_1 = high_of(relation);
  const Edge set_0 = low_at(set, level);
  const Edge set_1 = high_at(set, level);
  const auto arrive = [&](Edge way_0, Edge way_1) {
    const Edge one = forward(set_0, way_0, rest);
    const Kept kept_one(*this, one);
    const Edge other = forward(set_1, way_1, rest);
    const Kept kept_other(*this, other);
    return either(one, other);
  };
  const Edge low = arrive(low_at(from_0, level + 1), low_at(from_1, level + 1));
  const Kept kept(*this, low);
  const Edge high = arrive(high_at(from_0, level + 1), high_at(from_1, level + 1));
  return make(level, low, high);
}

Diagrams::Edge Diagrams::backward(Edge set, Edge relation, Edge touched) {
  if (set == edge_false || relation == edge_false) return edge_false;
  if (touched == edge_true) return both(set, relation);
  Edge result;
  if (lookup(Operation::Preimage, set, relation, touched, result)) return result;
  count_step();
  const std::uint32_t level =
      std::min({level_of(set), level_of(relation) & ~1U, level_of(touched)});
  if (level == level_of(touched)) {
    result = backward_touched(set, relation, touched, level);
  } else {
    const Edge low = backward(low_at(set, level), low_at(relation, level), touched);
    const Kept kept(*this, low);
    const Edge high = backward(high_at(set, level), high_at(relation, level), touched);
    result = make(level, low, high);
  }
  return remember(Operation::Preimage, set, relation, touched, result);
}

Diagrams::Edge Diagrams::backward_touched(Edge set, Edge relation, Edge touched,
                                          std::uint32_t level) {
  const Edge rest = high_of(touched);
  const Edge set_0 = low_at(set, level);
  const Edge set_1 = high_at(set, level);
  const auto leave = [&](Edge ways) {
    const Edge one = backward(set_0, low_at(ways, level + 1), rest);
    const Kept kept_one(*this, one);
    const Edge other = backward(set_1, high_at(ways, level + 1), rest);
    const Kept kept_other(*this, other);
    return either(one, other);
  };
  const Edge low = leave(low_at(relation, level));
  if (level_of(relation) != level) return low;  // the old value of the bit does not matter
  const Kept kept(*this, low);
  const Edge high = leave(high_of(relation));
  return make(level, low, high);
}

// --- closures

Saturation::Saturation(Diagrams& diagrams, std::vector<Relation> relations)
    : diagrams_(diagrams), relations_(std::move(relations)), serial_(++diagrams.saturation_count_) {
  for (const Relation& relation : relations_) {
    const Edge function = relation.function.edge_;
    const Edge touched = relation.touched.edge_;
    if (touched == Diagrams::edge_true || function == Diagrams::edge_false) continue;
    const std::uint32_t top =
        std::min(diagrams_.level_of(function) & ~1U, diagrams_.level_of(touched));
    parts_.push_back({function, touched, top, 0});
  }
  std::stable_sort(parts_.begin(), parts_.end(),
                   [](const Part& a, const Part& b) { return a.top < b.top; });
  for (std::size_t i = parts_.size(); i-- > 0;) {
    const bool is_last = i + 1 == parts_.size() || parts_[i + 1].top != parts_[i].top;
    parts_[i].next_top = is_last ? static_cast<std::uint32_t>(i + 1) : parts_[i + 1].next_top;
  }
}

Bdd Saturation::operator()(const Bdd& set) {
  return diagrams_.guarded([&] { return close(set.edge_, 0); });
}

Diagrams::Edge Saturation::close(Edge set, std::uint32_t position) {
  if (set <= Diagrams::edge_false || position == parts_.size()) return set;
  const auto operation = Diagrams::Operation::Saturate;
  Edge result;
  if (diagrams_.lookup(operation, set, position, serial_, result)) return result;
  diagrams_.count_step();
  const std::uint32_t level = diagrams_.level_of(set);
  if (level < parts_[position].top) {
    const Edge low = close(diagrams_.low_of(set), position);
    const Diagrams::Kept kept(diagrams_, low);
    const Edge high = close(diagrams_.high_of(set), position);
    result = diagrams_.make(level, low, high);
  } else {
    result = fire_until_closed(set, position);
  }
  diagrams_.remember(operation, result, position, serial_, result);
  return diagrams_.remember(operation, set, position, serial_, result);
}

// Closed sets have a closed union, so only what is new has to be closed further down.
Diagrams::Edge Saturation::fire_until_closed(Edge set, std::uint32_t position) {
  const std::uint32_t next = parts_[position].next_top;
  std::vector<Edge>& kept = diagrams_.kept_;
  Edge closed = close(set, next);
  const Diagrams::Kept kept_set(diagrams_, closed);
  const std::size_t place = kept.size() - 1;
  for (Edge before = closed ^ 1; before != closed;) {
    before = closed;
    for (std::uint32_t i = position; i < next; ++i) {
      const Edge targets = diagrams_.forward(closed, parts_[i].relation, parts_[i].touched);
      const Diagrams::Kept kept_targets(diagrams_, targets);
      const Edge closed_targets = close(targets, next);
      const Diagrams::Kept kept_closed(diagrams_, closed_targets);
      closed = diagrams_.either(closed, closed_targets);
      kept[place] = closed;
    }
  }
  return closed;
}

}  // namespace clew
