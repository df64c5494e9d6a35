#include "clew/store/tree_store.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "clew/store/key_table.hpp"
#include "clew/store/meeting.hpp"
#include "clew/store/pages.hpp"
#include "clew/store/root_tables.hpp"
#include "clew/store/tree_folder.hpp"
#include "clew/store/tree_plan.hpp"

namespace clew {

namespace {

constexpr std::size_t block_states = 256;  // folded together: their ids stay in the cache
constexpr std::uint64_t blocks_per_question = 8;

constexpr unsigned field_bits_at_first = 10;
constexpr unsigned field_bits_slack = 2;  // so that ids may grow fourfold before a wider table

// The tree is planned anew when there are so many states, and then at every eightfold of that, as
// long as moving all states is a matter of a second.
constexpr std::uint64_t planned_states_at_first = 4096;
constexpr std::uint64_t planned_states_max = std::uint64_t{4} << 20;
constexpr std::uint64_t sample_states = 4096;

using Root = RootTables::Root;

}  // namespace

class TreeStore::Impl {
 public:
  explicit Impl(Options options);

  bool insert(unsigned worker, const StateBatch& batch, std::uint64_t level,
              std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh);
  bool prepare(unsigned worker, const StateBatch& batch, std::vector<std::uint64_t>& records);
  Outcome insert_record(unsigned worker, std::span<const std::uint64_t> record,
                        std::uint64_t level);
  bool contains(std::span<const std::uint64_t> state) const;
  bool wants_to_grow() const;
  bool grow(unsigned worker, unsigned workers);
  void for_each(unsigned part, unsigned parts, const TagSet& tags,
                FunctionRef<void(unsigned, std::span<const std::uint64_t>)> found) const;
  unsigned tag_bits() const;
  std::uint64_t size() const { return words_ ? words_->size() : roots_->size(); }
  std::uint64_t memory_bytes() const { return limit_.taken(); }

 private:
  bool is_fixed() const { return !options_.word_widths.empty(); }

  // --- growth
  void begin_growth();
  void move();
  void end_growth();

  // --- growth of trees
  std::optional<RootTables::Widths> widths_for(const TreeFolder::Tree& tree,
                                               const RootTables::Widths& at_least) const;
  unsigned field_bits_max(const TreePlan& plan, std::size_t field) const;
  bool open_wider();
  void plan_if_time();
  TreeSample sample() const;
  bool rebuild(TreePlan plan);
  bool grow_alone(RootTables& roots, const TreeFolder::Tree& tree, RootTables::Widths& widths);

  Options options_;
  MemoryLimit limit_;

  // States of one word are keys as they are.
  std::unique_ptr<KeyTable> words_;
  // All others are folded.
  std::unique_ptr<TreeFolder> folder_;
  std::unique_ptr<RootTables> roots_;
  RootTables::Widths widths_{};  // of the widest table
  std::uint64_t planned_states_next_ = planned_states_at_first;
  unsigned tag_bits_max_ = KeyLayout::tag_bits_max;

  std::vector<std::vector<std::uint32_t>> fresh_;  // of a block, by worker
  Meeting meeting_;
  bool all_grow_ = true;
};

TreeStore::Impl::Impl(Options options)
    : options_(std::move(options)), limit_(options_.memory_bytes_max), fresh_(options_.workers) {
  if (options_.word_widths.size() == 1) {
    const unsigned width = options_.word_widths.front();
    words_ = std::make_unique<KeyTable>(
        KeyTable::Options{.key_bits = std::max(1U, width), .workers = options_.workers}, limit_);
    return;
  }
  folder_ = std::make_unique<TreeFolder>(static_cast<std::uint32_t>(options_.word_widths.size()),
                                         options_.workers, limit_);
  roots_ =
      std::make_unique<RootTables>(folder_->field_count(folder_->tree()), options_.workers, limit_);
  open_wider();
}

// --- insertion -----------------------------------------------------------------------------------

bool TreeStore::Impl::insert(unsigned worker, const StateBatch& batch, std::uint64_t level,
                             std::vector<std::uint64_t>& records,
                             std::vector<std::uint32_t>& fresh) {
  if (words_) {
    const std::size_t begin = fresh.size();
    const std::span<const std::uint64_t> keys(batch.words, batch.count);
    const bool everything_fits = words_->insert(worker, keys, level, fresh);
    for (std::size_t i = begin; i < fresh.size(); ++i) records.push_back(keys[fresh[i]]);
    return everything_fits;
  }
  std::vector<std::uint32_t>& fresh_in_block = fresh_[worker];
  for (std::size_t first = 0; first < batch.count; first += block_states) {
    const std::size_t count = std::min(block_states, batch.count - first);
    if (!folder_->fold(worker, batch, first, count)) return false;
    fresh_in_block.clear();
    const bool everything_fits =
        roots_->insert(worker, folder_->roots(worker), level, fresh_in_block);
    for (const std::uint32_t index : fresh_in_block) {
      fresh.push_back(static_cast<std::uint32_t>(first + index));
      folder_->append_record(worker, batch, first, index, records);
    }
    if (!everything_fits) return false;
  }
  return true;
}

bool TreeStore::Impl::prepare(unsigned worker, const StateBatch& batch,
                              std::vector<std::uint64_t>& records) {
  if (words_) {
    for (std::size_t i = 0; i < batch.count; ++i) words_->prefetch(batch.words[i]);
    records.insert(records.end(), batch.words, batch.words + batch.count);
    return true;
  }
  for (std::size_t first = 0; first < batch.count; first += block_states) {
    const std::size_t count = std::min(block_states, batch.count - first);
    if (!folder_->fold(worker, batch, first, count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      roots_->prefetch(folder_->roots(worker)[i]);
      folder_->append_record(worker, batch, first, i, records);
    }
  }
  return true;
}

Outcome TreeStore::Impl::insert_record(unsigned worker, std::span<const std::uint64_t> record,
                                       std::uint64_t level) {
  if (words_) return words_->insert(worker, record.front(), level);
  Root root{};
  if (!folder_->root_of_record(worker, record, root)) return Outcome::Full;
  return roots_->insert(worker, root, level);
}

bool TreeStore::Impl::contains(std::span<const std::uint64_t> state) const {
  if (words_) return words_->contains(state.front());
  Root root{};
  return folder_->find(state, root) && roots_->contains(root);
}

// --- growth --------------------------------------------------------------------------------------

bool TreeStore::Impl::wants_to_grow() const {
  if (words_) return words_->wants_to_grow();
  return roots_->wants_to_grow() || folder_->wants_to_grow();
}

bool TreeStore::Impl::grow(unsigned worker, unsigned workers) {
  Phases phases(meeting_, workers);
  phases.run([&] {
    if (worker == 0) begin_growth();
  });
  phases.run([&] { move(); });
  phases.run([&] {
    if (worker == 0) end_growth();
  });
  return phases.end() && all_grow_;
}

void TreeStore::Impl::begin_growth() {
  if (words_) {
    all_grow_ = !words_->wants_to_grow() || words_->begin_growth();
  } else {
    all_grow_ = roots_->begin_growth();
    folder_->begin_growth();
  }
}

void TreeStore::Impl::move() {
  if (words_) {
    if (all_grow_) words_->move();
  } else {
    roots_->move();
    folder_->move();
  }
}

void TreeStore::Impl::end_growth() {
  if (words_) {
    if (all_grow_) words_->end_growth();
  } else {
    roots_->end_growth();
    all_grow_ &= folder_->end_growth();
    if (all_grow_) plan_if_time();
    if (roots_->has_wide()) all_grow_ &= open_wider();
  }
}

// Widths for the fields of a tree, with as much slack as fits into a key; none if not even the ids
// that are there do.
std::optional<RootTables::Widths> TreeStore::Impl::widths_for(
    const TreeFolder::Tree& tree, const RootTables::Widths& at_least) const {
  for (unsigned slack = field_bits_slack + 1; slack-- > 0;) {
    RootTables::Widths widths{};
    unsigned sum = 0;
    for (std::size_t i = 0; i < folder_->field_count(tree); ++i) {
      const std::uint64_t count = folder_->value_count(tree, i);
      const unsigned expected =
          count == 0 ? field_bits_at_first : static_cast<unsigned>(std::bit_width(count)) + slack;
      const unsigned bits = std::min(expected, field_bits_max(tree.plan, i));
      widths[i] = std::max(static_cast<std::uint8_t>(bits), at_least[i]);
      sum += widths[i];
    }
    if (sum <= 64) return widths;
  }
  return std::nullopt;
}

// There are no more different words than their width allows.
unsigned TreeStore::Impl::field_bits_max(const TreePlan& plan, std::size_t field) const {
  if (!is_fixed() || plan.fields[field] >= plan.word_count) return 32;
  return std::min<unsigned>(32, options_.word_widths[plan.fields[field]]);
}

// Opens a table for the widest roots there are.  If they do not fit into a key any more, the tree
// gets fewer fields; two fit always.
bool TreeStore::Impl::open_wider() {
  if (const auto widths = widths_for(folder_->tree(), widths_)) {
    widths_ = *widths;
    return roots_->open(widths_);
  }
  if (rebuild(plan_from_sample(sample(), size()))) return true;
  if (rebuild(TreePlan::balanced(folder_->tree().plan.word_count, 2))) return true;
  roots_->refuse_wide();
  return false;
}

void TreeStore::Impl::plan_if_time() {
  const std::uint64_t states = size();
  if (!is_fixed() || states < planned_states_next_ || states > planned_states_max) return;
  planned_states_next_ = states * 8;
  TreePlan plan = plan_from_sample(sample(), states);
  if (!(plan == folder_->tree().plan)) rebuild(std::move(plan));
}

TreeSample TreeStore::Impl::sample() const {
  TreeSample sample;
  sample.word_count = static_cast<std::uint32_t>(options_.word_widths.size());
  for (std::uint32_t word = 0; word < sample.word_count; ++word)
    sample.id_counts.push_back(folder_->word_id_count(word));
  const std::uint64_t step = std::max<std::uint64_t>(size() / sample_states, 1);
  std::uint64_t number = 0;
  std::vector<std::uint32_t> ids;
  roots_->for_each(0, 1, [&](const Root& root, unsigned) {
    if (number++ % step != 0) return;
    folder_->unfold_ids(root, ids);
    sample.ids.insert(sample.ids.end(), ids.begin(), ids.end());
  });
  return sample;
}

// Lets tables grow that nobody else uses.
bool TreeStore::Impl::grow_alone(RootTables& roots, const TreeFolder::Tree& tree,
                                 RootTables::Widths& widths) {
  if (!roots.wants_to_grow()) return true;
  if (!roots.begin_growth()) {
    roots.move();
    roots.end_growth();
    return false;
  }
  roots.move();
  roots.end_growth();
  if (!roots.has_wide()) return true;
  const auto wider = widths_for(tree, widths);
  if (!wider) return false;
  widths = *wider;
  return roots.open(widths);
}

// Folds all states anew.  false: there is no memory for that, or no room in a key, or the search has
// to stop; and everything stays as it was.
bool TreeStore::Impl::rebuild(TreePlan plan) {
  TreeFolder::Tree tree = folder_->make_tree(std::move(plan));
  auto roots = std::make_unique<RootTables>(tree.plan.fields.size(), options_.workers, limit_);
  const auto first_widths = widths_for(tree, {});
  if (!first_widths) return false;
  RootTables::Widths widths = *first_widths;
  bool works = roots->open(widths);
  std::vector<std::uint32_t> ids;
  std::vector<std::uint32_t> block_ids;
  std::vector<unsigned> block_tags;
  std::vector<Root> block_roots;
  std::uint64_t blocks = 0;
  const auto move_block = [&] {
    works = works && folder_->fold_ids(tree, block_ids, block_roots);
    for (std::size_t i = 0; works && i < block_tags.size(); ++i) roots->prefetch(block_roots[i]);
    for (std::size_t i = 0; works && i < block_tags.size(); ++i)
      works = roots->insert(0, block_roots[i], block_tags[i]) != Outcome::Full;
    works = works && grow_alone(*roots, tree, widths);
    const bool asks = ++blocks % blocks_per_question == 0 && options_.may_go_on;
    works = works && (!asks || options_.may_go_on(size()) == Continue::Yes);
    block_ids.clear();
    block_tags.clear();
  };
  roots_->for_each(0, 1, [&](const Root& root, unsigned tag) {
    if (!works) return;
    folder_->unfold_ids(root, ids);
    block_ids.insert(block_ids.end(), ids.begin(), ids.end());
    block_tags.push_back(tag);
    if (block_tags.size() == block_states) move_block();
  });
  move_block();
  if (!works) return false;
  tag_bits_max_ = std::min(tag_bits_max_, roots_->tag_bits());
  roots_ = std::move(roots);
  folder_->use(std::move(tree));
  widths_ = widths;
  return true;
}

// --- reading -------------------------------------------------------------------------------------

void TreeStore::Impl::for_each(
    unsigned part, unsigned parts, const TagSet& tags,
    FunctionRef<void(unsigned, std::span<const std::uint64_t>)> found) const {
  const unsigned tag_mask = (1U << tag_bits()) - 1;
  if (words_) {
    words_->for_each(part, parts, [&](std::uint64_t key, unsigned tag) {
      if (tags[tag & tag_mask]) found(tag & tag_mask, {&key, 1});
    });
    return;
  }
  std::vector<std::uint32_t> ids;
  std::vector<std::uint64_t> words;
  roots_->for_each(part, parts, [&](const Root& root, unsigned tag) {
    if (!tags[tag & tag_mask]) return;
    folder_->unfold(root, ids, words);
    found(tag & tag_mask, words);
  });
}

unsigned TreeStore::Impl::tag_bits() const {
  return std::min(tag_bits_max_, words_ ? words_->tag_bits() : roots_->tag_bits());
}

// --- the store -----------------------------------------------------------------------------------

TreeStore::TreeStore(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
TreeStore::~TreeStore() = default;

bool TreeStore::insert(unsigned worker, const StateBatch& batch, std::uint64_t level,
                       std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh) {
  return impl_->insert(worker, batch, level, records, fresh);
}
bool TreeStore::prepare(unsigned worker, const StateBatch& batch,
                        std::vector<std::uint64_t>& records) {
  return impl_->prepare(worker, batch, records);
}
Outcome TreeStore::insert(unsigned worker, std::span<const std::uint64_t> record,
                          std::uint64_t level) {
  return impl_->insert_record(worker, record, level);
}
bool TreeStore::wants_to_grow() const { return impl_->wants_to_grow(); }
bool TreeStore::grow(unsigned worker, unsigned workers) { return impl_->grow(worker, workers); }
bool TreeStore::contains(std::span<const std::uint64_t> state) const {
  return impl_->contains(state);
}
void TreeStore::for_each(
    unsigned part, unsigned parts, const TagSet& tags,
    FunctionRef<void(unsigned tag, std::span<const std::uint64_t> state)> found) const {
  impl_->for_each(part, parts, tags, found);
}
void TreeStore::for_each(unsigned part, unsigned parts, std::uint64_t level,
                         FunctionRef<void(std::span<const std::uint64_t> state)> found) const {
  TagSet tags;
  tags.set(level % (std::uint64_t{1} << tag_bits()));
  impl_->for_each(part, parts, tags,
                  [&](unsigned, std::span<const std::uint64_t> state) { found(state); });
}
unsigned TreeStore::tag_bits() const { return impl_->tag_bits(); }
std::uint64_t TreeStore::size() const { return impl_->size(); }
std::uint64_t TreeStore::memory_bytes() const { return impl_->memory_bytes(); }
double TreeStore::bytes_per_state() const {
  const std::uint64_t states = size();
  return states == 0 ? 0 : static_cast<double>(memory_bytes()) / static_cast<double>(states);
}

}  // namespace clew
