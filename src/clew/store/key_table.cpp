#include "clew/store/key_table.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <thread>
#include <utility>

namespace clew {

namespace {

constexpr std::uint64_t spilled_key_bytes = 64;  // of one key in the spill, about

// Beyond this share of the slots the table should grow.
constexpr double keys_load_max = 0.85;
// Below this size a table doubles: the steps are short, and few bytes are at stake.
constexpr std::uint64_t bytes_doubling = std::uint64_t{1} << 23;

}  // namespace

// --- insertion -----------------------------------------------------------------------------------

KeyTable::KeyTable(Options options, MemoryLimit& limit)
    : mix_(options.key_bits),
      options_(options),
      limit_(limit),
      layout_(options.key_bits,
              std::min(static_cast<unsigned>(std::bit_width(options.bytes_at_first / 256)) - 1,
                       options.key_bits > 5 ? options.key_bits - 5 : 0),
              4, KeyLayout::tag_bits_max),
      pages_(Pages::of(layout_.bytes())),
      buckets_(buckets_of(pages_)),
      workers_(std::make_unique<Worker[]>(options.workers)) {
  if (!pages_) throw std::bad_alloc();
  limit_.charge(pages_.bytes());
  set_thresholds();
}

void KeyTable::set_thresholds() {
  size_wanted_max_ =
      static_cast<std::uint64_t>(static_cast<double>(layout_.slot_count()) * keys_load_max);
  spilled_max_ = 16 + layout_.slot_count() / 1024;
}

// Looks for a value in a bucket, and adds it if there is room.  Inlined, because the compiler finds it
// too long for that, and a call costs a fifth of it.
[[gnu::always_inline]] inline KeyTable::Attempt KeyTable::attempt(const KeyLayout& layout,
                                                                  KeyBucket& bucket,
                                                                  std::uint64_t value,
                                                                  std::uint64_t tag) {
  for (;;) {
    const std::uint64_t header = bucket.header();
    if (bucket.holds(layout, header, value)) return Attempt::Known;
    if (KeyBucket::fill_of(header) == layout.slots) return Attempt::Crowded;
    // If it cannot be locked, somebody adds or added an entry, maybe this one.
    if (options_.workers == 1 || bucket.try_lock(header)) {
      bucket.add(layout, header, value, tag);
      return Attempt::New;
    }
    if (KeyBucket::is_locked(header)) std::this_thread::yield();
  }
}

Outcome KeyTable::insert_mixed(std::uint64_t mixed, std::uint64_t tag) {
  const KeyLayout::Place place = layout_.place_of(mixed);
  for (std::uint64_t displacement = 0; displacement <= KeyLayout::displacement_max;
       ++displacement) {
    const Attempt result = attempt(layout_, buckets_[layout_.bucket_of(place, displacement)],
                                   place.remainder | displacement << layout_.remainder_bits, tag);
    if (result != Attempt::Crowded) return result == Attempt::New ? Outcome::New : Outcome::Known;
  }
  return spill(mixed, tag);
}

// The last resort: all eight buckets are full.  At the highest load that is true of one key in some
// ten thousand.
Outcome KeyTable::spill(std::uint64_t mixed, std::uint64_t tag) {
  const std::lock_guard lock(spill_mutex_);
  if (spilled_.contains(mixed)) return Outcome::Known;
  if (refused_.load(std::memory_order_relaxed) || !limit_.take(spilled_key_bytes)) return Outcome::Full;
  spilled_.emplace(mixed, tag);
  if (spilled_.size() > spilled_max_) crowded_.store(true, std::memory_order_relaxed);
  return Outcome::New;
}

void KeyTable::keep_spilled(std::uint64_t mixed, std::uint64_t tag) {
  if (spilled_.emplace(mixed, tag).second) limit_.charge(spilled_key_bytes);
}

bool KeyTable::is_spilled(std::uint64_t mixed) const {
  const std::lock_guard lock(spill_mutex_);
  return spilled_.contains(mixed);
}

// Adding up what all workers inserted costs a cache miss for each of them, so it is done the more
// seldom the more room is left.
void KeyTable::count(unsigned worker, std::uint64_t more) {
  Worker& own = workers_[worker];
  // Relaxed: only this worker writes, and readers want the number alone.
  own.inserted.store(own.inserted.load(std::memory_order_relaxed) + more,
                     std::memory_order_relaxed);
  if (more < own.until_look) {
    own.until_look -= more;
    return;
  }
  const std::uint64_t now = size();
  if (now >= size_wanted_max_ && !layout_.holds_all() &&
      !refused_.load(std::memory_order_relaxed)) {
    crowded_.store(true, std::memory_order_relaxed);
  }
  own.until_look = now >= size_wanted_max_ ? ~std::uint64_t{0}
                                           : (size_wanted_max_ - now) / (2 * options_.workers) + 1;
}

Outcome KeyTable::insert(unsigned worker, std::uint64_t key, std::uint64_t level) {
  const Outcome outcome = insert_mixed(mix_.mix(key), level & low_ones(layout_.tag_bits));
  if (outcome == Outcome::New) count(worker, 1);
  return outcome;
}

// Keys whose first bucket was full, while the next one is on its way.  First in, first out, so that
// of equal keys the first stays the first.
struct KeyTable::Waiting {
  static constexpr std::size_t room = 16;
  struct Item {
    KeyLayout::Place place;
    std::uint32_t index;
    std::uint32_t displacement;
  };
  std::array<Item, room> items;
  std::size_t first = 0;
  std::size_t count = 0;

  void push(const Item& item) { items[(first + count++) % room] = item; }
  Item pop() {
    const Item item = items[first];
    first = (first + 1) % room;
    --count;
    return item;
  }
};

// One more try for the key that has waited longest.
Outcome KeyTable::insert_waiting(Waiting& waiting, std::uint64_t tag, std::uint32_t& index) {
  const Waiting::Item item = waiting.pop();
  const KeyLayout::Place& place = item.place;
  const Attempt result =
      attempt(layout_, buckets_[layout_.bucket_of(place, item.displacement)],
              place.remainder | std::uint64_t{item.displacement} << layout_.remainder_bits, tag);
  index = item.index;
  if (result != Attempt::Crowded) return result == Attempt::New ? Outcome::New : Outcome::Known;
  if (item.displacement == KeyLayout::displacement_max)
    return spill(layout_.begin_of(place.bucket) + place.remainder, tag);
  waiting.push({place, item.index, item.displacement + 1});
  __builtin_prefetch(&buckets_[layout_.bucket_of(place, item.displacement + 1)]);
  return Outcome::Known;  // not yet known, but nothing to report
}

// The story: of the next `window` keys the buckets are on their way into the cache while one is
// inserted; a key whose bucket is full steps aside until its next bucket is there.  Everything else
// is cheap beside the memory.
bool KeyTable::insert(unsigned worker, std::span<const std::uint64_t> keys, std::uint64_t level,
                      std::vector<std::uint32_t>& fresh) {
  const KeyLayout layout = layout_;  // copies, which no store can change
  const KeyMix mix = mix_;
  KeyBucket* const buckets = buckets_;
  const std::uint64_t tag = level & low_ones(layout.tag_bits);
  const std::size_t fresh_before = fresh.size();
  std::array<KeyLayout::Place, window> places;
  const auto approach = [&](std::uint64_t key, KeyLayout::Place& place) {
    place = layout.place_of(mix.mix(key));
    __builtin_prefetch(&buckets[place.bucket]);
  };
  for (std::size_t i = 0; i < std::min(window, keys.size()); ++i) approach(keys[i], places[i]);
  Waiting waiting;
  bool is_full = false;
  const auto serve_waiting = [&] {
    std::uint32_t index = 0;
    const Outcome outcome = insert_waiting(waiting, tag, index);
    if (outcome == Outcome::New) fresh.push_back(index);
    is_full |= outcome == Outcome::Full;
  };
  for (std::size_t i = 0, turn = 0; i < keys.size() && !is_full; ++i) {
    const KeyLayout::Place place = places[turn];
    if (i + window < keys.size()) approach(keys[i + window], places[turn]);
    if (++turn == window) turn = 0;
    const Attempt result = attempt(layout, buckets[place.bucket], place.remainder, tag);
    if (result == Attempt::Known) continue;
    if (result == Attempt::New) {
      fresh.push_back(static_cast<std::uint32_t>(i));
      continue;
    }
    while (waiting.count == Waiting::room) serve_waiting();
    __builtin_prefetch(&buckets[layout.bucket_of(place, 1)]);
    waiting.push({place, static_cast<std::uint32_t>(i), 1});
  }
  while (waiting.count > 0) serve_waiting();
  count(worker, fresh.size() - fresh_before);
  return !is_full;
}

bool KeyTable::contains(std::uint64_t key) const {
  const std::uint64_t mixed = mix_.mix(key);
  const KeyLayout::Place place = layout_.place_of(mixed);
  for (std::uint64_t displacement = 0; displacement <= KeyLayout::displacement_max;
       ++displacement) {
    const KeyBucket& bucket = buckets_[layout_.bucket_of(place, displacement)];
    const std::uint64_t header = bucket.header();
    if (bucket.holds(layout_, header, place.remainder | displacement << layout_.remainder_bits))
      return true;
    // By (2) it went no further.
    if (KeyBucket::fill_of(header) < layout_.slots) return false;
  }
  return is_spilled(mixed);
}

std::uint64_t KeyTable::size() const {
  std::uint64_t sum = 0;
  for (unsigned worker = 0; worker < options_.workers; ++worker)
    sum += workers_[worker].inserted.load(std::memory_order_relaxed);
  return sum;
}

std::uint64_t KeyTable::memory_bytes() const {
  const std::lock_guard lock(spill_mutex_);
  return pages_.bytes() + spilled_.size() * spilled_key_bytes;
}

// --- growth --------------------------------------------------------------------------------------

KeyTable::~KeyTable() { limit_.give_back(memory_bytes()); }

// The next larger layout: steps of 3/2 and 4/3, where memory is short the largest that fits.
KeyLayout KeyTable::next_layout(std::uint64_t bytes_max) const {
  const auto larger = [&](unsigned pieces) {
    const unsigned over = pieces > KeyLayout::pieces_max ? 1 : 0;
    return KeyLayout(options_.key_bits, layout_.split_bits + over, pieces >> over,
                     layout_.tag_bits);
  };
  unsigned pieces = layout_.bytes() < bytes_doubling ? layout_.pieces * 2
                    : layout_.pieces < 6             ? 6
                                                     : 8;
  while (pieces > layout_.pieces + 1 && larger(pieces).bytes() > bytes_max) --pieces;
  return larger(pieces);
}

bool KeyTable::begin_growth() {
  crowded_.store(false, std::memory_order_relaxed);
  refused_.store(true, std::memory_order_relaxed);
  const std::uint64_t left = limit_.left();
  const KeyLayout layout = next_layout(left + std::min(pages_.bytes(), ~left));
  // The old table goes away while the new one fills, so only the difference is taken.
  const std::uint64_t more = Pages::rounded(layout.bytes()) - pages_.bytes();
  if (!limit_.take(more)) return false;
  Pages pages = Pages::of(layout.bytes());
  if (!pages) {
    limit_.give_back(more);
    return false;
  }
  refused_.store(false, std::memory_order_relaxed);
  move_ = std::make_unique<KeyMove>(layout_, pages_, layout, std::move(pages));
  return true;
}

void KeyTable::move() { move_->work(); }

void KeyTable::end_growth() {
  layout_ = move_->layout;
  pages_ = std::move(move_->pages);
  buckets_ = buckets_of(pages_);
  std::unordered_map<std::uint64_t, std::uint64_t> spilled;
  spilled.swap(spilled_);
  limit_.give_back(spilled.size() * spilled_key_bytes);
  // What was in must stay in, limit or not.
  for (const auto& [mixed, tag] : move_->spilled) keep_spilled(mixed, tag);
  for (const auto& [mixed, tag] : spilled) {
    const std::uint64_t shorter_tag = tag & low_ones(layout_.tag_bits);
    if (insert_mixed(mixed, shorter_tag) == Outcome::Full) keep_spilled(mixed, shorter_tag);
  }
  move_.reset();
  set_thresholds();
  for (unsigned worker = 0; worker < options_.workers; ++worker) workers_[worker].until_look = 0;
}

// --- reading -------------------------------------------------------------------------------------

void KeyTable::for_each(unsigned part, unsigned parts,
                        FunctionRef<void(std::uint64_t key, unsigned tag)> found) const {
  const std::uint64_t share = layout_.bucket_count() / parts;
  const auto give = [&](std::uint64_t mixed, std::uint64_t tag) {
    found(mix_.unmix(mixed), static_cast<unsigned>(tag));
  };
  for_each_entry(layout_, buckets_, share * part,
                 part + 1 == parts ? layout_.bucket_count() : share * (part + 1), give);
  if (part != 0) return;
  const std::lock_guard lock(spill_mutex_);
  for (const auto& [mixed, tag] : spilled_) give(mixed, tag);
}

}  // namespace clew
