#include "tests/random_loose.hpp"

#include <fmt/format.h>

#include "clew/base/random.hpp"

namespace clew {

namespace {

class LooseModel {
 public:
  explicit LooseModel(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    globals_ = 1 + below(3);
    channels_ = below(3);
    const std::uint64_t types = 2 + below(2);
    std::string out;
    for (std::uint64_t i = 0; i < globals_; ++i) out += fmt::format("byte g{};\n", i);
    out += "byte a[3];\n";
    for (std::uint64_t i = 0; i < channels_; ++i) {
      out += fmt::format("chan c{} = [{}] of {{ byte }};\n", i, below(3));
    }
    starts_ = below(3) == 0;
    if (starts_) out += "proctype Child(byte n) {\n" + statements(1 + below(3), 1) + "}\n";
    for (std::uint64_t i = 0; i < types; ++i) {
      const char* const provided = below(12) == 0 ? " provided (g0 != 2)" : "";
      out += fmt::format("active [{}] proctype P{}(){} {{\n  byte l, m;\n", 1 + below(5) / 4, i,
                         provided);
      out += statements(1 + below(4), 2) + "}\n";
    }
    return out;
  }

  // The same, with processes that `init` starts and gives channels and a number.
  std::string started_text() {
    is_started_ = true;
    globals_ = 1 + below(2);
    channels_ = 2 + below(2);
    own_ = below(3) == 0 ? fmt::format("  chan own = [{}] of {{ byte }};\n", below(3)) : "";
    std::string out;
    for (std::uint64_t i = 0; i < globals_; ++i) out += fmt::format("byte g{};\n", i);
    out += "byte a[3];\n";
    const std::string channels = fmt::format("chan c[3] = [{}] of {{ byte }};\n", below(3));
    const bool is_inside = chance(2);  // of init
    if (!is_inside) out += channels;
    const bool gives_away = !own_.empty() && chance(4);
    if (gives_away) out += "chan post = [1] of { chan };\n";
    if (!own_.empty()) {
      is_kid_ = true;
      out += "proctype Kid(chan in, out; byte id) {\n  byte l, m;\n" + own_;
      if (chance(2)) out += "  if :: id == 0 -> run Kid(own, in, 1) :: else fi;\n";
      out += statements(1 + below(2), 2) + "}\n";
      is_kid_ = false;
    }
    const std::uint64_t types = 1 + below(2);
    for (std::uint64_t i = 0; i < types; ++i) {
      out += fmt::format("proctype P{}(chan in, out; byte id) {{\n  byte l, m;\n", i) + own_;
      if (gives_away) out += chance(2) ? "  post!own;\n" : "  post?in;\n";
      const std::string body = (chance(6) ? "  in = out;\n" : "") + statements(1 + below(3), 2);
      out += chance(2) ? body + "}\n" : "  do ::\n" + body + "  od\n}\n";
    }
    // Whoever prefers others may never come to see what this one does.
    if (chance(2)) {
      out +=
          "active proctype Waits() {\n  byte l, m, id;\n  if :: l = 1 :: l = 2 :: l = 3 :: l = 4 "
          "fi;\n";
      out += fmt::format("  {};\n  assert({})\n}}\n", chance(2) ? "m = l" : global() + " = 2",
                         condition());
    }
    std::string starts;
    for (std::uint64_t i = 2 + below(2); i > 0; --i) {
      starts += fmt::format("run P{}(c[{}], c[{}], {}); ", below(types),
                            chance(6) ? "a[2]" : std::to_string(below(3)), below(3),
                            chance(6) ? "a[0]" : std::to_string(below(3)));
    }
    if (chance(5)) {
      starts = fmt::format(
          "byte k; do :: k < 2 -> {}run P0(c[0], c[1], k); k++ {}:: else -> break od;",
          chance(3) ? "g0 != 1; " : "", chance(3) ? ":: g0 == 2 -> k = 0; g0 = 0 " : "");
    }
    const bool is_atomic = !chance(4);
    out += fmt::format("init {{ {}{} {}{} }}\n", is_inside ? channels : "", prelude(),
                       is_atomic ? "atomic { " + starts + "}" : starts,
                       chance(4) ? "; g0 = 2; c[0]!1" : "");
    return out;
  }

 private:
  // What comes before the others are there.
  std::string prelude() {
    switch (below(6)) {
      case 0: return "g0 = 1;";
      case 1: return "if :: a[2] = 0 :: a[2] = 1 fi;";
      case 2: return "atomic { if :: a[0] = 1 :: a[0] = 2 :: g0 = 1 fi; a[1] = a[0] };";
      default: return "";
    }
  }

  std::uint64_t below(std::uint64_t end) { return random_.below(end); }
  bool chance(std::uint64_t one_in) { return below(one_in) == 0; }

  std::string global() {
    if (is_started_ && chance(3)) return "a[id]";
    return chance(4) ? "a[_pid % 3]" : fmt::format("g{}", below(globals_));
  }
  std::string local() { return depth_ == 1 ? "n" : chance(2) ? "l" : "m"; }

  std::string condition() {
    const std::string left = chance(3) ? global() : local();
    const char* const sign = chance(4) ? "!=" : chance(5) ? "<" : "==";
    return fmt::format("{} {} {}", left, sign, below(3));
  }

  std::string assignment() {
    if (chance(3)) return fmt::format("{} = {}", global(), below(3));
    if (chance(4)) return fmt::format("{} = {}", local(), global());
    if (chance(3)) return fmt::format("{} = {}", local(), below(3));
    const std::string counted = chance(5) ? global() : local();
    if (is_started_ && chance(2)) return counter(local());
    return fmt::format("{0} = ({0} + 1) % 3", counted);
  }

  // A loop that comes to an end, or begins from below.
  std::string counter(const std::string& counted) {
    const std::uint64_t limit = 1 + below(3);
    const char* const end = chance(3) ? "else -> break" : "else -> {0} = 0; break";
    switch (below(4)) {
      case 0:
        return fmt::format("do :: {0} < {1} -> {0}++ :: {2} od", counted, limit,
                           fmt::format(fmt::runtime(end), counted));
      case 1: return fmt::format("{} = {}", counted, limit);
      case 2:
        return fmt::format("if :: {0} < 4 -> {0} = {0} + {1} :: else -> {0} = 0 fi", counted,
                           limit);
      default: return fmt::format("atomic {{ {0} < {1} -> {0}++ }}", counted, limit);
    }
  }

  std::string talk_of_started() {
    if (chance(8)) return chance(2) ? "in = out" : "id = (id + 1) % 3";
    const bool has_own = !own_.empty();
    if (has_own && !is_kid_ && chance(3)) {
      return fmt::format("run Kid({}, {}, {})", chance(3) ? "in" : "own", chance(2) ? "own" : "out",
                         below(2));
    }
    if (has_own && chance(4)) return fmt::format("own{}{}", chance(2) ? "?" : "!", local());
    if (chance(2)) return fmt::format("out!{}", chance(2) ? local() : std::to_string(below(3)));
    const std::string sign = chance(6) ? "??" : "?";
    const std::string wanted = chance(3)   ? std::to_string(below(3))
                               : chance(3) ? "eval(id)"
                                           : local();
    return fmt::format("in{}{}", sign, wanted);
  }

  std::string talk() {
    if (is_started_) return talk_of_started();
    const std::uint64_t channel = below(channels_);
    if (chance(2))
      return fmt::format("c{}!{}", channel, chance(2) ? local() : std::to_string(below(3)));
    const std::string sign = chance(6) ? "??" : "?";
    return fmt::format("c{}{}{}", channel, sign, chance(4) ? std::to_string(below(3)) : local());
  }

  std::string simple() {
    if (channels_ > 0 && chance(4)) return talk();
    if (chance(6)) return fmt::format("assert({})", condition());
    if (starts_ && depth_ == 2 && chance(8)) return fmt::format("run Child({})", below(3));
    return chance(3) ? condition() : assignment();
  }

  std::string statements(std::uint64_t count, int depth) {
    depth_ = depth;
    std::string out;
    for (std::uint64_t i = 0; i < count; ++i) out += "  " + statement(0) + ";\n";
    return out;
  }

  std::string sequence(int level) {
    std::string out = statement(level);
    for (std::uint64_t more = below(3); more > 0; --more) out += "; " + statement(level);
    return out;
  }

  std::string options(int level, bool is_loop) {
    std::string out;
    for (std::uint64_t i = 1 + below(3); i > 0; --i) {
      out += fmt::format(" :: {}{}", sequence(level), is_loop && chance(5) ? "; break" : "");
    }
    if (chance(4)) out += fmt::format(" :: else -> {}", is_loop ? "break" : assignment());
    if (chance(10)) out += fmt::format(" :: timeout -> {}", is_loop ? "break" : assignment());
    return out;
  }

  std::string statement(int level) {
    constexpr int level_max = 2;
    const std::uint64_t kind = level == level_max ? 0 : below(12);
    if (kind < 5) return simple();
    if (kind < 7) return "do" + options(level + 1, true) + " od";
    if (kind < 9) return "if" + options(level + 1, false) + " fi";
    if (kind == 9) return fmt::format("atomic {{ {}; {} }}", simple(), simple());
    if (kind == 10) return fmt::format("d_step {{ {}; {} }}", condition(), assignment());
    return fmt::format("{{ {} }} unless {{ {}; {} }}", sequence(level + 1), condition(),
                       assignment());
  }

  SplitMix64 random_;
  std::uint64_t globals_ = 1;
  std::uint64_t channels_ = 0;
  bool starts_ = false;
  bool is_started_ = false;
  std::string own_;  // declares a channel that a process brings along; may be empty
  bool is_kid_ = false;
  int depth_ = 2;  // 1: within the child, which has a parameter instead of variables
};

}  // namespace

std::string random_loose_promela(std::uint64_t seed) { return LooseModel(seed).text(); }

std::string random_started_promela(std::uint64_t seed) { return LooseModel(seed).started_text(); }

}  // namespace clew
