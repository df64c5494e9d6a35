// What the searches over packed words need of a store.
//
// A state is a span of 64-bit words (model/packed_layout.hpp).  A store answers one question about
// many states at once: which of these are new?  Asked in batches it can fetch the memory that the
// later states of a batch need while it looks at the earlier ones.
//
//   store.insert(worker, batch, level, records, fresh);   // any number of workers at once
//   if (store.wants_to_grow()) { /* all workers meet */ store.grow(worker, workers); }
//
// The frontier holds records.  A record begins with the words of the state; what follows, if
// anything, is the store's own and makes it cheaper to insert the state's successors.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clew/space/hash_store.hpp"

namespace clew {

// States to insert, owned by the caller.
struct StateBatch {
  const std::uint64_t* words = nullptr;
  std::size_t count = 0;
  std::uint32_t stride = 0;                       // words of every state; 0: see begins
  const std::uint32_t* begins = nullptr;          // if stride is 0: count + 1 offsets into words
  const std::uint64_t* const* sources = nullptr;  // the record of each state's source; null: none
  const std::uint32_t* source_lengths = nullptr;  // if stride is 0: words of each source's state

  std::span<const std::uint64_t> state(std::size_t index) const {
    if (stride != 0) return {words + index * stride, stride};
    return {words + begins[index], begins[index + 1] - begins[index]};
  }
  // The record of a source that has as many words as the state itself; null if there is none.
  const std::uint64_t* source(std::size_t index) const {
    if (sources == nullptr) return nullptr;
    if (stride != 0) return sources[index];
    if (source_lengths == nullptr) return nullptr;
    return source_lengths[index] == begins[index + 1] - begins[index] ? sources[index] : nullptr;
  }
};

// How far a store's answers can be trusted after a search.  Of an exact store both are zero.
struct Omission {
  double states = 0;       // expected number of states that were taken for known and never expanded
  double probability = 0;  // that there was at least one
};

// insert:  `fresh` gets the index in the batch of every new state, in no particular order, and
//          `records` its record in the same order.  Of equal states, in one batch or in those of
//          several workers, exactly one is new; in one batch the first.  false: the store is
//          full, and the states of the batch that were not known and are not in `fresh` are lost.
// prepare: appends the records of all states and fetches the memory their insertion needs; for
//          searches that decide on one state at a time.  false: full.
// insert (of a record): the same question for one prepared state.
// grow:    called by all workers that insert, together, while nobody inserts.  false: the memory
//          limit allows no more growth; insertion goes on until nothing fits.
template <class T>
concept WordStore = requires(T& store, const T& same, const StateBatch& batch, unsigned worker,
                             std::uint64_t level, std::vector<std::uint64_t>& records,
                             std::vector<std::uint32_t>& fresh,
                             std::span<const std::uint64_t> record, std::size_t word_count) {
  { store.insert(worker, batch, level, records, fresh) } -> std::same_as<bool>;
  { store.prepare(worker, batch, records) } -> std::same_as<bool>;
  { store.insert(worker, record, level) } -> std::same_as<Outcome>;
  { same.record_words(word_count) } -> std::same_as<std::size_t>;
  { same.wants_to_grow() } -> std::same_as<bool>;
  { store.grow(worker, worker) } -> std::same_as<bool>;
  { same.size() } -> std::same_as<std::uint64_t>;
  { same.memory_bytes() } -> std::same_as<std::uint64_t>;
  { same.bytes_per_state() } -> std::same_as<double>;
  { T::is_exact() } -> std::same_as<bool>;
  { same.omission() } -> std::same_as<Omission>;
};

// What a store offers, too, from which the way to a state is found without a parent kept for any: it gives
// its states back, level by level.  The store knows levels modulo 2^tag_bits(), so states of other levels
// come along.
//
// contains: whether the state is there, while nobody inserts.
// for_each: calls with all states of one of `parts` parts whose level has one of the tags, or is `level`.
template <class T>
concept TraceableStore =
    WordStore<T> && requires(const T& store, unsigned part, const typename T::TagSet& tags,
                             std::uint64_t level, std::span<const std::uint64_t> state) {
  { store.contains(state) } -> std::same_as<bool>;
  { store.tag_bits() } -> std::same_as<unsigned>;
  store.for_each(part, part, tags, [](unsigned, std::span<const std::uint64_t>) {});
  store.for_each(part, part, level, [](std::span<const std::uint64_t>) {});
};

}  // namespace clew
