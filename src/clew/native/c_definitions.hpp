// Pieces of C text that are worth printing only if something uses them.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

namespace clew {

struct CDefinition {
  std::string name;
  std::string text;
  bool is_title = false;  // of the definitions that follow: printed if one of them is
};

// Collects the identifiers of texts.
class CIdentifiers {
 public:
  void add(const std::string& text);
  bool contains(const std::string& name) const { return names_.contains(name); }

 private:
  std::unordered_set<std::string> names_;
};

// The definitions that are used by `used`, or by others that are, in their order.  What they use
// themselves is added to `used`.
std::string used_definitions(const std::vector<CDefinition>& definitions, CIdentifiers& used);

}  // namespace clew
