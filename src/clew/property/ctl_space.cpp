#include "clew/property/ctl_space.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"
#include "clew/property/formula_parser.hpp"

namespace clew {

ReadResult<NamedCtl> read_ctl_over(const std::vector<std::string>& names,
                                   std::string_view formula) {
  auto parsed = parse_ctl(formula, {});
  if (!parsed.ok()) return {nullptr, std::move(parsed.diagnostics)};
  auto named = std::make_unique<NamedCtl>();
  Diagnostics diagnostics(std::make_shared<SourceText>("formula", std::string(formula)));
  for (const WrittenProposition& written : parsed.value().propositions) {
    const auto place = std::find(names.begin(), names.end(), written.text);
    named->places.push_back(static_cast<std::size_t>(place - names.begin()));
    if (place != names.end()) continue;
    const std::string nearest = nearest_name(written.text, names);
    diagnostics.error({1, static_cast<std::uint32_t>(written.offset + 1),
                       static_cast<std::uint32_t>(written.length)},
                      fmt::format("unknown proposition '{}'", written.text),
                      nearest.empty() ? "" : fmt::format("there is a proposition '{}'", nearest));
  }
  if (diagnostics.has_errors()) return {nullptr, std::move(diagnostics)};
  named->ctl.propositions = parsed.value().proposition_texts();
  named->ctl.formula = parsed.value().formula;
  named->ctl.formulas = std::move(parsed.value().formulas);
  return {std::move(named), std::move(parsed.diagnostics)};
}

}  // namespace clew
