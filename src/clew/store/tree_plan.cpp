#include "clew/store/tree_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <unordered_map>

#include "clew/base/hash.hpp"

namespace clew {

namespace {

constexpr double pair_bytes = 22;          // in a NodeTable, on average
constexpr double state_bits_per_byte = 6;  // eight, but a table is never quite full
constexpr double gain_bytes_min = 0.25;    // a pair costs time as well
constexpr unsigned key_bits_wanted = 58;   // leaves the fields some room to grow
// With more fields than this only neighbours are tried: there are too many pairs.
constexpr std::size_t fields_tried_max = 24;

std::uint32_t build(TreePlan& plan, std::uint32_t first, std::uint32_t count) {
  if (count == 1) return first;
  const std::uint32_t half = (count + 1) / 2;
  const std::uint32_t left = build(plan, first, half);
  const std::uint32_t right = build(plan, first + half, count - half);
  plan.pairs.push_back({left, right});
  return plan.node_count() - 1;
}

// One field while the plan is made.
struct Field {
  std::uint32_t node;
  std::vector<std::uint32_t> ids;  // by state of the sample
  double count;                    // expected number of ids
};

struct Merge {
  std::size_t left = 0;
  std::size_t right = 0;
  double count = 0;                                        // expected number of pairs
  double gain = -std::numeric_limits<double>::infinity();  // bytes a state
};

// Counts different numbers in linear time.
class DistinctCounter {
 public:
  explicit DistinctCounter(std::size_t room) : slots_(std::bit_ceil(2 * room + 1)) {}

  // Different pairs of the first half of the sample, and of all of it.
  std::pair<double, double> count(const Field& left, const Field& right) {
    std::fill(slots_.begin(), slots_.end(), 0);
    const std::size_t size = left.ids.size();
    double distinct = 0;
    double distinct_half = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (i == size / 2) distinct_half = distinct;
      // Zero is an empty slot, so ids are counted from one.
      const std::uint64_t pair = (left.ids[i] | std::uint64_t{right.ids[i]} << 32) + 1;
      std::size_t position = mix_bits(pair) & (slots_.size() - 1);
      while (slots_[position] != 0 && slots_[position] != pair)
        position = (position + 1) & (slots_.size() - 1);
      if (slots_[position] == 0) ++distinct;
      slots_[position] = pair;
    }
    return {distinct_half, distinct};
  }

 private:
  std::vector<std::uint64_t> slots_;
};

double bits_of(double count) { return std::ceil(std::log2(count + 1)); }

// How many pairs there will be among all states.  If the second half of the sample brought as many
// new ones as the first there is no end in sight; if it brought none, that was all.  In between the
// number is taken to grow as a power of the number of states.
double expected_pairs(double half, double all, double sample_size, double states,
                      double product_max) {
  const double exponent = std::clamp(std::log2(all / std::max(half, 1.0)), 0.0, 1.0);
  const double grown = all * std::pow(std::max(states / sample_size, 1.0), exponent);
  return std::clamp(grown, all, std::max(all, std::min(states, product_max)));
}

class Planner {
 public:
  Planner(const TreeSample& sample, std::uint64_t states)
      : states_(static_cast<double>(std::max<std::uint64_t>(states, 1))), counter_(sample.size()) {
    plan_.word_count = sample.word_count;
    for (std::uint32_t word = 0; word < sample.word_count; ++word) {
      Field field{word, {}, static_cast<double>(sample.id_counts[word])};
      for (std::size_t i = 0; i < sample.size(); ++i)
        field.ids.push_back(sample.ids[i * sample.word_count + word]);
      fields_.push_back(std::move(field));
    }
  }

  TreePlan plan() {
    while (fields_.size() > 2) {
      const Merge best = best_merge();
      const bool must_merge = fields_.size() > TreePlan::fields_max || key_bits() > key_bits_wanted;
      if (!must_merge && best.gain < gain_bytes_min) break;
      merge(best);
    }
    std::sort(fields_.begin(), fields_.end(),
              [](const Field& a, const Field& b) { return a.node < b.node; });
    for (const Field& field : fields_) plan_.fields.push_back(field.node);
    return plan_;
  }

 private:
  double key_bits() const {
    double bits = 0;
    for (const Field& field : fields_) bits += bits_of(field.count);
    return bits;
  }

  Merge best_merge() {
    Merge best;
    const bool all_pairs = fields_.size() <= fields_tried_max;
    for (std::size_t left = 0; left + 1 < fields_.size(); ++left) {
      const std::size_t last = all_pairs ? fields_.size() : left + 2;
      for (std::size_t right = left + 1; right < last; ++right) {
        const Merge merge = weigh(left, right);
        if (merge.gain > best.gain) best = merge;
      }
    }
    return best;
  }

  // Remembers what it counted: fields are only ever taken away and added.
  Merge weigh(std::size_t left, std::size_t right) {
    const Field& a = fields_[left];
    const Field& b = fields_[right];
    const std::uint64_t key = a.node | std::uint64_t{b.node} << 32;
    const auto known = weighed_.find(key);
    if (known != weighed_.end()) return {left, right, known->second.count, known->second.gain};
    const auto [half, all] = counter_.count(a, b);
    Merge merge{left, right, 0, 0};
    merge.count =
        expected_pairs(half, all, static_cast<double>(a.ids.size()), states_, a.count * b.count);
    const double bits_saved = bits_of(a.count) + bits_of(b.count) - bits_of(merge.count);
    merge.gain = bits_saved / state_bits_per_byte - pair_bytes * merge.count / states_;
    weighed_.emplace(key, merge);
    return merge;
  }

  void merge(const Merge& best) {
    const Field& left = fields_[best.left];
    const Field& right = fields_[best.right];
    plan_.pairs.push_back({left.node, right.node});
    Field merged{plan_.node_count() - 1, {}, best.count};
    std::unordered_map<std::uint64_t, std::uint32_t> ids;
    for (std::size_t i = 0; i < left.ids.size(); ++i) {
      const std::uint64_t pair = left.ids[i] | std::uint64_t{right.ids[i]} << 32;
      merged.ids.push_back(
          ids.try_emplace(pair, static_cast<std::uint32_t>(ids.size())).first->second);
    }
    fields_[best.left] = std::move(merged);
    fields_.erase(fields_.begin() + static_cast<std::ptrdiff_t>(best.right));
  }

  double states_;
  DistinctCounter counter_;
  TreePlan plan_;
  std::vector<Field> fields_;
  std::unordered_map<std::uint64_t, Merge> weighed_;  // by nodes
};

}  // namespace

TreePlan TreePlan::balanced(std::uint32_t word_count, std::uint32_t fields) {
  TreePlan plan;
  plan.word_count = word_count;
  const std::uint32_t field_count = std::min(word_count, fields);
  for (std::uint32_t field = 0; field < field_count; ++field) {
    // The first fields are the longer ones.
    const std::uint32_t share = word_count / field_count;
    const std::uint32_t longer = word_count % field_count;
    const std::uint32_t first = field * share + std::min(field, longer);
    plan.fields.push_back(build(plan, first, share + (field < longer ? 1 : 0)));
  }
  return plan;
}

TreePlan plan_from_sample(const TreeSample& sample, std::uint64_t states) {
  return Planner(sample, states).plan();
}

}  // namespace clew
