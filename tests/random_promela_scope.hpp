// What a random Promela model can name at some place in its text, and random choices among it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clew/base/random.hpp"

namespace clew::random_promela_detail {

// What a seed may like more or less; 0 means never.
enum class Taste {
  Atomic,
  DStep,
  Unless,
  Rendezvous,
  Buffered,
  Goto,
  Loop,
  Run,
  Timeout,
  Provided,
  Inline,
  LateDeclaration,
  Record,
  Array,
  ChannelVariable,
  Remote,
  Enabled,
  For,
  Select,
  Assert,
  Print,
  Choice,
  Wide,
  Mtype,
  Else,
  Poll,
  ProcessCount,
  OddReceive,
  LocalChannel,
  Conditional,
  Block,
  EndLabel,
  Count
};

// A variable that holds a number.  `name[length]suffix` with length 0 for no brackets.
struct Variable {
  std::string name;
  int length = 0;
  std::string suffix;
  std::string type;  // "bit", "bool", "unsigned", "byte", "pid", "short", "int", "mtype"

  bool is_narrow() const { return type == "bit" || type == "bool" || type == "unsigned"; }
  bool is_symbol() const { return type == "mtype"; }
};

// The kinds of messages; channels of one kind can stand for each other in variables.
struct MessageKind {
  std::vector<std::string> types;  // "byte", "mtype", "chan", ...
  int carried = -1;                // the kind of the channels that its "chan" fields hold
  int capacity = 0;                // 0: rendezvous
};

struct Channel {
  std::string name;
  int length = 0;
  int kind = 0;
  bool is_variable = false;
};

struct Scope {
  std::vector<Variable> variables;
  std::vector<Channel> channels;
  std::vector<std::string> counters;  // may be read, and set by the loop that owns them
};

class Dice {
 public:
  explicit Dice(std::uint64_t seed);

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool chance(std::uint64_t percent) { return below(100) < percent; }
  // How much this seed likes it: 0, 1, 3 or 8.
  std::uint64_t taste(Taste what) const { return tastes_[static_cast<std::size_t>(what)]; }
  // `percent` for an average taste.
  bool likes(Taste what, std::uint64_t percent) { return chance(percent * taste(what) / 2); }

  template <class T>
  const T& any(const std::vector<T>& items) {
    return items[below(items.size())];
  }

 private:
  SplitMix64 random_;
  std::array<std::uint64_t, static_cast<std::size_t>(Taste::Count)> tastes_{};
};

// Expressions over what is in scope.
class Expressions {
 public:
  Expressions(Dice& dice, const std::vector<MessageKind>& kinds) : dice_(dice), kinds_(kinds) {}

  Scope scope;                          // everything that can be named here
  std::vector<std::string> symbols;     // of mtype
  std::vector<std::string> references;  // remote ones: "P0[0]@L1", "P0[0]:x"
  bool may_refer = true;                // remote references are allowed here
  bool may_ask_enabled = true;          // so is enabled()
  int earlier_count = 0;  // active processes before this one: what enabled() may ask about

  std::string number(int depth);
  std::string guard();
  // A value to be stored in `target`: mostly small.
  std::string stored(const Variable& target);
  std::string small();
  std::string place(const Variable& variable);
  std::string channel_place(const Channel& channel);
  std::string index(int length);

  std::vector<Variable> symbol_variables() const;
  std::vector<Variable> number_variables() const;
  std::vector<Channel> channels_of(int kind) const;
  std::vector<Channel> buffered() const;
  // The inside of ?[..] and of receives; `writes` says whether variables may be named.
  std::string receive_arguments(const MessageKind& kind, bool writes);
  std::string send_arguments(const MessageKind& kind);

 private:
  std::string leaf();
  std::string constant();
  std::string channel_question();
  std::string probe();

  Dice& dice_;
  const std::vector<MessageKind>& kinds_;
};

}  // namespace clew::random_promela_detail
