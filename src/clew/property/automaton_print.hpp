// Automata as texts: for people, for graphviz, for other tools.
//
//   hoa_text(automaton, {.formula = "G F p", .propositions = {"p"}});
#pragma once

#include <string>
#include <vector>

#include "clew/property/automaton.hpp"

namespace clew {

struct AutomatonNames {
  std::string formula;
  std::vector<std::string> propositions;
};

// States, edges and the class, for reading.
std::string plain_text(const Automaton& automaton, const AutomatonNames& names);
std::string plain_text(const BuchiAutomaton& automaton, const AutomatonNames& names);

// A picture for graphviz.
std::string dot_text(const Automaton& automaton, const AutomatonNames& names);
std::string dot_text(const BuchiAutomaton& automaton, const AutomatonNames& names);

// The Hanoi omega-automata format, version 1.
std::string hoa_text(const Automaton& automaton, const AutomatonNames& names);
std::string hoa_text(const BuchiAutomaton& automaton, const AutomatonNames& names);

// A never claim of SPIN.
std::string never_text(const BuchiAutomaton& automaton, const AutomatonNames& names);

// A property process of DVE, 'LTL_property'.
std::string dve_text(const BuchiAutomaton& automaton, const AutomatonNames& names);

// A guard as a formula: "a && !b".
std::string guard_text(const Cube& guard, const std::vector<std::string>& propositions);

}  // namespace clew
