// Message sequence charts: who said what to whom in a trace.
//
//          A             B
//          |             |
//      1   * x = 1       |
//      2   |--- q!7 ---->|
//
// A lasso has a frame around its loop.  Propositions of the property have columns at the left, which
// say whether they are true after a step: + yes, - no, ? no value.
//
//   const Chart chart = chart_of(model, shown);
//   show(chart_text(chart));
//   write_file("run.svg", chart_svg(chart, "run"));
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clew/render/trace_text.hpp"

namespace clew {

// What happened, one event per row; time goes down.
struct Chart {
  struct Event {
    enum class Kind {
      Step,        // something nobody else sees
      Send,        // into a buffer
      Receive,     // from a buffer; `partner` sent it, if that is known
      Rendezvous,  // from `lifeline` to `partner`
      Start,       // `lifeline` starts `partner`
      End,         // the process has ended
      Print,
      Failure,  // an assertion or a run-time error
      Stutter,  // nobody can move; `lifeline` means nothing
    };
    Kind kind = Kind::Step;
    std::size_t step = 0;      // of the trace
    std::size_t lifeline = 0;  // index
    std::optional<std::size_t> partner;
    std::size_t message = 0;  // Send, Receive: its number, from 1; 0 if it is not known
    std::string text;
    friend bool operator==(const Event&, const Event&) = default;
  };
  struct Lifeline {
    std::string name;
    // The events between which it lives; from the top, to the bottom if there is none.
    std::optional<std::size_t> born;
    std::optional<std::size_t> died;
    friend bool operator==(const Lifeline&, const Lifeline&) = default;
  };

  // The events from `first` on happen again and again; the last leads back to step `back_to`.
  struct Loop {
    std::size_t first = 0;
    std::size_t back_to = 0;
    friend bool operator==(const Loop&, const Loop&) = default;
  };

  std::vector<Lifeline> lifelines;
  std::vector<Event> events;
  std::string ending;
  std::optional<Loop> loop;
  std::vector<std::string> propositions;   // texts
  std::vector<std::vector<Truth>> truths;  // by step, by proposition; not empty if there are any
};

// Follows the trace statement by statement.  A message in a buffer and the receive that takes it
// belong together.  Branches are left out.  REQUIRES: the trace is one of this model.
Chart chart_of(const Model& model, const ShownTrace& shown,
               std::span<const Proposition> propositions = {});

std::string chart_text(const Chart& chart, const TextOptions& options = {});

// A picture of its own; no other program is needed.
std::string chart_svg(const Chart& chart, const std::string& title);

}  // namespace clew
