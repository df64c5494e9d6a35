#include "clew/engine/solver/bmc/bmc_engine.hpp"

#include <memory>
#include <vector>

#include "clew/engine/solver/bmc/long_runs.hpp"
#include "clew/engine/solver/bounded_search.hpp"

namespace clew {

namespace {

class BoundedInquiry final : public Inquiry {
 public:
  BoundedInquiry(SolverRun& run, const Property& property, const SymbolicQuestion& question)
      : run_(run), property_(property), question_(question), search_(run, property, question_) {
    if (question_.fails == lit_false) return;
    failure_.symbolic = question_.symbolic;
    failure_.by_state = question_.fails;
    failure_.moves = question_.moves;
    failures_ = std::make_unique<BoundedSearch>(run, property, failure_);
  }

  std::optional<Finding> look_further() override {
    if (question_.is_trivial()) return exhausted();
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

  Finding exhausted() override {
    if (has_failure_) {
      return SolverRun::without_value("the expression has no value in some state");
    }
    return SolverRun::proven(property_, Basis::Exhaustive);
  }

  std::optional<std::uint64_t> clear() const override { return search_.clear(); }

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

}  // namespace

EngineReport run_bmc_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Cadical);
  std::unique_ptr<LongRuns> long_runs;
  return run.answer_in_turns(
      [&](const Property& property, const SymbolicQuestion& question) {
        // Moves are the same for all: properties with a claim come alone.
        if (!long_runs) long_runs = std::make_unique<LongRuns>(run, question.moves);
        return std::make_unique<BoundedInquiry>(run, property, question);
      },
      [&](std::uint64_t round) { return round > 0 && long_runs->are_shorter_than(round); });
}

}  // namespace clew
