// Memory straight from the system, zero at first, and a limit on how much of it there may be.
//
//   MemoryLimit limit(bytes_max);
//   if (limit.take(bytes)) if (Pages pages = Pages::of(bytes)) use(pages.data());
//
// Tables live in such pages because they can be given back one by one: while a table moves into a
// larger one, the part that has been read is released, so that the two are never there together.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace clew {

// Threads: one at a time, but for forget() and populate(), which any number of workers may call.
class Pages {
 public:
  Pages() = default;
  enum class Use : std::uint8_t { Dense, Sparse };
  // No pages at all if the system has no such piece of memory.  Large pieces that will be used all
  // over get huge pages: finding a page then costs less, and they are 30 percent faster to read at
  // random.
  static Pages of(std::uint64_t bytes, Use use = Use::Dense);
  // As many bytes as `bytes` bytes really take: whole pages.
  static std::uint64_t rounded(std::uint64_t bytes);
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Pages();

  explicit operator bool() const { return data_ != nullptr; }
  std::byte* data() const { return data_; }
  std::uint64_t bytes() const { return bytes_; }

  // Gives the whole pages within [begin, end) back to the system.  Their contents are lost.
  void forget(std::uint64_t begin, std::uint64_t end) const;
  // Asks for the pages within [begin, end) at once, which is cheaper than a fault for each.
  void populate(std::uint64_t begin, std::uint64_t end) const;

 private:
  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

// What a store may take, over all its tables.
// Threads: any number at once.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::uint64_t bytes_max = 0) : bytes_max_(bytes_max) {}  // 0: no limit

  // Counts `bytes` more; false, and nothing counted, if that passed the limit.
  bool take(std::uint64_t bytes) {
    std::uint64_t taken = taken_.load(std::memory_order_relaxed);
    do {
      if (bytes_max_ != 0 && taken + bytes > bytes_max_) return false;
    } while (!taken_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed));
    return true;
  }
  // Counts what is taken anyway, limit or not.
  void charge(std::uint64_t bytes) { taken_.fetch_add(bytes, std::memory_order_relaxed); }
  void give_back(std::uint64_t bytes) { taken_.fetch_sub(bytes, std::memory_order_relaxed); }

  std::uint64_t taken() const { return taken_.load(std::memory_order_relaxed); }
  std::uint64_t left() const {
    if (bytes_max_ == 0) return ~std::uint64_t{0};
    return bytes_max_ > taken() ? bytes_max_ - taken() : 0;
  }

 private:
  std::uint64_t bytes_max_;
  std::atomic<std::uint64_t> taken_{0};
};

}  // namespace clew
