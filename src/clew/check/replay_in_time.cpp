#include "clew/check/replay_in_time.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clew {

std::optional<Replay> replay_in_time(const Interpreter& judge, const MovePath& path,
                                     LimitWatch& limits) {
  constexpr std::size_t values_between_questions = 1U << 18;
  const std::size_t moves_between_questions =
      1 + values_between_questions / (path.first.values.size() + 1024);
  Replay whole = replay(judge, {path.first, {}});
  std::vector<TraceStep>& steps = whole.trace.steps;
  for (std::size_t begin = 0; begin < path.moves.size() && whole.complete();) {
    if (begin > 0 && !limits.lets_show()) return std::nullopt;
    if (whole.trace.error) {  // nothing comes after a move that failed
      whole.impossible_step = begin + 1;
      break;
    }
    const std::size_t end = std::min(begin + moves_between_questions, path.moves.size());
    const auto at = [&](std::size_t i) {
      return path.moves.begin() + static_cast<std::ptrdiff_t>(i);
    };
    Replay part = replay_from(judge, steps.back().state, MoveList(at(begin), at(end)));
    std::move(part.trace.steps.begin() + 1, part.trace.steps.end(), std::back_inserter(steps));
    whole.trace.failing_firings = std::move(part.trace.failing_firings);
    whole.trace.error = part.trace.error;
    whole.trace.assertion_before_error = part.trace.assertion_before_error;
    if (part.impossible_step) whole.impossible_step = begin + *part.impossible_step;
    begin = end;
  }
  return whole;
}

}  // namespace clew
