#include "clew/native/c_definitions.hpp"

#include <cctype>

namespace clew {

void CIdentifiers::add(const std::string& text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (!is_part(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_part(text[end])) ++end;
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) names_.emplace(text, i, end - i);
    i = end;
  }
}

std::string used_definitions(const std::vector<CDefinition>& definitions, CIdentifiers& used) {
  // A definition uses only earlier ones, so one walk back finds them all.
  std::vector<bool> is_used(definitions.size(), false);
  bool titles_some = false;
  for (std::size_t i = definitions.size(); i-- > 0;) {
    const CDefinition& each = definitions[i];
    is_used[i] = each.is_title ? titles_some : used.contains(each.name);
    titles_some = each.is_title ? false : titles_some || is_used[i];
    if (is_used[i]) used.add(each.text);
  }
  std::string out;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    if (is_used[i]) out += definitions[i].text;
  }
  return out;
}

}  // namespace clew
