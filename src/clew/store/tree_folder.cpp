#include "clew/store/tree_folder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <numeric>
#include <utility>

namespace clew {

namespace {

// With so many fields of so few ids a key has room for all of them at first.
constexpr std::uint32_t fields_at_first = 6;

// Nodes of states that differ in length: words have odd names, pairs have even ones, and zero is
// nothing at all.  If all states have the same length, a node's name is its id.
constexpr std::uint32_t nothing = 0;
constexpr std::uint32_t named_ids_max = 0x7fff0000U;
constexpr bool is_word_name(std::uint32_t name) { return name % 2 == 1; }
constexpr std::uint32_t id_of_name(std::uint32_t name) { return (name - 1) / 2; }

constexpr std::uint64_t pair_word(std::uint32_t left, std::uint32_t right) {
  return left | std::uint64_t{right} << 32;
}
constexpr std::uint32_t left_of(std::uint64_t pair) { return static_cast<std::uint32_t>(pair); }
constexpr std::uint32_t right_of(std::uint64_t pair) {
  return static_cast<std::uint32_t>(pair >> 32);
}

// For a few words a loop is faster than a call.
template <class From, class To>
void copy_words(const From* from, std::size_t count, To* to) {
  const auto* source = reinterpret_cast<const std::byte*>(from);
  auto* target = reinterpret_cast<std::byte*>(to);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(target + 8 * i, source + 8 * i, sizeof(std::uint64_t));
}

// A record of w words is those words, then 2w - 2 names and the epoch of the tree that they belong
// to; of two names a word.
constexpr std::size_t names_room(std::size_t words) { return 2 * words; }
constexpr std::size_t epoch_position(std::size_t words) { return 2 * words - 2; }
std::uint32_t epoch_of(const std::uint64_t* record, std::size_t words) {
  return static_cast<std::uint32_t>(record[2 * words - 1]);
}

}  // namespace

TreeFolder::TreeFolder(std::uint32_t word_count, unsigned workers, MemoryLimit& limit)
    : word_count_(word_count), workers_(workers), limit_(limit), scratch_(workers) {
  NodeTable::Options options{.workers = workers_};
  if (!is_fixed()) options.ids_max = named_ids_max;
  for (std::uint32_t word = 0; word < std::max(word_count, 1U); ++word)
    words_.push_back(std::make_unique<NodeTable>(options, limit_));
  if (is_fixed()) {
    tree_ = make_tree(TreePlan::balanced(word_count, fields_at_first));
  } else {
    tree_.pairs.push_back(std::make_unique<NodeTable>(options, limit_));
  }
}

TreeFolder::Tree TreeFolder::make_tree(TreePlan plan) const {
  Tree tree;
  tree.epoch = tree_.epoch + 1;
  for (std::size_t i = 0; i < plan.pairs.size(); ++i) {
    tree.pairs.push_back(
        std::make_unique<NodeTable>(NodeTable::Options{.workers = workers_}, limit_));
  }
  tree.plan = std::move(plan);
  return tree;
}

void TreeFolder::use(Tree tree) { tree_ = std::move(tree); }

std::uint64_t TreeFolder::value_count(const Tree& tree, std::size_t field) const {
  if (!is_fixed()) {
    const std::uint32_t ids = std::max(words_[0]->id_count(), tree.pairs[0]->id_count());
    return ids == 0 ? 0 : 2 * std::uint64_t{ids} + 1;
  }
  const std::uint32_t node = tree.plan.fields[field];
  return node < word_count_ ? words_[node]->id_count() : tree.pairs[node - word_count_]->id_count();
}

std::uint32_t TreeFolder::name_of(std::uint32_t id, bool is_word) const {
  if (is_fixed()) return id;
  return is_word ? 2 * id + 1 : 2 * id + 2;
}

TreeFolder::Root TreeFolder::root_of(const TreePlan& plan, const std::uint32_t* names) {
  Root root{};
  for (std::size_t i = 0; i < plan.fields.size(); ++i) root[i] = names[plan.fields[i]];
  return root;
}

const TreePlan& TreeFolder::plan_of(Scratch& scratch, std::size_t words) const {
  if (is_fixed()) return tree_.plan;
  const auto word_count = static_cast<std::uint32_t>(words);
  const auto known = scratch.plans.find(word_count);
  if (known != scratch.plans.end()) return known->second;
  return scratch.plans.emplace(word_count, TreePlan::balanced(word_count, 2)).first->second;
}

// --- folding -------------------------------------------------------------------------------------

bool TreeFolder::fold(unsigned worker, const StateBatch& batch, std::size_t first,
                      std::size_t count) {
  Scratch& scratch = scratch_[worker];
  scratch.roots.resize(count);
  scratch.names_begins.resize(count);
  std::size_t names_count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    scratch.names_begins[i] = names_count;
    names_count += names_room(is_fixed() ? word_count_ : batch.state(first + i).size());
  }
  scratch.names.resize(names_count + 2);  // some more, so that no pointer is past the end
  if (is_fixed()) {
    scratch.alike.resize(count);
    std::iota(scratch.alike.begin(), scratch.alike.end(), 0);
    return fold_alike(worker, batch, first, tree_.plan);
  }
  scratch.is_done.assign(count, false);
  for (std::size_t i = 0; i < count; ++i) {
    if (scratch.is_done[i]) continue;
    const std::size_t length = batch.state(first + i).size();
    scratch.alike.clear();
    for (std::size_t j = i; j < count; ++j) {
      if (batch.state(first + j).size() != length) continue;
      scratch.alike.push_back(static_cast<std::uint32_t>(j));
      scratch.is_done[j] = true;
    }
    if (!fold_alike(worker, batch, first, plan_of(scratch, length))) return false;
  }
  return true;
}

// The story: node by node, words first, all states for which the node differs from the one in their
// source are interned together, so that the table can fetch ahead.
bool TreeFolder::fold_alike(unsigned worker, const StateBatch& batch, std::size_t first,
                            const TreePlan& plan) {
  Scratch& scratch = scratch_[worker];
  if (scratch.changed.size() < plan.node_count()) scratch.changed.resize(plan.node_count());
  find_changes(scratch, batch, first, plan);
  for (std::uint32_t word = 0; word < plan.word_count; ++word) {
    scratch.words.clear();
    for (const std::uint32_t state : scratch.changed[word])
      scratch.words.push_back(batch.state(first + state)[word]);
    if (!intern(worker, word_table(word), word, true)) return false;
  }
  for (std::uint32_t i = 0; i < plan.pairs.size(); ++i) {
    const auto [left, right] = plan.pairs[i];
    const std::uint32_t node = plan.word_count + i;
    auto& changed = scratch.changed[node];
    changed.clear();
    std::set_union(scratch.changed[left].begin(), scratch.changed[left].end(),
                   scratch.changed[right].begin(), scratch.changed[right].end(),
                   std::back_inserter(changed));
    scratch.words.clear();
    for (const std::uint32_t state : changed) {
      const std::uint32_t* names = scratch.names.data() + scratch.names_begins[state];
      scratch.words.push_back(pair_word(names[left], names[right]));
    }
    if (!intern(worker, pair_table(i), node, false)) return false;
  }
  for (const std::uint32_t state : scratch.alike)
    scratch.roots[state] = root_of(plan, scratch.names.data() + scratch.names_begins[state]);
  return true;
}

// Copies the names that a state shares with its source, and lists the words that differ.
void TreeFolder::find_changes(Scratch& scratch, const StateBatch& batch, std::size_t first,
                              const TreePlan& plan) const {
  for (std::uint32_t word = 0; word < plan.word_count; ++word) scratch.changed[word].clear();
  for (const std::uint32_t state : scratch.alike) {
    const std::uint64_t* words = batch.state(first + state).data();
    const std::uint64_t* source = batch.source(first + state);
    const bool helps = source != nullptr && plan.word_count >= 2 &&
                       epoch_of(source, plan.word_count) == tree_.epoch;
    std::uint32_t* names = scratch.names.data() + scratch.names_begins[state];
    if (!helps) {
      for (std::uint32_t word = 0; word < plan.word_count; ++word)
        scratch.changed[word].push_back(state);
      if (plan.word_count >= 2) {
        names[epoch_position(plan.word_count)] = tree_.epoch;
        names[epoch_position(plan.word_count) + 1] = 0;
      }
      continue;
    }
    copy_words(source + plan.word_count, plan.word_count, names);
    for (std::uint32_t word = 0; word < plan.word_count; ++word)
      if (words[word] != source[word]) scratch.changed[word].push_back(state);
  }
}

bool TreeFolder::intern(unsigned worker, NodeTable& table, std::uint32_t node, bool is_word) {
  Scratch& scratch = scratch_[worker];
  scratch.ids.resize(scratch.words.size());
  if (!table.intern(worker, scratch.words, scratch.ids.data())) return false;
  const auto& changed = scratch.changed[node];
  for (std::size_t i = 0; i < changed.size(); ++i)
    scratch.names[scratch.names_begins[changed[i]] + node] = name_of(scratch.ids[i], is_word);
  return true;
}

bool TreeFolder::fold_ids(Tree& tree, std::span<const std::uint32_t> ids,
                          std::vector<Root>& roots) {
  const std::size_t count = ids.size() / word_count_;
  const std::size_t row = tree.plan.node_count();
  std::vector<std::uint32_t> names(count * row);
  for (std::size_t i = 0; i < count; ++i)
    std::copy_n(ids.data() + i * word_count_, word_count_, names.data() + i * row);
  std::vector<std::uint64_t> words(count);
  std::vector<std::uint32_t> pair_ids(count);
  for (std::size_t pair = 0; pair < tree.plan.pairs.size(); ++pair) {
    const auto [left, right] = tree.plan.pairs[pair];
    for (std::size_t i = 0; i < count; ++i)
      words[i] = pair_word(names[i * row + left], names[i * row + right]);
    NodeTable& table = *tree.pairs[pair];
    if (!table.intern(0, words, pair_ids.data())) return false;
    for (std::size_t i = 0; i < count; ++i) names[i * row + word_count_ + pair] = pair_ids[i];
    if (table.wants_to_grow() && !table.grow()) return false;
  }
  roots.resize(count);
  for (std::size_t i = 0; i < count; ++i) roots[i] = root_of(tree.plan, names.data() + i * row);
  return true;
}

// --- records -------------------------------------------------------------------------------------

void TreeFolder::append_record(unsigned worker, const StateBatch& batch, std::size_t first,
                               std::size_t index, std::vector<std::uint64_t>& records) const {
  const Scratch& scratch = scratch_[worker];
  const std::span<const std::uint64_t> state = batch.state(first + index);
  const std::size_t begin = records.size();
  records.resize(begin + record_words(state.size()));
  copy_words(state.data(), state.size(), records.data() + begin);
  if (state.size() < 2) return;
  copy_words(scratch.names.data() + scratch.names_begins[index], state.size(),
             records.data() + begin + state.size());
}

bool TreeFolder::root_of_record(unsigned worker, std::span<const std::uint64_t> record,
                                Root& root) {
  const std::size_t words = record.size() < 2 ? record.size() : record.size() / 2;
  if (words >= 2 && epoch_of(record.data(), words) == tree_.epoch) {
    const TreePlan& plan = plan_of(scratch_[worker], words);
    root = Root{};
    for (std::size_t i = 0; i < plan.fields.size(); ++i) {
      const std::uint32_t node = plan.fields[i];
      root[i] = static_cast<std::uint32_t>(record[words + node / 2] >> (node % 2 * 32));
    }
    return true;
  }
  const std::uint32_t begins[] = {0, static_cast<std::uint32_t>(words)};
  const StateBatch batch{.words = record.data(), .count = 1, .begins = begins};
  if (!fold(worker, batch, 0, 1)) return false;
  root = scratch_[worker].roots.front();
  return true;
}

// --- looking -------------------------------------------------------------------------------------

bool TreeFolder::find(std::span<const std::uint64_t> state, Root& root) const {
  const TreePlan plan =
      is_fixed() ? tree_.plan : TreePlan::balanced(static_cast<std::uint32_t>(state.size()), 2);
  std::vector<std::uint32_t> names(plan.node_count() + std::size_t{1});
  for (std::uint32_t node = 0; node < plan.node_count(); ++node) {
    const bool is_word = node < plan.word_count;
    std::uint32_t id = 0;
    if (is_word) {
      id = word_table(node).find(state[node]);
    } else {
      const auto [left, right] = plan.pairs[node - plan.word_count];
      id = pair_table(node - plan.word_count).find(pair_word(names[left], names[right]));
    }
    if (id == NodeTable::no_id) return false;
    names[node] = name_of(id, is_word);
  }
  root = root_of(plan, names.data());
  return true;
}

void TreeFolder::unfold_name(std::uint32_t name, std::vector<std::uint64_t>& words) const {
  if (name == nothing) return;
  if (is_word_name(name)) {
    words.push_back(words_[0]->word(id_of_name(name)));
    return;
  }
  const std::uint64_t pair = tree_.pairs[0]->word(id_of_name(name));
  unfold_name(left_of(pair), words);
  unfold_name(right_of(pair), words);
}

void TreeFolder::unfold_ids(const Root& root, std::vector<std::uint32_t>& ids) const {
  const TreePlan& plan = tree_.plan;
  ids.resize(plan.node_count());
  for (std::size_t i = 0; i < plan.fields.size(); ++i) ids[plan.fields[i]] = root[i];
  for (std::size_t pair = plan.pairs.size(); pair-- > 0;) {
    const std::uint64_t word = tree_.pairs[pair]->word(ids[plan.word_count + pair]);
    ids[plan.pairs[pair].left] = left_of(word);
    ids[plan.pairs[pair].right] = right_of(word);
  }
  ids.resize(plan.word_count);
}

void TreeFolder::unfold(const Root& root, std::vector<std::uint32_t>& ids,
                        std::vector<std::uint64_t>& words) const {
  words.clear();
  if (!is_fixed()) {
    unfold_name(root[0], words);
    unfold_name(root[1], words);
    return;
  }
  unfold_ids(root, ids);
  for (std::uint32_t word = 0; word < word_count_; ++word)
    words.push_back(words_[word]->word(ids[word]));
}

std::uint64_t TreeFolder::unfold_word(const Root& root, std::uint32_t word) const {
  if (!is_fixed()) {
    std::vector<std::uint64_t> words;
    unfold_name(root[0], words);
    if (words.size() <= word) unfold_name(root[1], words);
    return words[word];
  }
  const TreePlan& plan = tree_.plan;
  // The way up: pairs stand behind what they are made of.
  std::array<std::uint32_t, 32> way{};  // that many levels have more words than there is memory
  std::size_t length = 0;
  std::uint32_t node = word;
  for (std::uint32_t i = 0; i < plan.pairs.size(); ++i) {
    if (plan.pairs[i].left != node && plan.pairs[i].right != node) continue;
    way[length++] = node;
    node = plan.word_count + i;
  }
  const auto field = std::find(plan.fields.begin(), plan.fields.end(), node);
  std::uint32_t name = root[static_cast<std::size_t>(field - plan.fields.begin())];
  while (length > 0) {
    const std::uint32_t pair = node - plan.word_count;
    const std::uint64_t both = tree_.pairs[pair]->word(name);
    node = way[--length];
    name = plan.pairs[pair].left == node ? left_of(both) : right_of(both);
  }
  return words_[word]->word(name);
}

void TreeFolder::unfold_record(const Root& root, std::vector<std::uint32_t>& names,
                               std::vector<std::uint64_t>& record) const {
  record.clear();
  if (!is_fixed()) {
    unfold_name(root[0], record);
    unfold_name(root[1], record);
    return;
  }
  const TreePlan& plan = tree_.plan;
  record.resize(record_words(word_count_));
  names.resize(names_room(word_count_));
  for (std::size_t i = 0; i < plan.fields.size(); ++i) names[plan.fields[i]] = root[i];
  for (std::size_t pair = plan.pairs.size(); pair-- > 0;) {
    const std::uint64_t word = tree_.pairs[pair]->word(names[plan.word_count + pair]);
    names[plan.pairs[pair].left] = left_of(word);
    names[plan.pairs[pair].right] = right_of(word);
  }
  names[epoch_position(word_count_)] = tree_.epoch;
  names[epoch_position(word_count_) + 1] = 0;
  for (std::uint32_t word = 0; word < word_count_; ++word)
    record[word] = words_[word]->word(names[word]);
  copy_words(names.data(), word_count_, record.data() + word_count_);
}

// --- growth --------------------------------------------------------------------------------------

bool TreeFolder::wants_to_grow() const {
  const auto wants = [](const auto& table) { return table->wants_to_grow(); };
  return std::any_of(words_.begin(), words_.end(), wants) ||
         std::any_of(tree_.pairs.begin(), tree_.pairs.end(), wants);
}

void TreeFolder::begin_growth() {
  growing_.clear();
  growing_next_.store(0, std::memory_order_relaxed);
  all_grew_.store(true, std::memory_order_relaxed);
  for (const auto* tables : {&words_, &tree_.pairs}) {
    for (const auto& table : *tables)
      if (table->wants_to_grow()) growing_.push_back(table.get());
  }
}

void TreeFolder::move() {
  for (;;) {
    const std::size_t next = growing_next_.fetch_add(1, std::memory_order_relaxed);
    if (next >= growing_.size()) return;
    if (!growing_[next]->grow()) all_grew_.store(false, std::memory_order_relaxed);
  }
}

bool TreeFolder::end_growth() { return all_grew_.load(std::memory_order_relaxed); }

}  // namespace clew
