#include "random_symmetric.hpp"

#include <fmt/format.h>

#include <random>
#include <vector>

namespace clew {

namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string model() {
    std::string text =
        "typedef Node { bit v; Node * left; Node * right }\n"
        "Node * g, * h;\nbit x;\nbyte inside;\nchan c = [1] of { Node * };\n";
    const int types = below(3) == 0 ? 2 : 1;
    for (int i = 0; i < types; ++i) {
      const bool started = below(2) == 0;
      const int count = 2 + below(types == 1 ? 3 : 1);
      text += fmt::format("{}proctype P{}({}) {{\n  Node * p, * q;\n  bit y;\n",
                          started ? "" : fmt::format("active [{}] ", count), i,
                          started ? "Node * mine; bit z" : "");
      text += body(started);
      text += "}\n";
      if (started) starts_ += starts_of(i, count);
    }
    text += fmt::format("active proctype Main() {{\n{}  do\n  :: {}\n  :: {}\n  od\n}}\n", starts_,
                        global_statement(), global_statement());
    return text;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string pick(const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
  }

  std::string starts_of(int type, int count) {
    std::string text = below(2) == 0 ? "  g = new Node;\n" : "";
    for (int i = 0; i < count; ++i) {
      if (below(3) == 0) text += "  h = new Node;\n";
      text += fmt::format("  run P{}({}, {});\n", type, pick({"g", "h", "null"}), below(4) / 3);
    }
    if (below(2) == 0) text += "  reset g;\n";
    if (below(2) == 0) text += "  reset h;\n";
    return text;
  }

  std::string body(bool started) {
    names_ =
        started ? std::vector<std::string>{"p", "q", "mine"} : std::vector<std::string>{"p", "q"};
    std::string text = "  do\n";
    for (int i = 2 + below(3); i > 0; --i) {
      text += "  ::";
      for (int j = 1 + below(3); j > 0; --j) text += fmt::format(" {};", statement());
      text.pop_back();
      text += "\n";
    }
    return text + "  od\n";
  }

  std::string statement() {
    const std::string a = pick(names_);
    const std::string b = pick({pick(names_), "g", "h"});
    switch (below(13)) {
      case 0: return fmt::format("atomic {{ {} == null -> {} = new Node }}", a, a);
      case 1: return fmt::format("{} = {}", a, b);
      case 2: return fmt::format("{} = {}", pick({"g", "h"}), a);
      case 3: return fmt::format("atomic {{ {} != null -> {}.v = 1 - {}.v }}", a, a, a);
      case 4:
        return fmt::format("atomic {{ {} != null && {} != {} -> {}.{} = {} }}", a, a, b, a,
                           pick({"left", "right"}), b);
      case 5: return fmt::format("atomic {{ {} != null -> {} = {}.left }}", b, a, b);
      case 6: return "reset " + a;
      case 7: return "y = 1 - y";
      case 8: return "atomic { x == y; x = 1 - x }";
      case 9: return fmt::format("c!{}", a);
      case 10: return "c?" + a;
      case 11: return "atomic { inside < 2; inside++ }; assert(inside < 2); inside--";
      default: return fmt::format("({} == {})", a, b);
    }
  }

  std::string global_statement() {
    return pick({"x = 1 - x", "atomic { g == null -> g = new Node }", "reset h", "g = h",
                 "atomic { g != null -> g.v = 1 }", "g.v == 1", "c?g", "false", "false"});
  }

  std::mt19937_64 random_;
  std::vector<std::string> names_;
  std::string starts_;
};

}  // namespace

std::string random_symmetric_model(std::uint64_t seed) { return Writer(seed).model(); }

}  // namespace clew
