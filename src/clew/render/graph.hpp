// Pictures: the states of a model and the ways between them, or the control flow of a process.
//
//   const StateGraph graph = build_state_graph(judge, codec, 200, &trace);
//   if (graph.truncated) ...;   // there are more than 200 states
//   const Svg picture = svg_from_dot(dot_text(graph, "peterson"));
//   if (picture.error.empty()) write_file("peterson.svg", picture.svg);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clew/model/codec.hpp"
#include "clew/model/trace.hpp"

namespace clew {

struct StateGraph {
  struct Node {
    std::vector<std::string> lines;  // what stands in the box
    bool is_initial = false;
    bool is_deadlock = false;
    bool is_error = false;      // not a state: where moves that go wrong lead
    bool is_cut = false;        // has successors that are not in the graph
    bool is_committed = false;  // locations only
    bool is_accepting = false;  // locations only
    bool is_end = false;        // locations only
    bool is_progress = false;   // locations only
    bool on_path = false;       // the highlighted trace comes by
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Edge {
    std::size_t source = 0;
    std::size_t target = 0;
    std::vector<std::string> lines;  // what stands beside the arrow
    std::string detail;              // all of it, for tooltips and programs
    bool is_error = false;
    bool is_escape = false;  // actions only: comes before the others, as behind an unless
    bool goes_on = false;    // actions only: within an atomic block or a d_step
    bool on_path = false;
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  std::vector<Node> nodes;  // in the order of discovery; the error node, if any, comes last
  std::vector<Edge> edges;
  std::uint64_t states_seen = 0;  // nodes that are states or locations
  bool truncated = false;         // there are more
};

// The first `states_max` states (at least one) in breadth-first order, with every move between
// them. `highlighted` may be null; the states of the trace are part of the graph even if they lie
// beyond states_max, so that the path is always complete. REQUIRES: judge, codec and trace speak of
// the same model.  Where the model bounds its runs nothing behind their last states is shown.
StateGraph build_state_graph(const Interpreter& judge, const Codec& codec, std::uint64_t states_max,
                             const Trace* highlighted);

// What the highlighted trace comes by, and nothing else.
StateGraph path_alone(const StateGraph& graph);

// Locations and actions of a process type.
StateGraph control_flow_graph(const Model& model, ProcessTypeId type);

// For Graphviz.
std::string dot_text(const StateGraph& graph, const std::string& title);

std::string graph_json(const StateGraph& graph, const std::string& title);

struct Svg {
  std::string svg;
  std::string error;  // empty if there is a picture
};

// Runs Graphviz (the program dot), for at most a minute.
Svg svg_from_dot(const std::string& dot);

}  // namespace clew
