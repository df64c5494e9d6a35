// Which states a search walks through and which bytes the store keeps for them.
//
//                        walked            kept
//   no reduction         the state         the state
//   symmetry             representative    representative
//   symmetry=thesis      the state         sorted by location
//
// Representatives are real states of the model, so walking them loses nothing; only a trace has to be
// made one of a single run (Examination).  Sorting by location gives equal states different keepsakes,
// and how many are met depends on which states are walked: the thesis walked the real ones, depth
// first.
#pragma once

#include <optional>

#include "clew/engine/engine.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/symmetry.hpp"

namespace clew {

class Representatives {
 public:
  // REQUIRES: both outlive this; the reduction is sound for the model (symmetry_obstacle).
  Representatives(const Model& model, const Codec& codec, Reduction reduction)
      : codec_(codec), reduction_(reduction) {
    if (reduction == Reduction::Symmetry || reduction == Reduction::SymmetryByLocation)
      symmetry_.emplace(model);
  }

  Reduction reduction() const { return reduction_; }

  PackedState walked(const State& state) const {
    return codec_.pack(reduction_ == Reduction::Symmetry ? symmetry_->representative(state)
                                                         : state);
  }

  // Only one reduction keeps something else than what is walked.
  bool keeps_walked() const { return reduction_ != Reduction::SymmetryByLocation; }
  PackedState kept(const PackedState& walked) const {
    return keeps_walked()
               ? walked
               : codec_.pack(symmetry_->sorted_by_location(codec_.unpack(walked.bytes())));
  }
  // What the store keeps for a state of a run.
  PackedState kept_for(const State& state) const { return kept(walked(state)); }

 private:
  const Codec& codec_;
  Reduction reduction_;
  std::optional<Symmetry> symmetry_;
};

}  // namespace clew
