#include "apps/bench/report/bench_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "clew/base/text.hpp"
#include "clew/render/palette.hpp"

namespace clew {

namespace {

// The colours of graph_text.cpp, and two blues that stay apart in grey.
constexpr std::string_view quiet_color = "#4b5563";
constexpr std::string_view grid_color = "#e5e7eb";
constexpr std::string_view one_color = "#93c5fd";
constexpr std::string_view two_color = "#1d4ed8";
constexpr std::string_view target_color = "#b91c1c";

// Keeps the lines below a number away from its digits.
constexpr std::string_view halo = " paint-order=\"stroke\" stroke=\"white\" stroke-width=\"3\"";

constexpr double margin = 24;
constexpr double name_width = 150;
constexpr double bars_width = 600;
constexpr double number_width = 60;
constexpr double head_height = 92;
constexpr double bar_height = 11;
constexpr double group_height = 32;
constexpr double foot_height = 40;
constexpr double left = margin + name_width;

struct Group {
  std::string name;
  double one = 0;  // 0: not measured
  double two = 0;
  bool is_mean = false;
};

std::vector<Group> groups_of(const BenchResults& results) {
  const auto one = bench_ratios(results, faster_spin, BenchSetting::ClewOne, Clock::Processor);
  const auto two = bench_ratios(results, faster_spin, BenchSetting::ClewTwo, Clock::Wall);
  std::vector<Group> groups;
  for (std::size_t i = 0; i < results.models.size(); ++i) {
    if (!one[i] && !two[i]) continue;
    groups.push_back({results.models[i].name, one[i].value_or(0), two[i].value_or(0)});
  }
  if (!groups.empty()) {
    groups.push_back(
        {"geometric mean", geometric_mean(present(one)), geometric_mean(present(two)), true});
  }
  return groups;
}

// A step between grid lines that gives five to ten of them.
double grid_step(double value_max) {
  double step = 1;
  for (const double factor : {2.0, 2.5, 2.0, 2.0, 2.5, 2.0, 2.0, 2.5, 2.0}) {
    if (value_max / step <= 10) break;
    step *= factor;
  }
  return step;
}

class Plot {
 public:
  explicit Plot(std::vector<Group> groups) : groups_(std::move(groups)) {
    double value_max = 12;  // both targets can be seen
    for (const Group& group : groups_) value_max = std::max({value_max, group.one, group.two});
    step_ = grid_step(value_max);
    axis_max_ = std::ceil(value_max / step_) * step_;
    bottom_ = head_height + static_cast<double>(groups_.size()) * group_height;
  }

  std::string text(const std::string& subtitle) {
    const double width = left + bars_width + number_width + margin;
    const double height = bottom_ + foot_height;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 "
        "{0:g} {1:g}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" "
        "fill=\"{2}\">\n<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
        width, height, ink);
    label(margin, 32, "How many times faster than SPIN", "font-size=\"18\" font-weight=\"bold\"");
    label(margin, 52, subtitle, fmt::format("fill=\"{}\"", quiet_color));
    legend();
    grid();
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      group(groups_[i], head_height + static_cast<double>(i) * group_height);
    }
    target(6, one_color);
    target(10, two_color);
    return out_ + numbers_ + "</svg>\n";
  }

 private:
  static double x_of_share(double share) { return left + share * bars_width; }
  double x_of(double value) const { return x_of_share(value / axis_max_); }

  void label(double x, double y, std::string_view text, std::string_view more = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y,
                        more.empty() ? "" : " ", more, xml_text(text));
  }

  void rectangle(double x, double y, double width, double height, std::string_view color) {
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
        width, height, color);
  }

  void legend() {
    constexpr double y = 62;
    rectangle(left, y, 12, 12, one_color);
    label(left + 18, y + 11, "1 thread, processor time");
    rectangle(left + 200, y, 12, 12, two_color);
    label(left + 218, y + 11, "2 threads, wall time");
    out_ += fmt::format(
        "<path d=\"M{:.1f} {:.1f}h18\" stroke=\"{}\" stroke-width=\"1.5\" "
        "stroke-dasharray=\"5 3\"/>\n",
        left + 380, y + 6, target_color);
    label(left + 404, y + 11, "targets, for the geometric means");
  }

  void grid() {
    for (double value = 0; value <= axis_max_ + step_ / 2; value += step_) {
      out_ += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\"/>\n", x_of(value),
                          head_height, bottom_, grid_color);
      label(x_of(value), bottom_ + 18, fmt::format("{:g}", value),
            fmt::format("text-anchor=\"middle\" fill=\"{}\"", quiet_color));
    }
  }

  void group(const Group& group, double y) {
    const double first = y + (group_height - 2 * bar_height) / 2;
    if (group.is_mean) {
      out_ += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\"/>\n", margin, y,
                          left + bars_width, quiet_color);
    }
    const std::string_view weight = group.is_mean ? " font-weight=\"bold\"" : "";
    label(left - 10, y + group_height / 2 + 4.5, group.name,
          fmt::format("text-anchor=\"end\"{}", weight));
    bar(group.one, first, one_color, weight);
    bar(group.two, first + bar_height, two_color, weight);
  }

  void bar(double value, double y, std::string_view color, std::string_view weight) {
    if (value <= 0) return;
    rectangle(left, y, x_of(value) - left, bar_height, color);
    numbers_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" fill=\"{}\"{}{}>{:.1f}</text>\n",
        x_of(value) + 5, y + bar_height - 1.5, quiet_color, weight, halo, value);
  }

  // A small wedge at the axis says which bars the line is for.
  void target(double value, std::string_view color) {
    out_ += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"{3}\" stroke-width=\"1.5\" "
        "stroke-dasharray=\"5 3\"/>\n<path d=\"M{0:.1f} {1:.1f}l-5 -7h10z\" fill=\"{4}\"/>\n",
        x_of(value), head_height, bottom_, target_color, color);
  }

  std::vector<Group> groups_;
  double step_ = 1;
  double axis_max_ = 1;
  double bottom_ = 0;
  std::string out_;
  std::string numbers_;  // in front of everything else
};

}  // namespace

std::string bench_plot(const BenchResults& results) {
  return Plot(groups_of(results))
      .text(fmt::format("Clew {} on {}, {}; bars are best runs, longer is better", results.version,
                        results.machine.processor, results.date));
}

}  // namespace clew
