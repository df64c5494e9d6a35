// Makes the expanders of a search: machine code if the task allows for it and there is some, else the
// judge.
//
//   Expanders expanders(walked, task);
//   const auto expander = expanders.make(worker);
//   expanders.tell(report.statistics);       // when the search is over
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "clew/engine/engine.hpp"
#include "clew/engine/explicit/expander.hpp"
#include "clew/engine/explicit/walked_words.hpp"
#include "clew/native/native_code.hpp"

namespace clew {

class Expanders {
 public:
  // REQUIRES: both outlive this, and this outlives its expanders.
  Expanders(const WalkedWords& walked, const EngineTask& task);

  std::unique_ptr<Expander> make(unsigned worker);
  void tell(Statistics& statistics) const;

 private:
  const WalkedWords& walked_;
  const EngineTask& task_;
  std::optional<NativeCode> code_;
  std::string interpreted_because_;
};

}  // namespace clew
