// Expressions of one model rewritten for another, with everything known about the acting process and
// about the move so far put in.  A part of plain_model (static_model.hpp).
#pragma once

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clew/model/model.hpp"
#include "clew/model/state.hpp"

namespace clew {

// The first reason why something cannot be said.
class Refusal {
 public:
  template <class... Args>
  void operator()(fmt::format_string<Args...> format, Args&&... args) {
    if (text_.empty()) text_ = fmt::format(format, std::forward<Args>(args)...);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// What variables hold within a move, said in terms of the state in which the move began.
struct Substitution {
  struct Cell {
    Scope scope;
    SlotId slot;
    Value index;  // 0 for a scalar
    friend auto operator<=>(const Cell&, const Cell&) = default;
  };
  std::map<Cell, ExprId> known;  // no_id: it changed, and no expression says to what
  std::set<std::pair<Scope, SlotId>> scattered;  // some element changed, which one is not known
};

// A buffer whose contents are variables.
struct BufferCells {
  SlotId fill = no_id<SlotId>;
  std::vector<SlotId> items;  // one vector for each item of a message
};

class PlainExpressions {
 public:
  PlainExpressions(const Model& from, Model& to, const State& initial, Refusal& refuse)
      : from_(from), to_(to), initial_(initial), refuse_(refuse) {}

  // From here on this process acts; its type in the new model is `type`.
  void enter(ProcessId process, ProcessTypeId type);
  const std::string& process_name() const { return name_; }
  ProcessTypeId type() const { return type_; }

  // From here on the claim looks on.  `locations` tells, process by process, what the locations of the
  // old model are called in the new one; nobody stands between moves at those that are not there.
  using Locations = std::vector<std::map<LocationId, LocationId>>;
  void enter_claim(const std::string& name, ProcessTypeId type, const Locations& locations);

  void set_alive(SlotId alive) { alive_ = alive; }
  void set_cells(std::map<std::size_t, BufferCells> cells) { cells_ = std::move(cells); }
  const BufferCells* cells_of(std::size_t channel) const;  // by number - 1; null if it has none

  // --- made
  ExprId number(Value value) { return to_.add_constant(value); }
  ExprId unary(Op op, ExprId operand);
  ExprId binary(Op op, ExprId left, ExprId right);
  ExprId both(ExprId a, ExprId b);    // no_id stands for true
  ExprId either(ExprId a, ExprId b);  // no_id stands for true
  ExprId negated(ExprId a);
  ExprId global(SlotId slot, ExprId index = no_id<ExprId>);
  ExprId read(const Place& place, const Substitution& done);
  // The low bits, if the value may be outside the range.
  ExprId cut(ExprId value, Range range);
  std::optional<Value> constant(ExprId expr) const;
  bool is_true(ExprId expr) const { return !is_some(expr) || constant(expr).value_or(0) != 0; }
  bool is_false(ExprId expr) const { return is_some(expr) && constant(expr) == Value{0}; }
  Range interval(ExprId expr) const;

  // --- rewritten
  ExprId copy(ExprId expr, const Substitution& done);
  // What `done` says about the index of a place is put in.
  Place copy(const Place& place, const Substitution& done);
  // The same, but no_id where a part of it is not known.
  ExprId copy_if_known(ExprId expr, const Substitution& done);
  ExprId read_if_known(const Place& place, const Substitution& done);
  // Notes that the place now holds `value`, which may be no_id.
  void assign(Substitution& done, const Place& place, ExprId value);

  // The first `messages` of a buffer are looked at: does message k fit the receive?
  ExprId fits(const Communication& receive, const BufferCells& cells, std::size_t message,
              const Substitution& done);
  ExprId has_message(const Communication& receive, const BufferCells& cells, std::size_t capacity,
                     const Substitution& done);
  // The channels a communication can be about, each with the condition for it.
  struct ChannelChoice {
    std::size_t channel;  // its number - 1
    ExprId condition;     // no_id: always
  };
  std::vector<ChannelChoice> channels(ExprId channel, const Substitution& done);
  // True if the index of some of them may be none of the array's, so that no condition holds.
  bool can_miss_channels() const { return can_miss_channels_; }
  const Channel& channel(std::size_t index) const {
    return from_.channels[initial_.shape->channels[index].id];
  }
  std::size_t channel_count() const { return initial_.shape->channels.size(); }

 private:
  ExprId read_known(ExprId value);
  std::size_t size_of(ExprId expr);  // as it is written
  ExprId copy_read(const Expr& expr, const Substitution& done);
  ExprId copy_question(const Expr& expr, const Substitution& done);
  ExprId copy_poll(const Expr& expr, const Substitution& done);
  ExprId copy_location(const Expr& expr);
  // The process of the initial state that the claim looks at; none if it is none of them.
  ProcessId looked_at(const Place& place);
  bool can_end(ProcessId process) const;
  ExprId alive();

  const Model& from_;
  Model& to_;
  const State& initial_;
  Refusal& refuse_;
  ProcessId process_ = no_id<ProcessId>;
  ProcessTypeId type_ = no_id<ProcessTypeId>;
  std::string name_;
  const Locations* locations_ = nullptr;  // the claim looks on
  SlotId alive_ = no_id<SlotId>;
  bool tolerates_unknown_ = false;
  bool met_unknown_ = false;
  bool can_miss_channels_ = false;
  std::map<std::size_t, BufferCells> cells_;
  std::unordered_map<ExprId, std::size_t> sizes_;
};

}  // namespace clew
