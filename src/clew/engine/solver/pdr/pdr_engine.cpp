#include "clew/engine/solver/pdr/pdr_engine.hpp"

#include <utility>

#include "clew/engine/solver/certificate.hpp"
#include "clew/engine/solver/pdr/pdr_search.hpp"

namespace clew {

namespace {

class PdrInquiry final : public Inquiry {
 public:
  PdrInquiry(SolverRun& run, const Property& property, const SymbolicQuestion& question)
      : run_(run), property_(property), question_(question), search_(run, property, question_) {
    failure_.symbolic = question_.symbolic;
    failure_.by_state = question_.fails;
    failure_.moves = question_.moves;
  }

  std::optional<Finding> look_further() override {
    PdrSearch& search = failures_ ? *failures_ : search_;
    switch (search.look_further()) {
      case PdrSearch::Outcome::Open: return std::nullopt;
      case PdrSearch::Outcome::Bounded: return run_.bounded(*run_.bound());
      case PdrSearch::Outcome::Stopped: return run_.stopped(search_.clear());
      case PdrSearch::Outcome::Found:
        if (!failures_) return search_.finding();
        return SolverRun::without_value("the expression has no value in some state");
      case PdrSearch::Outcome::Proven: break;
    }
    if (!failures_ && question_.fails != lit_false) {
      // No run decides; no state without a value may be reached, either.
      failures_.emplace(run_, property_, failure_);
      return std::nullopt;
    }
    return exhausted();
  }

  Finding exhausted() override {
    Certificate certificate{0, search_.invariant()};
    if (failures_) {
      const std::vector<StateCube>& more = failures_->invariant();
      certificate.excluded.insert(certificate.excluded.end(), more.begin(), more.end());
    }
    return certified(run_, property_, question_, certificate, search_.clear().value_or(0));
  }

  std::optional<std::uint64_t> clear() const override { return search_.clear(); }

 private:
  SolverRun& run_;
  const Property& property_;
  SymbolicQuestion question_;
  SymbolicQuestion failure_;  // whether the expression has no value somewhere
  PdrSearch search_;
  std::optional<PdrSearch> failures_;
};

}  // namespace

EngineReport run_pdr_engine(const Model& model, const EngineTask& task) {
  SolverRun run(model, task, SolverKind::Minisat);
  return run.answer_in_turns([&](const Property& property, const SymbolicQuestion& question) {
    return std::make_unique<PdrInquiry>(
        run, property, question.is_about_loops ? as_question_about_states(question) : question);
  });
}

}  // namespace clew
