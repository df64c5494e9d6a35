#include "clew/lang/promela/claim.hpp"

#include <algorithm>
#include <vector>

namespace clew::promela {

namespace {

class ClaimShaper {
 public:
  ClaimShaper(Model& model, ProcessTypeId type, Diagnostics& diagnostics)
      : model_(model), type_(type), diagnostics_(diagnostics) {
    for (std::size_t i = 0; i < model.actions.size(); ++i) {
      const auto id = to_id<ActionId>(i);
      if (model.actions[id].owner == type) actions_.push_back(id);
    }
  }

  void run() {
    for (const ActionId id : actions_) check(model_.actions[id]);
    if (diagnostics_.has_errors()) return;
    for (const ActionId id : actions_) stay_at_end(model_.actions[id]);
    for (const ActionId id : actions_) spell_out_else(id);
    for (const ActionId id : actions_) join_sequence(model_.actions[id]);
    if (diagnostics_.has_errors()) return;
    for (const ActionId id : actions_) accept_failures(id);
    accept_at_end_labels();
  }

 private:
  void refuse(const Action& action, const std::string& text) {
    diagnostics_.error(action.span, text, "a claim only watches: conditions, 'else', 'assert'");
  }

  static bool ends_process(const Action& action) {
    return std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
      return step.kind == Instruction::Kind::Terminate;
    });
  }

  void check(const Action& action) {
    if (action.communication.kind != Communication::Kind::None) {
      return refuse(action, "a never claim cannot send or receive");
    }
    if (action.escape != 0) return refuse(action, "'unless' is not supported in a never claim");
    if (action.alternative != 0) return refuse(action, "d_step is not supported in a never claim");
    for (const Instruction& step : action.effect) {
      const bool watches = step.kind == Instruction::Kind::Assert ||
                           step.kind == Instruction::Kind::Print ||
                           step.kind == Instruction::Kind::Terminate;
      if (!watches) return refuse(action, "a never claim cannot change anything");
    }
  }

  void stay_at_end(Action& action) {
    if (!ends_process(action)) return;
    action.effect.clear();
    action.guard = no_id<ExprId>;
    action.text = "true";
    model_.process_types[type_].locations[action.from].accepting = true;
  }

  void spell_out_else(ActionId id) {
    if (!model_.actions[id].is_else) return;
    ExprId others = no_id<ExprId>;
    for (const ActionId other : actions_) {
      const Action& action = model_.actions[other];
      if (other == id || action.from != model_.actions[id].from) continue;
      const ExprId guard =
          is_some(action.guard) ? action.guard : model_.add_constant(1, action.span);
      others = is_some(others) ? model_.add_binary(Op::Or, others, guard) : guard;
    }
    Action& action = model_.actions[id];
    action.is_else = false;
    if (is_some(others)) action.guard = model_.add_unary(Op::Not, others);
  }

  // An assertion of a claim that fails is what the claim was looking for.
  void accept_failures(ActionId id) {
    ExprId holds = no_id<ExprId>;
    for (const Instruction& step : model_.actions[id].effect) {
      if (step.kind != Instruction::Kind::Assert) continue;
      holds = is_some(holds) ? model_.add_binary(Op::And, holds, step.value) : step.value;
    }
    std::erase_if(model_.actions[id].effect,
                  [](const Instruction& step) { return step.kind == Instruction::Kind::Assert; });
    if (!is_some(holds)) return;
    Action failing = model_.actions[id];
    const ExprId guard = failing.guard;
    const auto also = [&](ExprId condition) {
      return is_some(guard) ? model_.add_binary(Op::And, guard, condition) : condition;
    };
    failing.guard = also(model_.add_unary(Op::Not, holds));
    failing.to = place_of_failures();
    model_.actions[id].guard = also(holds);
    model_.actions.add(std::move(failing));
  }

  // Accepts whatever comes.
  LocationId place_of_failures() {
    if (is_some(failures_)) return failures_;
    Location location;
    location.name = "assertion_fails";
    location.accepting = true;
    failures_ = model_.process_types[type_].locations.add(std::move(location));
    Action stays;
    stays.owner = type_;
    stays.from = stays.to = failures_;
    stays.text = "true";
    model_.actions.add(std::move(stays));
    return failures_;
  }

  // Standing at such a label the claim is at its end, as in SPIN.
  void accept_at_end_labels() {
    IdMap<LocationId, Location>& locations = model_.process_types[type_].locations;
    std::vector<bool> stays(locations.size(), false);
    for (const ActionId id : actions_) {
      Action& action = model_.actions[id];
      if (!locations[action.from].is_end) continue;
      locations[action.from].accepting = true;
      const bool is_first = !stays[to_index(action.from)];
      stays[to_index(action.from)] = true;
      action.to = action.from;
      action.guard = is_first ? no_id<ExprId> : model_.add_constant(0, action.span);
      action.effect.clear();
      action.text = is_first ? "true" : "false";
    }
  }

  // A step of a claim is one action.
  void join_sequence(Action& action) {
    for (std::size_t count = 0; action.then != Action::Then::Ends; ++count) {
      const Action* const next = only_one_at(action.to);
      if (next == nullptr || is_some(next->guard) || count == actions_.size()) {
        return refuse(action, "an atomic block of a never claim can only go on with assertions");
      }
      action.effect.insert(action.effect.end(), next->effect.begin(), next->effect.end());
      action.to = next->to;
      action.then = next->then;
    }
  }

  const Action* only_one_at(LocationId location) const {
    const Action* found = nullptr;
    for (const ActionId id : actions_) {
      if (model_.actions[id].from != location) continue;
      if (found != nullptr) return nullptr;
      found = &model_.actions[id];
    }
    return found;
  }

  Model& model_;
  ProcessTypeId type_;
  Diagnostics& diagnostics_;
  std::vector<ActionId> actions_;
  LocationId failures_ = no_id<LocationId>;
};

}  // namespace

void shape_claim(Model& model, ProcessTypeId type, Diagnostics& diagnostics) {
  ClaimShaper(model, type, diagnostics).run();
}

}  // namespace clew::promela
