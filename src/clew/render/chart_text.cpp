// Message sequence charts with letters.
#include <fmt/format.h>

#include <algorithm>

#include "clew/render/chart.hpp"
#include "clew/render/chart_label.hpp"
#include "clew/render/layout.hpp"

namespace clew {

namespace {

using Kind = Chart::Event::Kind;

constexpr std::size_t number_columns = 6;
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
    const std::size_t room = (text_columns - number_columns) / count;
    column_width_ = std::max(column_width_min, std::min({wanted, column_width_max, room}));
  }

  std::string print() const {
    std::string out;
    for (std::size_t i = 0; i < chart_.lifelines.size(); ++i) {
      if (chart_.lifelines[i].born) continue;
      place(out, column(i), shortened(chart_.lifelines[i].name, column_width_ - 2));
    }
    out += '\n' + rest_of(lifelines(0)) + '\n';
    std::size_t step = 0;
    for (std::size_t i = 0; i < chart_.events.size(); ++i) {
      const std::size_t number = chart_.events[i].step;
      out += row(i, number != step ? std::to_string(number) : "") + '\n';
      step = number;
    }
    if (chart_.ending.empty()) return out;
    return out + indented(fold_words("end: " + chart_.ending, text_columns - number_columns, 2),
                          number_columns);
  }

 private:
  std::size_t column(std::size_t lifeline) const {
    return number_columns + lifeline * column_width_;
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

  // "   2  |--- q!7 --->|"
  std::string row(std::size_t index, const std::string& number) const {
    const Chart::Event& event = chart_.events[index];
    std::string line = lifelines(index);
    if (event.partner && *event.partner != event.lifeline) {
      const bool receives = event.kind == Kind::Receive;
      draw_arrow(line, receives ? *event.partner : event.lifeline,
                 receives ? event.lifeline : *event.partner, event);
    } else {
      draw_mark(line, event);
    }
    place(line, 0, fmt::format("{:>{}}", number, number_columns - 2));
    return rest_of(line);
  }

  void draw_mark(std::string& line, const Chart::Event& event) const {
    const std::size_t at = column(event.lifeline);
    switch (event.kind) {
      case Kind::End: return place(line, at, "x");
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
  std::size_t column_width_ = column_width_min;
};

}  // namespace

std::string chart_text(const Chart& chart, const TextOptions& options) {
  return ChartPrinter(chart, options).print();
}

}  // namespace clew
