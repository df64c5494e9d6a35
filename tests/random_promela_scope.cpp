#include "tests/random_promela_scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace clew::random_promela_detail {

Dice::Dice(std::uint64_t seed) : random_(seed) {
  // Half of the seeds like everything a little; the others like few things very much.
  const bool specialist = chance(50);
  for (std::uint64_t& taste : tastes_) {
    const std::uint64_t drawn = below(100);
    if (specialist) {
      taste = drawn < 65 ? 0 : drawn < 80 ? 3 : 8;
    } else {
      taste = drawn < 25 ? 0 : drawn < 60 ? 1 : drawn < 90 ? 3 : 8;
    }
  }
}

namespace {

// A type holds all values of the types of lower rank.
int rank_of(const std::string& type) {
  if (type.empty()) return -1;  // an argument: nobody knows
  if (type == "bit" || type == "bool" || type == "unsigned") return 0;
  return type == "short" ? 2 : type == "int" ? 3 : 1;
}

}  // namespace

std::string Expressions::index(int length) {
  const std::vector<Variable> numbers = number_variables();
  if (dice_.chance(60) || length != 2 || numbers.empty())
    return std::to_string(dice_.between(0, length - 1));
  std::vector<Variable> scalars;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(scalars),
               [](const Variable& variable) { return variable.length == 0; });
  if (scalars.empty()) return "_pid & 1";
  return fmt::format("{} & 1", place(dice_.any(scalars)));
}

std::string Expressions::place(const Variable& variable) {
  if (variable.length == 0) return variable.name + variable.suffix;
  return fmt::format("{}[{}]{}", variable.name, index(variable.length), variable.suffix);
}

std::string Expressions::channel_place(const Channel& channel) {
  if (channel.length == 0) return channel.name;
  return fmt::format("{}[{}]", channel.name, index(channel.length));
}

std::vector<Variable> Expressions::symbol_variables() const {
  std::vector<Variable> result;
  std::copy_if(scope.variables.begin(), scope.variables.end(), std::back_inserter(result),
               [](const Variable& variable) { return variable.is_symbol(); });
  return result;
}

std::vector<Variable> Expressions::number_variables() const {
  std::vector<Variable> result;
  std::copy_if(scope.variables.begin(), scope.variables.end(), std::back_inserter(result),
               [](const Variable& variable) { return !variable.is_symbol(); });
  return result;
}

std::vector<Channel> Expressions::channels_of(int kind) const {
  std::vector<Channel> result;
  std::copy_if(scope.channels.begin(), scope.channels.end(), std::back_inserter(result),
               [&](const Channel& channel) { return channel.kind == kind; });
  return result;
}

std::vector<Channel> Expressions::buffered() const {
  std::vector<Channel> result;
  std::copy_if(scope.channels.begin(), scope.channels.end(), std::back_inserter(result),
               [&](const Channel& channel) {
                 return kinds_[static_cast<std::size_t>(channel.kind)].capacity > 0;
               });
  return result;
}

std::string Expressions::constant() {
  if (dice_.likes(Taste::Wide, 8)) {
    static const std::vector<std::string> wide = {"255", "256", "300",   "(-1)",       "(-3)",
                                                  "128", "7",   "70000", "32768",      "(-32769)",
                                                  "16",  "129", "65535", "2147483647", "(-300)"};
    return dice_.any(wide);
  }
  return std::to_string(dice_.below(3));
}

std::string Expressions::channel_question() {
  const Channel& channel = dice_.any(scope.channels);
  const MessageKind& kind = kinds_[static_cast<std::size_t>(channel.kind)];
  const std::string place = channel_place(channel);
  if (kind.capacity > 0 && dice_.likes(Taste::Poll, 20)) {
    const std::string arguments = receive_arguments(kind, false);
    return fmt::format("{}{}[{}]", place, dice_.chance(60) ? "?" : "??", arguments);
  }
  return fmt::format("len({})", place);
}

// SPIN lets these be joined by && and || only.
std::string Expressions::probe() {
  static const std::vector<std::string> questions = {"empty", "full", "nempty", "nfull"};
  const std::string place = channel_place(dice_.any(scope.channels));
  return fmt::format("{}({})", dice_.any(questions), place);
}

std::string Expressions::leaf() {
  const std::uint64_t kind = dice_.below(12);
  if (kind < 3) return constant();
  if (kind == 3 && !scope.channels.empty()) return channel_question();
  if (kind == 4 && dice_.likes(Taste::ProcessCount, 30))
    return dice_.chance(60) ? "_nr_pr" : "_pid";
  if (kind == 5 && may_refer && !references.empty()) return dice_.any(references);
  if (kind == 6 && may_ask_enabled && earlier_count > 0 && dice_.likes(Taste::Enabled, 20))
    return fmt::format("enabled({})", dice_.between(0, earlier_count - 1));
  if (kind == 7 && !scope.counters.empty()) return dice_.any(scope.counters);
  if (scope.variables.empty()) return constant();
  const Variable& variable = dice_.any(scope.variables);
  const std::string name = place(variable);
  if (variable.is_symbol() && dice_.chance(50))
    return fmt::format("({} == {})", name, dice_.any(symbols));
  return name;
}

// The dice are thrown one statement at a time throughout: C++ does not say in which order the
// arguments of a call are computed, and a seed must mean the same model everywhere.
std::string Expressions::number(int depth) {
  if (depth == 0 || dice_.chance(35)) return leaf();
  static const std::vector<std::string> operators = {
      "+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"};
  const std::uint64_t kind = dice_.below(10);
  if (kind == 0) return fmt::format("(!{})", number(depth - 1));
  if (kind == 1) {
    static const std::vector<std::string> unary = {"-", "~"};
    const std::string operand = leaf();
    return fmt::format("({}{})", dice_.any(unary), operand);
  }
  if (kind == 2) {
    static const std::vector<std::string> by_constant = {"% 2", "% 3", "/ 2", "<< 1", ">> 1"};
    const std::string operand = number(depth - 1);
    return fmt::format("({} {})", operand, dice_.any(by_constant));
  }
  const std::string left = number(depth - 1);
  const std::string right = number(depth - 1);
  if (kind == 3 && dice_.likes(Taste::Conditional, 40))
    return fmt::format("({} -> {} : {})", leaf(), left, right);
  return fmt::format("({} {} {})", left, dice_.any(operators), right);
}

// A random expression is rarely true; most guards are comparisons that often are.
std::string Expressions::guard() {
  if (dice_.chance(20)) return number(2);
  if (!scope.channels.empty() && dice_.likes(Taste::Poll, 10)) {
    const std::string first = probe();
    if (dice_.chance(60)) return first;
    const std::string second = dice_.chance(50) ? probe() : number(1);
    return fmt::format("({} {} {})", first, dice_.chance(50) ? "&&" : "||", second);
  }
  const std::string left = leaf();
  const std::uint64_t right = dice_.below(3);
  return fmt::format("({} {} {})", left, dice_.chance(60) ? "!=" : "<=", right);
}

std::string Expressions::small() {
  const std::uint64_t kind = dice_.below(3);
  if (kind == 0) return std::to_string(dice_.below(3));
  const std::string value = number(kind == 1 ? 1 : 2);
  return fmt::format("({} & {})", value, dice_.chance(70) ? 1 : 3);
}

std::string Expressions::stored(const Variable& target) {
  if (target.is_symbol()) {
    const std::vector<Variable> others = symbol_variables();
    if (dice_.chance(70) || others.empty()) return dice_.any(symbols);
    return place(dice_.any(others));
  }
  if (dice_.likes(Taste::Wide, 15)) return dice_.chance(60) ? constant() : number(1);
  return target.is_narrow() && dice_.chance(40) ? number(1) : small();
}

std::string Expressions::receive_arguments(const MessageKind& kind, bool writes) {
  std::vector<std::string> items;
  std::vector<std::string> names;
  for (const std::string& type : kind.types) {
    if (dice_.chance(12)) {
      items.emplace_back("_");
    } else if (type == "chan") {
      std::vector<Channel> variables = channels_of(kind.carried);
      std::erase_if(variables, [](const Channel& channel) { return !channel.is_variable; });
      items.push_back(variables.empty() ? "_" : channel_place(dice_.any(variables)));
    } else {
      const bool symbol = type == "mtype";
      std::vector<Variable> variables = symbol ? symbol_variables() : number_variables();
      // What does not fit into its variable gets lost when pan goes back.
      const int rank = kind.types.size() == 1 ? std::max(1, rank_of(type)) : rank_of(type);
      std::erase_if(variables, [&](const Variable& variable) {
        return !symbol && rank_of(variable.type) < rank;
      });
      if (variables.empty() || dice_.chance(writes ? 20 : 60)) {
        items.push_back(symbol ? dice_.any(symbols) : std::to_string(dice_.below(2)));
      } else {
        const Variable& variable = dice_.any(variables);
        // SPIN refuses to receive twice into variables of one name.
        const bool again = std::count(names.begin(), names.end(), variable.name) > 0;
        names.push_back(variable.name);
        const std::string name = place(variable);
        items.push_back(again ? "_" : dice_.chance(18) ? "eval(" + name + ")" : name);
      }
    }
  }
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string Expressions::send_arguments(const MessageKind& kind) {
  std::vector<std::string> items;
  for (const std::string& type : kind.types) {
    if (type == "chan") {
      items.push_back(channel_place(dice_.any(channels_of(kind.carried))));
    } else if (type == "mtype") {
      items.push_back(stored({"", 0, "", "mtype"}));
    } else {
      items.push_back(stored({"", 0, "", type}));
    }
  }
  return fmt::format("{}", fmt::join(items, ", "));
}

}  // namespace clew::random_promela_detail
