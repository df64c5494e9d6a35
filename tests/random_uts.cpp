#include "random_uts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clew {

int RandomUts::between(int low, int high) {
  return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low + 1)));
}

RandomUts::RandomUts(std::uint64_t seed) : random_(seed) {
  processes_ = one_in(3) ? between(1, 2) : 0;
  make_variables();
  make_init();
  make_rules();
  const Scope goals{true, one_in(3), false, true, false};
  Tree wanted = condition(2, goals);
  reach_ = binary(Kind::And, std::move(wanted), distant(goals));
  Tree required = condition(2, goals);
  safe_ = binary(Kind::Or, std::move(required), distant(goals));
  if (one_in(2)) std::swap(safe_.kids[0], safe_.kids[1]);
}

// --- making

void RandomUts::add_variable(Variable variable) {
  const int width = std::max(variable.length, 1);
  int& next = variable.is_nondet ? inputs_ : (variable.is_local ? local_cells_ : global_cells_);
  variable.cell = next;
  next += width;
  variable.name = fmt::format("{}{}",
                              variable.is_nondet ? "n"
                              : variable.is_bool ? "b"
                                                 : "x",
                              variables_.size());
  variables_.push_back(std::move(variable));
}

void RandomUts::make_variables() {
  const int count = between(3, 4);
  for (int i = 0; i < count; ++i) {
    Variable variable;
    variable.is_bool = one_in(3);
    if (!variable.is_bool) {
      variable.low = between(-2, 1);
      variable.high = variable.low + between(one_in(8) ? 0 : 2, 4);
    }
    // The first one is global and no array, so that there is always something to assign.
    variable.is_local = i > 0 && processes_ > 0 && one_in(2);
    if (i > 0 && one_in(4)) variable.length = between(2, 3);
    if (variable.length > 0 && !variable.is_bool) variable.high = variable.low + 1;
    add_variable(variable);
  }
  for (int i = between(-1, 2); i > 0; --i) {
    Variable input;
    input.is_nondet = true;
    input.is_bool = one_in(3);
    if (!input.is_bool) {
      input.low = between(-1, 1);
      input.high = input.low + between(0, 2);
    }
    add_variable(input);
  }
}

std::vector<std::size_t> RandomUts::readable(const Scope& scope, bool is_bool) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const Variable& candidate = variables_[i];
    if (candidate.is_bool != is_bool || (candidate.is_nondet && !scope.nondets) ||
        (candidate.is_local && !scope.locals)) {
      continue;
    }
    found.push_back(i);
  }
  return found;
}

RandomUts::Tree RandomUts::index_of(const Variable& array, const Scope& scope) {
  if (scope.quantified && one_in(2)) return {Kind::Index};
  if (scope.failing && one_in(2)) {
    // Only plain variables, and only those that can be right.
    for (const std::size_t i : readable({scope.locals, false, false, scope.dotted, false}, false)) {
      const Variable& candidate = variables_[i];
      if (candidate.length > 0 || candidate.low >= array.length || candidate.high < 0) continue;
      return {Kind::Read, 0, i};
    }
  }
  return {Kind::Number, between(0, array.length - 1)};
}

std::optional<RandomUts::Tree> RandomUts::read(const Scope& scope, bool is_bool) {
  const std::vector<std::size_t> candidates = readable(scope, is_bool);
  if (candidates.empty()) return std::nullopt;
  Tree tree{Kind::Read, 0, candidates[below(candidates.size())]};
  tree.process = scope.dotted && processes_ > 0 ? between(0, processes_ - 1) : 0;
  const Variable& chosen = variables_[tree.variable];
  if (chosen.length > 0) tree.kids.push_back(index_of(chosen, scope));
  return tree;
}

RandomUts::Tree RandomUts::binary(Kind kind, Tree left, Tree right) const {
  Tree tree{kind};
  tree.kids = {std::move(left), std::move(right)};
  return tree;
}

RandomUts::Tree RandomUts::number(int depth, const Scope& scope) {
  if (depth == 0 || one_in(3)) {
    const std::optional<Tree> found = one_in(3) ? std::nullopt : read(scope, false);
    return found ? *found : Tree{Kind::Number, between(-2, 3)};
  }
  if (scope.failing && one_in(4)) {
    const std::optional<Tree> divisor = read(scope, false);
    if (divisor && variables_[divisor->variable].low < variables_[divisor->variable].high) {
      Tree dividend = number(depth - 1, scope);
      return binary(one_in(2) ? Kind::Divide : Kind::Modulo, std::move(dividend), *divisor);
    }
  }
  if (one_in(6)) {
    Tree tree{Kind::Negate};
    tree.kids.push_back(number(depth - 1, scope));
    return tree;
  }
  constexpr Kind kinds[] = {Kind::Add, Kind::Subtract, Kind::Multiply};
  const Kind kind = kinds[below(3)];
  Tree left = number(depth - 1, scope);
  return binary(kind, std::move(left), number(depth - 1, scope));
}

// True in few states.
RandomUts::Tree RandomUts::distant(const Scope& scope) {
  const std::optional<Tree> one = read(scope, false);
  if (!one) return condition(2, scope);
  const Variable& chosen = variables_[one->variable];
  const Tree equal = binary(Kind::Equal, *one, {Kind::Number, between(chosen.low, chosen.high)});
  return one_in(2) ? equal : binary(Kind::And, equal, condition(2, scope));
}

RandomUts::Tree RandomUts::condition(int depth, const Scope& scope) {
  if (depth == 0 || one_in(5)) {
    const std::optional<Tree> found = one_in(8) ? std::nullopt : read(scope, true);
    if (found || one_in(4)) return found ? *found : Tree{Kind::Truth, between(0, 1)};
    Tree left = number(0, scope);
    return binary(Kind::AtMost, std::move(left), number(0, scope));
  }
  const std::uint64_t choice = below(8);
  if (choice < 3) {
    constexpr Kind kinds[] = {Kind::Less, Kind::AtMost, Kind::Equal, Kind::NotEqual};
    const Kind kind = kinds[below(4)];
    Tree left = number(depth - 1, scope);
    return binary(kind, std::move(left), number(depth - 1, scope));
  }
  if (choice == 3 && !scope.quantified) {
    Scope inside = scope;
    inside.quantified = true;
    Tree tree{one_in(2) ? Kind::All : Kind::Some, 1};  // every array has two elements
    tree.kids.push_back(condition(depth - 1, inside));
    return tree;
  }
  if (choice == 4) {
    Tree tree{Kind::Not};
    tree.kids.push_back(condition(depth - 1, scope));
    return tree;
  }
  constexpr Kind kinds[] = {Kind::And, Kind::Or, Kind::Implies, Kind::Equal};
  const Kind kind = kinds[below(4)];
  Tree left = condition(depth - 1, scope);
  return binary(kind, std::move(left), condition(depth - 1, scope));
}

RandomUts::Target RandomUts::target(bool is_local_too) {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const Variable& candidate = variables_[i];
    if (!candidate.is_nondet && (is_local_too || !candidate.is_local)) candidates.push_back(i);
  }
  Target chosen{candidates[below(candidates.size())]};
  const Variable& array = variables_[chosen.variable];
  const Scope scope{is_local_too, false, true, false, false};
  if (array.length > 0) chosen.index = index_of(array, scope);
  return chosen;
}

RandomUts::Rule RandomUts::rule() {
  Rule made;
  const bool is_single = one_in(2);
  const Scope scope{processes_ > 0, true, is_single, false, false};
  Scope guard = scope;
  guard.failing = one_in(4);
  if (!one_in(3)) made.guard = condition(3, guard);
  made.targets.push_back(target(processes_ > 0));
  if (!is_single) {
    Target second = target(processes_ > 0);
    const Target& first = made.targets.front();
    // Two constants may not name one element; indices that depend on the state may.
    const bool depends = (first.index && first.index->kind == Kind::Read) ||
                         (second.index && second.index->kind == Kind::Read);
    if (second.variable != first.variable || (first.index && depends)) {
      made.targets.push_back(std::move(second));
    }
  }
  for (const Target& assigned : made.targets) {
    const bool is_bool = variables_[assigned.variable].is_bool;
    if (!is_bool && !assigned.index && one_in(2)) {
      // Counting, so that there are longer ways.
      const Tree old{Kind::Read, 0, assigned.variable};
      made.values.push_back(binary(one_in(3) ? Kind::Subtract : Kind::Add, old, {Kind::Number, 1}));
      continue;
    }
    made.values.push_back(is_bool ? condition(2, scope) : number(2, scope));
  }
  return made;
}

void RandomUts::make_rules() {
  for (int i = between(2, 6); i > 0; --i) rules_.push_back(rule());
}

void RandomUts::make_init() {
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const Variable& chosen = variables_[i];
    if (chosen.is_nondet || one_in(4)) continue;
    for (int element = 0; element < std::max(chosen.length, 1); ++element) {
      Initial item;
      item.is_local = chosen.is_local;
      item.target = Target{i};
      if (chosen.length > 0) item.target->index = Tree{Kind::Number, element};
      item.value = chosen.is_bool ? Tree{Kind::Truth, between(0, 1)}
                                  : Tree{Kind::Number, between(chosen.low, chosen.high)};
      if (!one_in(6)) init_.push_back(std::move(item));
    }
  }
  // One condition too many, and there is no initial state.
  if (one_in(3)) {
    Initial item;
    item.is_local = processes_ > 0 && one_in(2);
    item.value = condition(2, {item.is_local, false, true, false, false});
    init_.push_back(std::move(item));
  }
}

// --- writing

namespace {

std::string_view spelling(int kind) {
  constexpr std::string_view words[] = {" -> ", " | ", " & ", " == ", " != ", " < ",
                                        " <= ", " + ", " - ", " * ",  " / ",  " % "};
  return words[kind];
}

// Of the operators in the order of the kinds, from the weakest up.
int level_of(int kind) {
  constexpr int levels[] = {1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7};
  return levels[kind];
}
constexpr int unary_level = 8;

}  // namespace

std::string RandomUts::text_of(const Tree& tree, int level_min, bool dotted) const {
  const auto enclosed = [&](int level, const std::string& text) {
    return level < level_min ? "(" + text + ")" : text;
  };
  switch (tree.kind) {
    case Kind::Number:
      return tree.value < 0 ? enclosed(unary_level, std::to_string(tree.value))
                            : std::to_string(tree.value);
    case Kind::Truth: return tree.value != 0 ? "true" : "false";
    case Kind::Index: return "k";
    case Kind::Read: {
      const Variable& read = variables_[tree.variable];
      std::string text = read.name;
      if (dotted && read.is_local) text = fmt::format("p{}.{}", tree.process, text);
      if (!tree.kids.empty()) text += "[" + text_of(tree.kids[0], 0, dotted) + "]";
      return text;
    }
    case Kind::Not: return enclosed(unary_level, "!" + text_of(tree.kids[0], unary_level, dotted));
    case Kind::Negate:
      return enclosed(unary_level, "-" + text_of(tree.kids[0], unary_level, dotted));
    case Kind::All:
    case Kind::Some:
      return fmt::format("{} k in 0..{} ({})", tree.kind == Kind::All ? "all" : "some", tree.value,
                         text_of(tree.kids[0], 0, dotted));
    default: break;
  }
  const int kind = static_cast<int>(tree.kind) - static_cast<int>(Kind::Implies);
  const int level = level_of(kind);
  const bool to_the_right = tree.kind == Kind::Implies;
  return enclosed(level, text_of(tree.kids[0], to_the_right ? level + 1 : level, dotted) +
                             std::string(spelling(kind)) +
                             text_of(tree.kids[1], to_the_right ? level : level + 1, dotted));
}

std::string RandomUts::text_of(const Target& target) const {
  const std::string index = target.index ? "[" + text_of(*target.index, 0) + "]" : "";
  return variables_[target.variable].name + index;
}

std::string RandomUts::text_of(const Rule& rule) const {
  std::string text = "  ";
  // A guard ends at the first arrow outside of parentheses.
  if (rule.guard) text += "? " + text_of(*rule.guard, 2) + " -> ";
  for (std::size_t i = 0; i < rule.targets.size(); ++i) {
    text += (i > 0 ? ", " : "") + text_of(rule.targets[i]);
  }
  text += " = ";
  for (std::size_t i = 0; i < rule.values.size(); ++i) {
    text += (i > 0 ? ", " : "") + text_of(rule.values[i], 0);
  }
  return text + ";\n";
}

std::string RandomUts::declarations(bool is_local) const {
  std::string text = "VARS:\n";
  for (const Variable& declared : variables_) {
    if (declared.is_local != is_local) continue;
    const std::string length = declared.length > 0 ? fmt::format("[{}]", declared.length) : "";
    const std::string range =
        declared.is_bool ? "" : fmt::format(" : {}..{}", declared.low, declared.high);
    text += fmt::format("  {}{} {}{}{};\n", declared.is_nondet ? "nondet " : "",
                        declared.is_bool ? "bool" : "int", declared.name, length, range);
  }
  return text;
}

std::string RandomUts::init(bool is_local) const {
  std::string text = "INIT:\n";
  for (const Initial& item : init_) {
    if (item.is_local != is_local) continue;
    const std::string value = text_of(item.value, 0);
    text += fmt::format("  {}{};\n", item.target ? text_of(*item.target) + " = " : "", value);
  }
  return text;
}

std::string RandomUts::rules() const {
  std::string text = "TRANS:\n";
  for (const Rule& written : rules_) text += text_of(written);
  return text;
}

std::string RandomUts::text() const {
  const std::string goals = fmt::format("REACH: {}\nSAFE: {}\nINF:\nDEADLOCK:\n",
                                        text_of(reach_, 0, true), text_of(safe_, 0, true));
  if (processes_ == 0) return declarations(false) + init(false) + rules() + goals;
  std::string text = declarations(false);
  std::string program;
  for (int i = 0; i < processes_; ++i) {
    text += fmt::format("  proc p{} = P;\n", i);
    program += fmt::format("{}p{}", i > 0 ? " || " : "", i);
  }
  return text + init(false) + "PROGRAM: " + program + "\n" + goals + "PROCESS P:\n" +
         declarations(true) + init(true) + rules();
}

// --- meaning

std::size_t RandomUts::cell_of(const Variable& variable, int process, int element) const {
  const int base = variable.is_local ? global_cells_ + process * local_cells_ : 0;
  return static_cast<std::size_t>(base + variable.cell + element);
}

RandomUts::MaybeValue RandomUts::value_of(const Tree& tree, const Place& place) const {
  switch (tree.kind) {
    case Kind::Number:
    case Kind::Truth: return tree.value;
    case Kind::Index: return place.index;
    case Kind::Read: {
      const Variable& read = variables_[tree.variable];
      if (read.is_nondet) return place.inputs[static_cast<std::size_t>(read.cell)];
      int element = 0;
      if (!tree.kids.empty()) {
        const MaybeValue index = value_of(tree.kids[0], place);
        if (!index || *index < 0 || *index >= read.length) return std::nullopt;
        element = *index;
      }
      const int process = place.process < 0 ? tree.process : place.process;
      return place.state[cell_of(read, process, element)];
    }
    case Kind::Not:
    case Kind::Negate: {
      const MaybeValue kid = value_of(tree.kids[0], place);
      if (!kid) return kid;
      return tree.kind == Kind::Not ? (*kid == 0 ? 1 : 0) : -*kid;
    }
    case Kind::All:
    case Kind::Some: {
      const bool all = tree.kind == Kind::All;
      for (int k = 0; k <= tree.value; ++k) {
        const MaybeValue kid =
            value_of(tree.kids[0], {place.state, place.inputs, place.process, k});
        if (!kid) return kid;
        if ((*kid != 0) != all) return all ? 0 : 1;
      }
      return all ? 1 : 0;
    }
    default: return binary_value(tree, place);
  }
}

RandomUts::MaybeValue RandomUts::binary_value(const Tree& tree, const Place& place) const {
  const MaybeValue left = value_of(tree.kids[0], place);
  if (!left) return left;
  if (tree.kind == Kind::And && *left == 0) return 0;
  if (tree.kind == Kind::Or && *left != 0) return 1;
  if (tree.kind == Kind::Implies && *left == 0) return 1;
  const MaybeValue right = value_of(tree.kids[1], place);
  if (!right) return right;
  switch (tree.kind) {
    case Kind::Equal: return *left == *right ? 1 : 0;
    case Kind::NotEqual: return *left != *right ? 1 : 0;
    case Kind::Less: return *left < *right ? 1 : 0;
    case Kind::AtMost: return *left <= *right ? 1 : 0;
    case Kind::Add: return *left + *right;
    case Kind::Subtract: return *left - *right;
    case Kind::Multiply: return *left * *right;
    case Kind::Divide:
    case Kind::Modulo:
      if (*right == 0) return std::nullopt;
      return tree.kind == Kind::Divide ? *left / *right : *left % *right;
    default: return right;  // And, Or, Implies
  }
}

void RandomUts::collect_inputs(const Tree& tree, std::vector<std::size_t>& inputs) const {
  const bool is_new = std::find(inputs.begin(), inputs.end(), tree.variable) == inputs.end();
  if (tree.kind == Kind::Read && variables_[tree.variable].is_nondet && is_new) {
    inputs.push_back(tree.variable);
  }
  for (const Tree& kid : tree.kids) collect_inputs(kid, inputs);
}

// Every combination of values of these variables, once.
template <class Use>
void RandomUts::for_each_choice(const std::vector<std::size_t>& inputs, Use use) const {
  Values values(static_cast<std::size_t>(inputs_), 0);
  const auto cell = [&](std::size_t i) -> int& {
    return values[static_cast<std::size_t>(variables_[inputs[i]].cell)];
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) cell(i) = variables_[inputs[i]].low;
  for (;;) {
    use(values);
    std::size_t i = 0;
    while (i < inputs.size() && cell(i) == variables_[inputs[i]].high) {
      cell(i) = variables_[inputs[i]].low;
      ++i;
    }
    if (i == inputs.size()) return;
    ++cell(i);
  }
}

RandomUts::Effect RandomUts::effect(const Rule& rule, const Place& place) const {
  const Effect error{true, true};
  if (rule.guard) {
    const MaybeValue guard = value_of(*rule.guard, place);
    if (!guard) return error;
    if (*guard == 0) return {};
  }
  std::vector<int> values;
  std::vector<int> elements;
  for (std::size_t i = 0; i < rule.targets.size(); ++i) {
    const Variable& assigned = variables_[rule.targets[i].variable];
    const MaybeValue value = value_of(rule.values[i], place);
    if (!value) return error;
    if (*value < assigned.low || *value > assigned.high) return {};
    values.push_back(*value);
    const auto& index = rule.targets[i].index;
    elements.push_back(index ? *value_of(*index, place) : 0);
  }
  const bool same = rule.targets.size() == 2 &&
                    rule.targets[0].variable == rule.targets[1].variable &&
                    elements[0] == elements[1];
  if (same) return {};
  Effect result{true, false, place.state};
  for (std::size_t i = 0; i < rule.targets.size(); ++i) {
    const Variable& assigned = variables_[rule.targets[i].variable];
    if (elements[i] < 0 || elements[i] >= std::max(assigned.length, 1)) return error;
    result.target[cell_of(assigned, place.process, elements[i])] = values[i];
  }
  return result;
}

bool RandomUts::is_initial(const Values& state) const {
  const Values none;
  for (const Initial& item : init_) {
    for (int process = 0; process < (item.is_local ? processes_ : 1); ++process) {
      const Place place{state, none, process};
      const MaybeValue value = value_of(item.value, place);
      if (!value) return false;
      if (!item.target) {
        if (*value == 0) return false;
        continue;
      }
      const int element = item.target->index ? item.target->index->value : 0;
      const Variable& assigned = variables_[item.target->variable];
      if (state[cell_of(assigned, process, element)] != *value) return false;
    }
  }
  return true;
}

std::vector<RandomUts::Values> RandomUts::initial_states() const {
  const auto width = static_cast<std::size_t>(global_cells_ + processes_ * local_cells_);
  Values low(width), high(width);
  for (const Variable& declared : variables_) {
    if (declared.is_nondet) continue;
    for (int process = 0; process < (declared.is_local ? processes_ : 1); ++process) {
      for (int element = 0; element < std::max(declared.length, 1); ++element) {
        low[cell_of(declared, process, element)] = declared.low;
        high[cell_of(declared, process, element)] = declared.high;
      }
    }
  }
  std::vector<Values> found;
  Values state = low;
  for (;;) {
    if (is_initial(state)) found.push_back(state);
    std::size_t i = 0;
    while (i < width && state[i] == high[i]) {
      state[i] = low[i];
      ++i;
    }
    if (i == width) return found;
    ++state[i];
  }
}

bool RandomUts::goal_value(const Tree& goal, const Values& state, bool some) const {
  std::vector<std::size_t> inputs;
  collect_inputs(goal, inputs);
  bool result = !some;
  for_each_choice(inputs, [&](const Values& values) {
    const bool value = *value_of(goal, {state, values, -1}) != 0;
    if (value == some) result = some;
  });
  return result;
}

// Nodes without successors are taken away, until there are none.
bool RandomUts::has_cycle(const std::vector<std::vector<std::size_t>>& successors) {
  std::vector<bool> is_gone(successors.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      const bool ends = std::all_of(successors[i].begin(), successors[i].end(),
                                    [&](std::size_t next) { return is_gone[next]; });
      if (is_gone[i] || !ends) continue;
      is_gone[i] = changed = true;
    }
  }
  return std::find(is_gone.begin(), is_gone.end(), false) != is_gone.end();
}

RandomUts::Meaning RandomUts::meaning() const {
  Meaning result;
  std::map<Values, std::size_t> known;
  std::vector<Values> states;
  std::vector<std::uint64_t> levels;
  std::vector<std::vector<std::size_t>> successors;
  const auto discover = [&](const Values& state, std::uint64_t level) {
    const auto [entry, is_new] = known.emplace(state, states.size());
    if (is_new) {
      states.push_back(state);
      levels.push_back(level);
      successors.emplace_back();
    }
    return entry->second;
  };
  for (const Values& state : initial_states()) discover(state, 0);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Values source = states[i];
    const std::uint64_t level = levels[i];
    if (!result.reached_after && goal_value(reach_, source, true)) result.reached_after = level;
    if (!result.unsafe_after && !goal_value(safe_, source, false)) result.unsafe_after = level;
    std::uint64_t moves = 0;
    for (int process = 0; process < std::max(processes_, 1); ++process) {
      for (const Rule& taken : rules_) {
        std::vector<std::size_t> inputs;
        if (taken.guard) collect_inputs(*taken.guard, inputs);
        for (const Tree& value : taken.values) collect_inputs(value, inputs);
        for_each_choice(inputs, [&](const Values& values) {
          const Effect done = effect(taken, {source, values, process});
          if (!done.is_enabled) return;
          ++moves;
          if (done.fails) ++result.errors;
          if (done.fails) return;
          const std::size_t next = discover(done.target, level + 1);
          successors[i].push_back(next);
        });
      }
    }
    result.transitions += moves;
    if (moves == 0) ++result.deadlocks;
  }
  result.states = states.size();
  result.is_infinite = has_cycle(successors);
  return result;
}

}  // namespace clew
