// What an engine found, as bytes on the way from a worker.
//
//   pipe.send('R', bytes_of(report));
//   const std::optional<EngineReport> report = report_from(bytes, model, task);
//
// The worker may have gone mad before it wrote them.  So nothing is taken that does not fit the model:
// every number has its bounds, every state the shape of one, and no byte may be left over.  Whether the
// moves are possible is for the judge to say, as always.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "clew/engine/engine.hpp"

namespace clew {

std::string bytes_of(const EngineReport& report);
// Nothing if they are no report about the properties of the task.
std::optional<EngineReport> report_from(std::string_view bytes, const Model& model,
                                        const EngineTask& task);

// The answer to one property: its number comes first.
std::string bytes_of(std::size_t property, const Finding& finding);
std::optional<std::pair<std::size_t, Finding>> finding_from(std::string_view bytes,
                                                            const Model& model,
                                                            const EngineTask& task);

std::string bytes_of(const Heartbeat& heartbeat);
std::optional<Heartbeat> heartbeat_from(std::string_view bytes);

}  // namespace clew
