// A stack of plain values that may become very long.  Long arrays are moved by the page table, so growth
// never needs room for the old and the new one at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>

namespace clew {

template <class T>
requires std::is_trivially_copyable_v<T>
class LongStack {
 public:
  LongStack() = default;
  ~LongStack() { std::free(values_); }
  LongStack(const LongStack&) = delete;
  LongStack& operator=(const LongStack&) = delete;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  // Good until the next push.
  T* data() { return values_; }
  const T* data() const { return values_; }
  T& back() { return values_[size_ - 1]; }
  const T& back() const { return values_[size_ - 1]; }
  const T* begin() const { return values_; }
  const T* end() const { return values_ + size_; }

  void push(const T& value) { push(std::span<const T>(&value, 1)); }
  // REQUIRES: they are not part of this stack.
  void push(std::span<const T> values) {
    if (capacity_ - size_ < values.size()) make_room(values.size());
    std::copy(values.begin(), values.end(), values_ + size_);
    size_ += values.size();
  }
  // REQUIRES: length <= size()
  void truncate(std::size_t length) { size_ = length; }

 private:
  static constexpr std::size_t capacity_first = 1024;

  void make_room(std::size_t more) {
    const std::size_t capacity =
        std::max({capacity_first, size_ + more, capacity_ + capacity_ / 2});
    void* const moved = std::realloc(values_, capacity * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    values_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }

  T* values_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace clew
