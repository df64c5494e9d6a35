#include "clew/property/automaton_print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/property/formula_parser.hpp"

namespace clew {

namespace {

// How a language writes a conjunction.
struct Spelling {
  std::string_view negation;
  std::string_view conjunction;
  std::string_view always;
  bool parentheses;  // around every proposition; else where people want them
};

constexpr Spelling formula_spelling{"!", " && ", "true", false};
constexpr Spelling promela_spelling{"!", " && ", "true", true};
constexpr Spelling dve_spelling{"not ", " and ", "true", true};

std::string proposition_text(const std::vector<std::string>& names, unsigned number,
                             bool parentheses) {
  const std::string name = number < names.size() ? names[number] : fmt::format("p{}", number);
  if (parentheses) return fmt::format("({})", name);
  if (!reads_as_proposition(name)) return fmt::format("{{{}}}", name);
  return name.find(' ') == std::string::npos ? name : fmt::format("({})", name);
}

std::string cube_text(const Cube& cube, const std::vector<std::string>& names,
                      const Spelling& spelling) {
  std::string text;
  for (unsigned i = 0; i < 64; ++i) {
    const bool positive = ((cube.positive >> i) & 1) != 0;
    if (!positive && ((cube.negative >> i) & 1) == 0) continue;
    if (!text.empty()) text += spelling.conjunction;
    if (!positive) text += spelling.negation;
    text += proposition_text(names, i, spelling.parentheses);
  }
  return text.empty() ? std::string(spelling.always) : text;
}

// The edges of a state that lead to the same place with the same marks, as one.
struct EdgeGroup {
  std::uint32_t target = 0;
  std::uint64_t marks = 0;
  std::vector<Cube> guards;
};

std::vector<EdgeGroup> groups_of(const std::vector<AutomatonEdge>& edges) {
  std::vector<EdgeGroup> groups;
  for (const AutomatonEdge& edge : edges) {
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const EdgeGroup& group) {
      return group.target == edge.target && group.marks == edge.marks;
    });
    if (known != groups.end()) {
      known->guards.push_back(edge.guard);
    } else {
      groups.push_back({edge.target, edge.marks, {edge.guard}});
    }
  }
  return groups;
}

std::string group_text(const EdgeGroup& group, const AutomatonNames& names) {
  std::string text;
  for (const Cube& guard : group.guards) {
    if (!text.empty()) text += " || ";
    text += cube_text(guard, names.propositions, formula_spelling);
  }
  return text;
}

std::string marks_text(std::uint64_t marks) {
  std::string text;
  for (unsigned i = 0; i < 64; ++i) {
    if (((marks >> i) & 1) != 0) text += fmt::format("{}{}", text.empty() ? "" : " ", i);
  }
  return text.empty() ? text : fmt::format(" {{{}}}", text);
}

// An automaton of either kind, as the printers see it.
struct Shown {
  Automaton automaton;          // without marks if acceptance is on states
  std::vector<bool> accepting;  // empty: acceptance is on edges
  bool deterministic = false;
  std::vector<std::string> classes;
};

Shown shown(const Automaton& automaton) { return {automaton, {}, is_deterministic(automaton), {}}; }

Shown shown(const BuchiAutomaton& automaton) {
  Shown result{with_marks(automaton), {}, is_deterministic(automaton), {}};
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    result.accepting.push_back(automaton.states[i].accepting);
    for (AutomatonEdge& edge : result.automaton.states[i]) edge.marks = 0;
  }
  if (is_safety(automaton)) result.classes.push_back("safety");
  if (is_terminal(automaton)) result.classes.push_back("terminal");
  if (is_weak(automaton)) result.classes.push_back("weak");
  return result;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

std::string plain(const Shown& what, const AutomatonNames& names) {
  const Automaton& automaton = what.automaton;
  const bool on_states = !what.accepting.empty();
  std::vector<std::string> facts{on_states ? "Büchi automaton" : "generalised Büchi automaton",
                                 counted(automaton.states.size(), "state"),
                                 counted(edge_count(automaton), "edge")};
  if (!on_states) facts.push_back(counted(automaton.mark_count, "mark"));
  if (what.deterministic) facts.push_back("deterministic");
  facts.insert(facts.end(), what.classes.begin(), what.classes.end());
  std::string text = joined(facts, ", ") + "\n";
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    text += fmt::format("state {}{}{}\n", i, i == automaton.initial ? ", initial" : "",
                        on_states && what.accepting[i] ? ", accepting" : "");
    for (const EdgeGroup& group : groups_of(automaton.states[i])) {
      text += fmt::format("  {} -> {}{}\n", group_text(group, names), group.target,
                          marks_text(group.marks));
    }
  }
  return text;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string dot(const Shown& what, const AutomatonNames& names) {
  const Automaton& automaton = what.automaton;
  std::string text = "digraph automaton {\n  rankdir=LR\n";
  text += fmt::format("  label={}\n  labelloc=t\n  node [shape=circle]\n  start [shape=point]\n",
                      quoted(names.formula));
  text += fmt::format("  start -> {}\n", automaton.initial);
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    const bool accepting = !what.accepting.empty() && what.accepting[i];
    text += fmt::format("  {}{}\n", i, accepting ? " [shape=doublecircle]" : "");
    for (const EdgeGroup& group : groups_of(automaton.states[i])) {
      text += fmt::format("  {} -> {} [label={}]\n", i, group.target,
                          quoted(group_text(group, names) + marks_text(group.marks)));
    }
  }
  return text + "}\n";
}

std::string hoa_guard(const EdgeGroup& group) {
  std::string text;
  for (const Cube& guard : group.guards) {
    std::string cube;
    for (unsigned i = 0; i < 64; ++i) {
      const bool positive = ((guard.positive >> i) & 1) != 0;
      if (!positive && ((guard.negative >> i) & 1) == 0) continue;
      cube += fmt::format("{}{}{}", cube.empty() ? "" : "&", positive ? "" : "!", i);
    }
    text += fmt::format("{}{}", text.empty() ? "" : " | ", cube.empty() ? "t" : cube);
  }
  return text;
}

std::string hoa_acceptance(std::uint32_t mark_count) {
  std::string condition;
  for (std::uint32_t i = 0; i < mark_count; ++i) {
    condition += fmt::format("{}Inf({})", condition.empty() ? "" : "&", i);
  }
  const std::string name = mark_count == 0   ? "all"
                           : mark_count == 1 ? "Buchi"
                                             : fmt::format("generalized-Buchi {}", mark_count);
  return fmt::format("acc-name: {}\nAcceptance: {} {}\n", name, mark_count,
                     condition.empty() ? "t" : condition);
}

std::string hoa(const Shown& what, const AutomatonNames& names) {
  const Automaton& automaton = what.automaton;
  const bool on_states = !what.accepting.empty();
  std::string text = fmt::format("HOA: v1\nname: {}\ntool: \"clew\"\nStates: {}\nStart: {}\nAP: {}",
                                 quoted(names.formula), automaton.states.size(), automaton.initial,
                                 names.propositions.size());
  for (const std::string& proposition : names.propositions) text += " " + quoted(proposition);
  text += "\n" + hoa_acceptance(automaton.mark_count);
  text += fmt::format("properties: trans-labels explicit-labels {}{}",
                      on_states ? "state-acc" : "trans-acc",
                      what.deterministic ? " deterministic" : "");
  for (const std::string& name : what.classes) {
    if (name != "safety") text += " " + name;
  }
  text += "\n--BODY--\n";
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    text += fmt::format("State: {}{}\n", i, on_states && what.accepting[i] ? " {0}" : "");
    for (const EdgeGroup& group : groups_of(automaton.states[i])) {
      text += fmt::format("[{}] {}{}\n", hoa_guard(group), group.target, marks_text(group.marks));
    }
  }
  return text + "--END--\n";
}

// The state in which nothing can go wrong any more, if it is not the first.
std::size_t accept_all_state(const BuchiAutomaton& automaton) {
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    const BuchiAutomaton::State& state = automaton.states[i];
    if (i != automaton.initial && state.accepting && state.edges.size() == 1 &&
        state.edges[0].guard.is_true() && state.edges[0].target == i) {
      return i;
    }
  }
  return automaton.states.size();
}

// Comments of Promela and DVE cannot hold the end of a comment.
std::string commented(std::string text) {
  for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at)) {
    text.replace(at, 2, "* /");
  }
  return "/* " + text + " */";
}

}  // namespace

std::string guard_text(const Cube& guard, const std::vector<std::string>& propositions) {
  return cube_text(guard, propositions, formula_spelling);
}

std::string plain_text(const Automaton& automaton, const AutomatonNames& names) {
  return plain(shown(automaton), names);
}

std::string plain_text(const BuchiAutomaton& automaton, const AutomatonNames& names) {
  return plain(shown(automaton), names);
}

std::string dot_text(const Automaton& automaton, const AutomatonNames& names) {
  return dot(shown(automaton), names);
}

std::string dot_text(const BuchiAutomaton& automaton, const AutomatonNames& names) {
  return dot(shown(automaton), names);
}

std::string hoa_text(const Automaton& automaton, const AutomatonNames& names) {
  return hoa(shown(automaton), names);
}

std::string hoa_text(const BuchiAutomaton& automaton, const AutomatonNames& names) {
  return hoa(shown(automaton), names);
}

std::string never_text(const BuchiAutomaton& automaton, const AutomatonNames& names) {
  const std::size_t accept_all = accept_all_state(automaton);
  const auto label = [&](std::size_t i) -> std::string {
    if (i == accept_all) return "accept_all";
    const char* const kind = automaton.states[i].accepting ? "accept" : "T0";
    return i == automaton.initial ? fmt::format("{}_init", kind) : fmt::format("{}_S{}", kind, i);
  };
  std::string text = fmt::format("never {{  {}\n", commented(names.formula));
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    if (i == accept_all) continue;
    text += label(i) + ":\n  if\n";
    for (const BuchiEdge& edge : automaton.states[i].edges) {
      text += fmt::format("  :: ({}) -> goto {}\n",
                          cube_text(edge.guard, names.propositions, promela_spelling),
                          label(edge.target));
    }
    // An option that can never be taken: this state accepts nothing.
    if (automaton.states[i].edges.empty())
      text += fmt::format("  :: (false) -> goto {}\n", label(i));
    text += "  fi;\n";
  }
  // A claim that ends has seen enough, so this state comes last.
  if (accept_all < automaton.states.size()) text += "accept_all:\n  skip\n";
  return text + "}\n";
}

std::string dve_text(const BuchiAutomaton& automaton, const AutomatonNames& names) {
  std::string states;
  std::string accepting;
  std::string transitions;
  for (std::size_t i = 0; i < automaton.states.size(); ++i) {
    states += fmt::format("{}q{}", i == 0 ? "" : ", ", i);
    if (automaton.states[i].accepting) {
      accepting += fmt::format("{}q{}", accepting.empty() ? "" : ", ", i);
    }
    for (const BuchiEdge& edge : automaton.states[i].edges) {
      const std::string guard =
          edge.guard.is_true()
              ? ""
              : fmt::format(" guard {}; ", cube_text(edge.guard, names.propositions, dve_spelling));
      transitions += fmt::format("{}    q{} -> q{} {{{}}}", transitions.empty() ? "" : ",\n", i,
                                 edge.target, guard);
    }
  }
  std::string text = fmt::format("{}\nprocess LTL_property {{\n  state {};\n  init q{};\n",
                                 commented(names.formula), states, automaton.initial);
  if (!accepting.empty()) text += fmt::format("  accept {};\n", accepting);
  if (!transitions.empty()) text += fmt::format("  trans\n{};\n", transitions);
  return text + "}\n";
}

}  // namespace clew
