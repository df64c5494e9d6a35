// What expressions say about the parts of a state.
//
//   const ReadSets reader(model, parts, actors, constants);
//   reader.read(expr, self, access);       // adds the parts that its value depends on
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "clew/reduce/constants.hpp"

namespace clew {

class ReadSets {
 public:
  ReadSets(const Model& model, const StateComponents& parts, const IdMap<ActorId, Actor>& actors,
             const Constants& constants)
      : model_(model), parts_(parts), actors_(actors), constants_(constants) {}

  void read(ExprId id, ActorId self, Access& out) const;

 protected:
  // The value of an expression that is the same in every state, if it is known to be.
  std::optional<Value> constant(ExprId id, ActorId self) const;

  // None: an error.
  static std::optional<Value> computed(Op op, std::int64_t left, std::int64_t right);

  std::optional<Value> constant(const Place& place, ActorId self) const;

  std::optional<std::uint32_t> element_of(const Place& place, ActorId self) const;

  void add_place(const Place& place, ActorId self, Access& out) const;

  // The actor that a process of the initial state is, or is one of.
  template <class Use>
  void for_each_actor_of(ProcessId process, const Use& use) const {
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const auto actor = to_id<ActorId>(i);
      const Actor& who = actors_[actor];
      const bool is_it = is_some(who.process) ? who.process == process
                                              : who.type == model_.processes[process].type;
      if (is_it) use(actor);
    }
  }

  void read_place(const Place& place, ActorId self, Access& out) const;

  void read_location(const Expr& expr, ActorId self, Access& out) const;

  template <class Which>
  void read_locations(const Which& which, Access& out) const {
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const auto actor = to_id<ActorId>(i);
      const auto& locations = model_.process_types[actors_[actor].type].locations;
      for (std::size_t k = 0; k < locations.size(); ++k) {
        const auto location = to_id<LocationId>(k);
        if (which(locations[location])) out.shared.add(parts_.at(actor, location));
      }
    }
  }

  // The channels that the expression may be the number of.
  template <class Use>
  void for_each_line(ExprId id, ActorId self, const Use& use) const {
    if (const ChannelId fixed = fixed_channel(id, self); is_some(fixed)) return use(Line{fixed});
    if (const auto handed = handed_line(id, self)) return use(*handed);
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::OwnChannel && is_some(self)) {
      const auto& own = model_.process_types[actors_[self].type].channels;
      return use(Line{own[static_cast<std::size_t>(expr.constant)], self});
    }
    if (const auto* const given = given_channels(expr, self)) {
      for (const ChannelId channel : *given) use(Line{channel});
      return;
    }
    for (std::size_t i = 0; i < model_.channels.size(); ++i) {
      const auto channel = to_id<ChannelId>(i);
      if (model_.channels[channel].is_global()) use(Line{channel});
    }
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const auto owner = to_id<ActorId>(i);
      for (const ChannelId channel : model_.process_types[actors_[owner].type].channels) {
        use(Line{channel, owner});
      }
    }
  }

  // The channels that a variable of the process is ever given, if all are known and there in every state.
  const std::set<ChannelId>* given_channels(const Expr& expr, ActorId self) const;

  std::optional<std::set<ChannelId>> find_given(ActorId self, SlotId slot) const;

  // The one channel that the expression is the number of, if it is known and there in every state.
  ChannelId fixed_channel(ExprId id, ActorId self) const;

  // The one channel of an older process that the expression is the number of: it is there as long as this
  // one is.
  std::optional<Line> handed_line(ExprId id, ActorId self) const;

  void add_both(Line line, Access& out) const;

  void read_poll(const Communication& poll, ActorId self, Access& out) const;

  const Model& model_;
  const StateComponents& parts_;
  const IdMap<ActorId, Actor>& actors_;
  const Constants& constants_;
  mutable std::map<std::pair<ActorId, SlotId>, std::optional<std::set<ChannelId>>> given_;
};

}  // namespace clew
