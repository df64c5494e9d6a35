#include "clew/property/repetition.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>
#include <vector>

// What a finite word does to the automaton is a graph: from which state it leads to which, and whether past
// an accepting state.  There are finitely many graphs, and with the product "first this word, then that"
// they decide which infinite words are accepted.  A letter may be repeated at will if and only if the graphs
// of `a` and `aa` can take each other's place in every word x a y z z z ... and x (a y)(a y) ...
// (A. Arnold, 1985: a syntactic congruence for rational omega-languages).

namespace clew {

namespace {

constexpr std::size_t states_max = 64;
constexpr int propositions_max = 10;
constexpr std::size_t graphs_max = 1U << 12;
constexpr std::size_t sets_max = 1U << 14;

using StateSet = std::uint64_t;

template <class Visit>
void for_each_in(StateSet set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
}

// By state: where a word leads from there.
struct WordGraph {
  std::vector<StateSet> leads;
  std::vector<StateSet> leads_past;  // an accepting state

  friend auto operator<=>(const WordGraph&, const WordGraph&) = default;
};

WordGraph operator*(const WordGraph& first, const WordGraph& second) {
  WordGraph product = first;
  for (std::size_t i = 0; i < first.leads.size(); ++i) {
    product.leads[i] = product.leads_past[i] = 0;
    for_each_in(first.leads[i], [&](std::size_t between) {
      product.leads[i] |= second.leads[between];
      product.leads_past[i] |= second.leads_past[between];
    });
    for_each_in(first.leads_past[i],
                [&](std::size_t between) { product.leads_past[i] |= second.leads[between]; });
  }
  return product;
}

// The states from which a letter may lead into the set.
StateSet before(const WordGraph& letter, StateSet set) {
  StateSet found = 0;
  for (std::size_t i = 0; i < letter.leads.size(); ++i) {
    if ((letter.leads[i] & set) != 0) found |= StateSet{1} << i;
  }
  return found;
}

// The states from which the word, again and again, is accepted.
StateSet accepting_for_ever(WordGraph word) {
  for (WordGraph more = word * word;; more = word * word) {
    for (std::size_t i = 0; i < word.leads.size(); ++i) {
      more.leads[i] |= word.leads[i];
      more.leads_past[i] |= word.leads_past[i];
    }
    if (more == word) break;
    word = std::move(more);
  }
  StateSet recurrent = 0;
  for (std::size_t i = 0; i < word.leads.size(); ++i)
    recurrent |= word.leads_past[i] & (StateSet{1} << i);
  return before(word, recurrent);
}

class RepetitionJudge {
 public:
  explicit RepetitionJudge(const BuchiAutomaton& automaton) : automaton_(automaton) {}

  Repetition run() {
    if (automaton_.states.size() > states_max || !find_letters() || !find_words() ||
        !find_futures()) {
      return Repetition::Unknown;
    }
    for (const WordGraph& letter : letters_) {
      if (is_counted(letter)) return Repetition::Counted;
    }
    return Repetition::Ignored;
  }

 private:
  // Letters that lead to the same states are one.
  bool find_letters() {
    StateSet used = 0;
    for (const BuchiAutomaton::State& state : automaton_.states) {
      for (const BuchiEdge& edge : state.edges) used |= edge.guard.positive | edge.guard.negative;
    }
    if (std::popcount(used) > propositions_max) return false;
    std::set<WordGraph> letters;
    std::uint64_t truth = 0;
    do {
      letters.insert(letter_graph(truth));
      truth = (truth - used) & used;  // the next subset
    } while (truth != 0);
    letters_.assign(letters.begin(), letters.end());
    return true;
  }

  WordGraph letter_graph(std::uint64_t truth) const {
    WordGraph graph;
    for (const BuchiAutomaton::State& state : automaton_.states) {
      StateSet leads = 0;
      StateSet leads_past = 0;
      for (const BuchiEdge& edge : state.edges) {
        if (!edge.guard.matches(truth)) continue;
        leads |= StateSet{1} << edge.target;
        if (automaton_.states[edge.target].accepting) leads_past |= StateSet{1} << edge.target;
      }
      graph.leads.push_back(leads);
      graph.leads_past.push_back(leads_past);
    }
    return graph;
  }

  bool find_words() {
    std::set<WordGraph> seen(letters_.begin(), letters_.end());
    words_ = letters_;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (const WordGraph& letter : letters_) {
        WordGraph longer = words_[i] * letter;
        if (seen.insert(longer).second) words_.push_back(std::move(longer));
      }
      if (words_.size() > graphs_max) return false;
    }
    std::set<StateSet> pasts{StateSet{1} << automaton_.initial};
    for (const WordGraph& word : words_) pasts.insert(word.leads[automaton_.initial]);
    pasts_.assign(pasts.begin(), pasts.end());
    return true;
  }

  // For every word that repeats itself in the end, the states from which it is accepted.
  bool find_futures() {
    std::set<StateSet> seen;
    const auto add = [&](StateSet set) {
      if (seen.insert(set).second) futures_.push_back(set);
    };
    for (const WordGraph& word : words_) add(accepting_for_ever(word));
    for (std::size_t i = 0; i < futures_.size(); ++i) {
      for (const WordGraph& letter : letters_) add(before(letter, futures_[i]));
      if (futures_.size() > sets_max) return false;
    }
    return true;
  }

  bool is_counted(const WordGraph& letter) const {
    for (const StateSet future : futures_) {
      const StateSet once = before(letter, future);
      if (tells_apart(once, before(letter, once))) return true;
    }
    const WordGraph twice = letter * letter;
    if (tells_apart(accepting_for_ever(letter), accepting_for_ever(twice))) return true;
    return std::any_of(words_.begin(), words_.end(), [&](const WordGraph& rest) {
      return tells_apart(accepting_for_ever(letter * rest), accepting_for_ever(twice * rest));
    });
  }

  // Behind some word one of the sets has a state, the other has none.
  bool tells_apart(StateSet some, StateSet other) const {
    if (some == other) return false;
    return std::any_of(pasts_.begin(), pasts_.end(), [&](StateSet past) {
      return ((past & some) == 0) != ((past & other) == 0);
    });
  }

  const BuchiAutomaton& automaton_;
  std::vector<WordGraph> letters_;
  std::vector<WordGraph> words_;   // all but the empty one
  std::vector<StateSet> pasts_;    // where words may have led
  std::vector<StateSet> futures_;  // from where words are accepted
};

}  // namespace

Repetition repetition_in(const BuchiAutomaton& automaton) {
  return RepetitionJudge(automaton).run();
}

}  // namespace clew
