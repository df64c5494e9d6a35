// Binary decision diagrams: sets of bit rows, and relations between them, as graphs in which equal
// functions are one and the same node (Bryant 1986), with negated edges (Brace, Rudell, Bryant 1990).
//
//   Diagrams diagrams({.level_count = 4});
//   const Bdd x = diagrams.variable(0), y = diagrams.variable(2);
//   const Bdd either = x | y;
//   either == !(!x & !y);                                  // true: equal functions are equal
//   diagrams.count(either, {0, 2}).text();                 // "3"
//
// Variables are numbered by their level: low ones are asked first.  For sets of states, state bit k has
// the level 2k in the state at hand and the level 2k + 1 in the state after a move, and a move is a
// *partial relation*: it speaks of the bits it reads and of the new values of those it touches, and all
// others stay as they are.
//
//   const Relation set_y{.function = x & diagrams.variable(3), .touched = diagrams.cube({2})};
//   diagrams.image(x, set_y) == (x & y);                   // if x then y := 1
//
// An object is shared by nobody: every function belongs to one Diagrams, which outlives it.  Within the
// memory limit it grows by itself, and forgets what no Bdd holds any more.  Where the limit or the stop
// callback ends an operation, is_abandoned() becomes true for good, and from then on every operation
// gives the constant false at once: loops over diagrams ask for that.  Two ways to an answer can take
// turns, each of which ends in the same manner, but not for good.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "clew/base/big_unsigned.hpp"
#include "clew/diagram/plain_array.hpp"

namespace clew {

class Diagrams;

// A Boolean function.  Copying is cheap; comparing is comparing two numbers.
class Bdd {
 public:
  Bdd() = default;  // of no diagrams yet: only for being assigned to
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept;
  Bdd& operator=(const Bdd& other);
  Bdd& operator=(Bdd&& other) noexcept;
  ~Bdd();

  bool is_true() const { return edge_ == 0; }
  bool is_false() const { return edge_ == 1; }
  bool is_constant() const { return edge_ <= 1; }

  friend bool operator==(const Bdd& a, const Bdd& b) { return a.edge_ == b.edge_; }
  Bdd operator!() const;
  // REQUIRES: both are of the same diagrams.
  Bdd operator&(const Bdd& other) const;
  Bdd operator|(const Bdd& other) const;
  Bdd operator^(const Bdd& other) const;
  Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
  Bdd& operator|=(const Bdd& other) { return *this = *this | other; }

 private:
  friend class Diagrams;
  friend class Saturation;
  static constexpr std::uint32_t no_place = ~std::uint32_t{0};
  Bdd(Diagrams* owner, std::uint32_t edge);

  Diagrams* owner_ = nullptr;
  std::uint32_t edge_ = 1;
  std::uint32_t place_ = no_place;  // among the owner's roots; constants need none
};

// Some moves between states.
struct Relation {
  Bdd function;  // over all even levels, and the odd levels above touched ones
  Bdd touched;   // the conjunction of the even levels whose bits get new values
};

struct DiagramLimits {
  std::uint32_t level_count = 0;
  std::uint64_t memory_bytes_max = 0;  // of nodes and tables; 0: no limit
  // Asked every hundred thousand steps or so; true ends the operation.
  std::function<bool()> stop = {};
};

class Diagrams {
 public:
  explicit Diagrams(DiagramLimits limits);
  Diagrams(const Diagrams&) = delete;
  Diagrams& operator=(const Diagrams&) = delete;

  // --- functions
  Bdd constant(bool value) { return {this, value ? edge_true : edge_false}; }
  Bdd variable(std::uint32_t level);
  // All of these are true.
  Bdd cube(std::span<const std::uint32_t> levels);
  Bdd cube(std::initializer_list<std::uint32_t> levels) {
    return cube(std::span(levels.begin(), levels.size()));
  }
  // Exactly these bits.  REQUIRES: levels rise.
  Bdd row(std::span<const std::uint32_t> levels, const std::vector<bool>& values);

  Bdd choose(const Bdd& condition, const Bdd& yes, const Bdd& no);
  Bdd exists(const Bdd& function, const Bdd& cube);
  Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& cube);  // exists(a & b, cube)
  // A function equal to `function` where `care` is true, and often smaller (Coudert, Madre 1990).
  Bdd restricted(const Bdd& function, const Bdd& care);

  // --- sets of states; over even levels
  Bdd image(const Bdd& set, const Relation& relation);     // the targets
  Bdd preimage(const Bdd& set, const Relation& relation);  // the sources

  // --- read
  // How many rows of these bits are in the set.  REQUIRES: levels rise, and none is missing.
  BigUnsigned count(const Bdd& set, std::span<const std::uint32_t> levels);
  BigUnsigned count(const Bdd& set, std::initializer_list<std::uint32_t> levels) {
    return count(set, std::span(levels.begin(), levels.size()));
  }
  // The least row: the first bit is false if that is possible, then the second, and so on.
  // REQUIRES: the set is not empty; levels as above.
  std::vector<bool> least_row(const Bdd& set, std::span<const std::uint32_t> levels);
  // REQUIRES: `values` has one for every level.
  bool contains(const Bdd& set, const std::vector<bool>& values);
  std::vector<std::uint32_t> support(const Bdd& function);   // the levels it depends on, rising
  std::uint64_t node_count(const Bdd& function);             // the constant counted
  std::uint64_t node_count(std::span<const Bdd> functions);  // shared ones counted once

  // --- turns
  // From now on operations may take so many steps together (0: as many as they like); the one
  // that needs more is abandoned, and is_turn_over() says that it was for this.  A turn that is over is
  // forgotten when the next one begins.  Steps and not seconds, so that the same question goes the same
  // way always.
  void begin_turn(std::uint64_t steps);
  bool is_turn_over() const { return turn_is_over_; }

  // --- the whole
  bool is_abandoned() const { return abandoned_; }
  bool is_out_of_memory() const { return out_of_memory_; }  // why
  std::uint64_t nodes_in_use() const { return nodes_in_use_; }
  std::uint64_t nodes_in_use_peak() const;
  std::uint64_t memory_bytes() const;
  void collect_garbage();

 private:
  friend class Bdd;
  friend class Saturation;

  // A node and whether its function is negated: node * 2 + 1.
  using Edge = std::uint32_t;
  static constexpr Edge edge_true = 0;
  static constexpr Edge edge_false = 1;
  static constexpr std::uint32_t node_count_max = 1U << 28;  // so that a cache entry has 16 bytes

  struct Node {
    std::uint32_t level;  // and mark_bit while garbage is collected; free_level: unused
    Edge low;
    Edge high;           // never negated, so that equal functions have equal nodes
    std::uint32_t next;  // with the same hash, or unused
  };
  static constexpr std::uint32_t mark_bit = 1U << 31;
  static constexpr std::uint32_t bottom_level = mark_bit - 1;  // of the constant
  static constexpr std::uint32_t free_level = mark_bit - 2;
  static constexpr std::uint32_t no_node = 0;  // the constant is in no chain

  enum class Operation : std::uint8_t {
    None,
    And,
    Xor,
    Choose,
    Exists,
    AndExists,
    Restrict,
    Image,
    Preimage,
    Saturate,  // operands: a set, a position, a serial number
  };

  // Ends an operation from within; never leaves this class.
  struct Abandoned {};

  // An edge that a running operation needs and nothing else holds.
  class Kept {
   public:
    Kept(Diagrams& owner, Edge edge) : owner_(owner) { owner_.kept_.push_back(edge); }
    ~Kept() { owner_.kept_.pop_back(); }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

   private:
    Diagrams& owner_;
  };

  struct Entry {
    std::uint64_t key;  // a, b, operation: 29 + 29 + 6 bits
    std::uint32_t c;
    std::uint32_t result;
  };

  std::uint32_t level_of(Edge edge) const { return nodes_[edge >> 1].level; }
  Edge low_of(Edge edge) const { return nodes_[edge >> 1].low ^ (edge & 1); }
  Edge high_of(Edge edge) const { return nodes_[edge >> 1].high ^ (edge & 1); }
  // The function if the variable of the level is false, or true.  REQUIRES: it depends on no lower one.
  Edge low_at(Edge edge, std::uint32_t level) const {
    return level_of(edge) == level ? low_of(edge) : edge;
  }
  Edge high_at(Edge edge, std::uint32_t level) const {
    return level_of(edge) == level ? high_of(edge) : edge;
  }

  // --- table (diagrams.cpp)
  Edge make(std::uint32_t level, Edge low, Edge high);
  Edge insert(std::uint32_t level, Edge low, Edge high);
  std::uint32_t take_free_node(Edge low, Edge high);
  void make_room(Edge low, Edge high);
  bool grow();
  void rebuild_table();
  void add_free_nodes(std::uint32_t begin);
  void mark(Edge edge);
  void mark_needed();
  void sweep();
  void clean_cache();
  bool is_alive(Edge edge) const { return (nodes_[edge >> 1].level & mark_bit) != 0; }
  [[noreturn]] void abandon();

  static std::uint64_t key_of(Operation operation, std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint64_t>(a) << 35 | static_cast<std::uint64_t>(b) << 6 |
           static_cast<std::uint64_t>(operation);
  }
  std::size_t place_of(std::uint64_t key, std::uint32_t c) const;
  bool lookup(Operation operation, std::uint32_t a, std::uint32_t b, std::uint32_t c,
              Edge& result) const;
  Edge remember(Operation operation, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                Edge result);
  void count_step();
  void ask_for_more_steps();
  void take_steps();

  // --- recursion (operations.cpp, images.cpp)
  Edge both(Edge f, Edge g);
  Edge either(Edge f, Edge g) { return both(f ^ 1, g ^ 1) ^ 1; }
  Edge differ(Edge f, Edge g);
  Edge choose(Edge f, Edge g, Edge h);
  Edge some(Edge f, Edge cube);
  Edge both_some(Edge f, Edge g, Edge cube);
  Edge narrow(Edge f, Edge care);
  Edge forward(Edge set, Edge relation, Edge touched);
  Edge forward_touched(Edge set, Edge relation, Edge touched, std::uint32_t level);
  Edge backward(Edge set, Edge relation, Edge touched);
  Edge backward_touched(Edge set, Edge relation, Edge touched, std::uint32_t level);

  template <class Run>
  Bdd guarded(Run run);
  template <class Number>
  Number count_below(Edge edge, std::span<const std::uint32_t> levels, auto& known);
  template <class Visit>
  void visit_nodes(std::span<const Bdd> functions, Visit visit);

  std::uint32_t add_root(Edge edge);
  void remove_root(std::uint32_t place) { free_roots_.push_back(place), roots_[place] = edge_true; }

  DiagramLimits limits_;
  PlainArray<Node> nodes_;
  PlainArray<std::uint32_t> heads_;  // of the chains, by hash
  std::uint64_t head_mask_ = 0;
  PlainArray<Entry> cache_;
  std::uint64_t cache_mask_ = 0;
  std::uint32_t first_free_ = no_node;
  std::uint64_t nodes_in_use_ = 1;
  mutable std::uint64_t nodes_in_use_peak_ = 1;
  std::uint32_t steps_left_;
  bool has_turn_ = false;
  std::uint64_t turn_steps_left_ = 0;  // behind those above
  bool turn_is_over_ = false;
  bool abandoned_ = false;
  bool out_of_memory_ = false;
  std::vector<Edge> roots_;
  std::vector<std::uint32_t> free_roots_;
  std::vector<Edge> kept_;
  std::uint32_t saturation_count_ = 0;
};

// All states that some states can come to: every relation is used as deep in the diagram as it reaches,
// until nothing changes there, before the levels above are looked at (Ciardo, Luettgen, Siminiceanu
// 2001; for partial relations as in Sylvan: van Dijk 2016).
//
//   Saturation closure(diagrams, relations);
//   const Bdd reachable = closure(initial);
class Saturation {
 public:
  // REQUIRES: the diagrams outlive this.
  Saturation(Diagrams& diagrams, std::vector<Relation> relations);

  // The least set with these states that no relation leaves.
  Bdd operator()(const Bdd& set);

 private:
  using Edge = Diagrams::Edge;
  struct Part {
    Edge relation;
    Edge touched;
    std::uint32_t top;       // the least even level of relation and touched
    std::uint32_t next_top;  // position of the first part with a greater top
  };

  Edge close(Edge set, std::uint32_t position);
  Edge fire_until_closed(Edge set, std::uint32_t position);

  Diagrams& diagrams_;
  std::vector<Relation> relations_;  // holds the functions
  std::vector<Part> parts_;          // by top
  std::uint32_t serial_;
};

}  // namespace clew
