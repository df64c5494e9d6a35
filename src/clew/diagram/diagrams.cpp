#include "clew/diagram/diagrams.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "clew/base/contract.hpp"
#include "clew/diagram/hot_path.hpp"

namespace clew {

namespace {

constexpr std::uint32_t first_node_count = 1U << 16;
// Up to here a larger cache is worth more than memory.
constexpr std::uint64_t large_node_count = 1U << 21;
constexpr std::uint64_t cache_entries_per_node = 1;
// A node, its share of the chain heads, its share of the cache.
constexpr std::uint64_t bytes_per_node = 16 + 4 + 16 * cache_entries_per_node;

}  // namespace

// --- handles

Bdd::Bdd(Diagrams* owner, std::uint32_t edge) : owner_(owner), edge_(edge) {
  if (edge > 1) place_ = owner->add_root(edge);
}

Bdd::Bdd(const Bdd& other) : Bdd(other.owner_, other.edge_) {}

Bdd::Bdd(Bdd&& other) noexcept
    : owner_(other.owner_),
      edge_(std::exchange(other.edge_, Diagrams::edge_false)),
      place_(std::exchange(other.place_, no_place)) {}

Bdd& Bdd::operator=(const Bdd& other) {
  if (this != &other) *this = Bdd(other);
  return *this;
}

Bdd& Bdd::operator=(Bdd&& other) noexcept {
  std::swap(owner_, other.owner_);
  std::swap(edge_, other.edge_);
  std::swap(place_, other.place_);
  return *this;
}

Bdd::~Bdd() {
  if (place_ != no_place) owner_->remove_root(place_);
}

std::uint32_t Diagrams::add_root(Edge edge) {
  if (free_roots_.empty()) {
    roots_.push_back(edge);
    return static_cast<std::uint32_t>(roots_.size() - 1);
  }
  const std::uint32_t place = free_roots_.back();
  free_roots_.pop_back();
  roots_[place] = edge;
  return place;
}

// --- nodes

Diagrams::Diagrams(DiagramLimits limits)
    : limits_(std::move(limits)), steps_left_(steps_between_questions) {
  if (!nodes_.grow(first_node_count) || !heads_.renew(first_node_count) ||
      !cache_.renew(first_node_count * cache_entries_per_node)) {
    throw ContractError("Diagrams: there is no memory at all");
  }
  head_mask_ = first_node_count - 1;
  cache_mask_ = first_node_count * cache_entries_per_node - 1;
  nodes_[0] = {bottom_level, edge_true, edge_true, no_node};
  add_free_nodes(1);
}

// So that they are taken in the order in which they lie in memory.
void Diagrams::add_free_nodes(std::uint32_t begin) {
  for (std::uint32_t i = static_cast<std::uint32_t>(nodes_.size()); i-- > begin;) {
    nodes_[i] = {free_level, edge_true, edge_true, first_free_};
    first_free_ = i;
  }
}

// Collects garbage, and grows unless that gave half of the nodes back.
void Diagrams::make_room(Edge low, Edge high) {
  kept_.push_back(low);
  kept_.push_back(high);
  collect_garbage();
  kept_.resize(kept_.size() - 2);
  const std::uint64_t size = nodes_.size();
  if ((nodes_in_use_ * 4 < size && size >= large_node_count) || grow()) return;
  if (nodes_in_use_ + size / 16 < size) return;  // a little garbage goes a little further
  out_of_memory_ = true;
  abandon();
}

bool Diagrams::grow() {
  std::uint64_t size = std::min<std::uint64_t>(nodes_.size() * 2, node_count_max);
  if (limits_.memory_bytes_max != 0) {
    size = std::min(size, limits_.memory_bytes_max / bytes_per_node);
  }
  if (size < nodes_.size() + nodes_.size() / 4) return false;
  const std::uint64_t table_size = std::bit_floor(size);
  const auto begin = static_cast<std::uint32_t>(nodes_.size());
  PlainArray<Entry> bigger_cache;
  PlainArray<std::uint32_t> bigger_heads;
  if (!bigger_cache.renew(table_size * cache_entries_per_node) || !bigger_heads.renew(table_size) ||
      !nodes_.grow(size))
    return false;
  cache_.swap(bigger_cache);
  cache_mask_ = table_size * cache_entries_per_node - 1;
  for (std::size_t i = 0; i < bigger_cache.size(); ++i) {
    const Entry& entry = bigger_cache[i];
    if (entry.key != 0) cache_[place_of(entry.key, entry.c)] = entry;
  }
  heads_.swap(bigger_heads);
  head_mask_ = table_size - 1;
  add_free_nodes(begin);
  rebuild_table();
  return true;
}

// REQUIRES: all heads are zero.
void Diagrams::rebuild_table() {
  for (std::uint32_t i = 1; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    if (node.level == free_level) continue;
    std::uint32_t& head = heads_[hash_of_node(node.level, node.low, node.high) & head_mask_];
    node.next = head;
    head = i;
  }
}

// --- garbage

void Diagrams::collect_garbage() {
  nodes_in_use_peak_ = std::max(nodes_in_use_peak_, nodes_in_use_);
  mark_needed();
  clean_cache();
  sweep();
}

void Diagrams::mark_needed() {
  nodes_[0].level |= mark_bit;
  for (const Edge edge : roots_) mark(edge);
  for (const Edge edge : kept_) mark(edge);
}

void Diagrams::mark(Edge edge) {
  // The recursion is as deep as there are levels.
  Node& node = nodes_[edge >> 1];
  if ((node.level & mark_bit) != 0) return;
  node.level |= mark_bit;
  mark(node.low);
  mark(node.high);
}

// Entries about nodes that stay are as true as before.
void Diagrams::clean_cache() {
  for (std::size_t i = 0; i < cache_.size(); ++i) {
    Entry& entry = cache_[i];
    if (entry.key == 0) continue;
    const auto operation = static_cast<Operation>(entry.key & 63U);
    const bool has_edges = operation < Operation::Saturate;
    const auto a = static_cast<Edge>(entry.key >> 35);
    const auto b = static_cast<Edge>(entry.key >> 6 & ((1U << 29) - 1));
    const bool stays =
        is_alive(a) && is_alive(entry.result) && (!has_edges || (is_alive(b) && is_alive(entry.c)));
    if (!stays) entry.key = 0;
  }
}

void Diagrams::sweep() {
  heads_.fill_with_zero();
  first_free_ = no_node;
  nodes_in_use_ = 1;
  nodes_[0].level = bottom_level;
  for (auto i = static_cast<std::uint32_t>(nodes_.size()); i-- > 1;) {
    Node& node = nodes_[i];
    if ((node.level & mark_bit) == 0) {
      node = {free_level, edge_true, edge_true, first_free_};
      first_free_ = i;
      continue;
    }
    node.level &= ~mark_bit;
    ++nodes_in_use_;
    std::uint32_t& head = heads_[hash_of_node(node.level, node.low, node.high) & head_mask_];
    node.next = head;
    head = i;
  }
}

// --- limits

void Diagrams::begin_turn(std::uint64_t steps) {
  has_turn_ = steps != 0;
  turn_steps_left_ = steps;
  if (std::exchange(turn_is_over_, false)) abandoned_ = false;
  take_steps();
}

void Diagrams::take_steps() {
  steps_left_ = steps_between_questions;
  if (!has_turn_) return;
  if (turn_steps_left_ < steps_left_) steps_left_ = static_cast<std::uint32_t>(turn_steps_left_);
  turn_steps_left_ -= steps_left_;
}

void Diagrams::ask_for_more_steps() {
  const bool is_over = has_turn_ && turn_steps_left_ == 0;
  take_steps();
  if (limits_.stop && limits_.stop()) abandon();
  turn_is_over_ = is_over;
  if (is_over) abandon();
}

void Diagrams::abandon() {
  abandoned_ = true;
  throw Abandoned{};
}

std::uint64_t Diagrams::nodes_in_use_peak() const {
  return nodes_in_use_peak_ = std::max(nodes_in_use_peak_, nodes_in_use_);
}

std::uint64_t Diagrams::memory_bytes() const { return nodes_.size() * bytes_per_node; }

}  // namespace clew
