// Reads what other model checkers print at the end of a run.
//
//   const PeerOutput output = read_pan_output(text);
//   if (output.failure.empty()) use(*output.counts);
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/bench/report/bench_results.hpp"

namespace clew {

struct PeerOutput {
  // A bound that was set too low.  The counts are then those of a part; try again with more.
  enum class TooSmall : std::uint8_t { Nothing, Depth, Vector, Table };

  std::optional<BenchCounts> counts;  // in Clew's way of counting
  std::uint64_t vector_bytes = 0;     // 0: not said
  TooSmall too_small = TooSmall::Nothing;
  std::string failure;  // why the counts do not count; empty: they do
};

// `pan`, the verifier that SPIN makes.  It books the initial state as if a transition had led to it.
PeerOutput read_pan_output(std::string_view text);

// `dve2lts-mc` of LTSmin.
PeerOutput read_ltsmin_output(std::string_view text);

}  // namespace clew
