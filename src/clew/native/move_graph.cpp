#include "clew/native/move_graph.hpp"

#include "clew/space/scc.hpp"

namespace clew {

namespace {

// From where to where a move may go without ending.
struct Steps {
  using State = std::size_t;
  using Action = bool;
  void initial_states(auto&& found) const {
    for (std::size_t i = 0; i < next.size(); ++i) found(i);
  }
  void successors(State state, auto&& found) const {
    for (const std::size_t to : next[state]) found(true, to);
  }

  std::vector<std::vector<std::size_t>> next;
};

}  // namespace

MoveGraph::MoveGraph(const Model& model) {
  std::size_t count = 0;
  for (const ProcessType& type : model.process_types) {
    first_.push_back(count);
    count += type.locations.size();
    outgoing_.add(IdMap<LocationId, std::vector<ActionId>>(type.locations.size()));
  }
  // Any send may meet any receive, which channels they are about is not looked at: all sends lead to a
  // node of their own, and that to where receives lead.
  const std::size_t handshake = count;
  Steps steps{std::vector<std::vector<std::size_t>>(count + 1)};
  is_passed_.assign(count, false);
  for (std::size_t i = 0; i < model.actions.size(); ++i) {
    const Action& action = model.actions[to_id<ActionId>(i)];
    outgoing_[action.owner][action.from].push_back(to_id<ActionId>(i));
    const std::size_t from = number_of(action.owner, action.from);
    const Communication::Kind kind = action.communication.kind;
    if (kind == Communication::Kind::Send) steps.next[from].push_back(handshake);
    if (action.then == Action::Then::Ends) continue;
    ++sequence_steps_;
    const std::size_t to = number_of(action.owner, action.to);
    is_passed_[to] = true;
    steps.next[from].push_back(to);
    if (kind == Communication::Kind::Receive) steps.next[handshake].push_back(to);
  }
  can_return_.assign(count + 1, false);
  HashStore<std::size_t> nodes;
  for_each_component(steps, nodes, [&](std::span<const StateId> members, bool has_cycle) {
    for (const StateId member : members) can_return_[nodes.state(member)] = has_cycle;
    has_returns_ = has_returns_ || has_cycle;
  });
}

}  // namespace clew
