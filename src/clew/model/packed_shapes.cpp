#include "clew/model/packed_shapes.hpp"

#include <mutex>
#include <span>
#include <utility>

#include "clew/base/contract.hpp"
#include "clew/base/hash.hpp"

namespace clew {

namespace {

std::size_t hash_of(const std::vector<ProcessTypeId>& processes,
                    const std::vector<ObjectTypeId>& objects) {
  const std::uint64_t first = hash_bytes(std::as_bytes(std::span(processes)));
  const std::uint64_t second = hash_bytes(std::as_bytes(std::span(objects)));
  return static_cast<std::size_t>(mix_bits(first) ^ second);
}

std::uint64_t bytes_of(const PackedShape& shape) {
  const Shape& unpacked = *shape.shape;
  const std::size_t parts = shape.process_types.capacity() + shape.object_types.capacity() +
                            shape.process_begins.capacity() + shape.object_begins.capacity() +
                            shape.first_channels.capacity();
  return sizeof(Shape) + parts * sizeof(std::uint32_t) +
         unpacked.processes.capacity() * sizeof(Shape::ProcessPart) +
         unpacked.objects.capacity() * sizeof(Shape::ObjectPart) +
         unpacked.channels.capacity() * sizeof(Shape::ChannelPart);
}

}  // namespace

PackedShapes::PackedShapes(const Model& model, const Layout& layout, const PackedLayout& packed)
    : model_(model), layout_(layout), packed_(packed) {}

PackedShapes::~PackedShapes() {
  for (const auto& segment : segments_) delete[] segment.load(std::memory_order_relaxed);
}

const PackedShape& PackedShapes::with(const std::vector<ProcessTypeId>& processes,
                                      const std::vector<ObjectTypeId>& objects) {
  const std::size_t hash = hash_of(processes, objects);
  {
    const std::shared_lock lock(mutex_);
    if (const PackedShape* const known = find(hash, processes, objects)) return *known;
  }
  PackedShape made = make(processes, objects);
  const std::unique_lock lock(mutex_);
  // Another worker may have brought it meanwhile.
  if (const PackedShape* const known = find(hash, processes, objects)) return *known;
  return add(hash, std::move(made));
}

const PackedShape* PackedShapes::find(std::size_t hash, const std::vector<ProcessTypeId>& processes,
                                      const std::vector<ObjectTypeId>& objects) const {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const PackedShape& shape = (*this)[it->second];
    if (shape.process_types == processes && shape.object_types == objects) return &shape;
  }
  return nullptr;
}

const PackedShape& PackedShapes::add(std::size_t hash, PackedShape shape) {
  constexpr std::uint32_t numbers_end = 0xffff'ffff;
  if (count_ == numbers_end) throw ContractError("PackedShapes::with: there are 2^32 shapes");
  const Position position = position_of(count_);
  PackedShape* segment = segments_[position.segment].load(std::memory_order_relaxed);
  std::uint64_t bytes = bytes_of(shape);
  if (!segment) {
    const std::size_t length = static_cast<std::size_t>(first_segment_length) << position.segment;
    segment = new PackedShape[length];
    bytes += length * sizeof(PackedShape);
    // Publishes the empty shapes; pairs with the acquire load in operator[].  The shape itself reaches
    // other workers together with its number, through the mutex or through whatever hands a state on.
    segments_[position.segment].store(segment, std::memory_order_release);
  }
  shape.number = count_;
  segment[position.index] = std::move(shape);
  by_hash_.emplace(hash, count_);
  ++count_;
  memory_bytes_.fetch_add(bytes, std::memory_order_relaxed);
  return segment[position.index];
}

PackedShape PackedShapes::make(const std::vector<ProcessTypeId>& processes,
                               const std::vector<ObjectTypeId>& objects) const {
  PackedShape made;
  made.process_types = processes;
  made.object_types = objects;
  made.shape = Layout::shape_of(model_, layout_, processes, objects);
  std::uint32_t word = packed_.prefix_words;
  made.bits = packed_.prefix_bits;
  auto channel = static_cast<std::uint32_t>(layout_.channels.size());
  for (const ProcessTypeId type : processes) {
    made.process_begins.push_back(word);
    made.first_channels.push_back(channel);
    word += packed_.process_words[type];
    made.bits += packed_.process_bits[type];
    channel += static_cast<std::uint32_t>(model_.process_types[type].channels.size());
  }
  made.process_begins.push_back(word);
  made.first_channels.push_back(channel);
  for (const ObjectTypeId type : objects) {
    made.object_begins.push_back(word);
    word += packed_.object_words[type];
    made.bits += packed_.object_bits[type];
  }
  made.object_begins.push_back(word);
  made.word_count = word;
  return made;
}

}  // namespace clew
