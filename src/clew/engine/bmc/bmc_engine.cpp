#include "clew/engine/bmc/bmc_engine.hpp"

#include <memory>
#include <vector>

#include "clew/engine/bmc/long_runs.hpp"
#include "clew/engine/bounded_search.hpp"

namespace clew {

namespace {

// One property on its way.
class Inquiry {
 public:
  Inquiry(SolverRun& run, const Property& property, SymbolicQuestion question)
      : run_(run),
        property_(property),
        question_(std::move(question)),
        search_(run, property, question_) {
    if (question_.fails == lit_false) return;
    failure_.symbolic = question_.symbolic;
    failure_.by_state = question_.fails;
    failure_.moves = question_.moves;
    failures_ = std::make_unique<BoundedSearch>(run, property, failure_);
  }

  // One move further.  The answer, once there is one.
  std::optional<Finding> look_further() {
    const auto outcome = search_.look_further();
    if (outcome == BoundedSearch::Outcome::Found) return search_.finding();
    if (outcome == BoundedSearch::Outcome::Stopped) return run_.stopped(search_.clear());
    if (failures_ && !has_failure_) {
      const auto of_failures = failures_->look_further();
      if (of_failures == BoundedSearch::Outcome::Stopped) return run_.stopped(search_.clear());
      has_failure_ = of_failures == BoundedSearch::Outcome::Found;
    }
    if (outcome == BoundedSearch::Outcome::Exhausted) return exhausted();
    const auto bound = run_.bound();
    if (bound && search_.length() >= *bound) return run_.bounded(*bound);
    return std::nullopt;
  }

  // The answer if no longer run has to be asked about.
  Finding exhausted() const {
    if (has_failure_) {
      return SolverRun::without_value("the expression has no value in some state");
    }
    return SolverRun::proven(property_, Basis::Exhaustive);
  }

  Finding stopped() const { return run_.stopped(search_.clear()); }
  std::uint64_t length() const { return search_.length(); }
  const std::vector<std::uint32_t>& moves() const { return question_.moves; }

 private:
  SolverRun& run_;
  const Property& property_;
  SymbolicQuestion question_;
  BoundedSearch search_;
  // States in which the expression has no value leave the answer open, if nothing else gives it.
  SymbolicQuestion failure_;
  std::unique_ptr<BoundedSearch> failures_;
  bool has_failure_ = false;
};

// All properties, move by move, so that a hard one does not keep the others from an answer.
void search(SolverRun& run, std::vector<std::pair<std::size_t, std::unique_ptr<Inquiry>>>& open,
            std::vector<Finding>& findings) {
  if (open.empty()) return;
  // Moves are the same for all: properties with a claim come alone.
  LongRuns long_runs(run, open.front().second->moves());
  while (!open.empty()) {
    std::erase_if(open, [&](auto& each) {
      auto finding = each.second->look_further();
      if (finding) findings[each.first] = std::move(*finding);
      return finding.has_value();
    });
    if (open.empty()) return;
    const std::uint64_t length = open.front().second->length();
    if (length == 0 || !long_runs.are_shorter_than(length)) continue;
    for (auto& each : open) findings[each.first] = each.second->exhausted();
    return;
  }
}

}  // namespace

EngineReport run_bmc_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Cadical);
  return run.answer_all([&](std::vector<Finding>& findings) {
    std::vector<std::pair<std::size_t, std::unique_ptr<Inquiry>>> open;
    for (std::size_t i = 0; i < task.properties.size(); ++i) {
      const Property& property = task.properties[i];
      SymbolicQuestion question = question_of(run.symbolic(), property, task);
      if (!question.refusal.empty()) {
        findings[i] = SolverRun::refused(question.refusal);
      } else if (question.is_trivial()) {
        findings[i] = SolverRun::proven(property, Basis::Exhaustive);
      } else {
        open.emplace_back(i, std::make_unique<Inquiry>(run, property, std::move(question)));
      }
    }
    search(run, open, findings);
  });
}

}  // namespace clew
