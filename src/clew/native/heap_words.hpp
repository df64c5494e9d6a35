// The canonical numbering of heap objects (with_canonical_heap in model/state.hpp), on packed words: no
// state is unpacked for it.
//
// Threads: const functions may be called by any number of workers at once.
#pragma once

#include <cstdint>
#include <vector>

#include "clew/model/word_codec.hpp"

namespace clew {

class HeapWords {
 public:
  // REQUIRES: the codec outlives this, and is not fixed.
  explicit HeapWords(const WordCodec& codec);

  // Numbers the objects of the state breadth first from its roots and drops those nothing refers to.
  // The state never gets longer.
  void make_canonical(std::uint64_t* state) const;

 private:
  using Words = std::uint64_t*;
  struct MessageItem {
    std::uint32_t offset;
    std::uint8_t width;
  };
  struct MessageReferences {
    PackedChannel channel;
    std::vector<MessageItem> items;
  };

  static std::vector<PackedSlot> references_of(const Frame& frame,
                                               const std::vector<PackedSlot>& slots);
  MessageReferences messages_of(ChannelId id, const PackedChannel& channel) const;
  // Every reference is replaced by visit(reference).
  template <class Visit>
  static void for_references(Words part, const std::vector<PackedSlot>& slots, const Visit& visit);
  template <class Visit>
  static void for_messages(Words part, const MessageReferences& messages, const Visit& visit);
  template <class Visit>
  void for_roots(Words state, const PackedShape& shape, const Visit& visit) const;
  bool is_canonical(Words state, const PackedShape& shape) const;

  const WordCodec& codec_;
  std::vector<PackedSlot> globals_;
  std::vector<MessageReferences> channels_;  // that every state has
  std::vector<PackedSlot> claim_;
  IdMap<ProcessTypeId, std::vector<PackedSlot>> processes_;
  IdMap<ProcessTypeId, std::vector<MessageReferences>> process_channels_;
  IdMap<ObjectTypeId, std::vector<PackedSlot>> objects_;
};

}  // namespace clew
