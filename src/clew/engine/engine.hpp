// What every engine is: a method that decides properties of a model.
//
// An engine gets a complete model and reads no file.  It is silent, keeps to the limits, and hands
// over paths of moves, which check/ has replayed by the judge before anybody sees them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/walk/finding.hpp"
#include "clew/walk/task.hpp"

namespace clew {

// What an engine can do.  check/ chooses by these, and knows no engine by its name.
struct Abilities {
  // Looks at single states: it counts them, can see all of them, and goes on where it was after a turn of
  // others (EngineTask::turn, states_max).
  bool walks_states = false;
  // Keeps to its limits by itself, so it may run in our own process; the others get one of their own.
  bool runs_at_home = false;
  // Reserves many more addresses than it uses memory.
  bool reserves_addresses = false;
  // What an exact search through the model as it is has found counts, also where no time was left for the
  // way there.
  bool is_believed_without_trace = false;
  // Among those that `auto` asks.
  bool is_asked_by_auto = false;
  // What it can say of a requirement: that it holds, that it is violated.
  bool proves = true;
  bool refutes = true;
  // Moves may be left out, or states taken for each other, where check/ has seen that it is sound.
  bool takes_reductions = false;
};

struct EngineInfo {
  std::string_view name;
  std::string_view summary;
  std::function<EngineReport(const Model& model, const EngineTask& task)> run;
  Abilities abilities = {};
  // Another program that does the work: one of these names, separated by blanks, must be on the PATH.  Such
  // an engine is no part of a portfolio unless it is named.
  std::string_view programs = {};
};

const std::vector<EngineInfo>& engines();
// Null if there is none.  Those of `added` come before those of the list.
const EngineInfo* engine_named(std::string_view name, const std::vector<EngineInfo>& added = {});
// Why the engine cannot run on this machine, a sentence without a full stop; empty if it can.
std::string obstacle_to(const EngineInfo& engine);

}  // namespace clew
