#include "clew/reduce/silent_termination.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "clew/reduce/loop_bounds.hpp"

namespace clew {

namespace {

class QuietEnds {
 public:
  explicit QuietEnds(const Model& model)
      : model_(model),
        is_started_(model.process_types.size(), false),
        may_end_(model.process_types.size(), false) {
    for (const Action& action : model.actions) {
      for (const Instruction& step : action.effect) {
        if (step.kind == Instruction::Kind::Terminate) may_end_[to_index(action.owner)] = true;
        if (step.kind != Instruction::Kind::Start) continue;
        is_started_[to_index(step.process_type)] = true;
        uses_numbers_ = uses_numbers_ || step.has_target();
      }
    }
  }

  bool are_there() const {
    if (uses_numbers_ || !model_.object_types.empty() || !has_room_for_all()) return false;
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const ProcessType& type = model_.process_types[to_id<ProcessTypeId>(i)];
      if (is_some(type.provided)) return false;
      // Numbers of channels come with those of processes.
      if (is_started_[i] && !type.channels.empty()) return false;
    }
    return !is_anybody_looking() &&
           std::none_of(model_.actions.begin(), model_.actions.end(), [&](const Action& action) {
             return is_started_[to_index(action.owner)] && knows_its_number(action);
           });
  }

 private:
  static constexpr std::size_t processes_max = 250;

  bool comes_and_goes(ProcessTypeId type) const {
    return is_started_[to_index(type)] || may_end_[to_index(type)];
  }

  bool is_anybody_looking() const {
    // That there is room for one more is always true.
    std::vector<bool> is_harmless(model_.exprs.size(), false);
    for (const Expr& expr : model_.exprs) {
      if (expr.op != Op::Less || model_.exprs[expr.right].op != Op::Constant) continue;
      if (model_.exprs[expr.right].constant > static_cast<Value>(processes_max))
        is_harmless[to_index(expr.left)] = true;
    }
    for (std::size_t i = 0; i < is_harmless.size(); ++i) {
      const Expr& expr = model_.exprs[to_id<ExprId>(i)];
      if (expr.op == Op::ProcessCount ? !is_harmless[i] : looks_at_processes(expr)) return true;
    }
    return false;
  }

  bool looks_at_processes(const Expr& expr) const {
    switch (expr.op) {
      case Op::Exists:
      case Op::LocationNumber:
      case Op::Enabled:
      case Op::NonProgress:
      case Op::Accepting: return true;
      case Op::Read:
      case Op::AtLocation: break;
      default: return false;  // that only the youngest may end is known
    }
    const Place& place = expr.place;
    if (place.scope == Scope::Numbered) return true;
    return place.scope == Scope::Process && place.process != claim_id &&
           comes_and_goes(model_.processes[place.process].type);
  }

  // --- its own number

  bool knows_number(ExprId id) const {
    if (!is_some(id)) return false;
    const Expr& expr = model_.exprs[id];
    const std::vector<ExprId> operands = operands_of(expr);
    return expr.op == Op::Self || knows_number(expr.place.index) ||
           knows_number(expr.place.owner) ||
           (expr.op == Op::Poll && knows_number(model_.polls[expr.poll])) ||
           std::any_of(operands.begin(), operands.end(),
                       [&](ExprId each) { return knows_number(each); });
  }

  bool knows_number(const Communication& talk) const {
    return knows_number(talk.channel) ||
           std::any_of(talk.values.begin(), talk.values.end(),
                       [&](ExprId each) { return knows_number(each); }) ||
           std::any_of(talk.items.begin(), talk.items.end(), [&](const ReceiveItem& item) {
             return knows_number(item.value) || knows_number(item.target.index);
           });
  }

  bool knows_number(const Instruction& step) const {
    return knows_number(step.value) || knows_number(step.target.index) ||
           knows_number(step.target.owner) ||
           std::any_of(step.arguments.begin(), step.arguments.end(),
                       [&](ExprId each) { return knows_number(each); });
  }

  bool knows_its_number(const Action& action) const {
    const std::vector<Instruction>& setup = model_.process_types[action.owner].setup;
    const auto knows = [&](const Instruction& step) { return knows_number(step); };
    return knows_number(action.guard) || knows_number(action.communication) ||
           std::any_of(action.effect.begin(), action.effect.end(), knows) ||
           std::any_of(setup.begin(), setup.end(), knows);
  }

  // --- how many there can be

  // Too many are an error, which may depend on who has gone already.
  bool has_room_for_all() const {
    std::vector<Count> counts(model_.process_types.size());
    std::size_t all = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto count = count_of(to_id<ProcessTypeId>(i), counts);
      if (!count) return false;
      all += *count;
    }
    return all <= processes_max;
  }

  struct Count {
    bool is_open = false;
    std::optional<std::size_t> known;
  };

  // None: there is no bound, or it is too large.
  std::optional<std::size_t> count_of(ProcessTypeId type, std::vector<Count>& counts) const {
    Count& count = counts[to_index(type)];
    if (count.known) return count.known;
    if (count.is_open) return std::nullopt;
    count.is_open = true;
    auto found = static_cast<std::size_t>(
        std::count_if(model_.processes.begin(), model_.processes.end(),
                      [&](const Process& process) { return process.type == type; }));
    for (const Action& action : model_.actions) {
      const auto starts =
          std::count_if(action.effect.begin(), action.effect.end(), [&](const Instruction& step) {
            return step.kind == Instruction::Kind::Start && step.process_type == type;
          });
      if (starts == 0) continue;
      const auto starters = count_of(action.owner, counts);
      if (!starters) return std::nullopt;
      found += static_cast<std::size_t>(starts) * *starters *
               times_taken(model_, action, processes_max + 1);
      if (found > processes_max) return std::nullopt;
    }
    count.known = found;
    return found;
  }

  const Model& model_;
  std::vector<bool> is_started_;  // by process type
  std::vector<bool> may_end_;
  bool uses_numbers_ = false;
};

}  // namespace

bool has_silent_termination(const Model& model) { return QuietEnds(model).are_there(); }

}  // namespace clew
