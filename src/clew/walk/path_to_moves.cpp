#include "clew/walk/path_to_moves.hpp"

namespace clew {

namespace {

bool decides(const Move& move, PropertyKind kind) {
  switch (kind) {
    case PropertyKind::Errors: return move.error != nullptr;
    case PropertyKind::ClaimErrors: return move.claim_failure != ClaimFailure::None;
    default: return move.failed_assertion != nullptr;
  }
}

// The numbers of the moves of `state` that decide a property about moves.
std::vector<std::uint32_t> deciding_moves(const Interpreter& judge, const State& state,
                                          PropertyKind kind, std::size_t count_max) {
  std::vector<std::uint32_t> ordinals;
  std::uint32_t ordinal = 0;
  judge.moves(state, [&](const Move& move) {
    if (decides(move, kind)) ordinals.push_back(ordinal);
    ++ordinal;
    return ordinals.size() < count_max ? Continue::Yes : Continue::No;
  });
  return ordinals;
}

std::optional<ReplayedRun> run_along(const StatePacking& walked, LimitWatch& limits,
                                   const State& first, const PackedPath& path) {
  ReplayedRun run(walked.judge(), first);
  PackedWords words;
  constexpr std::size_t values_between_questions = 1U << 16;
  const std::size_t moves_between_questions =
      1 + values_between_questions / (first.values.size() + 1024);
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (i % moves_between_questions == 0 && !limits.lets_show()) return std::nullopt;
    run.move_to([&](const State& state) {
      walked.pack(state, words);
      return words == path[i];
    });
  }
  return run;
}

}  // namespace

std::optional<MovePath> run_through(const StatePacking& walked, LimitWatch& limits,
                                    const PackedPath& path) {
  const auto run = run_along(walked, limits, walked.state(path.front().data()), path);
  if (!run) return std::nullopt;
  return run->path();
}

std::vector<MovePath> runs_along(const StatePacking& walked, LimitWatch& limits,
                                 const PackedPath& path, const Property& property, bool by_moves,
                                 std::size_t count_max) {
  const auto run = run_along(walked, limits, walked.first_state(path.front()), path);
  if (!run) return {};
  if (!by_moves) return {run->path()};
  std::vector<MovePath> runs;
  const State last = walked.state(path.back().data());
  for (const std::uint32_t ordinal :
       deciding_moves(walked.judge(), last, property.kind, count_max)) {
    ReplayedRun whole = *run;
    if (walked.has_symmetry()) {
      whole.end_like(last, ordinal);
    } else {
      whole.end_with(ordinal);
    }
    runs.push_back(whole.path());
  }
  return runs;
}

}  // namespace clew
