// Ids that are not integers, and arrays indexed by them.
//
//   enum class SlotId : std::uint32_t {};
//   IdMap<SlotId, Slot> slots;
//   const SlotId x = slots.add({...});
//   slots[x];              // fine
//   slots[ActionId{3}];    // does not compile
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace clew {

template <class Id>
constexpr std::size_t to_index(Id id) {
  return static_cast<std::size_t>(static_cast<std::underlying_type_t<Id>>(id));
}

template <class Id>
constexpr Id to_id(std::size_t index) {
  return static_cast<Id>(static_cast<std::underlying_type_t<Id>>(index));
}

// The id that names nothing: the largest value of its type.
template <class Id>
inline constexpr Id no_id = static_cast<Id>(std::numeric_limits<std::underlying_type_t<Id>>::max());

template <class Id>
constexpr bool is_some(Id id) {
  return id != no_id<Id>;
}

template <class Id, class T>
class IdMap {
 public:
  IdMap() = default;
  IdMap(std::initializer_list<T> items) : items_(items) {}
  explicit IdMap(std::size_t count, const T& value = T()) : items_(count, value) {}

  Id add(T item) {
    items_.push_back(std::move(item));
    return to_id<Id>(items_.size() - 1);
  }

  T& operator[](Id id) { return items_[to_index(id)]; }
  const T& operator[](Id id) const { return items_[to_index(id)]; }

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void resize(std::size_t count) { items_.resize(count); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  friend bool operator==(const IdMap&, const IdMap&) = default;

 private:
  std::vector<T> items_;
};

}  // namespace clew
