// The stores of packed words: a line here adds one.
//
// The list holds types, so that a search is compiled for each of them and nothing is virtual where states are
// inserted.  What a store must offer is WordStore; one that is exact is asked for its states when the way to
// what was found is sought, so it must be a TraceableStore, too (store/word_store.hpp).
#pragma once

#include <functional>
#include <memory>
#include <tuple>

#include "clew/base/watch.hpp"
#include "clew/model/word_codec.hpp"
#include "clew/store/bitstate_store.hpp"
#include "clew/store/compact_store.hpp"
#include "clew/store/tree_store.hpp"
#include "clew/walk/stores.hpp"

namespace clew {

// What a store is made for.
struct StoreNeeds {
  const WordCodec& codec;
  unsigned workers = 1;
  std::uint64_t memory_bytes_max = 0;  // 0: no limit
  // Asked while the store is busy with so many states: No, and it stops.
  std::function<Continue(std::uint64_t states)> may_go_on;
};

template <WordStore Store>
struct StoreEntry {
  using Type = Store;
  static_assert(!Store::is_exact() || TraceableStore<Store>,
                "an exact store is asked for its states when a trace is sought: it needs contains(), "
                "tag_bits(), TagSet and both for_each() of TraceableStore (store/word_store.hpp)");

  StoreInfo info;
  std::unique_ptr<Store> (*make)(const StoreNeeds& needs);
};

std::unique_ptr<TreeStore> make_tree_store(const StoreNeeds& needs);
std::unique_ptr<BitstateStore> make_bitstate_store(const StoreNeeds& needs);
std::unique_ptr<CompactStore> make_compact_store(const StoreNeeds& needs);

// The first one is what `auto` means.
inline const std::tuple store_list{
    StoreEntry<TreeStore>{{"tree", "exact, folded and quotiented", true}, make_tree_store},
    StoreEntry<BitstateStore>{{"bitstate", "a few bits a state: may take a new state for a known one", false},
                              make_bitstate_store},
    StoreEntry<CompactStore>{{"compact", "a hash of each state: the same, less often", false},
                             make_compact_store},
};

}  // namespace clew
