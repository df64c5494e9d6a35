// How long others have their turn while a search goes on (EngineTask::turn).
//
//   TurnSlices slices;
//   if (const auto states = slices.due(now)) ...;   // a slice of so many states is due
//   return slices.next();                           // not before there are so many
//
// The first slice is as large as what the search itself has seen by then; later ones come whenever there are
// eight times as many states, and are a quarter of that.  Slices begin anew each time, so together they cost
// less than a third of the search, and whoever needs a tenth of its states gets them.  They are counted in
// states, never by a clock, so that runs repeat.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "clew/walk/task.hpp"

namespace clew {

class TurnSlices {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  std::uint64_t next() const { return next_; }

  std::optional<std::uint64_t> due(std::uint64_t states) {
    if (states < next_) return std::nullopt;
    std::uint64_t passed = next_;
    while (next_ <= states && next_ <= never / growth) {
      passed = next_;
      next_ *= growth;
    }
    return std::max(states_before_turns, passed / share);
  }

 private:
  static constexpr std::uint64_t growth = 4;
  static constexpr std::uint64_t share = 3;

  std::uint64_t next_ = states_before_turns;
};

// Which orders of successors others look in: the first time all of them, when slices are small; then one
// after the other.
class OrdersInTurn {
 public:
  OrdersInTurn(std::initializer_list<SuccessorOrder> orders) : orders_(orders) {}

  std::vector<SuccessorOrder> next() {
    const std::size_t turn = turns_++;
    if (turn == 0) return orders_;
    return {orders_[(turn - 1) % orders_.size()]};
  }

 private:
  std::vector<SuccessorOrder> orders_;
  std::size_t turns_ = 0;
};

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace clew
