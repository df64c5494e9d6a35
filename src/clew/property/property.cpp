#include "clew/property/property.hpp"

namespace clew {

std::string_view name_of(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::Deadlock: return "deadlock";
    case PropertyKind::Assertions: return "assertions";
    case PropertyKind::Errors: return "errors";
    case PropertyKind::ClaimErrors: return "claim errors";
    case PropertyKind::Invariant: return "invariant";
    case PropertyKind::Reach: return "reach";
    case PropertyKind::DeadlockExists: return "exists-deadlock";
    case PropertyKind::Infinite: return "infinite";
    case PropertyKind::Endless: return "endless";
    case PropertyKind::Claim: return "claim";
    case PropertyKind::Progress: return "progress";
    case PropertyKind::Acceptance: return "acceptance";
    case PropertyKind::Ltl: return "ltl";
    case PropertyKind::Ctl: return "ctl";
  }
  return {};
}

std::string_view nothing_found(const Property& property) {
  if (!property.is_existential()) return "no violation";
  const bool asks_for_run = property.kind == PropertyKind::Infinite ||
                            (property.kind == PropertyKind::Ctl && !is_some(property.expr));
  return asks_for_run ? "no such run" : "no such state";
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds: return "holds";
    case Verdict::Violated: return "violated";
    case Verdict::Unknown: return "unknown";
  }
  return {};
}

std::string_view name_of(Basis basis) {
  switch (basis) {
    case Basis::None: return {};
    case Basis::Exhaustive: return "exhaustive";
    case Basis::Inductive: return "inductive";
    case Basis::Witness: return "witness";
    case Basis::Bounded: return "bounded";
    case Basis::Lossy: return "lossy";
  }
  return {};
}

std::string_view name_of(Reason reason) {
  switch (reason) {
    case Reason::None: return {};
    case Reason::Memory: return "memory";
    case Reason::Time: return "time";
    case Reason::Depth: return "depth";
    case Reason::Interrupted: return "interrupted";
    case Reason::Unsupported: return "unsupported";
    case Reason::Error: return "error";
    case Reason::Solver: return "solver";
    case Reason::Defect: return "defect";
  }
  return {};
}

}  // namespace clew
