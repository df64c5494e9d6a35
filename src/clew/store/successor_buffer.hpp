// Successors of a batch of states as words, one after the other, in the order of the moves.
//
//   SuccessorBuffer out(layout.word_count);
//   out.make_room(word_count);
//   *out.next++ = word;                 // machine code writes straight into it
//
// Threads: one worker at a time.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>

#include "clew/base/forbidden_memory.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

class SuccessorBuffer {
 public:
  // Words of every state; 0 if they differ in length.
  explicit SuccessorBuffer(std::uint32_t stride) : stride_(stride) {
    make_room(first_words);
    ends_begin_ = resized(ends_begin_, first_words);
    next_end = ends_begin_;
    last_end = ends_begin_ + first_words;
    clear();
  }
  ~SuccessorBuffer() {
    allow_memory(words_, static_cast<std::size_t>(end - words_) * sizeof *words_);
    std::free(words_);
    std::free(ends_begin_);
  }
  SuccessorBuffer(const SuccessorBuffer&) = delete;
  SuccessorBuffer& operator=(const SuccessorBuffer&) = delete;

  // --- for whoever writes successors; make_room moves them
  // Where the next word goes, and where the room for words ends.
  std::uint64_t* next = nullptr;
  std::uint64_t* end = nullptr;
  // States of different lengths: where the end of the next complete state goes, as an offset in words
  // from begin(), and where the room for those ends.
  std::uint32_t* next_end = nullptr;
  std::uint32_t* last_end = nullptr;

  // ENSURES: there is room for `words` more words, and for the end of one more state.
  void make_room(std::size_t words) {
    if (static_cast<std::size_t>(end - next) < words) make_room_for_words(words);
    allow_memory(next, words * sizeof(std::uint64_t));
    if (next_end == last_end) make_room_for_ends();
  }

  // Nobody may touch what lies behind `words` more words, until there is room made for it.
  void forbid_beyond(std::size_t words) {
    forbid_memory(next + words, (static_cast<std::size_t>(end - next) - words) * sizeof *next);
  }

  // Appends one state.
  void add(std::span<const std::uint64_t> state) {
    assert(stride_ == 0 || state.size() == stride_);  // the codec packs all states alike
    make_room(state.size());
    next = std::copy(state.begin(), state.end(), next);
    if (stride_ == 0) *next_end++ = static_cast<std::uint32_t>(next - words_);
  }

  // Drops those from number `first` on of which keeps(number) is false.
  template <class Keeps>
  void filter(std::size_t first, const Keeps& keeps) {
    const StateBatch all = batch(nullptr);
    const std::size_t end_of_all = all.count;
    std::uint64_t* to = words_ + (stride_ != 0 ? first * stride_ : ends_begin_[first]);
    std::size_t kept = first;
    for (std::size_t i = first; i < end_of_all; ++i) {
      if (!keeps(i)) continue;
      const std::span<const std::uint64_t> state = all.state(i);
      to = std::copy(state.begin(), state.end(), to);
      ++kept;
      // Ends are read before they are overwritten: what is kept never has a greater number.
      if (stride_ == 0) ends_begin_[kept] = static_cast<std::uint32_t>(to - words_);
    }
    next = to;
    if (stride_ == 0) next_end = ends_begin_ + kept + 1;
  }

  // Drops all that were appended since there were so many words.
  void drop_behind(std::size_t words) {
    next = words_ + words;
    if (stride_ != 0) return;
    while (next_end[-1] > words) --next_end;
  }

  void clear() {
    next = words_;
    next_end = ends_begin_;
    *next_end++ = 0;
  }

  std::uint64_t* begin() { return words_; }
  std::size_t word_count() const { return static_cast<std::size_t>(next - words_); }
  std::size_t count() const {
    if (stride_ == 1) return word_count();  // a division costs more than all the rest
    return stride_ != 0 ? word_count() / stride_
                        : static_cast<std::size_t>(next_end - ends_begin_) - 1;
  }
  std::span<const std::uint64_t> state(std::size_t index) const {
    return batch(nullptr).state(index);
  }
  // All of them; good until the next is added.
  StateBatch batch(const std::uint64_t* const* sources) const {
    return {words_, count(), stride_, ends_begin_, sources};
  }
  std::uint64_t memory_bytes() const {
    return static_cast<std::uint64_t>(end - words_) * sizeof(std::uint64_t) +
           static_cast<std::uint64_t>(last_end - ends_begin_) * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t first_words = 4096;

  // Long arrays are moved by the page table, so growth never needs room for two of them.
  template <class T>
  static T* resized(T* array, std::size_t length) {
    void* const moved = std::realloc(array, length * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    return static_cast<T*>(moved);
  }

  void make_room_for_words(std::size_t words) {
    const std::size_t used = words_ == nullptr ? 0 : word_count();
    const auto room = static_cast<std::size_t>(end - words_);
    const std::size_t length = std::max(used + words, 2 * room);
    allow_memory(words_, room * sizeof *words_);
    words_ = resized(words_, length);
    next = words_ + used;
    end = words_ + length;
  }

  void make_room_for_ends() {
    const auto used = static_cast<std::size_t>(next_end - ends_begin_);
    const std::size_t length = std::max<std::size_t>(first_words, 2 * used);
    ends_begin_ = resized(ends_begin_, length);
    next_end = ends_begin_ + used;
    last_end = ends_begin_ + length;
  }

  std::uint32_t stride_;
  std::uint64_t* words_ = nullptr;
  std::uint32_t* ends_begin_ = nullptr;  // begins with a 0, where the first state begins
};

}  // namespace clew
