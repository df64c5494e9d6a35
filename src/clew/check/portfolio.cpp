#include "clew/check/portfolio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "clew/base/contract.hpp"
#include "clew/base/memory.hpp"
#include "clew/base/text.hpp"
#include "clew/base/worker.hpp"
#include "clew/check/report_bytes.hpp"
#include "clew/check/stopped.hpp"
#include "clew/model/interpreter.hpp"

namespace clew {

namespace {

using Clock = std::chrono::steady_clock;

// What the letters of messages mean.
constexpr char kind_report = 'R';
constexpr char kind_finding = 'F';
constexpr char kind_heartbeat = 'H';

// How often somebody looks at clocks, limits and the watcher.
constexpr std::chrono::milliseconds look_period(20);
// So long a worker that was asked to stop may take to say how far it came.
constexpr std::chrono::milliseconds farewell(400);

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool is_conclusive(const Finding& finding) { return finding.verdict != Verdict::Unknown; }

// A few states are seen by the judge before machine code is even loaded.
bool has_few_states(const Model& model) {
  constexpr std::size_t states_max = 128;
  constexpr std::size_t moves_max = 1'000;
  std::vector<State> known;
  std::size_t moves = 0;
  bool are_few = true;
  const auto add = [&](const State& state) {
    if (std::find(known.begin(), known.end(), state) == known.end()) known.push_back(state);
    are_few = known.size() <= states_max && moves <= moves_max;
    return are_few ? Continue::Yes : Continue::No;
  };
  const Interpreter judge(model);
  const auto give_up = [&] {
    are_few = false;
    return Continue::No;
  };
  judge.initial_states(add, give_up);
  for (std::size_t i = 0; i < known.size() && are_few; ++i) {
    const State source = known[i];
    judge.moves(
        source,
        [&](const Move& move) {
          ++moves;
          return move.target ? add(*move.target) : Continue::Yes;
        },
        give_up);
  }
  return are_few;
}

class SideBySide {
 public:
  SideBySide(const std::vector<Member>& members, const Model& model, const EngineTask& task)
      : model_(model),
        task_(task),
        flags_(task.properties.size() + 1),
        begin_(Clock::now()),
        answers_(task.properties.size()),
        bounded_(task.properties.size()) {
    for (const Member& member : members) {
      Runner runner;
      runner.member = &member;
      runner.findings.resize(task.properties.size());
      runners_.push_back(std::move(runner));
    }
  }

  EngineReport run() {
    if (runners_.front().member->is_at_home) run_at_home(runners_.front());
    while (!is_done()) {
      start_next();
      if (!is_anybody_at_work()) break;
      wait();
      look_around();
      if (is_stopped_ && Clock::now() > stop_deadline_) break;
    }
    for (Runner& runner : runners_) {
      if (runner.worker && runner.worker->is_running()) runner.worker->end();
    }
    settle_for_bounds(Clock::time_point::max());
    return report();
  }

 private:
  struct Runner {
    const Member* member = nullptr;
    std::unique_ptr<Worker> worker;
    bool is_home = false;  // at work in our own process
    bool is_begun = false;
    bool is_garbled = false;  // it said what is no answer
    std::optional<EngineReport> report;
    std::vector<std::optional<Finding>> findings;  // so far
    Heartbeat heartbeat;

    std::string name() const { return std::string(member->engine.name); }
    bool is_at_work() const {
      return is_home || (worker && worker->is_running() && !report && !is_garbled);
    }
  };

  // --- in our own process

  // The others begin, and are listened to, when the engine gives its heartbeat.  By then it may have
  // threads: see Member::is_at_home.
  void run_at_home(Runner& runner) {
    EngineTask task = task_for(*runner.member);
    task.native = task.native && !has_few_states(model_);
    task.watcher = [&](const Heartbeat& heartbeat) {
      runner.heartbeat = heartbeat;
      start_next();
      look_around();
      return is_done() || is_stopped_ ? Continue::No : Continue::Yes;
    };
    task.decided = [&](std::size_t property, const Finding& finding) {
      hear(runner, property, finding);
    };
    task.is_wanted = [&](std::size_t property) { return !answers_[property]; };
    runner.is_begun = true;
    runner.is_home = true;
    try {
      EngineReport report =
          patiently(model_, task, [&] { return runner.member->engine.run(model_, task); });
      for (std::size_t i = 0; i < answers_.size(); ++i) hear(runner, i, report.findings[i]);
      runner.report = std::move(report);
    } catch (const std::bad_alloc&) {
      Finding finding;
      finding.reason = Reason::Memory;
      finding.reason_text = "the machine has no more memory";
      for (std::size_t i = 0; i < answers_.size(); ++i) hear(runner, i, finding);
    }
    runner.is_home = false;
  }

  // --- the worker's side

  EngineTask task_for(const Member& member) const {
    EngineTask task = task_;
    if (member.threads > 0) task.threads = member.threads;
    if (task.limits.memory_bytes_max > 0) task.limits.memory_bytes_max = memory_share(member);
    return task;
  }

  std::uint64_t memory_share(const Member& member) const {
    const auto limit = static_cast<double>(task_.limits.memory_bytes_max);
    const std::uint64_t inherited = member.is_at_home ? 0 : inherited_bytes_;
    return static_cast<std::uint64_t>(limit * member.memory_share) + inherited;
  }

  void work(const Member& member, WorkerPipe& pipe) {
    EngineTask task = task_for(member);
    task.turn = nullptr;  // others have theirs in our own process
    task.seen = nullptr;
    const std::size_t stop = task.properties.size();
    auto next_heartbeat = Clock::now();
    task.watcher = [&, stop](const Heartbeat& heartbeat) {
      constexpr std::chrono::milliseconds period(100);
      if (Clock::now() >= next_heartbeat) {
        pipe.send(kind_heartbeat, bytes_of(heartbeat));
        next_heartbeat = Clock::now() + period;
      }
      return flags_.is_raised(stop) ? Continue::No : Continue::Yes;
    };
    task.decided = [&](std::size_t property, const Finding& finding) {
      pipe.send(kind_finding, bytes_of(property, finding));
    };
    task.is_wanted = [&](std::size_t property) { return !flags_.is_raised(property); };
    const EngineReport report =
        patiently(model_, task, [&] { return member.engine.run(model_, task); });
    pipe.send(kind_report, bytes_of(report));
  }

  // --- our side

  void start_next() {
    // A slice is the business of who counts states.
    if (task_.states_max != 0 && runners_.front().member->is_at_home) return;
    for (Runner& runner : runners_) {
      if (runner.is_begun || is_stopped_) continue;
      const bool is_due = Clock::now() - begin_ >= runner.member->delay;
      if (is_due || !is_anybody_at_work()) start(runner);
    }
  }

  void start(Runner& runner) {
    const Member& member = *runner.member;
    inherited_bytes_ = resident_memory_bytes();
    WorkerLimits limits;
    limits.nice = member.nice;
    if (task_.limits.memory_bytes_max > 0) {
      // The engine itself stops at its share.  This is for those that do not get to it.
      constexpr std::uint64_t margin = 16U << 20;
      limits.memory_bytes_max = memory_share(member) + memory_share(member) / 4 + margin;
      // Tables are reserved before they are used, so there may be a lot more addresses than memory.
      constexpr std::uint64_t reserve = std::uint64_t{2} << 30;
      const bool is_unbounded =
          member.engine.abilities.reserves_addresses || memory_share(member) > (std::uint64_t{1} << 50);
      limits.address_bytes_max = is_unbounded ? 0 : 4 * memory_share(member) + reserve;
    }
    runner.is_begun = true;
    runner.worker = std::make_unique<Worker>([&](WorkerPipe& pipe) { work(member, pipe); }, limits);
  }

  bool is_anybody_at_work() const {
    return std::any_of(runners_.begin(), runners_.end(),
                       [](const Runner& runner) { return runner.is_at_work(); });
  }

  void wait() {
    std::vector<Worker*> workers;
    auto time = look_period;
    for (const Runner& runner : runners_) {
      if (runner.is_at_work()) workers.push_back(runner.worker.get());
      if (runner.is_begun) continue;
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          begin_ + runner.member->delay - Clock::now());
      time = std::clamp(left + std::chrono::milliseconds(1), std::chrono::milliseconds(1), time);
    }
    wait_for(workers, time);
  }

  void look_around() {
    for (Runner& runner : runners_) attend(runner);
    settle_for_bounds(Clock::now());
    if (!is_stopped_) look_at_limits();
  }

  void attend(Runner& runner) {
    if (!runner.is_at_work() || runner.is_home) return;
    runner.worker->listen();
    while (auto message = runner.worker->next_message()) {
      if (!take(runner, *message)) {
        runner.is_garbled = true;
        runner.worker->end();
        return;
      }
      if (runner.report) return;
    }
  }

  // False if it makes no sense.
  bool take(Runner& runner, const WorkerMessage& message) {
    if (message.kind == kind_heartbeat) {
      const auto heartbeat = heartbeat_from(message.text);
      if (heartbeat) runner.heartbeat = *heartbeat;
      return heartbeat.has_value();
    }
    if (message.kind == kind_finding) {
      auto read = finding_from(message.text, model_, task_);
      if (read) hear(runner, read->first, std::move(read->second));
      return read.has_value();
    }
    if (message.kind != kind_report) return false;
    runner.report = report_from(message.text, model_, task_);
    if (!runner.report) return false;
    for (std::size_t i = 0; i < answers_.size(); ++i) hear(runner, i, runner.report->findings[i]);
    runner.worker->end();
    return true;
  }

  void hear(Runner& runner, std::size_t property, Finding finding) {
    finding.engine = runner.name();
    runner.findings[property] = finding;
    if (answers_[property]) return;
    // Decided, or nobody can decide it.
    if (is_conclusive(finding) || finding.reason == Reason::Error) {
      accept(runner, property, std::move(finding));
    } else if (has_reached_bound(finding) && !bounded_[property]) {
      bounded_[property] = Bounded{&runner, Clock::now() + patience()};
    }
  }

  void accept(Runner& runner, std::size_t property, Finding finding) {
    answers_[property] = std::move(finding);
    last_to_answer_ = &runner;
    flags_.raise(property);
  }

  // All that the user wanted to have looked at was.
  bool has_reached_bound(const Finding& finding) const {
    const std::uint64_t level_max = task_.limits.level_max;
    return finding.reason == Reason::Depth && level_max > 0 &&
           finding.depth.value_or(level_max) >= level_max;
  }

  // How long others may take to decide for good what one engine has seen up to the bound: they are
  // often nearly done, but need not come to an end.
  Clock::duration patience() const {
    constexpr std::chrono::milliseconds least(500);
    return std::max<Clock::duration>(least, 4 * (Clock::now() - begin_));
  }

  void settle_for_bounds(Clock::time_point now) {
    for (std::size_t i = 0; i < bounded_.size(); ++i) {
      if (!bounded_[i] || answers_[i] || now < bounded_[i]->until) continue;
      accept(*bounded_[i]->runner, i, *bounded_[i]->runner->findings[i]);
    }
  }

  bool is_done() const {
    if (task_.explore_everything) {
      return std::any_of(runners_.begin(), runners_.end(), [](const Runner& runner) {
        return runner.report && runner.report->finished;
      });
    }
    return std::all_of(answers_.begin(), answers_.end(),
                       [](const auto& answer) { return answer.has_value(); });
  }

  // --- limits and the watcher

  bool is_wanted_on() {
    if (!task_.watcher || Clock::now() < next_beat_) return true;
    constexpr std::chrono::milliseconds period(50);
    next_beat_ = Clock::now() + period;
    return task_.watcher(heartbeat()) == Continue::Yes;
  }

  // Of the engine that has seen most, with the memory of all.
  Heartbeat heartbeat() const {
    Heartbeat most;
    std::uint64_t memory_bytes = resident_memory_bytes();
    for (const Runner& runner : runners_) {
      if (!runner.is_at_work()) continue;
      if (runner.worker) memory_bytes += runner.worker->memory_bytes();
      const auto rank = [](const Heartbeat& each) {
        return std::pair(each.states_discovered, each.level);
      };
      if (!most.engine.empty() && rank(runner.heartbeat) <= rank(most)) continue;
      most = runner.heartbeat;
      most.engine = runner.name();
    }
    most.memory_bytes = memory_bytes;
    most.seconds = seconds_since(begin_);
    return most;
  }

  void ask_to_stop() {
    is_stopped_ = true;
    stop_deadline_ = Clock::now() + farewell;
    flags_.raise(task_.properties.size());
  }

  // Who began first has noticed by itself; who came later believes to have more time.
  void look_at_limits() {
    const double seconds_max = task_.limits.seconds_max;
    const double passed = task_.limits.seconds_before + seconds_since(begin_);
    is_over_time_ = seconds_max > 0 && passed >= seconds_max;
    if (is_over_time_ || !is_wanted_on()) ask_to_stop();
  }

  // --- the report

  // Why there is nothing from this engine about a property.
  Finding silence_of(const Runner& runner) const {
    using End = Worker::End;
    Finding finding;
    finding.engine = runner.name();
    if (runner.is_garbled) {
      finding.reason = Reason::Solver;
      finding.reason_text = "its answer makes no sense";
      return finding;
    }
    if (!runner.worker || runner.worker->how_ended() == End::Ended) {
      finding.reason = Reason::Interrupted;
      finding.reason_text = "interrupted";
      return finding;
    }
    const End end = runner.worker->how_ended();
    finding.reason = end == End::OutOfMemory ? Reason::Memory
                     : end == End::OutOfTime ? Reason::Time
                                             : Reason::Solver;
    const std::uint64_t memory_max = task_.limits.memory_bytes_max;
    if (end == End::Finished) {
      finding.reason_text = "it ended without an answer";
    } else if (end == End::OutOfMemory && memory_max > 0) {
      finding.reason_text = fmt::format("memory limit of {} reached", bytes_text(memory_max));
    } else if (end == End::OutOfMemory || end == End::Failed) {
      finding.reason_text = runner.worker->end_text();
    } else {
      finding.reason_text = fmt::format("the engine {}", runner.worker->end_text());
    }
    return finding;
  }

  // How much it is worth to hear this first, of those that do not decide.
  static int rank_of(const Finding& finding) {
    if (finding.basis == Basis::Bounded) return 3;
    if (finding.basis == Basis::Lossy) return 4;
    if (finding.reason == Reason::Defect) return 5;
    if (finding.reason == Reason::Unsupported) return 0;
    return finding.reason == Reason::Solver ? 1 : 2;
  }

  // Nobody has decided: the best of what is known, with everybody's reason.
  Finding undecided(std::size_t property) const {
    std::vector<Finding> all;
    for (const Runner& runner : runners_) {
      const bool has_spoken = !runner.findings.empty() && runner.findings[property];
      all.push_back(has_spoken ? *runner.findings[property] : silence_of(runner));
      Finding& last = all.back();
      if (is_over_time_ && last.reason == Reason::Interrupted) {
        last.reason = Reason::Time;
        last.reason_text = fmt::format("time limit of {} s reached", task_.limits.seconds_max);
      }
    }
    const auto is_worse = [](const Finding& a, const Finding& b) {
      return std::pair(rank_of(a), a.depth.value_or(0)) <
             std::pair(rank_of(b), b.depth.value_or(0));
    };
    Finding best = *std::max_element(all.begin(), all.end(), is_worse);
    const bool all_alike = std::all_of(all.begin(), all.end(), [&](const Finding& each) {
      return each.reason_text == best.reason_text;
    });
    if (all_alike) return best;
    best.reason_text.clear();
    for (const Finding& each : all) {
      best.reason_text += fmt::format("{}{}: {}", best.reason_text.empty() ? "" : "; ", each.engine,
                                      each.reason_text);
    }
    return best;
  }

  // The engine whose figures stand for the run; null if nobody has any.
  const Runner* spokesman() const {
    const auto rank = [&](const Runner& runner) {
      const bool has_finished = runner.report && runner.report->finished;
      if (has_finished && runner.report->statistics.states > 0) return 3;
      if (&runner == last_to_answer_) return 2;
      return runner.report ? 1 : 0;
    };
    const auto best =
        std::max_element(runners_.begin(), runners_.end(),
                         [&](const Runner& a, const Runner& b) { return rank(a) < rank(b); });
    return rank(*best) > 0 ? &*best : nullptr;
  }

  EngineReport report() const {
    EngineReport result;
    result.statistics.seconds = seconds_since(begin_);
    if (const Runner* const speaker = spokesman()) {
      if (speaker->report) result = *speaker->report;
      result.finished = result.finished || !speaker->report;  // unless something is open
      std::uint64_t& peak = result.statistics.peak_memory_bytes;
      if (speaker->worker) peak = std::max(peak, speaker->worker->memory_bytes_peak());
    }
    result.findings.clear();
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      result.findings.push_back(answers_[i] ? *answers_[i] : undecided(i));
    }
    result.action_taken.resize(model_.actions.size(), true);  // nobody looked which are
    settle_end(result);
    return result;
  }

  void settle_end(EngineReport& result) const {
    if (task_.explore_everything && result.finished) return;
    const auto open = std::find_if(result.findings.begin(), result.findings.end(),
                                   [](const Finding& each) { return !is_conclusive(each); });
    if (open != result.findings.end()) {
      result.finished = false;
      result.stop_reason = open->reason;
      result.stop_text = open->reason_text;
    } else if (task_.explore_everything && !result.finished && result.stop_text.empty()) {
      result.stop_reason = is_stopped_ ? Reason::Interrupted : Reason::Unsupported;
      result.stop_text = is_stopped_ ? "interrupted" : "no engine has seen every state";
    }
  }

  const Model& model_;
  const EngineTask& task_;
  SharedFlags flags_;  // by property: it is decided; the last: stop
  const Clock::time_point begin_;
  std::uint64_t inherited_bytes_ = 0;  // a worker begins with what we have
  std::vector<Runner> runners_;
  std::vector<std::optional<Finding>> answers_;
  struct Bounded {
    Runner* runner;
    Clock::time_point until;  // somebody may still decide
  };
  std::vector<std::optional<Bounded>> bounded_;  // by property
  const Runner* last_to_answer_ = nullptr;
  Clock::time_point next_beat_;
  bool is_stopped_ = false;
  bool is_over_time_ = false;
  Clock::time_point stop_deadline_;
};

}  // namespace

EngineInfo portfolio_of(std::vector<Member> members) {
  if (members.empty()) throw ContractError("portfolio_of: there is no engine");
  const std::string_view name =
      members.size() == 1 ? members.front().engine.name : std::string_view("portfolio");
  Abilities abilities;
  abilities.takes_reductions =
      std::any_of(members.begin(), members.end(), [](const Member& member) {
        return member.engine.abilities.takes_reductions;
      });
  const auto run = [members = std::move(members)](const Model& model, const EngineTask& task) {
    return SideBySide(members, model, task).run();
  };
  return {name, "several engines side by side: the first who answers has answered", run, abilities};
}

}  // namespace clew
