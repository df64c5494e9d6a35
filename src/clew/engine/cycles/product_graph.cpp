#include "clew/engine/cycles/product_graph.hpp"

#include <utility>

namespace clew {

ProductGraph::ProductGraph(const SearchSetting& setting, NumberStore& store,
                           std::optional<PackedWords> first, std::uint64_t states_max)
    : SystemGraph(setting, store, std::move(first), states_max),
      location_(setting.walked.codec().layout().claim.location) {
  const Model& model = setting.walked.judge().model();
  if (!model.claim) return;
  for (const Location& location : model.process_types[model.claim->type].locations) {
    is_accepting_.push_back(location.accepting);
  }
}

std::uint64_t ProductGraph::marks(NodeId node) const {
  if (is_accepting_.empty()) return 1;
  if (location_.width == 0) return is_accepting_[static_cast<std::size_t>(location_.low)] ? 1 : 0;
  const std::uint64_t word = store().word(static_cast<std::uint32_t>(node), location_.word);
  const std::uint64_t bits = word >> location_.shift & ((std::uint64_t{1} << location_.width) - 1);
  return is_accepting_[static_cast<std::size_t>(location_.value_of(bits))] ? 1 : 0;
}

}  // namespace clew
