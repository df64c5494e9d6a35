#include "clew/engine/bdd/bdd_paths.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clew {

// Every move is used on all that is known so far, which needs fewer rounds than one level at a time.
Bdd BddPaths::backward_closure(const Bdd& targets, const Bdd& through) {
  Bdd known = targets;
  for (Bdd before = system_.none(); !(before == known) && !system_.is_abandoned();) {
    before = known;
    for (const BddSystem::Move& move : system_.moves()) {
      known |= through & system_.diagrams().preimage(known, move.relation);
    }
  }
  return known;
}

Bdd BddPaths::for_ever(const Bdd& within, const Bdd& accepting) {
  Bdd kept = within;
  keep_for_ever(kept, accepting, within);
  return kept;
}

bool BddPaths::keep_for_ever(Bdd& kept, const Bdd& accepting, const Bdd& from) {
  while (!system_.is_abandoned()) {
    const Bdd marked = kept & accepting;
    const Bdd left =
        marked == kept ? with_a_way_on(kept) : kept & sources(backward_closure(marked, kept));
    const bool has_start = system_.have_common_state(left, from);
    if (system_.is_abandoned()) return false;
    if (left == kept) return true;
    kept = has_start ? left : system_.none();
  }
  return false;
}

// Group by group, each from what the groups before it have left: half as many rounds as all at once
// where the moves of a place are a group.
Bdd BddPaths::with_a_way_on(Bdd kept) {
  Bdd done = kept & staying_;
  Bdd open = kept & !staying_;
  for (const BddSystem::MoveGroup& group : system_.groups()) {
    const Bdd here = open & group.enabled;
    if (here.is_false()) continue;
    Bdd able = system_.none();
    for (const std::size_t move : group.moves) {
      able |= system_.diagrams().preimage(kept, system_.moves()[move].relation);
    }
    open &= !group.enabled;
    done |= here & able;
    kept = open | done;
  }
  return done;
}

BddPath BddPaths::shortest(const Bdd& from, const Bdd& to, const Bdd& through) {
  const Bdd walked = through | to;
  Layers forward{from & walked};
  Layers backward{to};
  Bdd known_forward = forward.back();
  Bdd known_backward = to;
  Bdd meeting = forward.back() & to;
  while (meeting.is_false()) {
    Diagrams& diagrams = system_.diagrams();
    if (diagrams.node_count(forward.back()) <= diagrams.node_count(backward.back())) {
      forward.push_back(targets(forward.back() & through) & walked & !known_forward);
      known_forward |= forward.back();
    } else {
      backward.push_back(sources(backward.back()) & through & !known_backward);
      known_backward |= backward.back();
    }
    if (system_.is_abandoned()) return {};
    if (forward.back().is_false() || backward.back().is_false()) return {};
    meeting = forward.back() & backward.back();
  }
  if (system_.is_abandoned()) return {};
  const BitRow middle = system_.row_in(meeting);
  forward.pop_back();
  for (Bdd& layer : forward) layer &= through;
  backward.pop_back();
  BddPath path;
  walk_back(middle, forward, path.rows);
  std::reverse(path.rows.begin(), path.rows.end());
  path.rows.push_back(middle);
  walk_on(middle, backward, path.rows);
  if (system_.is_abandoned()) path.rows.clear();
  return path;
}

void BddPaths::walk_back(BitRow row, const Layers& layers, std::vector<BitRow>& reversed) {
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    const Bdd here = system_.set_of(row);
    for (const BddSystem::Move& move : system_.moves()) {
      const Bdd before = system_.diagrams().preimage(here, move.relation) & *layer;
      if (before.is_false()) continue;
      row = system_.row_in(before);
      break;
    }
    if (system_.is_abandoned()) return;
    reversed.push_back(row);
  }
}

void BddPaths::walk_on(BitRow row, const Layers& layers, std::vector<BitRow>& rows) {
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    const Bdd here = system_.set_of(row);
    for (const BddSystem::Move& move : system_.moves()) {
      const Bdd after = system_.diagrams().image(here, move.relation) & *layer;
      if (after.is_false()) continue;
      row = system_.row_in(after);
      break;
    }
    if (system_.is_abandoned()) return;
    rows.push_back(row);
  }
}

// --- lassos

Bdd BddPaths::between_loops(const Bdd& hull, const Bdd& accepting) {
  Bdd kept = hull;
  for (Bdd before = system_.none(); !(before == kept) && !system_.is_abandoned();) {
    before = kept;
    Bdd behind = targets(kept & accepting) & kept;
    for (Bdd smaller = system_.none(); !(smaller == behind) && !system_.is_abandoned();) {
      smaller = behind;
      for (const BddSystem::Move& move : system_.moves()) {
        behind |= kept & system_.diagrams().image(behind, move.relation);
      }
    }
    kept = behind;
  }
  return kept;
}

std::vector<BitRow> BddPaths::loop_from(const BitRow& row, const Bdd& within, const Bdd& accepting,
                                        std::optional<BitRow>& beyond) {
  const Bdd start = system_.set_of(row);
  beyond.reset();
  if (!(start & staying_).is_false()) return {row, row};
  Layers layers{start};
  Bdd known = system_.none();
  while (!system_.is_abandoned()) {
    const Bdd next = targets(layers.back()) & within & !known;
    if (next.is_false()) break;
    if (!(next & start).is_false()) {
      std::vector<BitRow> loop;
      walk_back(row, layers, loop);
      std::reverse(loop.begin(), loop.end());
      loop.push_back(row);
      return loop;
    }
    known |= next;
    layers.push_back(next);
  }
  for (auto layer = layers.rbegin(); layer != layers.rend() && !beyond; ++layer) {
    const Bdd marked = *layer & accepting & !start;
    if (!marked.is_false()) beyond = system_.row_in(marked);
  }
  return {};
}

BddPath BddPaths::lasso(const Bdd& from, const Bdd& through, const Bdd& hull,
                        const Bdd& accepting) {
  const Bdd within = between_loops(hull, accepting);
  const BddPath way = shortest(from, within & accepting, through);
  if (way.rows.empty()) return {};
  BitRow row = way.rows.back();
  std::vector<BitRow> loop;
  for (std::optional<BitRow> beyond;;) {
    loop = loop_from(row, within, accepting, beyond);
    if (!loop.empty()) break;
    if (!beyond || system_.is_abandoned()) return {};
    row = *beyond;  // in a component further on, of which there are finitely many
  }
  loop.pop_back();  // it is the first one
  Bdd on_loop = system_.none();
  for (const BitRow& each : loop) on_loop |= system_.set_of(each);
  BddPath path = shortest(from, on_loop, through);
  if (path.rows.empty()) return {};
  const auto entry = std::find(loop.begin(), loop.end(), path.rows.back());
  std::rotate(loop.begin(), entry, loop.end());
  path.loop_start = path.rows.size() - 1;
  std::copy(std::next(loop.begin()), loop.end(), std::back_inserter(path.rows));
  path.rows.push_back(loop.front());
  return path;
}

MoveList BddPaths::moves_along(const std::vector<BitRow>& rows) {
  MoveList moves;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto firings = system_.firings_between(rows[i - 1], rows[i]);
    moves.push_back(firings ? std::move(*firings) : std::vector<Firing>{});
  }
  return moves;
}

}  // namespace clew
