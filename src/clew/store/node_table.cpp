#include "clew/store/node_table.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "clew/base/hash.hpp"

namespace clew {

namespace {

constexpr std::uint64_t slots_at_first = 448;  // with those behind them one page
constexpr double words_load_max = 0.7;
constexpr std::uint64_t spilled_word_bytes = 64;  // of one word in the spill, about

constexpr std::uint64_t slot_hash_mask = 0xffffffff00000000ULL;
constexpr std::uint32_t id_of(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1; }

}  // namespace

NodeTable::NodeTable(Options options, MemoryLimit& limit)
    : options_(options), limit_(limit), workers_(std::make_unique<Worker[]>(options.workers)) {
  index_ = Pages::of((slots_at_first + probes_max) * sizeof(Slot));
  if (!index_) throw std::bad_alloc();
  limit_.charge(index_.bytes());
  use_index(slots_at_first);
}

NodeTable::~NodeTable() { limit_.give_back(memory_bytes()); }

std::uint64_t NodeTable::memory_bytes() const {
  std::uint64_t bytes = index_.bytes() + spilled_.size() * spilled_word_bytes;
  for (const Pages& pages : segment_pages_) bytes += pages.bytes();
  return bytes;
}

std::uint32_t NodeTable::word_count() const {
  std::uint32_t count = id_count();
  for (unsigned i = 0; i < options_.workers; ++i) count -= workers_[i].spare != no_id ? 1U : 0U;
  return count;
}

// Segment s holds 2^(s + first) words, so it begins with id 2^(s + first) - 2^first.
NodeTable::Place NodeTable::place_of(std::uint32_t id) {
  const std::uint64_t shifted = std::uint64_t{id} + (1U << segment_bits_at_first);
  const auto bits = static_cast<unsigned>(std::bit_width(shifted)) - 1;
  return {bits - segment_bits_at_first,
          static_cast<std::uint32_t>(shifted ^ (std::uint64_t{1} << bits))};
}

void NodeTable::use_index(std::uint64_t slot_count) {
  slots_ = reinterpret_cast<Slot*>(index_.data());
  slot_count_ = slot_count;
  const double wanted = static_cast<double>(slot_count) * words_load_max;
  ids_wanted_max_ = wanted < 4e9 ? static_cast<std::uint32_t>(wanted) : options_.ids_max;
}

// --- lookup --------------------------------------------------------------------------------------

// The id of a word; if it is not in the index, no_id and the slot where it belongs, or none if there
// is none.
inline std::uint32_t NodeTable::look(std::uint64_t hash, std::uint64_t wanted,
                                     std::uint64_t& empty) const {
  std::uint64_t position = begin_of(hash);
  const std::uint64_t end = position + probes_max;
  for (; position < end; ++position) {
    // Pairs with the release in add(): the word of the id can be read.
    const std::uint64_t slot = slots_[position].load(std::memory_order_acquire);
    if (slot == 0) break;
    if (((slot ^ hash) & slot_hash_mask) == 0 && word(id_of(slot)) == wanted) return id_of(slot);
  }
  empty = position;
  return no_id;
}

// The slots of the next `window` words are on their way into the cache while one is looked up.
bool NodeTable::intern(unsigned worker, std::span<const std::uint64_t> words, std::uint32_t* ids) {
  std::array<std::uint64_t, window> hashes;
  const auto approach = [&](std::size_t index) {
    std::uint64_t& hash = hashes[index % window];
    hash = mix_bits(words[index]);
    __builtin_prefetch(&slots_[begin_of(hash)]);
  };
  for (std::size_t i = 0; i < std::min(window, words.size()); ++i) approach(i);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t hash = hashes[i % window];
    if (i + window < words.size()) approach(i + window);
    std::uint64_t empty = 0;
    std::uint32_t id = look(hash, words[i], empty);
    if (id == no_id) id = add(worker, hash, words[i], empty);
    if (id == no_id) return false;
    ids[i] = id;
  }
  return true;
}

std::uint32_t NodeTable::find(std::uint64_t word) const {
  const std::uint64_t hash = mix_bits(word);
  std::uint64_t empty = 0;
  const std::uint32_t id = look(hash, word, empty);
  if (id != no_id || empty < begin_of(hash) + probes_max) return id;
  return find_spilled(word);
}

// --- new words -----------------------------------------------------------------------------------

std::uint32_t NodeTable::add(unsigned worker, std::uint64_t hash, std::uint64_t word,
                             std::uint64_t empty) {
  const std::uint64_t end = begin_of(hash) + probes_max;
  while (empty < end) {
    const std::uint32_t id = take_id(worker, word);
    if (id == no_id) return no_id;
    std::uint64_t expected = 0;
    // Publishes the word; pairs with the acquire in look().
    if (slots_[empty].compare_exchange_strong(expected, (hash & slot_hash_mask) | (id + 1U),
                                              std::memory_order_release,
                                              std::memory_order_relaxed)) {
      return id;
    }
    workers_[worker].spare = id;
    const std::uint32_t other = look(hash, word, empty);
    if (other != no_id) return other;
  }
  return spill(worker, word);
}

// An id for a new word, with the word written down.
std::uint32_t NodeTable::take_id(unsigned worker, std::uint64_t word) {
  std::uint32_t id = std::exchange(workers_[worker].spare, no_id);
  if (id == no_id) {
    id = id_next_.fetch_add(1, std::memory_order_relaxed);
    if (id >= options_.ids_max) {
      id_next_.store(options_.ids_max, std::memory_order_relaxed);
      return no_id;
    }
    if (id >= ids_wanted_max_ && !refused_.load(std::memory_order_relaxed))
      crowded_.store(true, std::memory_order_relaxed);
  }
  const auto [segment, offset] = place_of(id);
  // Acquire: the segment may have been made by somebody else; pairs with make_segment().
  std::uint64_t* words = segments_[segment].load(std::memory_order_acquire);
  if (words == nullptr) {
    if (!make_segment(segment)) {
      workers_[worker].spare = id;
      return no_id;
    }
    words = segments_[segment].load(std::memory_order_acquire);
  }
  words[offset] = word;
  return id;
}

bool NodeTable::make_segment(unsigned segment) {
  const std::lock_guard lock(mutex_);
  if (segments_[segment].load(std::memory_order_relaxed) != nullptr) return true;
  const std::uint64_t bytes = sizeof(std::uint64_t) << (segment_bits_at_first + segment);
  if (!limit_.take(bytes)) return false;
  segment_pages_[segment] = Pages::of(bytes);
  if (!segment_pages_[segment]) {
    limit_.give_back(bytes);
    return false;
  }
  segments_[segment].store(reinterpret_cast<std::uint64_t*>(segment_pages_[segment].data()),
                           std::memory_order_release);
  return true;
}

// The last resort: the index is too full around this word.  It happens while a meeting is near.
std::uint32_t NodeTable::spill(unsigned worker, std::uint64_t word) {
  const std::uint32_t known = find_spilled(word);
  if (known != no_id || refused_.load(std::memory_order_relaxed)) return known;
  if (limit_.left() < spilled_word_bytes) return no_id;
  const std::uint32_t id = take_id(worker, word);
  if (id == no_id) return no_id;
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = spilled_.emplace(word, id);
  if (!is_new) workers_[worker].spare = id;
  if (is_new) limit_.charge(spilled_word_bytes);
  crowded_.store(true, std::memory_order_relaxed);
  return entry->second;
}

std::uint32_t NodeTable::find_spilled(std::uint64_t word) const {
  const std::lock_guard lock(mutex_);
  const auto found = spilled_.find(word);
  return found == spilled_.end() ? no_id : found->second;
}

// --- growth --------------------------------------------------------------------------------------

bool NodeTable::grow() {
  crowded_.store(false, std::memory_order_relaxed);
  refused_.store(true, std::memory_order_relaxed);
  const std::uint64_t slot_count = slot_count_ < 8192 ? slot_count_ * 4 : slot_count_ * 3 / 2;
  if (slot_count > 0xffffffffU) return false;
  const std::uint64_t bytes = Pages::rounded((slot_count + probes_max) * sizeof(Slot));
  if (!limit_.take(bytes - index_.bytes())) return false;
  Pages larger = Pages::of(bytes);
  if (!larger) {
    limit_.give_back(bytes - index_.bytes());
    return false;
  }
  refused_.store(false, std::memory_order_relaxed);
  std::swap(index_, larger);
  const std::uint64_t old_count = slot_count_ + probes_max;
  const auto* old_slots = reinterpret_cast<const Slot*>(larger.data());
  use_index(slot_count);
  std::unordered_map<std::uint64_t, std::uint32_t> homeless;
  homeless.swap(spilled_);
  limit_.give_back(homeless.size() * spilled_word_bytes);
  const auto place = [&](std::uint64_t slot) {
    const std::uint64_t begin = begin_of(slot);
    for (std::uint64_t position = begin; position < begin + probes_max; ++position) {
      if (slots_[position].load(std::memory_order_relaxed) != 0) continue;
      slots_[position].store(slot, std::memory_order_relaxed);
      return;
    }
    spilled_.emplace(word(id_of(slot)), id_of(slot));
    limit_.charge(spilled_word_bytes);
  };
  constexpr std::uint64_t page_slots = 4096 / sizeof(Slot);
  for (std::uint64_t position = 0; position < old_count; ++position) {
    const std::uint64_t slot = old_slots[position].load(std::memory_order_relaxed);
    if (slot != 0) place(slot);
    if ((position + 1) % (64 * page_slots) == 0) {
      larger.forget((position + 1 - 64 * page_slots) * sizeof(Slot), (position + 1) * sizeof(Slot));
    }
  }
  for (const auto& [word, id] : homeless) place((mix_bits(word) & slot_hash_mask) | (id + 1U));
  return true;
}

}  // namespace clew
