#include "clew/lang/promela/trail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "clew/model/print.hpp"

namespace clew::promela {

namespace {

// What the first number of a line means if it is no step.
constexpr std::int64_t marks_cycle = -1;
constexpr std::int64_t marks_claim = -2;
constexpr std::int64_t marks_merging = -4;

struct TrailLine {
  std::size_t number = 0;  // in the file, from 1
  ProcessId process;
  std::uint32_t id = 0;
};

struct Trail {
  std::vector<TrailLine> lines;
  bool merges = false;
  std::optional<std::size_t> cycle;  // index of the first line of the cycle
  std::string error;
};

// "12:1:16"
std::optional<std::vector<std::int64_t>> numbers_of(std::string_view line) {
  std::vector<std::int64_t> numbers;
  while (numbers.size() < 3) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc()) return std::nullopt;
    numbers.push_back(number);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (numbers.size() == 3) break;
    if (line.empty() || line.front() != ':') return std::nullopt;
    line.remove_prefix(1);
  }
  return line.empty() ? std::optional(numbers) : std::nullopt;
}

Trail parse(std::string_view text) {
  Trail trail;
  bool has_claim = false;
  for (std::size_t number = 1; !text.empty() && trail.error.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const auto numbers = numbers_of(line);
    constexpr std::int64_t id_max = 1'000'000'000;
    if (!numbers || (*numbers)[1] > id_max || (*numbers)[2] > id_max) {
      trail.error = fmt::format("line {}: expected STEP:PROCESS:STATEMENT of a SPIN trail", number);
      continue;
    }
    const std::int64_t step = (*numbers)[0];
    const std::int64_t process = (*numbers)[1] - (has_claim ? 1 : 0);
    if (step == marks_claim) has_claim = true;
    if (step == marks_merging) trail.merges = true;
    if (step == marks_cycle) trail.cycle = trail.lines.size();
    // Other marks say how pan searched; steps of the claim are none of the system's.
    if (step < 0 || process < 0 || (*numbers)[2] < 0) continue;
    trail.lines.push_back({number, ProcessId{static_cast<std::uint32_t>(process)},
                           static_cast<std::uint32_t>((*numbers)[2])});
  }
  return trail;
}

// Walks along a trail with the judge.
class TrailWalk {
 public:
  TrailWalk(const Interpreter& judge, const Trail& trail)
      : judge_(judge), model_(judge.model()), trail_(trail), here_(judge.initial_state()) {
    for (std::size_t i = 0; i < trail.lines.size(); ++i) {
      lines_of_[trail.lines[i].process].push_back(i);
    }
  }

  ReadTrail walk() {
    while (next_ < trail_.lines.size() && !ended_) {
      if (trail_.cycle == next_) result_.loop_start = moves_.size();
      const TrailLine& line = trail_.lines[next_];
      const std::size_t begin = next_;
      if (!take_line()) return fail(line);
      if (!trail_.merges) continue;
      // Who took part in the move goes on with what is merged behind it.
      for (std::size_t i = begin; i < next_; ++i) go_on(trail_.lines[i].process);
    }
    if (trail_.cycle == trail_.lines.size()) result_.loop_start = moves_.size();
    result_.moves = std::move(moves_);
    return std::move(result_);
  }

 private:
  struct Found {
    std::vector<Firing> firings;
    std::optional<State> target;
    std::size_t lines = 0;
    bool is_whole = false;  // else the trail ends within the move
    bool fails = false;
  };

  ReadTrail fail(const TrailLine& line) {
    const bool is_there = to_index(line.process) < here_.process_count();
    const std::string who = is_there
                                ? fmt::format("'{}'", process_name(model_, here_, line.process))
                                : fmt::format("process {}", to_index(line.process));
    result_.error = fmt::format(
        "line {}: step {} of the run: {} {} statement {}{}", line.number, moves_.size() + 1, who,
        is_there ? "cannot take" : "is not there for", line.id, statement_text(line.id));
    return std::move(result_);
  }

  std::string statement_text(std::uint32_t id) const {
    for (const Action& action : model_.actions) {
      if (action.foreign_id == id) {
        return fmt::format(", '{}' at line {}", action.text, action.span.line);
      }
    }
    return ", which the model does not have";
  }

  // Within a d_step only its beginning has a line.
  bool is_within_steps(std::span<const Firing> firings, std::size_t i) const {
    return i > 0 && firings[i - 1].process == firings[i].process &&
           model_.actions[firings[i - 1].action].then == Action::Then::MustGoOn;
  }

  // How many lines the move stands for; nothing if it is not what the trail says.
  std::optional<Found> match(const Move& move) const {
    Found found;
    found.firings.assign(move.firings.begin(), move.firings.end());
    if (move.target) found.target = *move.target;
    found.fails = move.error || move.failed_assertion;
    std::size_t at = next_;
    for (std::size_t i = 0; i < move.firings.size(); ++i) {
      if (is_within_steps(move.firings, i)) continue;
      if (at < trail_.lines.size() && is_at(trail_.lines[at], move.firings[i])) {
        ++at;
        continue;
      }
      if (i == 0) return std::nullopt;
      if (at == trail_.lines.size()) {
        found.lines = at - next_;
        return found;
      }
      if (!trail_.merges || !is_mergeable(model_.actions[move.firings[i].action], true)) {
        return std::nullopt;
      }
    }
    found.lines = at - next_;
    found.is_whole = true;
    return found;
  }

  bool is_at(const TrailLine& line, const Firing& firing) const {
    return line.process == firing.process && line.id == model_.actions[firing.action].foreign_id;
  }

  bool take_line() {
    std::optional<Found> best;
    judge_.moves(here_, [&](const Move& move) {
      std::optional<Found> found = match(move);
      if (!found) return;
      // Of the ways a trail that ends within a move can go on, one that fails is meant.
      const auto worth = [](const Found& one) {
        return std::pair(one.lines, one.is_whole ? 2 : one.fails ? 1 : 0);
      };
      if (!best || worth(*found) > worth(*best)) best = std::move(found);
    });
    if (!best) return false;
    next_ += best->lines;
    take(std::move(*best));
    return true;
  }

  void take(Found found) {
    moves_.push_back(std::move(found.firings));
    ended_ = !found.target || (found.fails && next_ == trail_.lines.size());
    if (found.target) here_ = std::move(*found.target);
  }

  // --- merged statements

  // SPIN merges statements that cannot block, have no alternative, no label, and (outside of atomic
  // blocks) touch nothing but their own process.
  bool is_mergeable(const Action& action, bool within_move) const {
    if (is_some(action.guard) || action.is_else || action.escape != 0 || action.alternative != 0 ||
        action.communication.kind != Communication::Kind::None) {
      return false;
    }
    return std::all_of(action.effect.begin(), action.effect.end(), [&](const Instruction& step) {
      if (step.kind == Instruction::Kind::Terminate || step.kind == Instruction::Kind::Start) {
        return false;
      }
      return within_move || (is_own(step.target) && is_own(step.value) &&
                             std::all_of(step.arguments.begin(), step.arguments.end(),
                                         [&](ExprId argument) { return is_own(argument); }));
    });
  }

  bool is_own(const Place& place) const {
    if (!is_some(place.slot)) return true;
    return (place.scope == Scope::Self || place.scope == Scope::Constant) && is_own(place.index);
  }

  bool is_own(ExprId id) const {
    if (!is_some(id)) return true;
    const Expr& expr = model_.exprs[id];
    const bool is_plain = expr.op == Op::Constant || expr.op == Op::Read || expr.op == Op::Self ||
                          expr.op == Op::Bounded || expr.op == Op::Conditional ||
                          is_unary(expr.op) || is_binary(expr.op);
    if (!is_plain || !is_own(expr.place)) return false;
    const std::vector<ExprId> parts = operands_of(expr);
    return std::all_of(parts.begin(), parts.end(), [&](ExprId part) { return is_own(part); });
  }

  // The statement the process takes next, if the trail has one.
  std::optional<std::uint32_t> next_id_of(ProcessId process) const {
    const std::vector<std::size_t>& lines = lines_of_.at(process);
    const auto next = std::lower_bound(lines.begin(), lines.end(), next_);
    return next == lines.end() ? std::nullopt : std::optional(trail_.lines[*next].id);
  }

  // Takes the steps of `process` that have no line: up to the statement of its next line, or, behind
  // its last line, as far as SPIN would have merged.
  void go_on(ProcessId process) {
    const std::optional<std::uint32_t> wanted = next_id_of(process);
    std::set<LocationId> passed;
    while (!ended_ && to_index(process) < here_.process_count() &&
           passed.insert(here_.location_of(process)).second) {
      std::vector<const Action*> possible;
      for (const Action& action : model_.actions) {
        if (action.owner != here_.type_of(process)) continue;
        if (action.from == here_.location_of(process)) possible.push_back(&action);
      }
      const bool arrived = std::any_of(possible.begin(), possible.end(), [&](const Action* action) {
        return wanted && action->foreign_id == *wanted;
      });
      if (arrived || possible.size() != 1 || !is_mergeable(*possible.front(), false)) return;
      if (!take_unwritten(process, *possible.front())) return;
    }
  }

  bool take_unwritten(ProcessId process, const Action& action) {
    std::optional<Found> found;
    judge_.moves(here_, [&](const Move& move) {
      const Firing& first = move.firings.front();
      if (first.process != process || &model_.actions[first.action] != &action) {
        return Continue::Yes;
      }
      found.emplace();
      found->firings.assign(move.firings.begin(), move.firings.end());
      if (move.target) found->target = *move.target;
      found->fails = move.error || move.failed_assertion;
      return Continue::No;
    });
    if (found) take(std::move(*found));
    return found.has_value();
  }

  const Interpreter& judge_;
  const Model& model_;
  const Trail& trail_;
  State here_;
  std::map<ProcessId, std::vector<std::size_t>> lines_of_;
  std::size_t next_ = 0;  // line
  bool ended_ = false;    // in a failure
  MoveList moves_;
  ReadTrail result_;
};

}  // namespace

bool is_trail(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return false;
  return text[begin] == '-' || (text[begin] >= '0' && text[begin] <= '9');
}

ReadTrail read_trail(const Interpreter& judge, const std::string& text) {
  const Trail trail = parse(text);
  if (!trail.error.empty()) {
    ReadTrail result;
    result.error = trail.error;
    return result;
  }
  return TrailWalk(judge, trail).walk();
}

}  // namespace clew::promela
