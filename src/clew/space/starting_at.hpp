#pragma once

// Two small views of a space: the same space with another initial state, and a reference to a space
// that can be copied where a transformation wants a space of its own.
//
//   depth_first(starting_at(space, state), ...);            // a search from the middle
//   ParallelProduct(by_reference(left), by_reference(right));
//
// REQUIRES: the space (and the state) outlive the view.

#include "clew/space/space.hpp"

namespace clew {

template <StateSpace Space>
class SpaceReference {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;

  explicit SpaceReference(const Space& space) : space_(&space) {}

  void initial_states(auto&& found) const { space_->initial_states(found); }
  void successors(const State& state, auto&& found) const { space_->successors(state, found); }
  void expand(std::span<const State> batch, auto&& sink) const requires BatchSpace<Space> {
    space_->expand(batch, sink);
  }

 private:
  const Space* space_;
};

template <StateSpace Space>
SpaceReference<Space> by_reference(const Space& space) {
  return SpaceReference<Space>(space);
}

template <StateSpace Space>
class StartingAt {
 public:
  using State = typename Space::State;
  using Action = typename Space::Action;

  StartingAt(const Space& space, const State& start) : space_(&space), start_(&start) {}

  void initial_states(auto&& found) const { found(*start_); }
  void successors(const State& state, auto&& found) const { space_->successors(state, found); }

 private:
  const Space* space_;
  const State* start_;
};

template <StateSpace Space>
StartingAt<Space> starting_at(const Space& space, const typename Space::State& start) {
  return {space, start};
}

}  // namespace clew
