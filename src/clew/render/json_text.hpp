// JSON as people like to read it: what fits on a line stands on a line.  For the files of render/.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace clew {

// Ends with a newline.  Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace clew
