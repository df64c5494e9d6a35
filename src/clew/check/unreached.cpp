#include "clew/check/unreached.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "clew/model/print.hpp"

namespace clew {

namespace {

bool has_step(const Action& action, Instruction::Kind kind) {
  return std::any_of(action.effect.begin(), action.effect.end(),
                     [&](const Instruction& step) { return step.kind == kind; });
}

// By process type: some process of it may exist.
IdMap<ProcessTypeId, std::uint8_t> types_with_processes(const Model& model) {
  IdMap<ProcessTypeId, std::uint8_t> types(model.process_types.size(), 0);
  for (const Process& process : model.processes) types[process.type] = 1;
  for (const Action& action : model.actions) {
    for (const Instruction& step : action.effect) {
      if (is_some(step.process_type)) types[step.process_type] = 1;
    }
  }
  if (model.claim) types[model.claim->type] = 1;
  return types;
}

// By process type and location: the control flow leads there.
class ControlFlow {
 public:
  explicit ControlFlow(const Model& model) {
    for (std::size_t i = 0; i < model.process_types.size(); ++i) {
      const ProcessType& type = model.process_types[to_id<ProcessTypeId>(i)];
      reached_.add(std::vector<bool>(type.locations.size(), false));
    }
    std::map<std::pair<ProcessTypeId, LocationId>, std::vector<LocationId>> ways;
    for (const Action& action : model.actions) {
      ways[{action.owner, action.from}].push_back(action.to);
    }
    for (std::size_t i = 0; i < model.process_types.size(); ++i) {
      const auto type = to_id<ProcessTypeId>(i);
      std::vector<LocationId> open{model.process_types[type].initial};
      while (!open.empty()) {
        const LocationId at = open.back();
        open.pop_back();
        if (!is_some(at) || reached_[type][to_index(at)]) continue;
        reached_[type][to_index(at)] = true;
        const auto found = ways.find({type, at});
        if (found == ways.end()) continue;
        open.insert(open.end(), found->second.begin(), found->second.end());
      }
    }
  }

  bool leads_to(const Action& action) const {
    return reached_[action.owner][to_index(action.from)];
  }

 private:
  IdMap<ProcessTypeId, std::vector<bool>> reached_;
};

// What is the same of all actions of one statement: whose it is, where it stands, for which call of an
// inline, and what it says.
using Key = std::tuple<ProcessTypeId, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                       std::string>;

Key key_of(const Model& model, const Action& action) {
  const SourceSpan span = action.span;
  return {action.owner, span.file,      span.line,
          span.column,  span.expansion, statement_text(model, action)};
}

class Looks {
 public:
  explicit Looks(const Model& model) : model_(model) {}

  void look(ExprId id) {
    const Expr& expr = model_.exprs[id];
    if (expr.op == Op::Read || expr.op == Op::AtLocation) note(expr.place);
    for (const ExprId operand : operands_of(expr)) look(operand);
    if (is_some(expr.place.index)) look(expr.place.index);
  }
  std::vector<ProcessId> found() && {
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  void note(const Place& place) {
    std::size_t number = model_.processes.size();
    if (place.scope == Scope::Process) number = to_index(place.process);
    if (place.scope == Scope::Numbered && is_some(place.owner)) {
      const Expr& owner = model_.exprs[place.owner];
      if (owner.op == Op::Constant && owner.constant >= 0) {
        number = static_cast<std::size_t>(owner.constant);
      }
    }
    if (number < model_.processes.size()) found_.push_back(to_id<ProcessId>(number));
  }

  const Model& model_;
  std::vector<ProcessId> found_;
};

}  // namespace

Statements::Statements(const Model& model) {
  const IdMap<ProcessTypeId, std::uint8_t> has_process = types_with_processes(model);
  const ControlFlow flow(model);
  std::map<Key, std::size_t> numbers;
  for (std::size_t i = 0; i < model.actions.size(); ++i) {
    const auto id = to_id<ActionId>(i);
    const Action& action = model.actions[id];
    const bool is_end = has_step(action, Instruction::Kind::Terminate);
    if (has_process[action.owner] == 0 || (is_end && !flow.leads_to(action))) continue;
    const auto [entry, is_new] = numbers.emplace(key_of(model, action), statements_.size());
    if (is_new) statements_.emplace_back();
    statements_[entry->second].push_back(id);
  }
}

std::vector<ActionId> Statements::untaken(const std::vector<bool>& action_taken) const {
  std::vector<ActionId> found;
  for (const std::vector<ActionId>& actions : statements_) {
    const bool is_taken = std::any_of(actions.begin(), actions.end(), [&](ActionId id) {
      const std::size_t i = to_index(id);
      return i < action_taken.size() && action_taken[i];
    });
    if (!is_taken) found.push_back(actions.front());
  }
  return found;
}

std::vector<ProcessId> processes_read(const Model& model, ExprId expr) {
  Looks looks(model);
  looks.look(expr);
  return std::move(looks).found();
}

}  // namespace clew
