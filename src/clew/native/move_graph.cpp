#include "clew/native/move_graph.hpp"

namespace clew {

MoveGraph::MoveGraph(const Model& model) {
  std::size_t count = 0;
  for (const ProcessType& type : model.process_types) {
    first_.push_back(count);
    count += type.locations.size();
    outgoing_.add(IdMap<LocationId, std::vector<ActionId>>(type.locations.size()));
  }
  std::vector<std::vector<std::size_t>> next(count);
  // Any send may meet any receive: which channels they are about is not looked at.
  std::vector<std::size_t> received;
  for (std::size_t i = 0; i < model.actions.size(); ++i) {
    const Action& action = model.actions[to_id<ActionId>(i)];
    outgoing_[action.owner][action.from].push_back(to_id<ActionId>(i));
    if (action.then == Action::Then::Ends) continue;
    has_sequences_ = true;
    const std::size_t to = number_of(action.owner, action.to);
    next[number_of(action.owner, action.from)].push_back(to);
    if (action.communication.kind == Communication::Kind::Receive) received.push_back(to);
  }
  for (const Action& action : model.actions) {
    if (action.communication.kind != Communication::Kind::Send) continue;
    auto& targets = next[number_of(action.owner, action.from)];
    targets.insert(targets.end(), received.begin(), received.end());
  }
  // Models have some hundred locations at most, so walking from each of them is fast enough.
  can_return_.assign(count, false);
  for (std::size_t start = 0; start < count; ++start) {
    if (next[start].empty()) continue;
    std::vector<bool> met(count, false);
    std::vector<std::size_t> waiting = next[start];
    while (!waiting.empty() && !can_return_[start]) {
      const std::size_t node = waiting.back();
      waiting.pop_back();
      if (node == start) can_return_[start] = true;
      if (met[node]) continue;
      met[node] = true;
      waiting.insert(waiting.end(), next[node].begin(), next[node].end());
    }
    has_returns_ = has_returns_ || can_return_[start];
  }
}

}  // namespace clew
