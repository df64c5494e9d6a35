#include "clew/store/root_tables.hpp"

#include <algorithm>
#include <utility>

namespace clew {

namespace {

constexpr std::uint64_t bytes_at_first = 1U << 14;
constexpr std::uint64_t wide_bytes = 128;  // of a row that waits, about

}  // namespace

RootTables::Root RootTables::Table::root(std::uint64_t key, std::size_t field_count) const {
  Root result{};
  for (std::size_t i = 0; i < field_count; ++i)
    result[i] = static_cast<std::uint32_t>(key >> shifts[i]) & masks[i];
  return result;
}

RootTables::RootTables(std::size_t field_count, unsigned workers, MemoryLimit& limit)
    : field_count_(field_count), workers_(workers), limit_(limit), scratch_(workers) {}

RootTables::~RootTables() { limit_.give_back(wide_.size() * wide_bytes); }

// tables_.size() if no table has room.  Most rows belong to the last one.
inline std::size_t RootTables::table_of(const Root& root) const {
  std::size_t index = tables_.size();
  while (index > 0 && tables_[index - 1].fits(root)) --index;
  return index;
}

bool RootTables::insert(unsigned worker, std::span<const Root> roots, std::uint64_t level,
                        std::vector<std::uint32_t>& fresh) {
  Scratch& scratch = scratch_[worker];
  scratch.keys.resize(tables_.size());
  scratch.positions.resize(tables_.size() + 1);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const std::size_t index = table_of(roots[i]);
    if (index < tables_.size())
      scratch.keys[index].push_back(tables_[index].key(roots[i], field_count_));
    scratch.positions[index].push_back(static_cast<std::uint32_t>(i));
  }
  bool everything_fits = true;
  for (std::size_t index = 0; index < tables_.size(); ++index) {
    auto& positions = scratch.positions[index];
    if (positions.empty()) continue;
    const std::size_t begin = fresh.size();
    everything_fits &= tables_[index].keys->insert(worker, scratch.keys[index], level, fresh);
    for (std::size_t i = begin; i < fresh.size(); ++i) fresh[i] = positions[fresh[i]];
    positions.clear();
    scratch.keys[index].clear();
  }
  for (const std::uint32_t position : scratch.positions.back()) {
    const Outcome outcome = insert_wide(roots[position], level);
    if (outcome == Outcome::New) fresh.push_back(position);
    everything_fits &= outcome != Outcome::Full;
  }
  scratch.positions.back().clear();
  return everything_fits;
}

Outcome RootTables::insert(unsigned worker, const Root& root, std::uint64_t level) {
  const std::size_t index = table_of(root);
  if (index == tables_.size()) return insert_wide(root, level);
  return tables_[index].keys->insert(worker, tables_[index].key(root, field_count_), level);
}

Outcome RootTables::insert_wide(const Root& root, std::uint64_t level) {
  const std::lock_guard lock(wide_mutex_);
  if (wide_.contains(root)) return Outcome::Known;
  if (wide_refused_ || !limit_.take(wide_bytes)) return Outcome::Full;
  wide_.emplace(root, level);
  has_wide_.store(true, std::memory_order_relaxed);
  return Outcome::New;
}

void RootTables::prefetch(const Root& root) const {
  const std::size_t index = table_of(root);
  if (index < tables_.size()) tables_[index].keys->prefetch(tables_[index].key(root, field_count_));
}

bool RootTables::contains(const Root& root) const {
  const std::size_t index = table_of(root);
  if (index < tables_.size())
    return tables_[index].keys->contains(tables_[index].key(root, field_count_));
  const std::lock_guard lock(wide_mutex_);
  return wide_.contains(root);
}

// --- growth --------------------------------------------------------------------------------------

bool RootTables::wants_to_grow() const {
  if (has_wide()) return true;
  return std::any_of(tables_.begin(), tables_.end(),
                     [](const Table& table) { return table.keys->wants_to_grow(); });
}

bool RootTables::begin_growth() {
  bool all_grow = true;
  growing_.clear();
  for (const Table& table : tables_) {
    if (!table.keys->wants_to_grow()) continue;
    if (table.keys->begin_growth()) {
      growing_.push_back(table.keys.get());
    } else {
      all_grow = false;
    }
  }
  return all_grow;
}

void RootTables::move() {
  for (KeyTable* keys : growing_) keys->move();
}

void RootTables::end_growth() {
  for (KeyTable* keys : growing_) keys->end_growth();
}

void RootTables::refuse_wide() {
  wide_refused_ = true;
  has_wide_.store(false, std::memory_order_relaxed);
}

bool RootTables::open(const Widths& widths) {
  if (!tables_.empty() && limit_.left() < bytes_at_first) {
    refuse_wide();
    return false;
  }
  has_wide_.store(false, std::memory_order_relaxed);
  Table table;
  unsigned bits = 0;
  for (std::size_t i = 0; i < field_count_; ++i) {
    table.shifts[i] = static_cast<std::uint8_t>(std::min(bits, 63U));  // a field may have no bits
    table.masks[i] = static_cast<std::uint32_t>(low_ones(widths[i]));
    bits += widths[i];
  }
  table.keys = std::make_unique<KeyTable>(
      KeyTable::Options{
          .key_bits = std::max(1U, bits), .workers = workers_, .bytes_at_first = bytes_at_first},
      limit_);
  tables_.push_back(std::move(table));
  std::map<Root, std::uint64_t> waiting;
  waiting.swap(wide_);
  limit_.give_back(waiting.size() * wide_bytes);
  for (const auto& [root, level] : waiting) {
    if (insert(0, root, level) != Outcome::Full) continue;
    wide_.emplace(root, level);  // what was in must stay in
    limit_.charge(wide_bytes);
  }
  return true;
}

// --- reading -------------------------------------------------------------------------------------

void RootTables::for_each(unsigned part, unsigned parts,
                          FunctionRef<void(const Root& root, unsigned tag)> found) const {
  for (const Table& table : tables_) {
    table.keys->for_each(part, parts, [&](std::uint64_t key, unsigned tag) {
      found(table.root(key, field_count_), tag);
    });
  }
  if (part != 0) return;
  // Whoever is told may ask how many there are, which takes the lock.
  const std::map<Root, std::uint64_t> waiting = [&] {
    const std::lock_guard lock(wide_mutex_);
    return wide_;
  }();
  for (const auto& [root, level] : waiting)
    found(root, static_cast<unsigned>(level & low_ones(KeyLayout::tag_bits_max)));
}

unsigned RootTables::tag_bits() const {
  unsigned least = KeyLayout::tag_bits_max;
  for (const Table& table : tables_) least = std::min(least, table.keys->tag_bits());
  return least;
}

std::uint64_t RootTables::size() const {
  std::uint64_t sum = 0;
  for (const Table& table : tables_) sum += table.keys->size();
  const std::lock_guard lock(wide_mutex_);
  return sum + wide_.size();
}

}  // namespace clew
