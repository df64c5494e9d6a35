// Which numbers each value of a state can have at all: an upper bound, found by looking at the values
// one by one.
//
//   ValueSets sets(functions, parts);
//   sets.of(value);                 // a set over the bits of that value alone
//   sets.around(part);              // what holds of all values that the part reads
//
// A model says "byte" where it means 0 to 3.  A relation that need not know what happens to a 200 is a
// fraction of the size.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "clew/engine/bdd/bdd_functions.hpp"
#include "clew/engine/bdd/split_moves.hpp"

namespace clew {

class ValueSets {
 public:
  // REQUIRES: both outlive this.
  ValueSets(BddFunctions& functions, const std::vector<MovePart>& parts);

  const Bdd& of(std::uint32_t value) const { return sets_[value]; }
  // The conjunction for all values that a part of the list reads or writes.
  Bdd around(std::size_t part) { return all_of(readers_[part].values); }
  // The same for all values that a function reads.
  Bdd around(Lit lit);

 private:
  struct Reader {
    std::vector<std::uint32_t> values;   // that it reads or writes
    std::vector<std::uint32_t> written;  // rising
  };

  void find_readers();
  // Values that these functions read, in no order and perhaps more than once.
  std::vector<std::uint32_t> values_read(const std::vector<Lit>& lits);
  Bdd all_of(const std::vector<std::uint32_t>& values);
  void begin();
  // What the value can be in one of the states.
  Bdd alone(const Bdd& states, std::uint32_t value);
  void grow();
  bool look_at(std::size_t part);
  Bdd numbers_after(const MovePart& part, std::uint32_t value, KnownFunctions& functions,
                    const Bdd& enabled);
  BigUnsigned numbers_of(std::uint32_t value);
  void give_up(std::uint32_t value);

  BddFunctions& functions_;
  const std::vector<MovePart>& parts_;
  std::vector<std::uint32_t> value_of_bit_;
  std::unordered_map<std::uint32_t, std::uint32_t> bit_of_;  // by node
  std::vector<Reader> readers_;                              // by part
  std::vector<std::vector<std::size_t>> read_by_;            // parts, by value
  std::vector<Bdd> sets_;                                    // by value
  std::vector<std::uint32_t> levels_;                        // of all bits, rising
  std::vector<std::uint32_t> changes_;                       // by value
  std::vector<bool> is_given_up_;  // by value: its set is all of its range
  std::vector<bool> is_waiting_;   // by part: it has to be looked at again
};

}  // namespace clew
