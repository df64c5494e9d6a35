// Where the values of a state lie among its bits, and what they hold in the middle of a move.  A part
// of symbolic_model (symbolic.hpp).
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "clew/encode/symbolic.hpp"
#include "clew/model/ranges.hpp"

namespace clew {

// The values of a state within a move, in terms of the state in which the move began.
class SymbolicImage {
 public:
  // REQUIRES: `base` outlives this.
  explicit SymbolicImage(const std::vector<CircuitNumber>& base) : base_(&base) {}

  const CircuitNumber& at(std::uint32_t offset) const {
    const auto found = changed_.find(offset);
    return found == changed_.end() ? (*base_)[offset] : found->second;
  }
  void set(std::uint32_t offset, CircuitNumber word) { changed_[offset] = std::move(word); }
  const std::map<std::uint32_t, CircuitNumber>& changed() const { return changed_; }

 private:
  const std::vector<CircuitNumber>* base_;
  std::map<std::uint32_t, CircuitNumber> changed_;
};

// The state as bits: which there are, and what the parts of a state are made of.
//
// A process that has ended stays, at a location of its own (`ended`), its values as they are in the
// initial state.  Processes end youngest first, so those alive are always the first ones.
class SymbolicLayout {
 public:
  // Adds the bits to `model`.
  // REQUIRES: all outlive this; no process or object comes into being while the model runs.
  SymbolicLayout(const Model& source, SymbolicModel& model);

  const Model& source() const { return source_; }
  Circuit& circuit() { return model_.circuit; }
  CircuitNumbers& words() { return words_; }
  const Shape& shape() const { return *first_.shape; }
  const State& first() const { return first_; }  // values of free slots mean nothing here
  const std::vector<CircuitNumber>& base() const { return base_; }
  const std::vector<bool>& is_free() const { return is_free_; }
  const IdMap<ProcessTypeId, IdMap<LocationId, std::vector<ActionId>>>& outgoing() const {
    return outgoing_;
  }

  const ProcessType& type_of(ProcessId process) const {
    return source_.process_types[part(process).type];
  }
  const Shape::ProcessPart& part(ProcessId process) const { return first_.part(process); }
  std::size_t process_count() const { return shape().processes.size(); }
  Lit at_location(const SymbolicImage& image, ProcessId process, LocationId location);
  // None for the claim, and for processes that never end.
  bool can_end(ProcessId process) const;
  Value ended(ProcessId process) const {
    return static_cast<Value>(type_of(process).locations.size());
  }
  Lit is_alive(const SymbolicImage& image, ProcessId process);
  // The process that the channel came with, or no_id if every state has it.
  ProcessId owner_of_channel(std::size_t index) const { return channel_owner_[index]; }
  // The number of the first channel that came with the process.
  std::size_t first_own_channel(ProcessId process) const;
  void end_process(SymbolicImage& image, ProcessId process);

  // The new bits of what changed, and the condition for them to hold the values.
  struct Changes {
    std::vector<SymbolicMove::Update> updates;
    std::vector<SymbolicMove::Assignment> assignments;
    Lit fit = lit_true;
  };
  Changes changes_of(const SymbolicImage& image);

  State state_of(const std::vector<bool>& bits) const;
  std::vector<bool> bits_of(const State& state) const;

 private:
  void add_value(std::uint32_t offset, Range range, std::string name);
  void add_frame(const Frame& frame, const std::vector<GappedRange>& ranges, std::uint32_t base,
                 const std::string& prefix);
  void add_channel(const Shape::ChannelPart& part, const Ranges& ranges, const std::string& prefix);
  void add_process(ProcessId process, const Ranges& ranges);
  void finish_validity();

  const Model& source_;
  SymbolicModel& model_;
  CircuitNumbers words_;
  Layout parts_;
  State first_;
  IdMap<ProcessTypeId, IdMap<LocationId, std::vector<ActionId>>> outgoing_;
  std::vector<bool> type_can_end_;  // by process type
  std::vector<ProcessId> channel_owner_;
  std::vector<CircuitNumber> base_;               // by offset
  std::vector<std::uint32_t> value_at_;  // by offset: index into SymbolicModel::values
  std::vector<bool> is_free_;            // by offset
};

}  // namespace clew
