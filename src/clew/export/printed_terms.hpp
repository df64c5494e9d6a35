// Literals and terms of a model (symbolic.hpp, terms.hpp) as text of another tool's language.
//
//   PrintedTerms printed(*symbolic.model, Dialect::Smv, names);
//   printed.need(move.enabled);                  // first everything that will be asked for,
//   printed.print();                             // then all of it at once,
//   if (!printed.refusal().empty()) ...;         // a sentence: what the language cannot say
//   for (const auto& each : printed.definitions()) write(each.name, each.text);
//   write(printed.text(move.enabled));           // "x < 3 & c7"
//
// What is used more than once, or is long, becomes a definition with a name of its own, and is said once.
// Definitions come in an order in which each needs only those before it.  Equal models give equal text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clew/encode/symbolic.hpp"

namespace clew {

enum class Dialect : std::uint8_t {
  Smv,     // numbers without bounds, `a & b`, case distinctions
  Uppaal,  // as in C; definitions are functions
  Smt2,    // bit vectors of one width, prefix notation
};

// All values a number can have, and no wrap-around taken into account.
struct Interval {
  std::int64_t low = 0;
  std::int64_t high = 0;

  bool contains(std::int64_t value) const { return low <= value && value <= high; }
};

struct PrintedNames {
  std::vector<std::string> values;  // of SymbolicModel::values
  std::vector<std::string> inputs;  // of SymbolicModel::input_words
  std::string truth_prefix;         // definitions are called this and a number
  std::string number_prefix;
  std::string suffix;     // behind the name of a definition
  std::string arguments;  // Dialect::Uppaal: of every definition, instead of the inputs it needs
};

struct PrintedDefinition {
  std::string name;
  bool is_truth = false;  // else a number
  std::string text;
  Interval interval;                       // of a number
  std::vector<std::uint32_t> inputs = {};  // it depends on, rising; of SymbolicModel::input_words
};

class PrintedTerms {
 public:
  // REQUIRES: the model has terms, outlives this, and nothing is added to its circuit any more.
  PrintedTerms(const SymbolicModel& model, Dialect dialect, PrintedNames names);

  // REQUIRES: print() was not called yet.
  void need(Lit lit);
  void need(TermId term);
  void print();

  // Why some of it cannot be said; without a full stop.
  const std::string& refusal() const { return refusal_; }
  const std::vector<PrintedDefinition>& definitions() const { return definitions_; }

  // REQUIRES: print() was called, and the literal or term was needed.
  std::string text(Lit lit) const;
  // Fit to be one of several that are joined by `and`; empty for true.
  std::string conjunct(Lit lit) const;
  std::string text(TermId term) const;
  bool is_true(Lit lit) const { return truth(lit).kind == Kind::True; }
  bool is_false(Lit lit) const { return truth(lit).kind == Kind::False; }
  // The inputs that it depends on, rising.
  const std::vector<std::uint32_t>& inputs_of(Lit lit) const;
  const std::vector<std::uint32_t>& inputs_of(TermId term) const;
  // The definitions that these texts need, rising.
  std::vector<std::size_t> definitions_for(const std::vector<Lit>& lits,
                                           const std::vector<TermId>& terms) const;

  // Bits of every number; for Dialect::Smt2.
  std::uint32_t width() const { return width_; }
  std::string constant(std::int64_t value) const;

 private:
  enum class Kind : std::uint8_t { False, True, Atom, TermComparison, And, Or, Other };
  struct Text {
    Kind kind = Kind::Atom;
    std::string body;
    std::vector<std::string> parts = {};  // of And and Or
  };
  // What is printed for a node of the circuit or for a term.
  struct Item {
    bool is_truth = false;
    std::uint32_t id = 0;  // node or term
    std::uint32_t references = 0;
    Text yes;  // a term's text
    Text no;
    Interval interval;
    std::vector<std::uint32_t> inputs;
    std::vector<std::uint32_t> uses;   // definitions
    std::vector<std::uint32_t> parts;  // items that are printed within it
  };

  // --- which items there are
  void find_bits();
  void order_terms();
  bool is_comparison(std::uint32_t node) const;
  std::uint32_t item_of(bool is_truth, std::uint32_t id);
  void visit(std::uint32_t first);
  void list_parts(Item& item) const;
  void widen();

  // --- printing
  void print(Item& item);
  void define(Item& item);
  Text truth(Lit lit) const;
  const Text& number(TermId term) const { return items_[terms_.at(to_index(term))].yes; }
  const Interval& interval(TermId term) const { return items_[terms_.at(to_index(term))].interval; }
  std::string call(const PrintedDefinition& definition) const;
  void print_gate(Item& item);
  void print_bit(Item& item);
  void print_comparison(Item& item, const TermComparison& comparison);
  Text joined(Kind kind, const Text& a, const Text& b) const;
  Text opposite(const Text& text) const;
  Text chosen(const std::string& condition, const std::string& yes, const std::string& no) const;
  std::string rendered(const Text& text) const;
  std::string operand(const Text& text, bool in_logic = false) const;

  void print_term(Item& item);
  Interval interval_of(const Term& term) const;
  Text term_text(const Term& term);
  Text plain_text(const Term& term) const;
  Text bit_vector_text(const Term& term) const;
  Text wrapped_text(const Term& term) const;
  Text smv_text(const Term& term);
  Text smv_quotient(const Term& term) const;
  Text smv_shift(const Term& term);
  Text smv_bits(const Term& term);
  Text infix(const std::string& left, std::string_view op, const std::string& right) const {
    return {Kind::Other, left + std::string(op) + right};
  }
  std::string divisor(TermId term) const;
  void refuse(std::string reason) {
    if (refusal_.empty()) refusal_ = std::move(reason);
  }

  struct Bit {
    bool is_input = false;
    std::uint32_t index = 0;  // of the value or the input word
    std::uint32_t bit = 0;
    bool is_known = false;
  };

  const SymbolicModel& model_;
  const Dialect dialect_;
  const PrintedNames names_;
  std::uint32_t width_ = 1;
  std::vector<Bit> bits_;                  // by node
  std::vector<std::uint32_t> term_level_;  // by term: the greatest node among its conditions
  std::vector<Item> items_;
  std::unordered_map<std::size_t, std::uint32_t> nodes_;      // node to item
  std::unordered_map<std::size_t, std::uint32_t> terms_;      // term to item
  std::unordered_map<std::uint32_t, std::uint32_t> defined_;  // item to definition
  std::vector<PrintedDefinition> definitions_;
  std::vector<std::vector<std::uint32_t>> definition_uses_;
  std::uint32_t truths_defined_ = 0;
  std::uint32_t numbers_defined_ = 0;
  std::string refusal_;
};

}  // namespace clew
