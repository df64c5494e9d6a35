// The writing half of graph.hpp: DOT, JSON, SVG.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <utility>

#include "clew/base/process.hpp"
#include "clew/base/text.hpp"
#include "clew/render/graph.hpp"
#include "clew/render/json_text.hpp"
#include "clew/render/palette.hpp"

namespace clew {

namespace {

constexpr std::string_view path_color = "#1d4ed8";
constexpr std::string_view deadlock_line = "#b91c1c";
constexpr std::string_view deadlock_fill = "#fecaca";
constexpr std::string_view error_fill = "#7f1d1d";
constexpr std::string_view committed_fill = "#fef3c7";

// The inside of a DOT string.  A backslash would begin an escape of Graphviz's own, an ampersand an
// HTML entity; what cannot stand in an SVG file becomes a question mark.
std::string escaped(std::string_view text) {
  std::string out;
  for_each_character(text, [&](std::string_view character, bool is_utf8) {
    const char c = character.front();
    const bool is_no_character = character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
    if (c == '\\' || c == '"') {
      out += '\\';
      out += c;
    } else if (c == '&') {
      out += "&amp;";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += ' ';
    } else {
      out += is_utf8 && !is_no_character ? character : "?";
    }
  });
  return out;
}

// One line after the other, flush left.
std::string escaped_lines(const std::vector<std::string>& lines, std::string_view margin) {
  if (lines.size() == 1) return std::string(margin) + escaped(lines[0]);
  std::string out;
  for (const std::string& line : lines) out += fmt::format("{}{}\\l", margin, escaped(line));
  return out;
}

std::string dot_node(const StateGraph::Node& node, std::size_t index) {
  std::vector<std::string> lines = node.lines;
  if (node.is_committed) lines.push_back("(committed)");
  if (node.is_end) lines.push_back("(end)");
  if (node.is_progress) lines.push_back("(progress)");
  std::vector<std::string> attributes = {fmt::format("label=\"{}\"", escaped_lines(lines, ""))};
  std::string style = "rounded,filled";
  if (node.is_cut) style += ",dashed";
  if (node.is_initial) style += ",bold";
  if (style != "rounded,filled") attributes.push_back(fmt::format("style=\"{}\"", style));
  if (node.is_accepting) attributes.push_back("peripheries=2");
  if (node.is_committed) attributes.push_back(fmt::format("fillcolor=\"{}\"", committed_fill));
  if (node.is_deadlock) attributes.push_back(fmt::format("fillcolor=\"{}\"", deadlock_fill));
  if (node.is_error) {
    attributes.push_back(
        fmt::format("fillcolor=\"{}\", fontcolor=\"white\", shape=ellipse", error_fill));
  }
  if (node.on_path) {
    attributes.push_back(fmt::format("color=\"{}\", penwidth=2.2", path_color));
  } else if (node.is_deadlock || node.is_error) {
    attributes.push_back(fmt::format("color=\"{}\"", deadlock_line));
  }
  return fmt::format("  n{} [{}];\n", index, fmt::join(attributes, ", "));
}

// How far each node is from the initial ones; those nobody reaches come last.
std::vector<std::size_t> levels_of(const StateGraph& graph) {
  const std::size_t none = graph.nodes.size();
  std::vector<std::vector<std::size_t>> targets(graph.nodes.size());
  for (const StateGraph::Edge& edge : graph.edges) targets[edge.source].push_back(edge.target);
  std::vector<std::size_t> levels(graph.nodes.size(), none);
  std::vector<std::size_t> frontier;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].is_initial) continue;
    levels[i] = 0;
    frontier.push_back(i);
  }
  for (std::size_t next = 0; next < frontier.size(); ++next) {
    for (const std::size_t target : targets[frontier[next]]) {
      if (levels[target] != none) continue;
      levels[target] = levels[frontier[next]] + 1;
      frontier.push_back(target);
    }
  }
  return levels;
}

// `leads_back`: the arrow does not lead to a later level and must not pull its target down.
std::string dot_edge(const StateGraph::Edge& edge, bool leads_back) {
  // The blank keeps the text off the arrow.
  std::vector<std::string> attributes = {
      fmt::format("label=\"{}\"", escaped_lines(edge.lines, " "))};
  if (leads_back) attributes.push_back("constraint=false");
  // A thick arrow does not stop at its target; a dashed one leaves whatever else is possible.
  if (edge.is_escape) attributes.push_back("style=dashed");
  if (edge.goes_on) attributes.push_back("penwidth=2");
  const std::string detail = escaped(edge.detail);
  if (!detail.empty()) {
    attributes.push_back(fmt::format("tooltip=\"{0}\", labeltooltip=\"{0}\"", detail));
  }
  if (edge.on_path) {
    attributes.push_back(
        fmt::format("color=\"{0}\", fontcolor=\"{0}\", penwidth=2.6, weight=4", path_color));
  } else if (edge.is_error) {
    attributes.push_back(fmt::format("color=\"{0}\", fontcolor=\"{0}\"", deadlock_line));
  }
  return fmt::format("  n{} -> n{} [{}];\n", edge.source, edge.target, fmt::join(attributes, ", "));
}

}  // namespace

std::string dot_text(const StateGraph& graph, const std::string& title) {
  const std::string heading =
      graph.truncated ? fmt::format("{} (the first {} states)", title, graph.states_seen) : title;
  constexpr std::string_view font = "Helvetica";
  std::string out = fmt::format("digraph \"{}\" {{\n", escaped(title));
  out += fmt::format(
      "  graph [label=\"{}\", labelloc=t, fontname=\"{}\", fontsize=16, fontcolor=\"{}\",\n"
      "         bgcolor=\"white\", pad=0.25, nodesep=0.35, ranksep=0.45];\n",
      escaped(heading), font, ink);
  out += fmt::format(
      "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f9fafb\", color=\"{}\",\n"
      "        fontname=\"{}\", fontsize=11, fontcolor=\"{}\", margin=\"0.14,0.08\"];\n",
      line_color, font, ink);
  out += fmt::format(
      "  edge [color=\"{}\", fontname=\"{}\", fontsize=9, fontcolor=\"#4b5563\", arrowsize=0.7];\n",
      line_color, font);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    out += dot_node(graph.nodes[i], i);
    if (!graph.nodes[i].is_initial) continue;
    // An arrow from nowhere shows where everything begins.
    out += fmt::format("  start{0} [shape=point, width=0.1, color=\"{1}\", fillcolor=\"{1}\"];\n",
                       i, ink);
    out += fmt::format("  start{0} -> n{0} [color=\"{1}\"];\n", i, ink);
  }
  const std::vector<std::size_t> levels = levels_of(graph);
  for (const StateGraph::Edge& edge : graph.edges) {
    out += dot_edge(edge, levels[edge.target] <= levels[edge.source]);
  }
  return out + "}\n";
}

std::string graph_json(const StateGraph& graph, const std::string& title) {
  using Json = nlohmann::ordered_json;
  Json nodes = Json::array();
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const StateGraph::Node& node = graph.nodes[i];
    nodes.push_back({{"id", i},
                     {"lines", node.lines},
                     {"initial", node.is_initial},
                     {"deadlock", node.is_deadlock},
                     {"error", node.is_error},
                     {"cut", node.is_cut},
                     {"committed", node.is_committed},
                     {"accepting", node.is_accepting},
                     {"end", node.is_end},
                     {"progress", node.is_progress},
                     {"on_path", node.on_path}});
  }
  Json edges = Json::array();
  for (const StateGraph::Edge& edge : graph.edges) {
    edges.push_back({{"source", edge.source},
                     {"target", edge.target},
                     {"lines", edge.lines},
                     {"detail", edge.detail},
                     {"error", edge.is_error},
                     {"escape", edge.is_escape},
                     {"goes_on", edge.goes_on},
                     {"on_path", edge.on_path}});
  }
  return json_text(Json{{"title", title},
                        {"states_seen", graph.states_seen},
                        {"truncated", graph.truncated},
                        {"nodes", std::move(nodes)},
                        {"edges", std::move(edges)}});
}

Svg svg_from_dot(const std::string& dot) {
  constexpr std::chrono::seconds time_max{60};
  ProgramResult run = run_program({"dot", "-Tsvg"}, dot, {.time_max = time_max});
  switch (run.end) {
    case ProgramResult::End::NotFound:
      return {{}, "the program 'dot' was not found: install Graphviz, or ask for DOT or JSON"};
    case ProgramResult::End::TimedOut:
      return {{}, "Graphviz took longer than 60 s: draw fewer states, or ask for DOT or JSON"};
    case ProgramResult::End::NotSealed:  // not asked for
    case ProgramResult::End::Crashed: return {{}, "Graphviz crashed: draw fewer states"};
    case ProgramResult::End::Exited: break;
  }
  if (run.exit_code != 0 || run.output.empty()) {
    return {{}, fmt::format("Graphviz failed: {}", run.errors.substr(0, run.errors.find('\n')))};
  }
  return {std::move(run.output), {}};
}

}  // namespace clew
