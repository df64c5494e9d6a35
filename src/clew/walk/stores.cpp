#include "clew/walk/stores.hpp"

#include <algorithm>
#include <utility>

#include "clew/walk/store_list.hpp"

namespace clew {

namespace {

// Tables for each word are the fastest, but each takes some pages.
bool has_word_tables(const WordCodec& codec) {
  constexpr std::uint32_t words_max = 256;
  return codec.is_fixed() && codec.layout().word_count <= words_max;
}

}  // namespace

std::unique_ptr<TreeStore> make_tree_store(const StoreNeeds& needs) {
  const std::vector<std::uint8_t> widths =
      has_word_tables(needs.codec) ? needs.codec.layout().word_widths : std::vector<std::uint8_t>();
  return std::make_unique<TreeStore>(
      TreeStore::Options{widths, needs.workers, needs.memory_bytes_max, needs.may_go_on});
}

std::unique_ptr<BitstateStore> make_bitstate_store(const StoreNeeds& needs) {
  return std::make_unique<BitstateStore>(BitstateStore::Options{
      .workers = needs.workers, .memory_bytes_max = needs.memory_bytes_max});
}

std::unique_ptr<CompactStore> make_compact_store(const StoreNeeds& needs) {
  return std::make_unique<CompactStore>(CompactStore::Options{
      .workers = needs.workers, .memory_bytes_max = needs.memory_bytes_max});
}

const std::vector<StoreInfo>& stores() {
  static const std::vector<StoreInfo> all = [] {
    std::vector<StoreInfo> infos{{"auto", "the tree, where the order of the search allows for it"},
                                 {"exact", "every state's bytes, one after the other"}};
    std::apply([&](const auto&... entry) { (infos.push_back(entry.info), ...); }, store_list);
    return infos;
  }();
  return all;
}

const StoreInfo* store_named(std::string_view name) {
  const auto found = std::find_if(stores().begin(), stores().end(),
                                  [&](const StoreInfo& store) { return store.name == name; });
  return found == stores().end() ? nullptr : &*found;
}

}  // namespace clew
