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

struct EngineInfo {
  std::string_view name;
  std::string_view summary;
  std::function<EngineReport(const Model& model, const EngineTask& task)> run;
  // Another program that does the work: one of these names, separated by blanks, must be on the PATH.
  std::string_view programs = {};
};

const std::vector<EngineInfo>& engines();
const EngineInfo* engine_named(std::string_view name);  // null if there is none
// Why the engine cannot run on this machine, a sentence without a full stop; empty if it can.
std::string obstacle_to(const EngineInfo& engine);

}  // namespace clew
