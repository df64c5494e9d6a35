// Boolean operations and quantification.
#include <algorithm>
#include <utility>

#include "clew/diagram/hot_path.hpp"

namespace clew {

Bdd Bdd::operator!() const {
  if (owner_->is_abandoned()) return owner_->constant(false);
  return {owner_, edge_ ^ 1};
}

Bdd Bdd::operator&(const Bdd& other) const {
  return owner_->guarded([&] { return owner_->both(edge_, other.edge_); });
}

Bdd Bdd::operator|(const Bdd& other) const {
  return owner_->guarded([&] { return owner_->either(edge_, other.edge_); });
}

Bdd Bdd::operator^(const Bdd& other) const {
  return owner_->guarded([&] { return owner_->differ(edge_, other.edge_); });
}

Bdd Diagrams::variable(std::uint32_t level) {
  return guarded([&] { return make(level, edge_false, edge_true); });
}

Bdd Diagrams::cube(std::span<const std::uint32_t> levels) {
  std::vector<std::uint32_t> sorted(levels.begin(), levels.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return row(sorted, std::vector<bool>(sorted.size(), true));
}

Bdd Diagrams::row(std::span<const std::uint32_t> levels, const std::vector<bool>& values) {
  return guarded([&] {
    Edge edge = edge_true;
    for (std::size_t i = levels.size(); i-- > 0;) {
      edge = values[i] ? make(levels[i], edge_false, edge) : make(levels[i], edge, edge_false);
    }
    return edge;
  });
}

Bdd Diagrams::choose(const Bdd& condition, const Bdd& yes, const Bdd& no) {
  return guarded([&] { return choose(condition.edge_, yes.edge_, no.edge_); });
}

Bdd Diagrams::exists(const Bdd& function, const Bdd& cube) {
  return guarded([&] { return some(function.edge_, cube.edge_); });
}

Bdd Diagrams::and_exists(const Bdd& a, const Bdd& b, const Bdd& cube) {
  return guarded([&] { return both_some(a.edge_, b.edge_, cube.edge_); });
}

Bdd Diagrams::restricted(const Bdd& function, const Bdd& care) {
  if (care.is_false()) return constant(false);
  return guarded([&] { return narrow(function.edge_, care.edge_); });
}

// --- recursion

Diagrams::Edge Diagrams::both(Edge f, Edge g) {
  if (f == g || g == edge_true) return f;
  if (f == edge_true) return g;
  if ((f ^ g) == 1 || f == edge_false || g == edge_false) return edge_false;
  if (f > g) std::swap(f, g);
  Edge result;
  if (lookup(Operation::And, f, g, 0, result)) return result;
  count_step();
  const std::uint32_t level = std::min(level_of(f), level_of(g));
  const Edge low = both(low_at(f, level), low_at(g, level));
  const Kept kept(*this, low);
  const Edge high = both(high_at(f, level), high_at(g, level));
  return remember(Operation::And, f, g, 0, make(level, low, high));
}

Diagrams::Edge Diagrams::differ(Edge f, Edge g) {
  const Edge negated = (f ^ g) & 1;
  f &= ~Edge{1};
  g &= ~Edge{1};
  if (f == g) return edge_false ^ negated;
  if (f > g) std::swap(f, g);
  if (f == edge_true) return g ^ 1 ^ negated;
  Edge result;
  if (lookup(Operation::Xor, f, g, 0, result)) return result ^ negated;
  count_step();
  const std::uint32_t level = std::min(level_of(f), level_of(g));
  const Edge low = differ(low_at(f, level), low_at(g, level));
  const Kept kept(*this, low);
  const Edge high = differ(high_at(f, level), high_at(g, level));
  return remember(Operation::Xor, f, g, 0, make(level, low, high)) ^ negated;
}

Diagrams::Edge Diagrams::choose(Edge f, Edge g, Edge h) {
  if (f <= edge_false) return f == edge_true ? g : h;
  if (g == h) return g;
  if (f == g || g == edge_true) return either(f, h);
  if ((f ^ g) == 1 || g == edge_false) return both(f ^ 1, h);
  if (f == h || h == edge_false) return both(f, g);
  if ((f ^ h) == 1 || h == edge_true) return either(f ^ 1, g);
  if ((g ^ h) == 1) return differ(f, h);
  if ((f & 1) != 0) {
    f ^= 1;
    std::swap(g, h);
  }
  const Edge negated = g & 1;
  g ^= negated;
  h ^= negated;
  Edge result;
  if (lookup(Operation::Choose, f, g, h, result)) return result ^ negated;
  count_step();
  const std::uint32_t level = std::min({level_of(f), level_of(g), level_of(h)});
  const Edge low = choose(low_at(f, level), low_at(g, level), low_at(h, level));
  const Kept kept(*this, low);
  const Edge high = choose(high_at(f, level), high_at(g, level), high_at(h, level));
  return remember(Operation::Choose, f, g, h, make(level, low, high)) ^ negated;
}

Diagrams::Edge Diagrams::some(Edge f, Edge cube) {
  if (f <= edge_false) return f;
  while (level_of(cube) < level_of(f)) cube = high_of(cube);
  if (cube == edge_true) return f;
  Edge result;
  if (lookup(Operation::Exists, f, cube, 0, result)) return result;
  count_step();
  const std::uint32_t level = level_of(f);
  const bool is_gone = level_of(cube) == level;
  const Edge rest = is_gone ? high_of(cube) : cube;
  const Edge low = some(low_of(f), rest);
  if (is_gone && low == edge_true) return remember(Operation::Exists, f, cube, 0, edge_true);
  const Kept kept_low(*this, low);
  const Edge high = some(high_of(f), rest);
  const Kept kept_high(*this, high);
  result = is_gone ? either(low, high) : make(level, low, high);
  return remember(Operation::Exists, f, cube, 0, result);
}

Diagrams::Edge Diagrams::both_some(Edge f, Edge g, Edge cube) {
  if (f == edge_false || g == edge_false || (f ^ g) == 1) return edge_false;
  if (cube == edge_true) return both(f, g);
  if (f == edge_true || f == g) return some(g, cube);
  if (g == edge_true) return some(f, cube);
  if (f > g) std::swap(f, g);
  const std::uint32_t level = std::min(level_of(f), level_of(g));
  while (level_of(cube) < level) cube = high_of(cube);
  if (cube == edge_true) return both(f, g);
  Edge result;
  if (lookup(Operation::AndExists, f, g, cube, result)) return result;
  count_step();
  const bool is_gone = level_of(cube) == level;
  const Edge rest = is_gone ? high_of(cube) : cube;
  const Edge low = both_some(low_at(f, level), low_at(g, level), rest);
  if (is_gone && low == edge_true) {
    return remember(Operation::AndExists, f, g, cube, edge_true);
  }
  const Kept kept_low(*this, low);
  const Edge high = both_some(high_at(f, level), high_at(g, level), rest);
  const Kept kept_high(*this, high);
  result = is_gone ? either(low, high) : make(level, low, high);
  return remember(Operation::AndExists, f, g, cube, result);
}

Diagrams::Edge Diagrams::narrow(Edge f, Edge care) {
  if (care == edge_true || f <= edge_false) return f;
  if (f == care) return edge_true;
  if ((f ^ care) == 1) return edge_false;
  const Edge negated = f & 1;
  f ^= negated;
  Edge result;
  if (lookup(Operation::Restrict, f, care, 0, result)) return result ^ negated;
  count_step();
  const std::uint32_t level = level_of(f);
  if (level_of(care) < level) {  // the function does not ask for it
    const Edge weaker = either(low_of(care), high_of(care));
    const Kept kept(*this, weaker);
    result = narrow(f, weaker);
  } else if (low_at(care, level) == edge_false) {
    result = narrow(high_of(f), high_at(care, level));
  } else if (high_at(care, level) == edge_false) {
    result = narrow(low_of(f), low_at(care, level));
  } else {
    const Edge low = narrow(low_of(f), low_at(care, level));
    const Kept kept(*this, low);
    const Edge high = narrow(high_of(f), high_at(care, level));
    result = make(level, low, high);
  }
  return remember(Operation::Restrict, f, care, 0, result) ^ negated;
}

}  // namespace clew
