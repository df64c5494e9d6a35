#include "clew/engine/engine.hpp"

#include "clew/engine/explicit/explicit_engine.hpp"

namespace clew {

const std::vector<EngineInfo>& engines() {
  static const std::vector<EngineInfo> all = {
      {"explicit", "look at every reachable state, one by one", run_explicit_engine},
  };
  return all;
}

const EngineInfo* engine_named(std::string_view name) {
  for (const EngineInfo& engine : engines()) {
    if (engine.name == name) return &engine;
  }
  return nullptr;
}

}  // namespace clew
