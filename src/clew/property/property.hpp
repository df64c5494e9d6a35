// What can be asked of a model, and what can be answered.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "clew/model/model.hpp"

namespace clew {

enum class PropertyKind : std::uint8_t {
  Deadlock,        // requirement: no reachable state is a deadlock
  Assertions,      // requirement: every assertion of the model holds wherever it applies
  Errors,          // requirement: no reachable move ends in a run-time error
  ClaimErrors,     // requirement: no guard and no effect of the claim fails; asked by Clew alone
  Invariant,       // requirement: expr is true in every reachable state
  Reach,           // question of existence: some reachable state makes expr true
  DeadlockExists,  // question of existence: some reachable state is a deadlock
  Infinite,        // question of existence: some run never ends
  Endless,         // requirement: no run comes to an end
  Claim,           // requirement: the model's own property process or never claim accepts no run
  Progress,    // requirement: an infinite run passes locations marked as progress again and again
  Acceptance,  // requirement: no run passes locations marked as accepting again and again
  Ltl,
  Ctl,
};

std::string_view name_of(PropertyKind kind);  // "invariant", as in reports

// Decided by what a state has no moves for, not by one of its moves.
constexpr bool is_about_ends(PropertyKind kind) {
  return kind == PropertyKind::Deadlock || kind == PropertyKind::DeadlockExists ||
         kind == PropertyKind::Endless;
}

struct CtlFormula;  // property/ctl_formula.hpp

struct Property {
  std::string name;  // as the user writes it after -p, or declared in the model
  PropertyKind kind = PropertyKind::Deadlock;
  std::string text;  // the formula or expression, or a sentence
  // Invariant, Reach; Ctl: only if one reachable state decides, and then what is true there.
  ExprId expr = no_id<ExprId>;
  // Claim .. Ltl: the process type that watches, and accepts the runs that are not to be.
  ProcessTypeId claim = no_id<ProcessTypeId>;
  std::vector<Proposition> propositions = {};  // Ltl, Ctl
  std::vector<Proposition> antecedents = {};   // Ltl: left sides of its implications
  std::vector<Proposition> positives = {};     // Ltl: the propositions that it hopes for
  std::shared_ptr<const LtlPremise> premise = nullptr;  // Ltl: of an implication
  std::shared_ptr<const CtlFormula> ctl = nullptr;
  bool ctl_asks_existence = false;  // what asks_existence() says of it
  std::string note = {};            // what its file says about it

  // Asks about single runs, with a claim that watches them.
  bool is_about_runs() const { return kind >= PropertyKind::Claim && kind <= PropertyKind::Ltl; }
  // Asks whether something exists; everything else is a requirement.
  bool is_existential() const {
    return kind == PropertyKind::Reach || kind == PropertyKind::DeadlockExists ||
           kind == PropertyKind::Infinite || ctl_asks_existence;
  }
};

// Words that mean a question of every model, and cannot name another one.
inline constexpr std::array<std::string_view, 7> reserved_property_names = {
    "deadlock", "assertions", "errors", "claim", "endless", "progress", "acceptance"};

constexpr bool is_reserved_property_name(std::string_view name) {
  return std::find(reserved_property_names.begin(), reserved_property_names.end(), name) !=
         reserved_property_names.end();
}

// What can be said when nothing has decided it: "no such run", "no such state", "no violation".
std::string_view nothing_found(const Property& property);

enum class Verdict : std::uint8_t { Holds, Violated, Unknown };

// Why a verdict can be believed, or how far the search came.
enum class Basis : std::uint8_t {
  None,
  Exhaustive,  // every reachable state was looked at
  Inductive,   // there is a certificate, and it was checked
  Witness,     // there is a trace
  Bounded,     // every state up to a level was looked at
  Lossy,       // every state was looked at, unless the store took a new one for known
};

// Why a verdict is unknown.
enum class Reason : std::uint8_t {
  None,
  Memory,
  Time,
  Depth,
  Interrupted,
  Unsupported,
  Error,   // the expression has no value in some state
  Solver,  // a solver gave up, or is not there
  Defect,  // Clew contradicted itself
};

std::string_view name_of(Verdict verdict);
std::string_view name_of(Basis basis);    // empty for None
std::string_view name_of(Reason reason);  // empty for None

}  // namespace clew
