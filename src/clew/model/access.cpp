#include "clew/model/access.hpp"

namespace clew {

namespace {

class Collector {
 public:
  Collector(const Model& model, ProcessId self) : model_(model), self_(self) {}

  void read_expr(ExprId id, std::set<StatePart>& out) const {
    if (!is_some(id)) return;
    const Expr& expr = model_.exprs[id];
    switch (expr.op) {
      case Op::Constant: return;
      case Op::Read: add_place(expr.place, out); return read_indices(expr.place, out);
      case Op::AtLocation:
        if (expr.place.scope == Scope::Numbered) {
          out.insert({StatePart::Kind::Everything, 0, 0});
        } else {
          out.insert({StatePart::Kind::Location, number(owner_of(expr.place)), 0});
        }
        return;
      case Op::Exists:
      case Op::IsYoungest:
      case Op::ProcessCount: out.insert({StatePart::Kind::Processes, 0, 0}); break;
      case Op::Timeout:
      case Op::Enabled:
      case Op::LocationNumber:
      case Op::NonProgress:
      case Op::Accepting: out.insert({StatePart::Kind::Everything, 0, 0}); break;
      case Op::Length:
      case Op::IsFull:
      case Op::IsEmpty: add_channel(expr.left, out); break;
      case Op::Poll: read_poll(model_.polls[expr.poll], out); break;
      default: break;
    }
    read_expr(expr.left, out);
    read_expr(expr.right, out);
    read_expr(expr.third, out);
  }

  // The channel with the number of `id`; which one it is may depend on the state.
  void add_channel(ExprId id, std::set<StatePart>& out) const {
    Communication communication;
    communication.channel = id;
    const ChannelId channel = model_.fixed_channel(communication);
    if (is_some(channel)) {
      out.insert({StatePart::Kind::Channel, 0, number(channel)});
    } else {
      out.insert({StatePart::Kind::AnyChannel, 0, 0});
    }
  }

  void read_poll(const Communication& poll, std::set<StatePart>& out) const {
    add_channel(poll.channel, out);
    read_expr(poll.channel, out);
    for (const ReceiveItem& item : poll.items) read_expr(item.value, out);
  }

  // What has to be read to know which element or object a place names.
  void read_indices(const Place& place, std::set<StatePart>& out) const {
    read_expr(place.index, out);
    read_expr(place.owner, out);
  }

  void add_place(const Place& place, std::set<StatePart>& out) const {
    switch (place.scope) {
      case Scope::Constant:
      case Scope::Choice: return;  // no part of the state
      case Scope::Global: out.insert({StatePart::Kind::Global, 0, number(place.slot)}); return;
      case Scope::Object: out.insert({StatePart::Kind::Heap, 0, 0}); return;
      case Scope::Numbered: out.insert({StatePart::Kind::Everything, 0, 0}); return;
      case Scope::Self:
      case Scope::Process:
        out.insert({StatePart::Kind::Local, number(owner_of(place)), number(place.slot)});
        return;
    }
  }

 private:
  template <class Id>
  static std::uint32_t number(Id id) {
    return static_cast<std::uint32_t>(to_index(id));
  }
  ProcessId owner_of(const Place& place) const {
    return place.scope == Scope::Process ? place.process : self_;
  }

  const Model& model_;
  ProcessId self_;
};

}  // namespace

AccessSets access_sets(const Model& model, ActionId id, ProcessId process) {
  const Action& action = model.actions[id];
  const Collector collect(model, process);
  const StatePart location{StatePart::Kind::Location, static_cast<std::uint32_t>(process), 0};
  AccessSets sets;
  sets.guard_reads.insert(location);
  collect.read_expr(action.guard, sets.guard_reads);
  sets.writes.insert(location);
  const Communication& communication = action.communication;
  if (communication.kind != Communication::Kind::None) {
    collect.add_channel(communication.channel, sets.guard_reads);
    collect.add_channel(communication.channel, sets.writes);
    collect.read_expr(communication.channel, sets.guard_reads);
    for (const ExprId value : communication.values) collect.read_expr(value, sets.reads);
    for (const ReceiveItem& item : communication.items) {
      collect.read_expr(item.value, sets.guard_reads);
      if (item.kind != ReceiveItem::Kind::Store) continue;
      collect.add_place(item.target, sets.writes);
      collect.read_indices(item.target, sets.reads);
    }
  }
  for (const Instruction& step : action.effect) {
    const bool changes_processes =
        step.kind == Instruction::Kind::Start || step.kind == Instruction::Kind::Terminate;
    if (step.has_target()) {
      collect.add_place(step.target, sets.writes);
      collect.read_indices(step.target, sets.reads);
    }
    if (changes_processes) {
      sets.writes.insert({StatePart::Kind::Processes, 0, 0});
    }
    if (step.kind == Instruction::Kind::Allocate) sets.writes.insert({StatePart::Kind::Heap, 0, 0});
    collect.read_expr(step.value, sets.reads);
    for (const ExprId argument : step.arguments) collect.read_expr(argument, sets.reads);
  }
  sets.reads.insert(sets.guard_reads.begin(), sets.guard_reads.end());
  return sets;
}

}  // namespace clew
