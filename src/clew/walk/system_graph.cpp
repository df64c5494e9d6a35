#include "clew/walk/system_graph.hpp"

#include <utility>

#include "clew/model/intervals.hpp"
#include "clew/walk/claim_failures.hpp"

namespace clew {

namespace {

bool can_claim_fail(const Model& model) {
  return model.claim && claim_can_fail(model, model.claim->type);
}

}  // namespace

SystemGraph::Worker::Worker(const SearchSetting& setting, unsigned worker)
    : expander(setting.make_expander(worker)),
      successors(setting.walked.stride()),
      sources(setting.walked) {}

SystemGraph::SystemGraph(const SearchSetting& setting, NumberStore& store,
                         std::optional<PackedWords> first, std::uint64_t states_max)
    : setting_(setting),
      store_(store),
      first_(std::move(first)),
      states_max_(states_max),
      claim_can_fail_(can_claim_fail(setting.walked.judge().model())) {
  for (unsigned i = 0; i < setting.crew.size(); ++i) {
    workers_.push_back(std::make_unique<Worker>(setting, i));
    workers_.back()->expander->ask(
        [this, i] { return may_go_on(i) ? Continue::Yes : Continue::No; });
  }
}

bool SystemGraph::initial(unsigned worker, std::vector<NodeId>& out) {
  Worker& mine = *workers_[worker];
  constexpr std::size_t batch_states = 1024;
  mine.sources.clear();
  mine.successors.clear();
  if (first_) mine.successors.add(*first_);
  bool go_on = true;
  const auto add = [&](const PackedWords& words) {
    mine.successors.add(words);
    if (mine.successors.count() < batch_states) return Continue::Yes;
    go_on = may_go_on(worker) && number_successors(worker, out);
    mine.successors.clear();
    return go_on ? Continue::Yes : Continue::No;
  };
  const auto pause = [&] {
    go_on = may_go_on(worker);
    return go_on ? Continue::Yes : Continue::No;
  };
  if (!first_) setting_.walked.initial_states(add, pause);
  return go_on && number_successors(worker, out);
}

bool SystemGraph::successors(unsigned worker, NodeId node, std::vector<NodeId>& out) {
  Worker& mine = *workers_[worker];
  mine.expander->before_batch();
  read_record(worker, node);
  mine.successors.clear();
  mine.sources.clear();
  return expand(worker, node, mine.record) && number_successors(worker, out);
}

bool SystemGraph::successors_of_all(unsigned worker, std::span<const NodeId> nodes,
                                    std::vector<NodeId>& out, std::vector<std::size_t>& ends) {
  Worker& mine = *workers_[worker];
  mine.expander->before_batch();
  const bool one_by_one = setting_.task.ends != Ends::Stutter;  // what stutters is dropped behind each
  // More would push what was fetched out of the cache again; large states come one by one.
  constexpr std::size_t successors_max = 1024;
  constexpr std::size_t words_max = 1U << 17;
  if (mine.records.size() < nodes.size()) mine.records.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size();) {
    mine.successors.clear();
    mine.sources.clear();
    const std::size_t before = out.size();
    bool is_enough = false;
    for (; i < nodes.size() && !is_enough; ++i) {
      store_.read(worker, number(nodes[i]), mine.records[i]);
      if (!expand(worker, nodes[i], mine.records[i])) return false;
      ends.push_back(before + mine.successors.count());
      is_enough = one_by_one || mine.successors.count() >= successors_max ||
                  mine.successors.word_count() >= words_max;
    }
    if (!number_successors(worker, out)) return false;
  }
  return true;
}

// Adds the successors of the node to those that are to be numbered.
bool SystemGraph::expand(unsigned worker, NodeId node, const PackedWords& record) {
  Worker& mine = *workers_[worker];
  if (++mine.calls % calls_per_question == 0 && !may_go_on(worker)) return false;
  const Expanded expanded = mine.expander->expand(record.data(), mine.successors);
  if (is_stopped_.load(std::memory_order_relaxed)) return false;
  if (setting_.task.ends != Ends::Stutter) drop_stuttering(mine);
  is_expanded_.grow_to(number(node) + std::uint64_t{1});
  if (is_first_time(number(node))) {
    mine.counts.add(setting_.walked.codec(), record.data(), expanded);
    if (claim_can_fail_ && expanded.errors > 0) note_claim_failures(mine, record);
    // Nobody else writes it, and to add at one go costs as much as a short expansion.
    mine.transitions.store(mine.counts.transitions, std::memory_order_relaxed);
  }
  // Records of states that differ in length are no sources.
  if (setting_.walked.stride() > 1) mine.sources.add(record.data(), mine.successors.count());
  return true;
}

// Machine code counts errors, and does not say whose they are.
void SystemGraph::note_claim_failures(Worker& mine, const PackedWords& record) const {
  const ClaimFailures failures =
      claim_failures_in(setting_.walked.judge(), setting_.walked.state(record.data()));
  const bool is_first = mine.claim_failure.empty() || failures.text < mine.claim_failure;
  if (failures.count > 0 && is_first) mine.claim_failure = failures.text;
}

bool SystemGraph::is_first_time(std::uint32_t node) {
  std::atomic<bool>& is_expanded = is_expanded_[node];
  if (workers_.size() > 1) return !is_expanded.exchange(true, std::memory_order_relaxed);
  const bool was_expanded = is_expanded.load(std::memory_order_relaxed);
  is_expanded.store(true, std::memory_order_relaxed);
  return !was_expanded;
}

// Where the system stays as it is, all that the claim does is done by nobody.
void SystemGraph::drop_stuttering(Worker& mine) {
  const std::span<const std::uint64_t> made = mine.expander->labels();
  if (!made.empty() && made.front() == 0) mine.successors.clear();
}

bool SystemGraph::successors_with_movers(unsigned worker, NodeId node, std::vector<NodeId>& out,
                                         std::vector<std::uint64_t>& movers) {
  if (!successors(worker, node, out)) return false;
  const std::span<const std::uint64_t> made = workers_[worker]->expander->labels();
  if (workers_[worker]->successors.count() == 0) return true;
  movers.insert(movers.end(), made.begin(), made.end());
  constexpr std::uint64_t others = std::uint64_t{1} << 63;
  std::uint64_t all = 0;
  for (const std::uint64_t each : made) all |= each;
  if ((all & others) == 0) return true;
  has_too_many_processes_.store(true);
  is_stopped_.store(true);
  return false;
}

bool SystemGraph::look(unsigned worker, NodeId node, Looked& found) {
  Worker& mine = *workers_[worker];
  if (!mine.expander->looks()) return false;
  read_record(worker, node);
  return mine.expander->look(mine.record.data(), found);
}

// Who looks at a state mostly expands it next.
void SystemGraph::read_record(unsigned worker, NodeId node) {
  Worker& mine = *workers_[worker];
  if (mine.record_node == node) return;
  store_.read(worker, number(node), mine.record);
  mine.record_node = node;
}

bool SystemGraph::number_successors(unsigned worker, std::vector<NodeId>& out) {
  Worker& mine = *workers_[worker];
  const StateBatch batch = mine.sources.batch(mine.successors);
  mine.record_node = no_node;  // a record is good until the store grows
  if (!store_.number(worker, batch, mine.numbers) || store_.size() > states_max_) {
    is_stopped_.store(true);
    return false;
  }
  for (const std::uint32_t number : mine.numbers) {
    if (number < nodes_end_) out.push_back(static_cast<NodeId>(number));
  }
  return true;
}

PackedWords SystemGraph::packed_state(unsigned worker, NodeId node) {
  PackedWords record;
  store_.read(worker, static_cast<std::uint32_t>(node), record);
  record.resize(setting_.walked.codec().word_count(record.data()));
  return record;
}

SearchCounts SystemGraph::counts() const {
  SearchCounts all;
  for (const auto& worker : workers_) all.add(worker->counts);
  return all;
}

std::string SystemGraph::claim_failure() const {
  std::string first;
  for (const auto& worker : workers_) {
    const std::string& text = worker->claim_failure;
    if (!text.empty() && (first.empty() || text < first)) first = text;
  }
  return first;
}

void SystemGraph::mark_taken(std::vector<bool>& action_taken) const {
  for (const auto& worker : workers_) worker->expander->mark_taken(action_taken);
}

// Limits are looked at by worker 0; the others see what it found.
bool SystemGraph::may_go_on(unsigned worker) {
  if (is_stopped_.load(std::memory_order_relaxed)) return false;
  if (worker != 0 || setting_.limits.allows([this] { return heartbeat(); })) return true;
  is_stopped_.store(true);
  return false;
}

Heartbeat SystemGraph::heartbeat() const {
  Heartbeat now;
  now.states_discovered = store_.size();
  for (const auto& worker : workers_) {
    // Relaxed: a figure for people, nothing hangs on it.
    now.transitions += worker->transitions.load(std::memory_order_relaxed);
  }
  return now;
}

}  // namespace clew
