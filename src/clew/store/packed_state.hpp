// The bytes of one state, owned.  Most states are short, so short ones live in the object itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "clew/base/hash.hpp"

namespace clew {

class PackedState {
 public:
  PackedState() = default;
  // `byte_count` zero bytes.
  explicit PackedState(std::size_t byte_count) { allocate(byte_count); }
  explicit PackedState(std::span<const std::byte> bytes) {
    allocate(bytes.size());
    std::copy(bytes.begin(), bytes.end(), data());
  }
  PackedState(const PackedState& other) : PackedState(other.bytes()) {}
  PackedState(PackedState&& other) noexcept
      : size_(std::exchange(other.size_, 0)),
        heap_(std::move(other.heap_)),
        inline_(other.inline_) {}
  PackedState& operator=(const PackedState& other) {
    if (this != &other) *this = PackedState(other);
    return *this;
  }
  PackedState& operator=(PackedState&& other) noexcept {
    size_ = std::exchange(other.size_, 0);
    heap_ = std::move(other.heap_);
    inline_ = other.inline_;
    return *this;
  }
  ~PackedState() = default;

  std::span<const std::byte> bytes() const { return {data(), size_}; }
  std::span<std::byte> bytes() { return {data(), size_}; }

  friend bool operator==(const PackedState& a, const PackedState& b) {
    return a.size_ == b.size_ && (a.size_ == 0 || std::memcmp(a.data(), b.data(), a.size_) == 0);
  }

 private:
  static constexpr std::size_t inline_bytes = 40;

  void allocate(std::size_t byte_count) {
    size_ = byte_count;
    if (byte_count > inline_bytes) heap_ = std::make_unique<std::byte[]>(byte_count);
  }
  const std::byte* data() const { return heap_ ? heap_.get() : inline_.data(); }
  std::byte* data() { return heap_ ? heap_.get() : inline_.data(); }

  std::size_t size_ = 0;
  std::unique_ptr<std::byte[]> heap_;
  std::array<std::byte, inline_bytes> inline_{};
};

inline std::size_t hash_value(const PackedState& state) { return hash_bytes(state.bytes()); }

}  // namespace clew

template <>
struct std::hash<clew::PackedState> {
  std::size_t operator()(const clew::PackedState& state) const noexcept {
    return clew::hash_value(state);
  }
};
