#include "clew/check/report.hpp"

#include <algorithm>

namespace clew {

int exit_code(const Report& report) {
  if (!report.defect.empty()) return 4;
  const auto some = [&](Verdict verdict) {
    return std::any_of(report.properties.begin(), report.properties.end(),
                       [&](const PropertyResult& result) { return result.verdict == verdict; });
  };
  if (some(Verdict::Violated)) return 1;
  if (some(Verdict::Unknown)) return 3;
  if (report.command == "explore" && !report.finished) return 3;
  return 0;
}

}  // namespace clew
