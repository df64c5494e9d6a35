// Memory for a great many plain values that grows in place where the system can do that.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

namespace clew {

template <class T>
class PlainArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  T& operator[](std::size_t index) { return memory_.get()[index]; }
  const T& operator[](std::size_t index) const { return memory_.get()[index]; }
  std::size_t size() const { return size_; }

  // What is behind the old end has no value yet.  False, and nothing happened, if there is no memory.
  bool grow(std::size_t size) {
    void* bigger = std::realloc(memory_.get(), size * sizeof(T));
    if (bigger == nullptr) return false;
    static_cast<void>(memory_.release());  // realloc has freed it
    memory_.reset(static_cast<T*>(bigger));
    size_ = size;
    return true;
  }

  // All zero; what was there is gone, even if the answer is false because there is no memory.
  bool renew(std::size_t size) {
    memory_.reset();
    memory_.reset(static_cast<T*>(std::calloc(size, sizeof(T))));
    size_ = memory_ == nullptr ? 0 : size;
    return memory_ != nullptr;
  }

  void fill_with_zero() { std::memset(static_cast<void*>(memory_.get()), 0, size_ * sizeof(T)); }
  void swap(PlainArray& other) noexcept {
    memory_.swap(other.memory_);
    std::swap(size_, other.size_);
  }

 private:
  struct Free {
    void operator()(T* memory) const { std::free(memory); }
  };
  std::unique_ptr<T, Free> memory_;
  std::size_t size_ = 0;
};

}  // namespace clew
