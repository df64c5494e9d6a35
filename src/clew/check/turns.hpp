// Several questions about one model, none of which waits for the end of another.
//
//   Turns turns(engine, options, ask, {{0, 1, 2}, {3}, {4}});
//   const std::vector<Report> answers = turns.run();
//
// The first question is searched for to its end, but as soon as its search is not a short one all others
// get a slice, and a larger one each time the search has grown (walk/turn_slices.hpp).  What is still open
// then is searched for in the same way.  So a violation that is near is found, whatever comes before it.
// A slice of a question begins its search anew: nobody holds memory while others search.
//
// A property of the first question may be asked alone as well: a search for deadlocks, say, leaves out more
// than one that looks for errors, too, and may end where the other does not. What it finds out counts
// if the first question stays open.
//
// Slices are counted in states, and what a slice finds is what the whole search would find first, so the
// answers do not depend on them, but where a limit ends the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clew/check/check.hpp"

namespace clew {

class Turns {
 public:
  // Asks one question of an engine: a report of its properties, and of what is known of its search.
  using Ask = std::function<Report(std::size_t question, const EngineInfo& engine,
                                   const CheckOptions& options)>;

  // By question: the numbers of its properties.
  using Questions = std::vector<std::vector<std::size_t>>;

  // REQUIRES: engine and options outlive this; only the first question is about several properties, and only
  // its properties are in another one.
  Turns(const EngineInfo& engine, const CheckOptions& options, Ask ask, const Questions& questions);

  std::vector<Report> run();

 private:
  struct Question {
    std::vector<std::size_t> properties;
    bool is_open = true;
    bool is_second = false;         // about a property of the first question
    Report known;                   // so far
    std::uint64_t states_seen = 0;  // in the largest slice
  };

  Report ask(std::size_t question, const EngineTask& how);
  void search_to_the_end(std::size_t question);
  bool needs_second(const Question& question);
  void give_up(Question& question, const std::pair<Reason, std::string>& end) const;
  EngineTask how_to_search(std::size_t question);
  void give_slice(std::size_t question, std::uint64_t states_max);
  static void settle(Question& question, Report answer);
  std::optional<std::pair<Reason, std::string>> end_of_run() const;
  void tell(std::size_t property, Verdict verdict);
  double seconds_passed() const;

  const EngineInfo& engine_;
  CheckOptions options_;
  Ask ask_;
  std::chrono::steady_clock::time_point begin_;
  std::vector<Question> questions_;
  std::vector<bool> is_told_;  // by property: its verdict was found before its question ended
  bool is_interrupted_ = false;
  bool was_turn_ = false;  // of somebody else, since the search began that goes on
};

}  // namespace clew
