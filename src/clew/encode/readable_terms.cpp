#include "clew/encode/readable_terms.hpp"

#include <array>

namespace clew {

std::size_t Terms::TermHash::operator()(const Term& term) const {
  const std::array<std::uint32_t, 7> words{static_cast<std::uint32_t>(term.op),
                                           static_cast<std::uint32_t>(term.constant),
                                           term.index,
                                           static_cast<std::uint32_t>(term.condition),
                                           static_cast<std::uint32_t>(term.range.low),
                                           static_cast<std::uint32_t>(term.a),
                                           static_cast<std::uint32_t>(term.b)};
  return hash_bytes(std::as_bytes(std::span(words)));
}

TermId Terms::add(const Term& term) {
  const auto [entry, is_new] = known_.try_emplace(term, to_id<TermId>(terms_.size()));
  if (is_new) terms_.push_back(term);
  return entry->second;
}

void Terms::note(Lit lit, const TermComparison& comparison) {
  if (is_constant(lit)) return;
  TermComparison noted = comparison;
  noted.is_negated = is_negated(lit) != comparison.is_negated;
  comparisons_.try_emplace(node_of(lit), noted);
}

std::optional<TermComparison> Terms::comparison(Lit lit) const {
  const auto found = comparisons_.find(node_of(lit));
  if (found == comparisons_.end()) return std::nullopt;
  TermComparison result = found->second;
  result.is_negated = result.is_negated != is_negated(lit);
  return result;
}

}  // namespace clew
