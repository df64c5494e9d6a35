#include "clew/render/graph.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "clew/base/environment.hpp"
#include "clew/render/models_test.hpp"

namespace clew {
namespace {

using render_test::model_of;
using render_test::walk;

StateGraph graph_of(const Model& model, std::uint64_t states_max, const Trace* trace = nullptr) {
  const Interpreter judge(model);
  return build_state_graph(judge, Codec(model), states_max, trace);
}

// "0 -> 1 | A: idle -> busy", one line per edge; "*" marks the path, "!" an error.
std::string edges_text(const StateGraph& graph) {
  std::string out;
  for (const StateGraph::Edge& edge : graph.edges) {
    out += std::to_string(edge.source) + " -> " + std::to_string(edge.target);
    out += edge.on_path ? " *" : "";
    out += edge.is_error ? " !" : "";
    for (const std::string& line : edge.lines) out += " | " + line;
    out += '\n';
  }
  return out;
}

// The numbers of the nodes that have the mark.
template <class Mark>
std::vector<std::size_t> marked(const StateGraph& graph, Mark mark) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].*mark) found.push_back(i);
  }
  return found;
}

using Numbers = std::vector<std::size_t>;

TEST(StateGraph, HasEveryStateAndEveryMove) {
  const auto model = model_of(render_test::two_forks);
  const Trace trace = walk(*model, {0, 1});
  const StateGraph graph = graph_of(*model, 100, &trace);
  EXPECT_EQ(graph.states_seen, 6u);
  EXPECT_FALSE(graph.truncated);
  EXPECT_EQ(graph.nodes[0].lines,
            (std::vector<std::string>{"fork = [0, 0]   A = thinking", "B = thinking"}));
  EXPECT_EQ(edges_text(graph),
            "0 -> 1 * | A: thinking -> has_left\n"
            "0 -> 2 | B: thinking -> has_left\n"
            "1 -> 3 | A: has_left -> eating\n"
            "1 -> 4 * | B: thinking -> has_left\n"
            "2 -> 4 | A: thinking -> has_left\n"
            "2 -> 5 | B: has_left -> eating\n"
            "3 -> 0 | A: eating -> thinking\n"
            "5 -> 0 | B: eating -> thinking\n");
  EXPECT_EQ(marked(graph, &StateGraph::Node::is_initial), Numbers{0});
  EXPECT_EQ(marked(graph, &StateGraph::Node::is_deadlock), Numbers{4});
  EXPECT_EQ(marked(graph, &StateGraph::Node::on_path), (Numbers{0, 1, 4}));
  EXPECT_EQ(marked(graph, &StateGraph::Node::is_cut), Numbers{});
}

TEST(StateGraph, SaysThatThereIsMore) {
  const auto model = model_of(render_test::two_forks);
  const StateGraph graph = graph_of(*model, 2);
  EXPECT_EQ(graph.states_seen, 2u);
  EXPECT_TRUE(graph.truncated);
  EXPECT_EQ(edges_text(graph), "0 -> 1 | A: thinking -> has_left\n");
  EXPECT_EQ(marked(graph, &StateGraph::Node::is_cut), (Numbers{0, 1}));
}

TEST(StateGraph, ShowsTheWholePathEvenBeyondTheLimit) {
  const auto model = model_of(render_test::two_forks);
  const Trace trace = walk(*model, {1, 1, 0});
  const StateGraph graph = graph_of(*model, 1, &trace);
  EXPECT_EQ(graph.states_seen, 3u);
  EXPECT_EQ(edges_text(graph),
            "0 -> 1 * | B: thinking -> has_left\n"
            "1 -> 2 * | B: has_left -> eating\n"
            "2 -> 0 * | B: eating -> thinking\n");
}

TEST(StateGraph, LeavesOutWhatTheTraceDoesNotComeBy) {
  const auto model = model_of(render_test::two_forks);
  const Trace trace = walk(*model, {1, 1});
  const StateGraph path = path_alone(graph_of(*model, 100, &trace));
  EXPECT_EQ(path.nodes.size(), 3U);
  EXPECT_EQ(path.states_seen, 3U);
  EXPECT_FALSE(path.truncated);
  EXPECT_EQ(edges_text(path),
            "0 -> 1 * | B: thinking -> has_left\n"
            "1 -> 2 * | B: has_left -> eating\n");
  const StateGraph same = path_alone(graph_of(*model, 1, &trace));
  EXPECT_EQ(path.nodes, same.nodes);
  EXPECT_EQ(path.edges, same.edges);
}

TEST(StateGraph, ClosesALassoWhoseLastStepIsNotTheFirstOfTheLoop) {
  const auto model = model_of(render_test::two_forks);
  Trace trace = walk(*model, {0, 0});
  trace.loop_start = 0;
  const StateGraph graph = graph_of(*model, 3, &trace);
  EXPECT_NE(edges_text(graph).find("3 -> 0 * | A: eating -> thinking\n"), std::string::npos);
}

TEST(StateGraph, LeadsErrorsToOneSmallNode) {
  const auto model = model_of(render_test::overflow);
  const Trace trace = walk(*model, {0, 0});
  const StateGraph graph = graph_of(*model, 100, &trace);
  EXPECT_EQ(graph.states_seen, 2u);
  EXPECT_EQ(edges_text(graph),
            "0 -> 1 * | Counter: up -> up\n"
            "1 -> 2 * ! | Counter: up -> up | value 256 is outside 0..255 of 'x'\n");
  EXPECT_EQ(graph.edges[1].detail,
            "Counter: up -> up { effect x = x + 1; }; error: value 256 is outside 0..255 of 'x'");
  EXPECT_EQ(marked(graph, &StateGraph::Node::is_error), Numbers{2});
  EXPECT_EQ(marked(graph, &StateGraph::Node::on_path), (Numbers{0, 1, 2}));
}

TEST(ControlFlow, ShowsLocationsAndActionsOfAProcess) {
  const auto model = model_of(render_test::belt);
  const StateGraph baker = control_flow_graph(*model, ProcessTypeId{0});
  EXPECT_EQ(edges_text(baker),
            "0 -> 1 | guard made < 1; | sync belt!7; | effect made = made + 1;\n"
            "1 -> 0 | sync hand!3;\n");
  EXPECT_EQ(baker.nodes[1].lines, std::vector<std::string>{"rest"});
  EXPECT_EQ(baker.edges[1].detail, "rest -> bake { sync hand!3; }, line 9");
  EXPECT_EQ(marked(baker, &StateGraph::Node::is_initial), Numbers{0});
  const StateGraph eater = control_flow_graph(*model, ProcessTypeId{1});
  EXPECT_EQ(marked(eater, &StateGraph::Node::is_committed), Numbers{1});
}

TEST(ControlFlow, WritesTheAssignmentsOfALongEffectBelowEachOther) {
  const auto model = model_of(
      "int first, second;\n"
      "process P { state a; init a; trans\n"
      "  a -> a { effect first = first * 2 + 1, second = second * 3 + 1; }; }\nsystem async;\n");
  EXPECT_EQ(edges_text(control_flow_graph(*model, ProcessTypeId{0})),
            "0 -> 0 | effect first = first * 2 + 1, |   second = second * 3 + 1;\n");
}

TEST(Dot, LooksLikeThis) {
  const auto model = model_of(render_test::overflow);
  const Trace trace = walk(*model, {0});
  const std::string failing =
      "Counter: up -> up { effect x = x + 1; }; error: value 256 is outside 0..255 of 'x'";
  EXPECT_EQ(dot_text(graph_of(*model, 100, &trace), "overflow"),
            R"(digraph "overflow" {
  graph [label="overflow", labelloc=t, fontname="Helvetica", fontsize=16, fontcolor="#1f2937",
         bgcolor="white", pad=0.25, nodesep=0.35, ranksep=0.45];
  node [shape=box, style="rounded,filled", fillcolor="#f9fafb", color="#9ca3af",
        fontname="Helvetica", fontsize=11, fontcolor="#1f2937", margin="0.14,0.08"];
  edge [color="#9ca3af", fontname="Helvetica", fontsize=9, fontcolor="#4b5563", arrowsize=0.7];
  n0 [label="x = 254   Counter = up", style="rounded,filled,bold", color="#1d4ed8", penwidth=2.2];
  start0 [shape=point, width=0.1, color="#1f2937", fillcolor="#1f2937"];
  start0 -> n0 [color="#1f2937"];
  n1 [label="x = 255   Counter = up", color="#1d4ed8", penwidth=2.2];
  n2 [label="error", fillcolor="#7f1d1d", fontcolor="white", shape=ellipse, color="#b91c1c"];
  n0 -> n1 [label=" Counter: up -> up", tooltip="Counter: up -> up { effect x = x + 1; }", )"
            R"(labeltooltip="Counter: up -> up { effect x = x + 1; }", )"
            R"(color="#1d4ed8", fontcolor="#1d4ed8", penwidth=2.6, weight=4];)"
            "\n"
            R"(  n1 -> n2 [label=" Counter: up -> up\l value 256 is outside 0..255 of 'x'\l", )"
            "tooltip=\"" +
                failing + "\", labeltooltip=\"" + failing + "\", " +
                "color=\"#b91c1c\", fontcolor=\"#b91c1c\"];\n}\n");
}

TEST(Dot, EscapesWhatGraphvizWouldTakeForItsOwn) {
  StateGraph graph;
  graph.nodes.resize(1);
  graph.nodes[0].lines = {"a \"b\" \\N &lt; <c>\x01\n"};
  const std::string text = dot_text(graph, "x\"];\\");
  EXPECT_NE(text.find("digraph \"x\\\"];\\\\\" {"), std::string::npos);
  EXPECT_NE(text.find("[label=\"a \\\"b\\\" \\\\N &amp;lt; <c>  \"]"), std::string::npos);
}

TEST(Dot, SaysInTheTitleThatStatesAreMissing) {
  const auto model = model_of(render_test::two_forks);
  const std::string text = dot_text(graph_of(*model, 2), "forks");
  EXPECT_NE(text.find("label=\"forks (the first 2 states)\""), std::string::npos);
  EXPECT_NE(text.find("style=\"rounded,filled,dashed,bold\""), std::string::npos);
}

TEST(GraphJson, HasTheSameContent) {
  const auto model = model_of(render_test::overflow);
  EXPECT_EQ(graph_json(graph_of(*model, 1), "overflow"), R"json({
  "title": "overflow",
  "states_seen": 1,
  "truncated": true,
  "nodes": [
    {
      "id": 0,
      "lines": ["x = 254   Counter = up"],
      "initial": true,
      "deadlock": false,
      "error": false,
      "cut": true,
      "committed": false,
      "accepting": false,
      "end": false,
      "progress": false,
      "on_path": false
    }
  ],
  "edges": []
}
)json");
}

bool has_graphviz() { return std::system("dot -V >/dev/null 2>&1") == 0; }

TEST(Svg, IsMadeByGraphviz) {
  if (!has_graphviz()) GTEST_SKIP() << "Graphviz is not installed";
  StateGraph graph;
  graph.nodes.resize(1);
  graph.nodes[0].lines = {"a \"b\" \\N &lt; <c>"};
  const Svg picture = svg_from_dot(dot_text(graph, "x"));
  EXPECT_EQ(picture.error, "");
  EXPECT_NE(picture.svg.find("</svg>"), std::string::npos);
  EXPECT_NE(picture.svg.find("a &quot;b&quot; \\N &amp;lt; &lt;c&gt;"), std::string::npos);
}

TEST(Svg, SaysWhatGraphvizDidNotLike) {
  if (!has_graphviz()) GTEST_SKIP() << "Graphviz is not installed";
  const Svg picture = svg_from_dot("this is no graph");
  EXPECT_EQ(picture.svg, "");
  EXPECT_EQ(picture.error.substr(0, 17), "Graphviz failed: ");
}

TEST(Svg, SaysThatGraphvizIsMissing) {
  const WithEnvironment nowhere("PATH", "/nowhere");
  const Svg picture = svg_from_dot("digraph {}");
  EXPECT_EQ(picture.error,
            "the program 'dot' was not found: install Graphviz, or ask for DOT or JSON");
}

}  // namespace
}  // namespace clew
