// Random UTS scripts, and what they mean by the words of docs/languages/uts.md: slow, obvious, and in no
// way like lang/uts.
//
//   const RandomUts script(seed);
//   script.text();      // VARS: int x0 : -1..2; ...
//   script.meaning();   // so many states, transitions, deadlocks; how far it is to what REACH wants
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clew/base/random.hpp"

namespace clew {

class RandomUts {
 public:
  explicit RandomUts(std::uint64_t seed);

  // With the goals REACH, SAFE, INF and DEADLOCK, in this order.
  std::string text() const;

  struct Meaning {
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
    std::uint64_t errors = 0;
    std::optional<std::uint64_t> reached_after;  // moves to the nearest state that REACH asks for
    std::optional<std::uint64_t> unsafe_after;   // moves to the nearest state that SAFE forbids
    bool is_infinite = false;
  };
  Meaning meaning() const;

 private:
  struct Variable {
    std::string name;
    bool is_bool = false;
    int low = 0;
    int high = 1;
    int length = 0;  // 0: no array
    bool is_local = false;
    bool is_nondet = false;
    int cell = 0;  // the first one: in the state, of a process, or among the inputs
  };
  enum class Kind : std::uint8_t {
    Number,
    Truth,
    Read,   // of an array: kids[0] is the index
    Index,  // of the quantifier around it
    Not,
    Negate,
    All,  // k in 0..value: kids[0]
    Some,
    Implies,  // from here on binary, the weakest first
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    AtMost,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
  };
  struct Tree {
    Kind kind = Kind::Number;
    int value = 0;
    std::size_t variable = 0;
    int process = 0;  // in goals: whose variable
    std::vector<Tree> kids = {};
  };
  struct Target {
    std::size_t variable = 0;
    std::optional<Tree> index = {};
  };
  struct Rule {
    std::optional<Tree> guard = {};
    std::vector<Target> targets = {};
    std::vector<Tree> values = {};
  };
  struct Initial {
    std::optional<Target> target = {};  // none: a condition
    Tree value = {};
    bool is_local = false;
  };
  // What an expression may read.
  struct Scope {
    bool locals = false;
    bool nondets = false;
    bool failing = false;  // divisions, and indices that may be outside
    bool dotted = false;   // locals of all processes
    bool quantified = false;
  };
  using Values = std::vector<int>;
  struct Place {  // where an expression is evaluated
    const Values& state;
    const Values& inputs;
    int process = 0;
    int index = 0;
  };
  using MaybeValue = std::optional<int>;  // none: an error
  struct Effect {
    bool is_enabled = false;
    bool fails = false;
    Values target = {};
  };

  // --- making
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  bool one_in(std::uint64_t bound) { return below(bound) == 0; }
  int between(int low, int high);
  void make_variables();
  void make_rules();
  void make_init();
  void add_variable(Variable variable);
  std::vector<std::size_t> readable(const Scope& scope, bool is_bool) const;
  Tree number(int depth, const Scope& scope);
  Tree condition(int depth, const Scope& scope);
  Tree distant(const Scope& scope);
  Tree binary(Kind kind, Tree left, Tree right) const;
  std::optional<Tree> read(const Scope& scope, bool is_bool);
  Tree index_of(const Variable& array, const Scope& scope);
  Target target(bool is_local_too);
  Rule rule();

  // --- writing
  std::string text_of(const Tree& tree, int level_min, bool dotted = false) const;
  std::string text_of(const Target& target) const;
  std::string text_of(const Rule& rule) const;
  std::string declarations(bool is_local) const;
  std::string init(bool is_local) const;
  std::string rules() const;

  // --- meaning
  std::size_t cell_of(const Variable& variable, int process, int element) const;
  MaybeValue value_of(const Tree& tree, const Place& place) const;
  MaybeValue binary_value(const Tree& tree, const Place& place) const;
  void collect_inputs(const Tree& tree, std::vector<std::size_t>& inputs) const;
  template <class Use>
  void for_each_choice(const std::vector<std::size_t>& inputs, Use use) const;
  Effect effect(const Rule& rule, const Place& place) const;
  bool is_initial(const Values& state) const;
  std::vector<Values> initial_states() const;
  bool goal_value(const Tree& goal, const Values& state, bool some) const;
  static bool has_cycle(const std::vector<std::vector<std::size_t>>& successors);

  SplitMix64 random_;
  int processes_ = 0;  // 0: one system without processes
  std::vector<Variable> variables_;
  int global_cells_ = 0;
  int local_cells_ = 0;
  int inputs_ = 0;
  std::vector<Rule> rules_;
  std::vector<Initial> init_;
  Tree reach_;
  Tree safe_;
};

}  // namespace clew
