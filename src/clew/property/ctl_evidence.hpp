// Why a formula over trees is true or false.
//
//   CtlEvidenceOn<NodeId> evidence = check.evidence();
//   show(evidence.path, ending_text(ctl, evidence));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clew/property/ctl_formula.hpp"

namespace clew {

// What there is to say without looking at nodes.
struct CtlReason {
  FormulaId formula = no_id<FormulaId>;  // a quantified one, or one without temporal operators
  bool is_true = false;
  std::optional<std::size_t> loop_start = std::nullopt;
  std::uint64_t reachable = 0;  // for AG that is true and EF that is false: nodes it speaks of
  std::uint64_t branches_left_out = 0;  // a person would not read more
};

template <class Node>
struct CtlBranchOn;

// Why a formula is true or false in a node.  A path, a lasso, or the node alone where the reason is
// something about all paths; and what the path does not show by itself, as branches.
template <class Node>
struct CtlEvidenceOn : CtlReason {
  std::vector<Node> path;  // begins in the node
  std::vector<CtlBranchOn<Node>> branches;
};

template <class Node>
struct CtlBranchOn {
  std::size_t step = 0;
  CtlEvidenceOn<Node> evidence;  // its path begins in the node of that step
};

// A sentence about what the evidence shows, without the moves: "'p' is false in all 5 states that can
// be reached from here".
std::string ending_text(const CtlFormula& ctl, const CtlReason& evidence);

}  // namespace clew
