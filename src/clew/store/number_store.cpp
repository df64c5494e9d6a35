#include "clew/store/number_store.hpp"

#include <thread>

namespace clew {

namespace {

constexpr std::uint64_t key_of(const TreeFolder::Root& root) {
  return root[0] | std::uint64_t{root[1]} << 32;
}
TreeFolder::Root root_of(std::uint64_t key) {
  TreeFolder::Root root{};
  root[0] = static_cast<std::uint32_t>(key);
  root[1] = static_cast<std::uint32_t>(key >> 32);
  return root;
}

}  // namespace

// --- the entrance --------------------------------------------------------------------------------

// Sequentially consistent on both sides: of somebody who enters and somebody who closes, at least one
// sees the other.
void SharedEntrance::enter(unsigned worker) {
  std::atomic<bool>& inside = inside_[worker].is_set;
  for (;;) {
    inside.store(true, std::memory_order_seq_cst);
    if (!is_closed_.load(std::memory_order_seq_cst)) return;
    inside.store(false, std::memory_order_release);
    is_closed_.wait(true, std::memory_order_acquire);
  }
}

void SharedEntrance::wait_until_empty() const {
  for (unsigned i = 0; i < workers_; ++i) {
    // Acquire: what was done inside is seen by whoever is alone.
    while (inside_[i].is_set.load(std::memory_order_seq_cst)) std::this_thread::yield();
  }
}

// --- numbers -------------------------------------------------------------------------------------

NumberStore::NumberStore(Options options)
    : options_(options),
      limit_(options.memory_bytes_max),
      states_({.workers = options.workers}, limit_),
      entrance_(options.workers),
      keys_(options.workers),
      names_(options.workers) {
  if (options.word_count == 1) return;
  folder_ = std::make_unique<TreeFolder>(options.word_count, options.workers, limit_);
  // Two fields make one word, which gets the number.
  if (options.word_count > 1)
    folder_->use(folder_->make_tree(TreePlan::balanced(options.word_count, 2)));
}

bool NumberStore::number(unsigned worker, const StateBatch& batch,
                         std::vector<std::uint32_t>& numbers) {
  numbers.resize(batch.count);
  entrance_.enter(worker);
  const bool everything_fits =
      folder_ ? number_folded(worker, batch, numbers)
              : states_.intern(worker, {batch.words, batch.count}, numbers.data());
  entrance_.leave(worker);
  if (everything_fits && wants_to_grow()) grow();
  return everything_fits;
}

bool NumberStore::number_folded(unsigned worker, const StateBatch& batch,
                                std::vector<std::uint32_t>& numbers) {
  if (!folder_->fold(worker, batch, 0, batch.count)) return false;
  std::vector<std::uint64_t>& keys = keys_[worker];
  keys.clear();
  for (const TreeFolder::Root& root : folder_->roots(worker)) {
    keys.push_back(key_of(root));
  }
  return states_.intern(worker, keys, numbers.data());
}

void NumberStore::read(unsigned worker, std::uint32_t number, std::vector<std::uint64_t>& record) {
  const std::uint64_t key = states_.word(number);
  if (!folder_) {
    record.assign(1, key);
    return;
  }
  folder_->unfold_record(root_of(key), names_[worker], record);
}

std::uint64_t NumberStore::word(std::uint32_t number, std::uint32_t word) const {
  const std::uint64_t key = states_.word(number);
  return folder_ ? folder_->unfold_word(root_of(key), word) : key;
}

// --- growth --------------------------------------------------------------------------------------

bool NumberStore::wants_to_grow() const {
  return !is_full_.load(std::memory_order_relaxed) &&
         (states_.wants_to_grow() || (folder_ && folder_->wants_to_grow()));
}

void NumberStore::grow() {
  entrance_.alone([&] {
    if (!wants_to_grow()) return;  // somebody else was faster
    bool all_grew = !states_.wants_to_grow() || states_.grow();
    if (folder_) {
      folder_->begin_growth();
      folder_->move();
      all_grew &= folder_->end_growth();
    }
    // Refused once; what still fits is taken, and then no more.
    if (!all_grew) is_full_.store(true, std::memory_order_relaxed);
  });
}

}  // namespace clew
