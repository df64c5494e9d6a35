// Message sequence charts as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clew/base/text.hpp"
#include "clew/render/chart.hpp"
#include "clew/render/chart_label.hpp"
#include "clew/render/layout.hpp"
#include "clew/render/palette.hpp"

namespace clew {

namespace {

using Kind = Chart::Event::Kind;

constexpr std::string_view arrow_color = "#1d4ed8";
constexpr std::string_view quiet_color = "#4b5563";
constexpr std::string_view failure_color = "#b91c1c";
// Keeps the lines below a text away from its letters.
constexpr std::string_view halo = " paint-order=\"stroke\" stroke=\"white\" stroke-width=\"3\"";

constexpr std::size_t row_height = 26;
constexpr std::size_t chart_margin = 20;
constexpr std::size_t number_width = 40;
constexpr std::size_t title_height = 34;
constexpr std::size_t box_height = 26;
constexpr std::size_t letter_width = 7;  // about, of the font and size below
constexpr std::size_t truth_width = 16;  // of a column of marks
constexpr std::size_t legend_height = 18;
constexpr std::size_t frame_gap = 10;  // between the frame of a loop and the rim
constexpr std::size_t spacing_min = 120;
constexpr std::size_t spacing_max = 280;

class ChartDrawing {
 public:
  ChartDrawing(const Chart& chart, const std::string& title) : chart_(chart), title_(title) {
    std::size_t letters = 0;
    for (const Chart::Lifeline& line : chart.lifelines) {
      letters = std::max(letters, width_of(line.name) + 2);
    }
    for (const Chart::Event& event : chart.events) {
      if (event.kind == Kind::Print || event.kind == Kind::Failure) continue;
      letters = std::max(letters, width_of(event.text) + 3);
    }
    spacing_ = std::clamp(letters * letter_width + 16, spacing_min, spacing_max);
    left_ = spacing_ / 4;
    for (const Chart::Event& event : chart.events) {
      if (event.lifeline == 0 && is_labelled_at_the_left(event)) {
        left_ = std::max(left_, std::min(width_of(event.text), label_letters()) * letter_width);
      }
    }
    for (const Chart::Event& event : chart.events) {
      const std::size_t end = x_of(event.lifeline) + (width_of(event.text) + 4) * letter_width;
      const bool is_note = event.kind == Kind::Print || event.kind == Kind::Failure;
      if (is_note) note_end_ = std::max(note_end_, end);
    }
  }

  std::string draw() {
    for (std::size_t i = 0; i < chart_.lifelines.size(); ++i) draw_lifeline(i);
    if (has_truths()) {
      text(chart_margin, title_height + box_height + row_height + 4, line_color, "0");
      draw_truths(0, title_height + box_height + row_height);
    }
    for (std::size_t i = 0; i < chart_.events.size(); ++i) draw_event(i);
    std::size_t height = bottom() + chart_margin;
    std::size_t text_letters = 0;
    const auto below = [&](std::size_t y, std::string_view color, const std::string& content) {
      text(chart_margin, y, color, content);
      text_letters = std::max(text_letters, width_of(content));
    };
    if (!chart_.ending.empty()) {
      below(bottom() + row_height - 6, ink, "end: " + chart_.ending);
      height = bottom() + row_height + chart_margin;
    }
    for (const std::string& entry : legend()) {
      below(height, quiet_color, entry);
      height += legend_height;
    }
    const std::size_t width =
        std::max({x_of(chart_.lifelines.size()) + chart_margin, note_end_ + chart_margin,
                  chart_margin * 2 + text_letters * letter_width, spacing_ * 2});
    const std::string frame = chart_.loop ? loop_frame(width) : "";
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
               "viewBox=\"0 0 {0} {1}\" font-family=\"Helvetica, Arial, sans-serif\" "
               "font-size=\"12\">\n"
               "<title>{2}</title>\n"
               "<defs><marker id=\"head\" markerWidth=\"9\" markerHeight=\"8\" refX=\"9\" "
               "refY=\"4\" "
               "orient=\"auto\"><path d=\"M0,0 L9,4 L0,8 z\" fill=\"{3}\"/></marker></defs>\n"
               "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
               "<text x=\"{4}\" y=\"24\" font-size=\"16\" fill=\"{5}\">{2}</text>\n",
               width, height, xml_text(title_), arrow_color, chart_margin, ink) +
           frame + lines_ + texts_ + "</svg>\n";
  }

 private:
  // --- places

  std::size_t x_of(std::size_t lifeline) const {
    return chart_margin + number_width + truth_columns(chart_) * truth_width + left_ +
           lifeline * spacing_;
  }
  // The truths of the initial state have a row, and so has the head of the loop's frame.
  std::size_t y_of(std::size_t event) const {
    const bool is_in_loop = chart_.loop && chart_.loop->first <= event;
    const std::size_t row = event + 1 + (has_truths() ? 1 : 0) + (is_in_loop ? 1 : 0);
    return title_height + box_height + row_height * row;
  }
  // Of what is written beside a lifeline.
  std::size_t label_letters() const { return (spacing_ - 16) / letter_width; }
  // Away from the sender, where no arrow comes from.
  static bool is_labelled_at_the_left(const Chart::Event& event) {
    return event.kind == Kind::Receive && event.partner && event.lifeline < *event.partner;
  }
  std::size_t bottom() const { return y_of(chart_.events.size()); }

  // --- propositions

  bool has_truths() const { return !chart_.propositions.empty() && !chart_.truths.empty(); }
  static std::size_t truth_x(std::size_t proposition) {
    return chart_margin + number_width + proposition * truth_width;
  }

  // Full is true, empty is false.
  void draw_truths(std::size_t step, std::size_t y) {
    for (std::size_t i = 0; i < truth_columns(chart_) && step < chart_.truths.size(); ++i) {
      const Truth truth = chart_.truths[step][i];
      if (truth == Truth::NoValue) {
        text(truth_x(i), y + 4, failure_color, "?", " text-anchor=\"middle\"");
        continue;
      }
      lines_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\" stroke=\"{}\"/>\n",
                            truth_x(i), y, truth == Truth::True ? ink : "white", quiet_color);
    }
  }

  // What the letters above the columns mean; draws the letters.
  std::vector<std::string> legend() {
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < truth_columns(chart_); ++i) {
      const std::string letter(1, truth_letter(i));
      text(truth_x(i), title_height + 17, quiet_color, letter, " text-anchor=\"middle\"");
      entries.push_back(fmt::format("{}: {}", letter, chart_.propositions[i]));
    }
    if (entries.empty()) return entries;
    const std::size_t rest = chart_.propositions.size() - truth_columns(chart_);
    if (rest > 0) entries.push_back(fmt::format("({} more left out)", rest));
    entries.push_back("full: true, empty: false, ?: no value, each after the step");
    return entries;
  }

  // --- shapes

  // Behind all that happens in the loop, with a head that says what it is.
  std::string loop_frame(std::size_t width) const {
    const std::size_t top = y_of(chart_.loop->first) - row_height - row_height / 2;
    const std::size_t end = y_of(chart_.events.size() - 1) + row_height / 2;
    const std::string head = fmt::format("loop: back to step {}", chart_.loop->back_to);
    return fmt::format(
        "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" rx=\"5\" fill=\"#f0f9ff\" "
        "stroke=\"{4}\"/>\n"
        "<rect x=\"{0}\" y=\"{1}\" width=\"{5}\" height=\"20\" rx=\"5\" fill=\"#dbeafe\" "
        "stroke=\"{4}\"/>\n"
        "<text x=\"{6}\" y=\"{7}\" fill=\"{8}\">{9}</text>\n",
        frame_gap, top, width - 2 * frame_gap, end - top, arrow_color,
        width_of(head) * letter_width + 12, chart_margin, top + 14, arrow_color, head);
  }

  void line(std::size_t x1, std::size_t y1, std::size_t x2, std::size_t y2,
            std::string_view style) {
    lines_ +=
        fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", x1, y1, x2, y2, style);
  }

  void text(std::size_t x, std::size_t y, std::string_view color, const std::string& content,
            std::string_view more = "") {
    texts_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\"{}>{}</text>\n", x, y, color, more,
                          xml_text(content));
  }

  // Cut to `width` letters; the whole of it appears under the pointer.
  void label(std::size_t x, std::size_t y, std::string_view color, const std::string& content,
             std::size_t width, std::string_view more = "") {
    const std::string shown = shortened(content, width);
    if (shown == content) return text(x, y, color, content, more);
    texts_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\"{}>{}<title>{}</title></text>\n", x,
                          y, color, more, xml_text(shown), xml_text(content));
  }

  void arrow(std::size_t x1, std::size_t y1, std::size_t x2, std::size_t y2, bool dashed) {
    line(x1, y1, x2, y2,
         fmt::format("stroke=\"{}\" stroke-width=\"1.5\" marker-end=\"url(#head)\"{}", arrow_color,
                     dashed ? " stroke-dasharray=\"5,3\"" : ""));
  }

  std::string box_name(std::size_t lifeline) const {
    return shortened(chart_.lifelines[lifeline].name, spacing_ / letter_width - 2);
  }
  std::size_t box_width(std::size_t lifeline) const {
    return width_of(box_name(lifeline)) * letter_width + 14;
  }

  void draw_lifeline(std::size_t index) {
    const Chart::Lifeline& lifeline = chart_.lifelines[index];
    const std::size_t x = x_of(index);
    const std::size_t top = lifeline.born ? y_of(*lifeline.born) - box_height / 2 : title_height;
    const std::size_t end = lifeline.died ? y_of(*lifeline.died) : bottom();
    const std::string name = box_name(index);
    const std::size_t width = box_width(index);
    line(x, top + box_height, x, end, fmt::format("stroke=\"{}\"", line_color));
    texts_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#f9fafb\" "
        "stroke=\"{}\"/>\n",
        x - std::min(x, width / 2), top, width, box_height, line_color);
    text(x, top + 17, ink, name, " text-anchor=\"middle\"");
  }

  void draw_event(std::size_t index) {
    const Chart::Event& event = chart_.events[index];
    const std::size_t x = x_of(event.lifeline);
    const std::size_t y = y_of(index);
    if (index == 0 || chart_.events[index - 1].step != event.step) {
      text(chart_margin, y + 4, line_color, std::to_string(event.step));
      draw_truths(event.step, y);
    }
    switch (event.kind) {
      case Kind::Rendezvous: return draw_message(event, index, false);
      case Kind::Start: return draw_message(event, index, true);
      case Kind::Receive: return draw_receive(event, index);
      case Kind::End:
        line(x - 5, y - 5, x + 5, y + 5, fmt::format("stroke=\"{}\"", ink));
        line(x - 5, y + 5, x + 5, y - 5, fmt::format("stroke=\"{}\"", ink));
        return;
      case Kind::Stutter: return text(x_of(0) + 8, y + 4, quiet_color, event.text, halo);
      case Kind::Print: return draw_note(x, y, event.text, "#fef3c7", ink);
      case Kind::Failure: return draw_note(x, y, event.text, "#fecaca", failure_color);
      default: break;
    }
    const bool sends = event.kind == Kind::Send;
    if (sends && event.message != 0) send_rows_.emplace(event.message, index);
    lines_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{}\"/>\n", x, y,
                          sends ? arrow_color : line_color);
    label(x + 8, y + 4, sends ? arrow_color : quiet_color, event.text, label_letters(), halo);
  }

  void draw_note(std::size_t x, std::size_t y, const std::string& content, std::string_view fill,
                 std::string_view color) {
    texts_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"20\" fill=\"{}\" stroke=\"{}\"/>\n", x + 6,
        y - 10, width_of(content) * letter_width + 12, fill, color);
    text(x + 12, y + 4, color, content);
  }

  // From the lifeline of the event to its partner's.
  void draw_message(const Chart::Event& event, std::size_t row, bool starts) {
    const std::size_t x = x_of(event.lifeline);
    const std::size_t y = y_of(row);
    if (!event.partner || *event.partner == event.lifeline) {
      return label(x + 8, y + 4, arrow_color, event.text, spacing_ / letter_width);
    }
    std::size_t target = x_of(*event.partner);
    // A process begins with a box, and the arrow ends at its side.
    const std::size_t half = starts ? box_width(*event.partner) / 2 : 0;
    target = x < target ? target - half : target + half;
    arrow(x, y, target, y, starts);
    label((x + target) / 2, y - 4, arrow_color, event.text,
          (std::max(x, target) - std::min(x, target)) / letter_width, " text-anchor=\"middle\"");
  }

  // The arrow begins where the message was sent.
  void draw_receive(const Chart::Event& event, std::size_t index) {
    const std::size_t x = x_of(event.lifeline);
    const std::size_t y = y_of(index);
    if (const auto sent = send_rows_.find(event.message); sent != send_rows_.end()) {
      arrow(x_of(chart_.events[sent->second].lifeline), y_of(sent->second), x, y, false);
    }
    lines_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{}\"/>\n", x, y, arrow_color);
    if (is_labelled_at_the_left(event)) {
      return label(x - 8, y + 4, arrow_color, event.text, label_letters(),
                   fmt::format("{} text-anchor=\"end\"", halo));
    }
    label(x + 8, y + 4, arrow_color, event.text, label_letters(), halo);
  }

  const Chart& chart_;
  const std::string& title_;
  std::size_t spacing_ = spacing_min;
  std::size_t left_ = 0;  // room at the left of the first lifeline
  std::size_t note_end_ = 0;
  std::unordered_map<std::size_t, std::size_t> send_rows_;  // by number of the message
  std::string lines_;
  std::string texts_;  // above all lines
};

}  // namespace

std::string chart_svg(const Chart& chart, const std::string& title) {
  return ChartDrawing(chart, title).draw();
}

}  // namespace clew
