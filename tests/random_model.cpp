#include "random_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "clew/base/random.hpp"

namespace clew {

namespace {

struct Variable {
  std::string name;
  std::uint64_t length = 0;  // 0: a scalar
};

// What others can look at in a process.
struct StateComponents {
  std::string name;
  std::vector<std::string> states;
  std::vector<Variable> locals;
};

struct ChannelChoice {
  std::string name;
  std::uint64_t items = 0;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::string model() {
    synchronous_ = chance(15);
    const bool property = chance(20);
    out_ += "const byte limit = 2;\nconst byte table[3] = {2, 0, 1};\n";
    const std::uint64_t globals = 1 + below(3);
    for (std::uint64_t i = 0; i < globals; ++i) declare(globals_, fmt::format("g{}", i));
    if (!synchronous_) declare_channels();
    const std::uint64_t processes = 2 + below(2);
    looks_around_ = chance(40);
    for (std::uint64_t i = 0; i < processes; ++i) {
      StateComponents& parts = parts_.emplace_back();
      parts.name = fmt::format("P{}", i);
      name_states(parts, 2 + below(3));
      if (chance(50)) parts.locals.push_back({"l", chance(25) ? 2U : 0U});
    }
    for (std::uint64_t i = 0; i < processes; ++i) process(StateComponents(parts_[i]), false);
    if (property) {
      StateComponents watch{"Watch", {}, {}};
      name_states(watch, 1 + below(2));
      process(watch, true);
    }
    out_ += fmt::format("system {}{};\n", synchronous_ ? "sync" : "async",
                        property ? " property Watch" : "");
    return out_;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  bool chance(std::uint64_t percent) { return below(100) < percent; }
  template <class T>
  const T& any(const std::vector<T>& items) {
    return items[below(items.size())];
  }

  void declare(std::vector<Variable>& scope, const std::string& name) {
    scope.push_back({name, chance(25) ? 2U : 0U});
    declare(scope.back());
  }

  void declare(const Variable& variable) {
    const std::string type = type_name();
    const std::uint64_t most = type == "bool" ? 2 : 3;
    if (variable.length != 0) {
      out_ += fmt::format("{} {}[2] = {{{}, {}}};\n", type, variable.name, below(most), below(2));
    } else {
      out_ += fmt::format("{} {} = {};\n", type, variable.name, below(most));
    }
  }

  std::string type_name() {
    static const std::vector<std::string> rare{"bool",  "int16",  "uint16",
                                               "int32", "uint32", "int<-1..3>"};
    if (chance(15)) return any(rare);
    return chance(70) ? "byte" : "int";
  }

  void declare_channels() {
    const std::uint64_t count = 1 + below(2);
    for (std::uint64_t i = 0; i < count; ++i) {
      ChannelChoice channel{fmt::format("c{}", i), 0};
      const std::uint64_t kind = below(4);
      if (kind <= 1) {
        channel.items = below(3);
        out_ += fmt::format("channel {};\n", channel.name);
      } else {
        channel.items = 1 + below(2);
        const std::string types = channel.items == 1 ? type_name() : "int, byte";
        out_ += fmt::format("channel {{{}}} {}[{}];\n", types, channel.name,
                            kind == 2 ? 0 : 1 + below(2));
      }
      channels_.push_back(channel);
    }
  }

  static void name_states(StateComponents& parts, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) parts.states.push_back(fmt::format("q{}", i));
  }

  void process(const StateComponents& parts, bool is_property) {
    locals_ = parts.locals;
    is_property_ = is_property;
    states_ = parts.states;
    out_ += fmt::format("process {} {{\n", parts.name);
    for (const Variable& local : locals_) declare(local);
    out_ += fmt::format("state {};\ninit {};\n", fmt::join(states_, ", "), any(states_));
    if (!is_property && chance(15)) out_ += fmt::format("commit {};\n", any(states_));
    if (is_property) out_ += fmt::format("accept {};\n", any(states_));
    if (chance(20)) out_ += fmt::format("assert {}: {};\n", any(states_), expression(2));
    std::vector<std::string> transitions;
    const std::uint64_t count = is_property ? 2 + below(2) : 3 + below(4);
    for (std::uint64_t i = 0; i < count; ++i) transitions.push_back(transition());
    out_ += fmt::format("trans\n{};\n}}\n", fmt::join(transitions, ",\n"));
  }

  std::string transition() {
    std::string text = fmt::format("{} -> {} {{ ", any(states_), any(states_));
    if (chance(is_property_ ? 60 : 35)) text += fmt::format("guard {}; ", guard());
    if (!synchronous_ && !is_property_ && chance(28)) text += sync();
    if (!is_property_ && chance(60)) {
      std::vector<std::string> assignments;
      const std::uint64_t count = 1 + below(2);
      for (std::uint64_t i = 0; i < count; ++i) {
        assignments.push_back(fmt::format("{} = {}", target(), stored()));
      }
      text += fmt::format("effect {}; ", fmt::join(assignments, ", "));
    }
    return text + "}";
  }

  // A random expression is rarely true; half of the guards are comparisons that often are.
  std::string guard() {
    if (chance(35)) return expression(2);
    return fmt::format("{} {} {}", leaf(), chance(50) ? "!=" : "<=", below(3));
  }

  std::string sync() {
    const ChannelChoice& channel = any(channels_);
    const bool sends = chance(50);
    std::vector<std::string> items;
    for (std::uint64_t i = 0; i < channel.items; ++i) items.push_back(sends ? stored() : target());
    const std::string list = items.size() <= 1 ? fmt::format("{}", fmt::join(items, ""))
                                               : fmt::format("{{{}}}", fmt::join(items, ", "));
    return fmt::format("sync {}{}{}; ", channel.name, sends ? "!" : "?", list);
  }

  const Variable& variable() {
    if (!locals_.empty() && chance(50)) return any(locals_);
    return any(globals_);
  }

  std::string target() {
    const Variable& chosen = variable();
    if (chosen.length == 0) return chosen.name;
    return fmt::format("{}[{}]", chosen.name,
                       chance(90) ? fmt::format("({}) & 1", expression(1)) : expression(1));
  }

  // Mostly small, so that state spaces stay small; sometimes anything, so that errors happen.
  std::string stored() {
    const std::string value = expression(2);
    return chance(93) ? fmt::format("(({}) & 3) % 3", value) : value;
  }

  std::string leaf() {
    const std::uint64_t kind = below(10);
    if (kind < 3) return std::to_string(below(4));
    if (kind == 3) return "limit";
    if (kind == 4)
      return fmt::format("table[{}]",
                         chance(90) ? fmt::format("({}) & 1", variable_read()) : variable_read());
    if ((is_property_ && kind < 8) || (looks_around_ && kind < 7)) return look();
    return variable_read();
  }

  std::string look() {
    const StateComponents& other = any(parts_);
    if (other.locals.empty() || chance(50)) {
      return fmt::format("{}.{}", other.name, any(other.states));
    }
    return fmt::format("{}->{}", other.name, read(other.locals.front()));
  }

  std::string variable_read() {
    return read(variable());
  }

  std::string read(const Variable& chosen) {
    return chosen.length == 0 ? chosen.name : fmt::format("{}[{}]", chosen.name, below(2));
  }

  std::string expression(std::uint64_t depth) {
    if (depth == 0 || chance(25)) return leaf();
    static const std::vector<std::string> common{"+",  "-",   "*",  "==",    "!=", "<", "<=", ">",
                                                 ">=", "and", "or", "imply", "&",  "|", "^"};
    static const std::vector<std::string> risky{"/", "%", "<<", ">>"};
    static const std::vector<std::string> unary{"not ", "-", "~"};
    if (chance(12)) return fmt::format("{}({})", any(unary), expression(depth - 1));
    const std::string& op = chance(95) ? any(common) : any(risky);
    const std::string left = expression(depth - 1);
    const std::string right = expression(depth - 1);
    // Without parentheses now and then: precedence is part of the language.
    return chance(75) ? fmt::format("({}) {} ({})", left, op, right)
                      : fmt::format("{} {} {}", left, op, right);
  }

  SplitMix64 random_;
  std::string out_;
  bool synchronous_ = false;
  bool is_property_ = false;
  std::vector<Variable> globals_;
  std::vector<Variable> locals_;
  std::vector<ChannelChoice> channels_;
  std::vector<std::string> states_;
  std::vector<StateComponents> parts_;   // of all processes but the property process
  bool looks_around_ = false;  // processes look into each other
};

}  // namespace

std::string random_dve_model(std::uint64_t seed) { return Generator(seed).model(); }

std::string with_other_numbers(const std::string& text, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto is_word = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                  text[at] == '_' || text[at] == '#');
    };
    std::size_t end = i;
    while (is_word(end)) ++end;
    const std::string word = text.substr(i, std::max<std::size_t>(end - i, 1));
    const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
    out += is_number && random.next() % 8 == 0 ? std::to_string(random.next() % 4) : word;
    i += word.size();
  }
  return out;
}

std::string with_formula(const std::string& text, std::uint64_t seed) {
  SplitMix64 random(seed);
  const std::string g = text.find(" g0;") != std::string::npos ? "(g0 == 1)" : "(_nr_pr > 2)";
  const std::string formulas[] = {"[] <> " + g, "! <> (" + g + " && <> ! " + g + ")",
                                  "[] (" + g + " -> <> ! " + g + ")", "(" + g + " U ! " + g + ")"};
  return text + "\nltl f { " + formulas[random.below(4)] + " }\n";
}

}  // namespace clew
