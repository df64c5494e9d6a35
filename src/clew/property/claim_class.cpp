#include "clew/property/claim_class.hpp"

#include <algorithm>

#include "clew/space/scc.hpp"

namespace clew {

namespace {

// The locations of a claim, whatever its guards say.
struct ClaimSpace {
  using State = LocationId;
  using Action = bool;
  void initial_states(auto&& found) const { found(type.initial); }
  void successors(State state, auto&& found) const {
    for (const clew::Action& action : model.actions) {
      if (action.owner == claim && action.from == state) found(true, action.to);
    }
  }

  const Model& model;
  ProcessTypeId claim;
  const ProcessType& type;
};

bool is_weak(const Model& model, ProcessTypeId claim, const ProcessType& type) {
  HashStore<LocationId> store;
  bool weak = true;
  for_each_component(
      ClaimSpace{model, claim, type}, store, [&](std::span<const StateId> members, bool has_cycle) {
        const auto accepts = [&](StateId id) { return type.locations[store.state(id)].accepting; };
        const auto count = std::count_if(members.begin(), members.end(), accepts);
        const bool mixed = count != 0 && static_cast<std::size_t>(count) != members.size();
        weak = weak && !(has_cycle && mixed);
      });
  return weak;
}

// The claim may stay where it is at any time, and changes nothing by that.
bool may_stay(const Model& model, ProcessTypeId claim, LocationId location) {
  return std::any_of(model.actions.begin(), model.actions.end(), [&](const Action& action) {
    return action.owner == claim && action.from == location && action.to == location &&
           !is_some(action.guard) && action.effect.empty() && !action.is_else &&
           action.communication.kind == Communication::Kind::None;
  });
}

}  // namespace

ClaimClass class_of_claim(const Model& model) {
  const ProcessTypeId claim = model.claim->type;
  const ProcessType& type = model.process_types[claim];
  bool is_terminal = true;
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    const auto location = to_id<LocationId>(i);
    if (!type.locations[location].accepting) continue;
    is_terminal = is_terminal && may_stay(model, claim, location);
  }
  if (is_terminal) return ClaimClass::Terminal;
  return is_weak(model, claim, type) ? ClaimClass::Weak : ClaimClass::General;
}

ExprId add_claim_accepts(Model& model) {
  const ProcessType& type = model.process_types[model.claim->type];
  ExprId any = no_id<ExprId>;
  for (std::size_t i = 0; i < type.locations.size(); ++i) {
    const auto location = to_id<LocationId>(i);
    if (!type.locations[location].accepting) continue;
    Expr at;
    at.op = Op::AtLocation;
    at.place.scope = Scope::Process;
    at.place.process = claim_id;
    at.location = location;
    const ExprId here = model.add_expr(std::move(at));
    any = is_some(any) ? model.add_binary(Op::Or, any, here) : here;
  }
  return is_some(any) ? any : model.add_constant(0);
}

}  // namespace clew
