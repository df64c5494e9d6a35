#include "clew/render/chart.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "clew/render/values.hpp"

namespace clew {

namespace {

using Kind = Chart::Event::Kind;

// The same model with every statement a move of its own.
Model cut_into_statements(Model model) {
  for (Action& action : model.actions) action.then = Action::Then::Ends;
  return model;
}

std::string item_text(const Model& model, const ValueType& type, Value value) {
  if (is_some(type.enumeration)) {
    const auto& names = model.enumerations[type.enumeration].names;
    if (const auto found = names.find(value); found != names.end()) return found->second;
  }
  return std::to_string(value);
}

class ChartMaker {
 public:
  ChartMaker(const Model& model, const ShownTrace& shown)
      : model_(cut_into_statements(model)),
        judge_(model_),
        shown_(shown),
        here_(shown.trace.steps.front().state) {
    judge_.collect_output();
    for (std::size_t i = 0; i < here_.process_count(); ++i) add_lifeline(here_, std::nullopt);
  }

  Chart make() {
    const std::vector<TraceStep>& steps = shown_.trace.steps;
    for (step_ = 1; step_ < steps.size(); ++step_) {
      const bool begins_loop = shown_.trace.loop_start == step_ - 1;
      if (begins_loop) chart_.loop = Chart::Loop{chart_.events.size(), step_ - 1};
      if (steps[step_].firings.empty()) add(Kind::Stutter, 0, "(stays)");
      follow(steps[step_].firings);
      here_ = steps[step_].state;
      match_lifelines();
    }
    if (shown_.trace.error) {
      follow(shown_.trace.failing_firings);
      if (!said_error_) {
        add(Kind::Failure, lifeline_of(shown_.trace.failing_firings.back().process),
            text_of(*shown_.trace.error));
      }
    }
    // A loop in which only a claim moves has nothing to put a frame around.
    if (chart_.loop && chart_.loop->first == chart_.events.size()) chart_.loop.reset();
    chart_.ending = shown_.ending;
    return std::move(chart_);
  }

 private:
  using Messages = std::vector<std::vector<Value>>;

  struct Buffered {
    std::size_t number = 0;
    std::size_t sender = 0;
  };

  // --- lifelines

  void add_lifeline(const State& state, std::optional<std::size_t> born) {
    const auto process = to_id<ProcessId>(by_process_.size());
    by_process_.push_back(chart_.lifelines.size());
    chart_.lifelines.push_back({process_name(model_, state, process), born, std::nullopt});
  }

  std::size_t lifeline_of(ProcessId process) const {
    return to_index(process) < by_process_.size() ? by_process_[to_index(process)] : 0;
  }

  // Nothing is left to do here, unless a statement could not be followed.
  void match_lifelines() {
    while (by_process_.size() < here_.process_count()) {
      add_lifeline(here_, chart_.events.size());
    }
    by_process_.resize(here_.process_count());
  }

  Chart::Event& add(Kind kind, std::size_t lifeline, std::string text) {
    Chart::Event event;
    event.kind = kind;
    event.step = step_;
    event.lifeline = lifeline;
    event.text = std::move(text);
    chart_.events.push_back(std::move(event));
    return chart_.events.back();
  }

  // --- statements

  void follow(std::span<const Firing> firings) {
    while (!firings.empty()) {
      std::size_t taken = 0;
      judge_.moves(here_, [&](const Move& move) {
        const std::size_t count = move.firings.size();
        if (count > firings.size() ||
            !std::equal(move.firings.begin(), move.firings.end(), firings.begin())) {
          return Continue::Yes;
        }
        taken = count;
        tell(move);
        return Continue::No;
      });
      if (taken == 0) {
        // What the whole move did is known all the same.
        for (const Firing& firing : firings) tell_step(firing);
        return;
      }
      if (next_) here_ = std::move(*next_);
      next_.reset();
      firings = firings.subspan(taken);
    }
  }

  void tell(const Move& move) {
    const Firing& first = move.firings.front();
    const Communication& communication = model_.actions[first.action].communication;
    if (move.target) next_ = *move.target;
    const bool is_said = move.failed_assertion || !move.printed.empty();
    if (!move.target) {
      for (const Firing& firing : move.firings) tell_step(firing);
    } else if (communication.kind != Communication::Kind::None) {
      tell_communication(move);
    } else if (!is_said) {
      for (const Firing& firing : move.firings) tell_step(firing);
    }
    for (const PrintedLine& line :
         printed_lines(model_, move.printed, move.firings, here_, move.target)) {
      add(Kind::Print, lifeline_of(first.process), line.text);
    }
    if (move.failed_assertion) {
      add(Kind::Failure, lifeline_of(first.process), failure_text(model_, *move.failed_assertion));
    }
    if (move.error) {
      add(Kind::Failure, lifeline_of(move.firings.back().process), text_of(*move.error));
      said_error_ = true;
    }
    if (move.target) tell_processes(first.process, *move.target);
  }

  // Statements of one process within one move share a row.
  void tell_step(const Firing& firing) {
    if (firing.process == claim_id) return;  // it only watches, and has no lifeline
    const Action& action = model_.actions[firing.action];
    const bool starts_or_ends =
        std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
          return step.kind == Instruction::Kind::Terminate || step.kind == Instruction::Kind::Start;
        });
    if (starts_or_ends && next_) return;  // tell_processes says it
    const std::size_t lifeline = lifeline_of(firing.process);
    const std::string text = statement_text(model_, action);
    if (!chart_.events.empty()) {
      Chart::Event& last = chart_.events.back();
      if (last.kind == Kind::Step && last.step == step_ && last.lifeline == lifeline) {
        last.text += "; " + text;
        return;
      }
    }
    add(Kind::Step, lifeline, text);
  }

  void tell_processes(ProcessId actor, const State& after) {
    const std::size_t parent = lifeline_of(actor);
    while (by_process_.size() < after.process_count()) {
      Chart::Event& event = add(Kind::Start, parent, "");
      event.partner = chart_.lifelines.size();
      add_lifeline(after, chart_.events.size() - 1);
      event.text = "run " + chart_.lifelines.back().name;
    }
    while (by_process_.size() > after.process_count()) {
      chart_.lifelines[by_process_.back()].died = chart_.events.size();
      add(Kind::End, by_process_.back(), "ends");
      by_process_.pop_back();
    }
  }

  // --- messages

  void tell_communication(const Move& move) {
    const Firing& first = move.firings.front();
    const Communication& communication = model_.actions[first.action].communication;
    Evaluator look(model_, here_, first.process);
    const Shape::ChannelPart* const part = look.channel(communication.channel);
    if (!part) return tell_step(first);
    if (model_.channels[part->id].is_rendezvous()) return tell_rendezvous(move, *part);
    const auto index = static_cast<std::size_t>(part - here_.shape->channels.data());
    const Messages before = messages_in(here_, *part);
    const Messages after = messages_in(*move.target, move.target->shape->channels[index]);
    if (communication.kind == Communication::Kind::Send) {
      tell_send(first, *part, index, before, after);
    } else {
      tell_receive(first, *part, index, before, after);
    }
  }

  void tell_rendezvous(const Move& move, const Shape::ChannelPart& part) {
    const Firing& sender = move.firings.front();
    const Communication& communication = model_.actions[sender.action].communication;
    const Channel& channel = model_.channels[part.id];
    std::vector<Value> message;
    Evaluator look(model_, here_, sender.process);
    for (std::size_t i = 0; i < communication.values.size() && i < channel.items.size(); ++i) {
      message.push_back(look.value(communication.values[i]));
      convert(message.back(), channel.items[i], nullptr, communication.span);
    }
    Chart::Event& event =
        add(Kind::Rendezvous, lifeline_of(sender.process), label(channel, "!", message));
    if (move.firings.size() > 1) event.partner = lifeline_of(move.firings[1].process);
  }

  void tell_send(const Firing& sender, const Shape::ChannelPart& part, std::size_t index,
                 const Messages& before, const Messages& after) {
    std::size_t place = 0;
    while (place < before.size() && before[place] == after[place]) ++place;
    std::vector<Buffered>& waiting = waiting_[index];
    waiting.resize(before.size());  // messages nobody was seen to send
    const std::size_t lifeline = lifeline_of(sender.process);
    const Buffered sent{++messages_, lifeline};
    waiting.insert(waiting.begin() + static_cast<std::ptrdiff_t>(place), sent);
    add(Kind::Send, lifeline, label(model_.channels[part.id], "!", after[place])).message =
        messages_;
  }

  void tell_receive(const Firing& receiver, const Shape::ChannelPart& part, std::size_t index,
                    const Messages& before, const Messages& after) {
    const Channel& channel = model_.channels[part.id];
    const std::size_t lifeline = lifeline_of(receiver.process);
    if (before.size() == after.size()) return tell_step(receiver);  // only looked at
    // Of equal messages the oldest is taken.
    std::size_t place = 0;
    const auto is_taken = [&](std::size_t i) {
      Messages rest = before;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      return rest == after;
    };
    while (place + 1 < before.size() && !is_taken(place)) ++place;
    std::vector<Buffered>& waiting = waiting_[index];
    waiting.resize(before.size());
    const Buffered sent = waiting[place];
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(place));
    Chart::Event& event = add(Kind::Receive, lifeline, label(channel, "?", before[place]));
    event.message = sent.number;
    if (sent.number != 0) event.partner = sent.sender;
  }

  // The messages of a buffered channel, oldest first.
  Messages messages_in(const State& state, const Shape::ChannelPart& part) const {
    const std::size_t width = model_.channels[part.id].items.size();
    Messages messages;
    const auto fill = static_cast<std::size_t>(state.values[part.offset]);
    for (std::size_t i = 0; i < fill; ++i) {
      const auto begin =
          state.values.begin() + static_cast<std::ptrdiff_t>(part.offset + 1 + i * width);
      messages.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(width));
    }
    return messages;
  }

  std::string label(const Channel& channel, std::string_view sign,
                    const std::vector<Value>& message) const {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < message.size(); ++i) {
      items.push_back(item_text(model_, channel.items[i], message[i]));
    }
    return fmt::format("{}{}{}", channel.name, sign, fmt::join(items, ","));
  }

  Model model_;
  Interpreter judge_;
  const ShownTrace& shown_;
  Chart chart_;
  State here_;
  std::optional<State> next_;  // behind the statement that is told
  std::size_t step_ = 0;
  bool said_error_ = false;
  std::vector<std::size_t> by_process_;                   // lifelines of the living
  std::map<std::size_t, std::vector<Buffered>> waiting_;  // by channel number
  std::size_t messages_ = 0;
};

}  // namespace

Chart chart_of(const Model& model, const ShownTrace& shown,
               std::span<const Proposition> propositions) {
  Chart chart = ChartMaker(model, shown).make();
  const auto has_all = [&](const std::vector<Truth>& row) {
    return row.size() == propositions.size();
  };
  const bool is_known = !propositions.empty() && shown.truths.size() >= shown.trace.steps.size() &&
                        std::all_of(shown.truths.begin(), shown.truths.end(), has_all);
  if (!is_known) return chart;
  for (const Proposition& proposition : propositions) {
    chart.propositions.push_back(proposition.text);
  }
  chart.truths = shown.truths;
  return chart;
}

}  // namespace clew
