// Message sequence charts with letters.
#include <fmt/format.h>

#include <algorithm>

#include "clew/render/chart.hpp"
#include "clew/render/chart_label.hpp"
#include "clew/render/layout.hpp"

namespace clew {

namespace {

using Kind = Chart::Event::Kind;

constexpr std::size_t number_columns = 6;  // "   1  "
constexpr std::size_t column_width_min = 14;
constexpr std::size_t column_width_max = 34;

class ChartPrinter {
 public:
  ChartPrinter(const Chart& chart, const TextOptions& options) : chart_(chart), options_(options) {
    std::size_t wanted = column_width_min;
    for (const Chart::Lifeline& line : chart.lifelines) {
      wanted = std::max(wanted, width_of(line.name) + 2);
    }
    for (const Chart::Event& event : chart.events) {
      if (event.kind == Kind::Print || event.kind == Kind::Failure) continue;
      const bool is_arrow = event.partner && *event.partner != event.lifeline;
      wanted = std::max(wanted, width_of(label_of(event)) + (is_arrow ? 9 : 4));
    }
    const std::size_t count = std::max<std::size_t>(chart.lifelines.size(), 1);
    const std::size_t truths = 2 * truth_columns(chart);  // each with a blank
    left_ = number_columns + (truths == 0 ? 0 : truths + 1);
    const std::size_t room = (text_columns - left_) / count;
    column_width_ = std::max(column_width_min, std::min({wanted, column_width_max, room}));
  }

  std::string print() const {
    std::string out;
    for (std::size_t i = 0; i < truth_columns(chart_); ++i) {
      place(out, number_columns + 2 * i, std::string(1, truth_letter(i)));
    }
    for (std::size_t i = 0; i < chart_.lifelines.size(); ++i) {
      if (chart_.lifelines[i].born) continue;
      place(out, column(i), shortened(chart_.lifelines[i].name, column_width_ - 2));
    }
    std::string first = lifelines(0);
    place_truths(first, 0);
    out += '\n' + rest_of(std::move(first)) + '\n';
    std::size_t step = 0;
    for (std::size_t i = 0; i < chart_.events.size(); ++i) {
      if (chart_.loop && chart_.loop->first == i) out += rule("loop");
      const bool is_new = chart_.events[i].step != step;
      step = chart_.events[i].step;
      out += row(i, is_new) + '\n';
    }
    if (chart_.loop) out += rule(fmt::format("back to step {}", chart_.loop->back_to));
    if (!chart_.ending.empty()) {
      out += indented(fold_words("end: " + chart_.ending, text_columns - number_columns, 2),
                      number_columns);
    }
    return out + legend();
  }

 private:
  std::size_t column(std::size_t lifeline) const { return left_ + lifeline * column_width_; }

  // The upper and the lower side of the frame around the loop.
  std::string rule(const std::string& text) const {
    const std::string begin = fmt::format("+-- {} ", text);
    const std::size_t width = std::min(text_columns, column(chart_.lifelines.size()));
    return begin + std::string(width > begin.size() ? width - begin.size() : 0, '-') + '\n';
  }

  // REQUIRES: the place is still empty.
  void place_truths(std::string& line, std::size_t step) const {
    for (std::size_t i = 0; i < truth_columns(chart_) && step < chart_.truths.size(); ++i) {
      const Truth truth = chart_.truths[step][i];
      const char* const mark = truth == Truth::True ? "+" : truth == Truth::False ? "-" : "?";
      place(line, number_columns + 2 * i, mark);
    }
  }

  // What the letters above the columns mean.
  std::string legend() const {
    std::string out;
    for (std::size_t i = 0; i < truth_columns(chart_); ++i) {
      const std::string text = fmt::format("{}: {}", truth_letter(i), chart_.propositions[i]);
      out += indented(fold_words(text, text_columns - number_columns), number_columns);
    }
    if (out.empty()) return out;
    const std::size_t rest = chart_.propositions.size() - truth_columns(chart_);
    if (rest > 0) out += indented({fmt::format("({} more left out)", rest)}, number_columns);
    return out + indented({"+ true, - false, ? no value, each after the step"}, number_columns);
  }

  // Over what stands there; the line grows as needed.
  static void place(std::string& line, std::size_t at, const std::string& text) {
    if (line.size() < at) line.resize(at, ' ');
    if (text.size() >= line.size() - at) line.resize(at);
    line.replace(at, text.size(), text);
  }

  static std::string rest_of(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  }

  std::string lifelines(std::size_t event) const {
    std::string line;
    for (std::size_t i = 0; i < chart_.lifelines.size(); ++i) {
      const Chart::Lifeline& lifeline = chart_.lifelines[i];
      const bool is_born = !lifeline.born || *lifeline.born < event;
      const bool is_alive = is_born && (!lifeline.died || event <= *lifeline.died);
      if (is_alive) place(line, column(i), "|");
    }
    return line;
  }

  static std::string label_of(const Chart::Event& event) {
    return event.message == 0 ? event.text : fmt::format("{} ({})", event.text, event.message);
  }

  // "   2  |--- q!7 --->|"; the number and the truths stand in the first row of a step.
  std::string row(std::size_t index, bool is_first) const {
    const Chart::Event& event = chart_.events[index];
    std::string line = lifelines(index);
    if (event.partner && *event.partner != event.lifeline) {
      const bool receives = event.kind == Kind::Receive;
      draw_arrow(line, receives ? *event.partner : event.lifeline,
                 receives ? event.lifeline : *event.partner, event);
    } else {
      draw_mark(line, event);
    }
    if (is_first) {
      place(line, 0, fmt::format("{:>{}}", event.step, number_columns - 2));
      place_truths(line, event.step);
    }
    const bool is_framed = chart_.loop && chart_.loop->first <= index;
    if (is_framed && (line.empty() || line.front() == ' ')) place(line, 0, "|");
    return rest_of(line);
  }

  void draw_mark(std::string& line, const Chart::Event& event) const {
    const std::size_t at = column(event.lifeline);
    switch (event.kind) {
      case Kind::End: return place(line, at, "x");
      case Kind::Stutter: return place(line, column(0) + 2, event.text + " ");
      case Kind::Print: return place(line, at, fmt::format("| \"{}\" ", event.text));
      case Kind::Failure:
        // Nothing on this row is more important.
        line.resize(std::max(line.size(), at));
        line.erase(at);
        line += "! " + painted(event.text, Tint::Bad, options_.color);
        return;
      default: place(line, at, "* " + shortened(label_of(event), column_width_ - 4) + " ");
    }
  }

  void draw_arrow(std::string& line, std::size_t from, std::size_t to,
                  const Chart::Event& event) const {
    const std::size_t left = column(std::min(from, to));
    const std::size_t right = column(std::max(from, to));
    const std::size_t inner = right - left - 1;
    std::string shaft(inner, '-');
    const std::string label = " " + shortened(label_of(event), inner - 6) + " ";
    shaft.replace((inner - width_of(label)) / 2, width_of(label), label);
    from < to ? shaft.replace(shaft.size() - 1, 1, ">") : shaft.replace(0, 1, "<");
    place(line, left, "|" + shaft + (event.kind == Kind::Start ? "+ " : "|"));
    if (event.kind != Kind::Start) return;
    place(line, right,
          "+ " + shortened(chart_.lifelines[*event.partner].name, column_width_ - 4) + " ");
  }

  const Chart& chart_;
  TextOptions options_;
  std::size_t left_ = number_columns;  // of the first lifeline
  std::size_t column_width_ = column_width_min;
};

}  // namespace

std::string chart_text(const Chart& chart, const TextOptions& options) {
  return ChartPrinter(chart, options).print();
}

}  // namespace clew
