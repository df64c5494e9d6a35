#include "clew/model/packed_layout.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "clew/base/bits.hpp"

namespace clew {

namespace {

constexpr unsigned word_bits = 64;

template <class Coded>
void set_code(Coded& coded, const GappedRange& range) {
  coded.width = static_cast<std::uint8_t>(bits_for(range.span()));
  coded.low = range.low;
  if (!range.has_gap()) return;
  coded.gap_after = range.gap.low - 1;
  coded.gap = static_cast<std::uint32_t>(range.gap.span() + 1);
}

// Whether words that were left because something did not fit still get what does.
enum class Holes : std::uint8_t { Stay, AreFilled };

// Hands out the bits of words.
class WordFiller {
 public:
  // A word gets no more values once it holds `capacity` bits.
  explicit WordFiller(unsigned capacity, Holes holes = Holes::Stay, std::uint32_t first_word = 0)
      : capacity_(capacity), holes_(holes), first_word_(first_word) {}

  PackedSlot slot(const GappedRange& range, std::uint32_t count) {
    PackedSlot placed;
    set_code(placed, range);
    placed.count = count;
    if (placed.width == 0) return placed;
    const std::uint64_t bits = std::uint64_t{placed.width} * count;
    if (bits > word_bits) {
      placed.per_word = static_cast<std::uint8_t>(word_bits / placed.width);
      placed.word = begin_word();
      take_words(std::uint64_t{placed.per_word} * placed.width, bits);
      return placed;
    }
    const std::size_t index = word_with_room(bits);
    placed.word = first_word_ + static_cast<std::uint32_t>(index);
    placed.shift = static_cast<std::uint8_t>(used_[index]);
    used_[index] += static_cast<unsigned>(bits);
    return placed;
  }

  PackedChannel channel(const Channel& declared, const std::vector<GappedRange>& items) {
    PackedChannel placed;
    placed.capacity = declared.capacity;
    for (const GappedRange& range : items) {
      PackedItem item;
      set_code(item, range);
      item.offset = placed.message_bits;
      placed.message_bits += item.width;
      placed.items.push_back(item);
    }
    if (declared.is_rendezvous()) return placed;
    placed.fill.width = static_cast<std::uint8_t>(bits_for(declared.capacity));
    const std::uint64_t bits =
        placed.fill.width + std::uint64_t{placed.message_bits} * placed.capacity;
    if (bits > word_bits) {
      placed.fill.word = begin_word();
      take_words(word_bits, bits);
      return placed;
    }
    const std::size_t index = word_with_room(bits);
    placed.fill.word = first_word_ + static_cast<std::uint32_t>(index);
    placed.fill.shift = static_cast<std::uint8_t>(used_[index]);
    used_[index] += static_cast<unsigned>(bits);
    return placed;
  }

  PackedProcess process(const Model& model, const Ranges& ranges, ProcessTypeId id) {
    const ProcessType& type = model.process_types[id];
    PackedProcess placed;
    placed.location = slot({ranges.locations[id]}, 1);
    placed.slots = frame(type.frame, ranges.processes[id]);
    for (const ChannelId each : type.channels) {
      placed.channels.push_back(channel(model.channels[each], ranges.messages[each]));
    }
    return placed;
  }

  std::vector<PackedSlot> frame(const Frame& frame, const std::vector<GappedRange>& ranges) {
    std::vector<PackedSlot> placed;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      placed.push_back(slot(ranges[i], frame.slots[to_id<SlotId>(i)].length));
    }
    return placed;
  }

  // The word behind the last that is used.
  std::uint32_t end() const { return first_word_ + static_cast<std::uint32_t>(used_.size()); }
  // Bits used, by word, from the first one on.
  std::vector<std::uint8_t> widths() const { return {used_.begin(), used_.end()}; }

 private:
  std::size_t word_with_room(std::uint64_t bits) {
    if (!used_.empty() && used_.back() + bits <= capacity_) return used_.size() - 1;
    if (holes_ == Holes::AreFilled) {
      for (std::size_t i = 0; i < used_.size(); ++i) {
        if (used_[i] + bits <= capacity_) return i;
      }
    }
    used_.push_back(0);
    return used_.size() - 1;
  }

  std::uint32_t begin_word() {
    used_.push_back(0);
    return end() - 1;
  }

  // Takes `bits` from the word just begun on, so many of each.
  void take_words(std::uint64_t bits_per_word, std::uint64_t bits) {
    for (; bits > bits_per_word; bits -= bits_per_word) {
      used_.back() = static_cast<unsigned>(bits_per_word);
      used_.push_back(0);
    }
    used_.back() = static_cast<unsigned>(bits);
  }

  unsigned capacity_;
  Holes holes_;
  std::uint32_t first_word_;
  std::vector<unsigned> used_;  // bits, by word
};

// What every state has.
void place_prefix(WordFiller& words, const Model& model, const Ranges& ranges,
                  PackedLayout& layout) {
  layout.globals = words.frame(model.globals, ranges.globals);
  layout.channels = IdMap<ChannelId, PackedChannel>(model.channels.size());
  for (std::size_t i = 0; i < model.channels.size(); ++i) {
    const auto id = to_id<ChannelId>(i);
    if (!model.channels[id].is_global()) continue;
    layout.channels[id] = words.channel(model.channels[id], ranges.messages[id]);
  }
  if (model.claim) layout.claim = words.process(model, ranges, model.claim->type);
}

bool processes_end(const Model& model) {
  const auto ends = [](const Instruction& step) {
    return step.kind == Instruction::Kind::Terminate;
  };
  return std::any_of(model.actions.begin(), model.actions.end(), [&](const Action& action) {
    return std::any_of(action.effect.begin(), action.effect.end(), ends);
  });
}

PackedLayout fixed_layout(const Model& model, const Ranges& ranges,
                          const std::vector<ProcessTypeId>& positions, unsigned capacity,
                          Holes holes) {
  PackedLayout layout;
  layout.positions = positions;
  const auto begin = static_cast<Value>(model.processes.size());
  const auto all = static_cast<Value>(positions.size());
  WordFiller words(capacity, holes);
  layout.alive = words.slot({{processes_end(model) ? 0 : std::min(begin, all), all}}, 1);
  place_prefix(words, model, ranges, layout);
  for (const ProcessTypeId type : positions) {
    layout.processes.add(words.process(model, ranges, type));
  }
  layout.word_widths = words.widths();
  // A model with one state only still gets a word, so that its state is something to store.
  if (layout.word_widths.empty()) layout.word_widths.push_back(1);
  layout.word_count = static_cast<std::uint32_t>(layout.word_widths.size());
  return layout;
}

std::uint64_t sum_of(const std::vector<std::uint8_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), std::uint64_t{0});
}

// As few words as possible, in order if that does not cost one, and of these layouts the one whose widest
// word is narrowest: the store spends bits on every word, so that 35 + 35 bits cost less than 64 + 6.
PackedLayout balanced_layout(const Model& model, const Ranges& ranges,
                             const std::vector<ProcessTypeId>& positions) {
  PackedLayout widest = fixed_layout(model, ranges, positions, word_bits, Holes::Stay);
  if (widest.word_count == 1) return widest;
  Holes holes = Holes::Stay;
  if ((sum_of(widest.word_widths) + word_bits - 1) / word_bits < widest.word_count) {
    PackedLayout dense = fixed_layout(model, ranges, positions, word_bits, Holes::AreFilled);
    if (dense.word_count < widest.word_count) {
      holes = Holes::AreFilled;
      widest = std::move(dense);
    }
  }
  const std::uint64_t average =
      (sum_of(widest.word_widths) + widest.word_count - 1) / widest.word_count;
  for (auto capacity = static_cast<unsigned>(average); capacity < word_bits; ++capacity) {
    PackedLayout layout = fixed_layout(model, ranges, positions, capacity, holes);
    if (layout.word_count == widest.word_count) return layout;
  }
  return widest;
}

PackedLayout dynamic_layout(const Model& model, const Ranges& ranges) {
  PackedLayout layout;
  layout.is_fixed = false;
  WordFiller prefix(word_bits, Holes::Stay, 1);  // behind the shape
  place_prefix(prefix, model, ranges, layout);
  layout.prefix_words = prefix.end();
  layout.prefix_bits = sum_of(prefix.widths());
  // Parts without a bit still take a word, so that every part has one of its own.
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    WordFiller words(word_bits);
    layout.process_types.add(words.process(model, ranges, to_id<ProcessTypeId>(i)));
    layout.process_words.add(std::max(words.end(), 1U));
    layout.process_bits.add(sum_of(words.widths()));
  }
  for (std::size_t i = 0; i < model.object_types.size(); ++i) {
    const auto id = to_id<ObjectTypeId>(i);
    WordFiller words(word_bits);
    layout.object_types.add(words.frame(model.object_types[id].frame, ranges.objects[id]));
    layout.object_words.add(std::max(words.end(), 1U));
    layout.object_bits.add(sum_of(words.widths()));
  }
  return layout;
}

}  // namespace

PackedLayout packed_layout(const Model& model, const Ranges& ranges,
                           const std::vector<ProcessTypeId>* positions) {
  if (positions && model.is_dynamic()) return balanced_layout(model, ranges, *positions);
  if (model.is_dynamic()) return dynamic_layout(model, ranges);
  std::vector<ProcessTypeId> types;
  for (const Process& process : model.processes) types.push_back(process.type);
  return balanced_layout(model, ranges, types);
}

}  // namespace clew
