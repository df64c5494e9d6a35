#include "tests/plain_graph.hpp"

#include "clew/property/ctl_space.hpp"
#include "clew/property/watched_space.hpp"

namespace clew {

namespace {

class GraphSpace {
 public:
  using State = std::size_t;
  using Action = std::size_t;

  explicit GraphSpace(const PlainGraph& graph) : graph_(&graph) {}

  void initial_states(auto&& found) const {
    for (const std::size_t node : graph_->initial) found(node);
  }
  void successors(const State& source, auto&& found) const {
    for (std::size_t i = 0; i < graph_->rows[source].size(); ++i) found(i, graph_->rows[source][i]);
  }

 private:
  const PlainGraph* graph_;
};

std::vector<NamedProposition<std::size_t>> propositions_of(const PlainGraph& graph) {
  return {{"p", [&](std::size_t node) { return graph.label[node]; }}};
}

}  // namespace

bool PlainGraph::has_cycle() const {
  // What has no successors left is on no cycle.
  std::vector<std::size_t> left(rows.size());
  std::vector<std::vector<std::size_t>> sources(rows.size());
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    left[i] = rows[i].size();
    if (rows[i].empty()) ends.push_back(i);
    for (const std::size_t target : rows[i]) sources[target].push_back(i);
  }
  std::size_t removed = 0;
  while (!ends.empty()) {
    const std::size_t node = ends.back();
    ends.pop_back();
    ++removed;
    for (const std::size_t source : sources[node]) {
      if (--left[source] == 0) ends.push_back(source);
    }
  }
  return removed < rows.size();
}

Verdict PlainGraph::ctl(const std::string& formula) const {
  return check_ctl(GraphSpace(*this), formula, propositions_of(*this)).value().verdict;
}

Verdict PlainGraph::ltl(const std::string& formula) const {
  return check_ltl(GraphSpace(*this), formula, propositions_of(*this)).value().verdict;
}

}  // namespace clew
