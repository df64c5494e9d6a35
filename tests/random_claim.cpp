#include "tests/random_claim.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "clew/base/random.hpp"

namespace clew {

namespace {

class ClaimGenerator {
 public:
  ClaimGenerator(const std::string& text, std::uint64_t seed) : random_(seed) {
    for (const std::string name : {"g0", "g1", "g2"}) {
      if (text.find(" " + name + "[") != std::string::npos) {
        vectors_.push_back(name);
      } else if (text.find(" " + name + ";") != std::string::npos ||
                 text.find(" " + name + " =") != std::string::npos) {
        numbers_.push_back(name);
      }
    }
    vectors_.emplace_back("v");
    numbers_.emplace_back("k");
    numbers_.emplace_back("k");
  }

  std::string property_process() {
    std::string out =
        fmt::format("process Claim {{\nbyte k = {};\nbyte v[2] = {{{}, {}}};\nint z;\n", below(3),
                    below(3), below(2));
    const std::uint64_t states = 1 + below(3);
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < states; ++i) names.push_back(fmt::format("q{}", i));
    out += fmt::format("state {};\ninit q0;\naccept q{};\ntrans\n", fmt::join(names, ", "),
                       below(states));
    std::vector<std::string> transitions;
    const std::uint64_t count = states + 1 + below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::string text = fmt::format("q{} -> q{} {{ ", i % states, below(states));
      if (chance(70)) text += fmt::format("guard {}; ", condition());
      if (chance(60)) text += fmt::format("effect {}; ", effect());
      transitions.push_back(text + "}");
    }
    return out + fmt::format("{};\n}}\n", fmt::join(transitions, ",\n"));
  }

  std::string never() {
    std::string out = fmt::format("\nnever {{\n  byte k = {};\n  byte v[2];\n", below(3));
    const std::uint64_t states = 1 + below(3);
    const std::uint64_t accepting = below(states);
    const auto label = [&](std::uint64_t i) {
      return fmt::format("{}{}", i == accepting ? "accept_" : "T", i);
    };
    for (std::uint64_t i = 0; i < states; ++i) {
      out += label(i) + ":\n  do\n";
      const std::uint64_t count = 1 + below(3);
      for (std::uint64_t k = 0; k < count; ++k) {
        const std::string guard = chance(75) ? condition("&&", "||", "!") : "true";
        out += fmt::format("  :: {} -> goto {}\n", guard, label(below(states)));
      }
      if (chance(25)) out += fmt::format("  :: else -> goto {}\n", label(below(states)));
      out += "  od;\n";
    }
    return out + "}\n";
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  bool chance(std::uint64_t percent) { return below(100) < percent; }
  const std::string& any(const std::vector<std::string>& items) {
    return items[below(items.size())];
  }

  std::string number() {
    switch (below(8)) {
      case 0: return std::to_string(below(4));
      case 1:
      case 2: return fmt::format("{}[{}]", any(vectors_), any(numbers_));
      case 3: return fmt::format("{}[({}) & 1]", any(vectors_), any(numbers_));
      case 4: return fmt::format("(6 {} {})", chance(50) ? "/" : "%", any(numbers_));
      default: return any(numbers_);
    }
  }

  std::string condition(const std::string& conjunction = "and",
                        const std::string& disjunction = "or",
                        const std::string& negation = "not ") {
    static const std::vector<std::string> relations{"==", "!=", "<", "<=", ">="};
    const std::string first = fmt::format("({} {} {})", number(), any(relations), below(3));
    if (chance(60)) return chance(80) ? first : negation + first;
    const std::string second = fmt::format("({} {} {})", number(), any(relations), number());
    return fmt::format("({} {} {})", first, chance(60) ? conjunction : disjunction, second);
  }

  std::string effect() {
    switch (below(8)) {
      case 0: return "k = k + 1";
      case 1: return fmt::format("k = k + {}", 50 + below(100));
      case 2: return fmt::format("v[{}] = k & 3", any(numbers_));
      case 3: return fmt::format("z = {} - k", number());
      case 4: return fmt::format("k = ({}) & 1, v[k] = 6 / (k + 1)", number());
      case 5: return fmt::format("k = {} - 1", number());
      default: return "k = (k + 1) % 3";
    }
  }

  SplitMix64 random_;
  std::vector<std::string> numbers_;
  std::vector<std::string> vectors_;
};

}  // namespace

std::string with_property_process(const std::string& text, std::uint64_t seed) {
  const std::size_t system = text.rfind("system ");
  if (text.find(" property ", system) != std::string::npos) return {};
  const std::size_t end = text.find(';', system);
  return text.substr(0, system) + ClaimGenerator(text, seed).property_process() +
         text.substr(system, end - system) + " property Claim;\n";
}

std::string with_never_claim(const std::string& text, std::uint64_t seed) {
  return text + ClaimGenerator(text, seed).never();
}

}  // namespace clew
