// TreeFolder turns states of several words into rows of ids and back; see TreePlan for how.
//
//   TreeFolder folder(5, workers, limit);       // states of five words
//   folder.fold(worker, batch, first, count);
//   folder.roots(worker);                       // a row for each state of the block
//
// States that differ in length share one table of words and one of pairs, and are always folded into
// two fields; an id says then whether it is that of a word or of a pair, so that a row determines
// the whole state, its length included.
//
// Threads: any number of workers may fold and look at once, each with its own number.  The rest is
// for meetings, where move is for all workers and everything else for one.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "clew/store/node_table.hpp"
#include "clew/store/pages.hpp"
#include "clew/store/root_tables.hpp"
#include "clew/store/tree_plan.hpp"
#include "clew/store/word_store.hpp"

namespace clew {

class TreeFolder {
 public:
  using Root = RootTables::Root;

  // A plan and the pairs it needs.
  struct Tree {
    TreePlan plan;
    std::vector<std::unique_ptr<NodeTable>> pairs;
    std::uint32_t epoch = 0;  // every tree has its own
  };

  // word_count 0: states differ in length.
  // REQUIRES: the limit outlives the folder.
  TreeFolder(std::uint32_t word_count, unsigned workers, MemoryLimit& limit);

  // Folds `count` states of the batch from `first` on.  false: there is no memory for a new id.
  bool fold(unsigned worker, const StateBatch& batch, std::size_t first, std::size_t count);
  // What the last fold of this worker gave.
  std::span<const Root> roots(unsigned worker) const { return scratch_[worker].roots; }
  void append_record(unsigned worker, const StateBatch& batch, std::size_t first, std::size_t index,
                     std::vector<std::uint64_t>& records) const;

  static std::size_t record_words(std::size_t word_count) {
    return word_count < 2 ? word_count : 2 * word_count;
  }
  // false: no memory.
  bool root_of_record(unsigned worker, std::span<const std::uint64_t> record, Root& root);
  // false: some part of the state was never seen.
  bool find(std::span<const std::uint64_t> state, Root& root) const;
  // Replaces `words`, and uses `ids`.
  void unfold(const Root& root, std::vector<std::uint32_t>& ids,
              std::vector<std::uint64_t>& words) const;

  // One word of the state, by the way that leads to it.
  std::uint64_t unfold_word(const Root& root, std::uint32_t word) const;
  // Replaces `record` by that of the state, and uses `names`.  Of states that differ in length it holds
  // the words alone, so that it is no source.
  void unfold_record(const Root& root, std::vector<std::uint32_t>& names,
                     std::vector<std::uint64_t>& record) const;

  const Tree& tree() const { return tree_; }
  std::size_t field_count(const Tree& tree) const {
    return is_fixed() ? tree.plan.fields.size() : 2;
  }
  // Values of a field are below this so far.
  std::uint64_t value_count(const Tree& tree, std::size_t field) const;

  // --- growth of the tables
  bool wants_to_grow() const;
  void begin_growth();
  void move();
  bool end_growth();  // false: some table that should grow cannot

  // --- another tree, for states of one length
  Tree make_tree(TreePlan plan) const;
  void use(Tree tree);
  std::uint32_t word_id_count(std::uint32_t word) const { return words_[word]->id_count(); }
  // Replaces `ids` by the ids of the words.
  void unfold_ids(const Root& root, std::vector<std::uint32_t>& ids) const;
  // Folds the ids of the words of some states, state by state, into `roots`; nobody else may be at
  // work.  Tables of the tree grow as they need.
  bool fold_ids(Tree& tree, std::span<const std::uint32_t> ids, std::vector<Root>& roots);

 private:
  struct Scratch {
    std::vector<std::uint32_t> names;       // of the nodes, state by state
    std::vector<std::size_t> names_begins;  // by state of the block
    std::vector<Root> roots;
    std::vector<std::uint32_t> alike;  // states of one length
    std::vector<bool> is_done;
    std::vector<std::vector<std::uint32_t>> changed;  // states, by node
    std::vector<std::uint64_t> words;
    std::vector<std::uint32_t> ids;
    std::map<std::uint32_t, TreePlan> plans;  // by number of words, if states differ in length
  };

  bool is_fixed() const { return word_count_ != 0; }
  const TreePlan& plan_of(Scratch& scratch, std::size_t words) const;
  NodeTable& word_table(std::uint32_t word) const { return *words_[is_fixed() ? word : 0]; }
  NodeTable& pair_table(std::uint32_t pair) const { return *tree_.pairs[is_fixed() ? pair : 0]; }
  bool fold_alike(unsigned worker, const StateBatch& batch, std::size_t first,
                  const TreePlan& plan);
  void find_changes(Scratch& scratch, const StateBatch& batch, std::size_t first,
                    const TreePlan& plan) const;
  bool intern(unsigned worker, NodeTable& table, std::uint32_t node, bool is_word);
  std::uint32_t name_of(std::uint32_t id, bool is_word) const;
  static Root root_of(const TreePlan& plan, const std::uint32_t* names);
  void unfold_name(std::uint32_t name, std::vector<std::uint64_t>& words) const;

  std::uint32_t word_count_;
  unsigned workers_;
  MemoryLimit& limit_;
  std::vector<std::unique_ptr<NodeTable>> words_;  // by word, or one for all
  Tree tree_;                                      // of states of different lengths only the pairs
  std::vector<Scratch> scratch_;
  std::vector<NodeTable*> growing_;
  std::atomic<std::size_t> growing_next_{0};
  std::atomic<bool> all_grew_{true};
};

}  // namespace clew
