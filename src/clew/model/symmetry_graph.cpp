#include "clew/model/symmetry_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace clew {

namespace {

// What comes first when two arranged states are compared does not matter, as long as it is fixed.
bool is_smaller(const State& a, const State& b) {
  if (a.values != b.values) return a.values < b.values;
  const auto type_less = [](const Shape::ObjectPart& x, const Shape::ObjectPart& y) {
    return x.type < y.type;
  };
  return std::lexicographical_compare(a.shape->objects.begin(), a.shape->objects.end(),
                                      b.shape->objects.begin(), b.shape->objects.end(), type_less);
}

}  // namespace

SymmetryGraph::SymmetryGraph(const Model& model, const Layout& layout, const State& state,
                             const Groups& groups)
    : model_(model), layout_(layout), state_(state), groups_(groups) {
  for (const auto& group : groups) {
    number_of_.insert(number_of_.end(), group.begin(), group.end());
  }
  process_count_ = number_of_.size();
  for (const std::uint32_t number : number_of_) {
    const auto& part = state.shape->processes[number];
    add_node(model.process_types[part.type].frame, static_cast<std::int64_t>(to_index(part.type)),
             state.values[part.offset], part.offset + 1);
  }
  for (const auto& part : state.shape->objects) {
    const std::size_t kind = model.process_types.size() + to_index(part.type);
    add_node(model.object_types[part.type].frame, static_cast<std::int64_t>(kind), 0, part.offset);
  }
  mark_roots();
  collect_arrivals();
  colour_count_ = colour_by(contents_);
  first_colours_ = colours_;
}

void SymmetryGraph::add_node(const Frame& frame, std::int64_t kind, std::int64_t location,
                             std::size_t offset) {
  contents_.add(kind);
  contents_.add(location);
  for (const Slot& slot : frame.slots) {
    for (std::uint32_t i = 0; i < slot.length; ++i) {
      const Value value = state_.values[offset + slot.offset + i];
      contents_.add(slot.type.is_reference() ? (value != 0 ? 1 : 0) : value);
      if (slot.type.is_reference()) targets_.push_back(value == 0 ? none : object_node(value));
    }
  }
  contents_.end_list();
  target_ends_.push_back(targets_.size());
}

// An object that something with a fixed place refers to is known by that place.
void SymmetryGraph::mark_roots() {
  std::vector<std::vector<std::int64_t>> places(state_.shape->objects.size());
  std::int64_t place = 0;
  const auto look = [&](const ValueType& type, Value value) {
    ++place;
    if (type.is_reference() && value != 0) {
      places[static_cast<std::size_t>(value) - 1].push_back(place);
    }
  };
  const auto look_into = [&](const Frame& frame, std::size_t offset) {
    for (const Slot& slot : frame.slots) {
      for (std::uint32_t i = 0; i < slot.length; ++i) {
        look(slot.type, state_.values[offset + slot.offset + i]);
      }
    }
  };
  look_into(model_.globals, 0);
  for (const auto& part : state_.shape->channels) {
    const Channel& channel = model_.channels[part.id];
    for (std::uint32_t i = 1; i < channel.value_count(); ++i) {
      look(channel.items[(i - 1) % channel.items.size()], state_.values[part.offset + i]);
    }
  }
  if (state_.shape->claim) {
    const auto& part = *state_.shape->claim;
    look_into(model_.process_types[part.type].frame, part.offset + 1);
  }
  std::vector<bool> moves(state_.process_count(), false);
  for (const std::uint32_t number : number_of_) moves[number] = true;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto& part = state_.shape->processes[i];
    if (!moves[i]) look_into(model_.process_types[part.type].frame, part.offset + 1);
  }
  Lists marked;
  for (std::size_t node = 0; node < contents_.ends.size(); ++node) {
    for (std::size_t i = contents_.begin_of(node); i < contents_.ends[node]; ++i) {
      marked.add(contents_.items[i]);
    }
    if (node >= process_count_) {
      for (const std::int64_t known : places[node - process_count_]) marked.add(known);
    }
    marked.end_list();
  }
  contents_ = std::move(marked);
}

void SymmetryGraph::collect_arrivals() {
  arrivals_.resize(target_ends_.size());
  std::size_t begin = 0;
  for (Node source = 0; source < target_ends_.size(); ++source) {
    for (std::size_t i = begin; i < target_ends_[source]; ++i) {
      if (targets_[i] == none) continue;
      arrivals_[targets_[i]].push_back({static_cast<std::uint32_t>(i - begin), source});
    }
    begin = target_ends_[source];
  }
}

std::size_t SymmetryGraph::colour_by(const Lists& lists) {
  const std::size_t count = lists.ends.size();
  std::vector<Node> sorted(count);
  std::iota(sorted.begin(), sorted.end(), Node{0});
  const auto begin_of = [&](Node node) {
    return lists.items.begin() + static_cast<std::ptrdiff_t>(lists.begin_of(node));
  };
  const auto end_of = [&](Node node) {
    return lists.items.begin() + static_cast<std::ptrdiff_t>(lists.ends[node]);
  };
  const auto less = [&](Node a, Node b) {
    return std::lexicographical_compare(begin_of(a), end_of(a), begin_of(b), end_of(b));
  };
  std::sort(sorted.begin(), sorted.end(), less);
  colours_.resize(count);
  std::uint32_t colour = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && less(sorted[i - 1], sorted[i])) ++colour;
    colours_[sorted[i]] = colour;
  }
  return count == 0 ? 0 : colour + 1;
}

// Two nodes stay alike if they were, if their references lead to nodes that are, and if the
// references that lead to them come from such.
void SymmetryGraph::refine() {
  std::vector<std::int64_t> sources;
  while (!processes_are_apart()) {
    scratch_.clear();
    std::size_t begin = 0;
    const auto count = static_cast<std::int64_t>(colours_.size());
    for (Node node = 0; node < colours_.size(); ++node) {
      scratch_.add(colours_[node]);
      for (; begin < target_ends_[node]; ++begin) {
        scratch_.add(targets_[begin] == none ? -1 : std::int64_t{colours_[targets_[begin]]});
      }
      sources.clear();
      for (const Arrival& arrival : arrivals_[node]) {
        sources.push_back(arrival.label * count + colours_[arrival.source]);
      }
      std::sort(sources.begin(), sources.end());
      for (const std::int64_t source : sources) scratch_.add(source);
      scratch_.end_list();
    }
    const std::size_t before = colour_count_;
    colour_count_ = colour_by(scratch_);
    if (colour_count_ == before) return;
  }
}

bool SymmetryGraph::processes_are_apart() const {
  for (std::size_t i = 0; i < process_count_; ++i) {
    for (std::size_t j = i + 1; j < process_count_; ++j) {
      if (colours_[i] == colours_[j]) return false;
    }
  }
  return true;
}

std::vector<SymmetryGraph::Node> SymmetryGraph::first_shared_cell() const {
  std::vector<std::vector<Node>> cells(colour_count_);
  for (Node node = 0; node < process_count_; ++node) cells[colours_[node]].push_back(node);
  for (std::vector<Node>& cell : cells) {
    if (cell.size() > 1) return std::move(cell);
  }
  return {};
}

void SymmetryGraph::set_apart(const std::vector<Node>& nodes) {
  scratch_.clear();
  for (Node node = 0; node < colours_.size(); ++node) {
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    scratch_.add(colours_[node]);
    scratch_.add(found - nodes.begin());
    scratch_.end_list();
  }
  colour_count_ = colour_by(scratch_);
}

// Whether exchanging a and b, what only they lead to included, leaves the whole graph as it is.
bool SymmetryGraph::can_be_swapped(Node a, Node b) {
  swapped_.assign(colours_.size(), none);
  std::vector<std::pair<Node, Node>> pairs{{a, b}};
  swapped_[a] = b;
  swapped_[b] = a;
  const auto begin_of = [&](Node node) { return node == 0 ? 0 : target_ends_[node - 1]; };
  for (std::size_t done = 0; done < pairs.size(); ++done) {
    const auto [x, y] = pairs[done];
    if (first_colours_[x] != first_colours_[y]) return false;
    for (std::size_t i = begin_of(x), j = begin_of(y); i < target_ends_[x]; ++i, ++j) {
      const Node to_x = targets_[i];
      const Node to_y = targets_[j];
      if (to_x == none) continue;  // then both are: it is part of the colour
      if (swapped_[to_x] == none && swapped_[to_y] == none) {
        swapped_[to_x] = to_y;
        swapped_[to_y] = to_x;
        if (to_x != to_y) pairs.emplace_back(to_x, to_y);
      } else if (swapped_[to_x] != to_y || swapped_[to_y] != to_x) {
        return false;
      }
    }
  }
  const auto moves = [&](Node node) { return swapped_[node] != none && swapped_[node] != node; };
  for (Node node = 0; node < colours_.size(); ++node) {
    if (moves(node)) continue;
    for (std::size_t i = begin_of(node); i < target_ends_[node]; ++i) {
      if (targets_[i] != none && moves(targets_[i])) return false;
    }
  }
  return true;
}

std::vector<SymmetryGraph::Node> SymmetryGraph::order() const {
  std::vector<Node> sorted(process_count_);
  std::iota(sorted.begin(), sorted.end(), Node{0});
  // Colours are ordered by type first, as the groups are, so nobody leaves his group.
  std::sort(sorted.begin(), sorted.end(),
            [&](Node a, Node b) { return colours_[a] < colours_[b]; });
  return sorted;
}

State SymmetryGraph::arranged(const std::vector<Node>& order) const {
  State next = state_;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& from = state_.shape->processes[number_of_[order[i]]];
    const auto& to = state_.shape->processes[number_of_[i]];
    const std::size_t length = 1 + model_.process_types[from.type].frame.value_count;
    std::copy_n(state_.values.begin() + from.offset, length, next.values.begin() + to.offset);
  }
  return with_canonical_heap(model_, layout_, next);
}

State SymmetryGraph::smallest() {
  // Without references equal colours mean equal processes.
  if (targets_.empty()) return arranged(order());
  search(0);
  return std::move(*best_);
}

std::size_t SymmetryGraph::search(std::size_t level) {
  refine();
  if (processes_are_apart()) return reach_leaf(level);
  const std::vector<Node> cell = first_shared_cell();
  const bool all_alike = std::all_of(cell.begin() + 1, cell.end(), [&](Node other) {
    return can_be_swapped(cell.front(), other);
  });
  if (!all_alike) return try_members(cell, level);
  // Any order of the cell gives the same states, so all its members get their places at once.
  set_apart(cell);
  path_.insert(path_.end(), cell.begin(), cell.end());
  const std::size_t back_to = search(level + cell.size());
  path_.resize(level);
  return back_to;
}

std::size_t SymmetryGraph::try_members(const std::vector<Node>& cell, std::size_t level) {
  const std::vector<std::uint32_t> colours = colours_;
  const std::size_t colour_count = colour_count_;
  std::vector<Node> tried;
  for (const Node member : cell) {
    if (is_covered(member, tried)) continue;
    tried.push_back(member);
    colours_ = colours;
    colour_count_ = colour_count;
    set_apart({member});
    path_.push_back(member);
    const std::size_t back_to = search(level + 1);
    path_.resize(level);
    if (back_to < level) return back_to;
  }
  return level;
}

// Whether an automorphism that keeps what was set apart leads from a member that was tried to this
// one: then below both lie the same states.
bool SymmetryGraph::is_covered(Node member, const std::vector<Node>& tried) {
  if (tried.empty()) return false;
  std::vector<Node> orbit{member};
  std::vector<bool> is_met(process_count_, false);
  is_met[member] = true;
  const auto keeps_path = [&](const std::vector<Node>& map) {
    return std::all_of(path_.begin(), path_.end(), [&](Node node) { return map[node] == node; });
  };
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    for (const std::vector<Node>& map : automorphisms_) {
      const Node image = map[orbit[i]];
      if (is_met[image] || !keeps_path(map)) continue;
      is_met[image] = true;
      orbit.push_back(image);
    }
  }
  return std::any_of(tried.begin(), tried.end(),
                     [&](Node other) { return is_met[other] || can_be_swapped(member, other); });
}

std::size_t SymmetryGraph::reach_leaf(std::size_t level) {
  const std::vector<Node> found = order();
  State state = arranged(found);
  if (!best_ || is_smaller(state, *best_)) {
    best_ = std::move(state);
    best_order_ = found;
    best_path_ = path_;
    return level;
  }
  if (is_smaller(*best_, state)) return level;
  // The same state twice: an automorphism.  It maps all that lies below the point where the two paths
  // part onto what was seen there before.
  std::vector<Node> map(process_count_);
  for (std::size_t i = 0; i < found.size(); ++i) map[best_order_[i]] = found[i];
  automorphisms_.push_back(std::move(map));
  const auto parted =
      std::mismatch(path_.begin(), path_.end(), best_path_.begin(), best_path_.end());
  return static_cast<std::size_t>(parted.first - path_.begin());
}

}  // namespace clew
