#include "random_heap.hpp"

#include <fmt/format.h>

#include <random>
#include <vector>

namespace clew {

namespace {

// The record M has pointers to M and N, a vector of them, and numbers around them; N is shorter.
constexpr const char* declarations =
    "typedef N { bit w; M * up };\n"
    "typedef M { byte v; M * l; N * n; byte k[3]; M * many[2] };\n"
    "M * g, * h[2];\nN * m;\nbyte * a;\nbyte x;\nbit b;\n"
    "chan c = [1] of { M * };\nchan d = [0] of { M *, byte };\n";

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string model() {
    std::string text = declarations;
    const int types = 1 + below(3);
    for (int i = 0; i < types; ++i) {
      text +=
          fmt::format("active [{}] proctype P{}() {{\n  M * p, * q;\n  N * o;\n  byte y;\n", 1, i);
      if (below(2) == 0) text += fmt::format("  {};\n", statement());
      text += "  do\n";
      for (int j = 1 + below(3); j > 0; --j) text += "  :: " + sequence() + "\n";
      text += "  od\n}\n";
    }
    return text;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string pick(const std::vector<std::string>& words) {
    return words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
  }

  std::string sequence() {
    std::string text = statement();
    for (int i = below(3); i > 0; --i) text += "; " + statement();
    switch (below(4)) {
      case 0: return "atomic { " + text + " }";
      case 1: return "d_step { " + no_talk() + "; " + no_talk() + "; " + no_talk() + " }";
      default: return text;
    }
  }

  // A pointer to an M that can be assigned to.
  std::string m_place() {
    switch (below(8)) {
      case 0: return "g";
      case 1: return fmt::format("h[{}]", index());
      case 2: return m_place() + ".l";
      case 3: return fmt::format("{}.many[{}]", m_place(), index());
      case 4: return n_place() + ".up";
      case 5: return "q";
      default: return "p";
    }
  }
  std::string n_place() {
    switch (below(4)) {
      case 0: return "m";
      case 1: return m_place() + ".n";
      default: return "o";
    }
  }
  // A number that can be assigned to.
  std::string number_place() {
    switch (below(7)) {
      case 0: return m_place() + ".v";
      case 1: return fmt::format("{}.k[{}]", m_place(), index());
      case 2: return n_place() + ".w";
      case 3: return "*a";
      case 4: return "y";
      case 5: return "b";
      default: return "x";
    }
  }
  std::string index() {
    switch (below(5)) {
      case 0: return "1";
      case 1: return "x";
      case 2: return "b";
      case 3: return m_place() + ".v";
      default: return "0";
    }
  }
  std::string number() {
    switch (below(5)) {
      case 0: return std::to_string(below(4));
      case 1: return fmt::format("({} + 1) % 3", number_place());
      case 2: return fmt::format("1 / {}", number_place());
      default: return number_place();
    }
  }

  std::string no_talk() {
    switch (below(9)) {
      case 0: return m_place() + " = new M";
      case 1: return n_place() + " = new N";
      case 2: return "a = new byte";
      case 3: return m_place() + " = " + m_place();
      case 4: return n_place() + " = " + n_place();
      case 5: return "reset " + m_place();
      default: return number_place() + " = " + number();
    }
  }
  std::string statement() {
    switch (below(12)) {
      case 0: return "c!" + m_place();
      case 1: return "c?" + m_place();
      case 2: return "d!" + m_place() + "," + number();
      case 3: return "d?" + m_place() + "," + number_place();
      case 4: return fmt::format("{} != null", m_place());
      case 5: return fmt::format("assert({} < 3)", number_place());
      default: return no_talk();
    }
  }

  std::mt19937_64 random_;
};

}  // namespace

std::string random_heap_model(std::uint64_t seed) { return Writer(seed).model(); }

}  // namespace clew
