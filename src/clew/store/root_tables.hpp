// The set of roots of folded states: short rows of ids, each row kept as one key of as few bits as
// its ids need.
//
//   RootTables roots(3, workers, limit);           // rows of three fields
//   roots.open({12, 12, 8});                       // for ids below 2^12, 2^12 and 2^8
//   roots.insert(worker, rows, count, level, fresh);
//   if (roots.has_wide()) roots.open({14, 12, 8});  // some ids have grown beyond that
//
// There is one KeyTable for each width.  A row is in the first table that has room for its ids, so
// the row itself says where it is, and nothing ever moves from table to table.  Rows for which no
// table is wide enough wait aside, behind a lock, until one is opened.
//
// Threads: any number of workers may insert and look at once, each with its own number.  The rest is
// for meetings, where move is for all workers and everything else for one.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "clew/base/function_ref.hpp"
#include "clew/store/key_table.hpp"
#include "clew/store/tree_plan.hpp"

namespace clew {

class RootTables {
 public:
  // Fields behind the last one are zero.
  using Root = std::array<std::uint32_t, TreePlan::fields_max>;
  using Widths = std::array<std::uint8_t, TreePlan::fields_max>;

  // REQUIRES: the limit outlives the tables.
  RootTables(std::size_t field_count, unsigned workers, MemoryLimit& limit);
  ~RootTables();

  // Appends to `fresh` the positions of the rows that are new.  false: full.
  bool insert(unsigned worker, std::span<const Root> roots, std::uint64_t level,
              std::vector<std::uint32_t>& fresh);
  Outcome insert(unsigned worker, const Root& root, std::uint64_t level);
  void prefetch(const Root& root) const;
  bool contains(const Root& root) const;

  // --- growth
  bool wants_to_grow() const;
  // false: some table that should grow cannot.
  bool begin_growth();
  void move();
  void end_growth();

  bool has_wide() const { return has_wide_.load(std::memory_order_relaxed); }
  // Opens a table, and brings in the rows that have waited for it.  false: there is no memory for
  // it, and rows that are too wide will be answered with Full.
  // REQUIRES: no field is narrower than in the tables before; at most 64 bits in all, none above 32.
  bool open(const Widths& widths);
  // No table will be opened any more.
  void refuse_wide();

  // As KeyTable::for_each.
  void for_each(unsigned part, unsigned parts,
                FunctionRef<void(const Root& root, unsigned tag)> found) const;
  unsigned tag_bits() const;
  std::uint64_t size() const;
  std::size_t field_count() const { return field_count_; }

 private:
  struct Table {
    bool fits(const Root& root) const {
      std::uint32_t over = 0;
      for (std::size_t i = 0; i < root.size(); ++i) over |= root[i] & ~masks[i];
      return over == 0;
    }
    std::uint64_t key(const Root& root, std::size_t field_count) const {
      std::uint64_t result = root[0];
      for (std::size_t i = 1; i < field_count; ++i) result |= std::uint64_t{root[i]} << shifts[i];
      return result;
    }
    Root root(std::uint64_t key, std::size_t field_count) const;

    std::array<std::uint32_t, TreePlan::fields_max> masks{};
    std::array<std::uint8_t, TreePlan::fields_max> shifts{};
    std::unique_ptr<KeyTable> keys;
  };
  struct Scratch {
    std::vector<std::vector<std::uint64_t>> keys;       // by table
    std::vector<std::vector<std::uint32_t>> positions;  // of the keys in the batch
  };

  std::size_t table_of(const Root& root) const;
  Outcome insert_wide(const Root& root, std::uint64_t level);

  std::size_t field_count_;
  unsigned workers_;
  MemoryLimit& limit_;
  std::vector<Table> tables_;  // each at least as wide as the one before
  std::vector<Scratch> scratch_;
  std::vector<KeyTable*> growing_;

  mutable std::mutex wide_mutex_;
  std::map<Root, std::uint64_t> wide_;  // row to level
  std::atomic<bool> has_wide_{false};
  bool wide_refused_ = false;
};

}  // namespace clew
