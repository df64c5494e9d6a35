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

 private:
  std::uint64_t below(std::uint64_t end) { return random_.below(end); }
  bool chance(std::uint64_t one_in) { return below(one_in) == 0; }

  std::string global() { return chance(4) ? "a[_pid % 3]" : fmt::format("g{}", below(globals_)); }
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
    return fmt::format("{0} = ({0} + 1) % 3", counted);
  }

  std::string talk() {
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
  int depth_ = 2;  // 1: within the child, which has a parameter instead of variables
};

}  // namespace

std::string random_loose_promela(std::uint64_t seed) { return LooseModel(seed).text(); }

}  // namespace clew
