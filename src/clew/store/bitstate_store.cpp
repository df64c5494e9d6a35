#include "clew/store/bitstate_store.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>

#include "clew/base/hash.hpp"

namespace clew {

namespace {

constexpr std::uint64_t bytes_by_default = std::uint64_t{1} << 27;
constexpr std::uint64_t bytes_min = 4096;
constexpr unsigned probes_max = 5;  // six bits of the hash each, beside those that find the word

std::uint64_t hash_of(std::span<const std::uint64_t> state) {
  return hash_bytes(std::as_bytes(state));
}

}  // namespace

BitstateStore::BitstateStore(Options options)
    : options_(options), workers_(std::make_unique<Worker[]>(options.workers)) {
  options_.probes = std::clamp(options_.probes, 1U, probes_max);
  const std::uint64_t wanted =
      options_.memory_bytes_max == 0 ? bytes_by_default : options_.memory_bytes_max;
  // A small model touches a few words all over the array, each of which would cost a huge page.
  pages_ = Pages::of(std::bit_floor(std::max(wanted, bytes_min)), Pages::Use::Sparse);
  if (!pages_) throw std::bad_alloc();
  words_ = reinterpret_cast<Word*>(pages_.data());
  word_shift_ = 64 - static_cast<unsigned>(std::bit_width(pages_.bytes() / sizeof(Word)) - 1);
}

std::uint64_t BitstateStore::bits_of(std::uint64_t hash) const {
  std::uint64_t bits = 0;
  for (unsigned probe = 0; probe < options_.probes; ++probe)
    bits |= std::uint64_t{1} << (hash >> (6 * probe) & 63);
  return bits;
}

// Whether any of the bits was not set.
inline bool BitstateStore::set(std::uint64_t hash) {
  Word& word = words_[position_of(hash)];
  const std::uint64_t bits = bits_of(hash);
  // Relaxed: the word is all there is, nothing else is published with it.
  if ((word.load(std::memory_order_relaxed) & bits) == bits) return false;
  return (word.fetch_or(bits, std::memory_order_relaxed) & bits) != bits;
}

void BitstateStore::count(unsigned worker, std::uint64_t more) {
  auto& inserted = workers_[worker].inserted;
  inserted.store(inserted.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
}

bool BitstateStore::insert(unsigned worker, const StateBatch& batch, std::uint64_t /*level*/,
                           std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh) {
  std::array<std::uint64_t, window> hashes;
  const auto approach = [&](std::size_t index) {
    std::uint64_t& hash = hashes[index % window];
    hash = hash_of(batch.state(index));
    __builtin_prefetch(&words_[position_of(hash)], 1);
  };
  const std::size_t fresh_before = fresh.size();
  for (std::size_t i = 0; i < std::min(window, batch.count); ++i) approach(i);
  for (std::size_t i = 0; i < batch.count; ++i) {
    const std::uint64_t hash = hashes[i % window];
    if (i + window < batch.count) approach(i + window);
    if (!set(hash)) continue;
    const std::span<const std::uint64_t> state = batch.state(i);
    fresh.push_back(static_cast<std::uint32_t>(i));
    records.insert(records.end(), state.begin(), state.end());
  }
  count(worker, fresh.size() - fresh_before);
  return true;
}

bool BitstateStore::prepare(unsigned /*worker*/, const StateBatch& batch,
                            std::vector<std::uint64_t>& records) {
  for (std::size_t i = 0; i < batch.count; ++i) {
    const std::span<const std::uint64_t> state = batch.state(i);
    __builtin_prefetch(&words_[position_of(hash_of(state))], 1);
    records.insert(records.end(), state.begin(), state.end());
  }
  return true;
}

Outcome BitstateStore::insert(unsigned worker, std::span<const std::uint64_t> record,
                              std::uint64_t /*level*/) {
  if (!set(hash_of(record))) return Outcome::Known;
  count(worker, 1);
  return Outcome::New;
}

std::uint64_t BitstateStore::size() const {
  std::uint64_t sum = 0;
  for (unsigned worker = 0; worker < options_.workers; ++worker)
    sum += workers_[worker].inserted.load(std::memory_order_relaxed);
  return sum;
}

double BitstateStore::bytes_per_state() const {
  const std::uint64_t states = size();
  return states == 0 ? 0 : static_cast<double>(memory_bytes()) / static_cast<double>(states);
}

// All probes of a state hit set bits: by inclusion and exclusion over the probes that do not.  `draws`
// probes hit d different bits with a probability counted up below, and d given bits of a word are
// all clear with the probability exp(-mean (1 - (1 - d/64)^probes)), where the number of states in a
// word is Poisson distributed.
double BitstateStore::mistake_probability(double states) const {
  const double mean = states / (static_cast<double>(memory_bytes()) / sizeof(Word));
  std::array<double, probes_max + 1> different{1};  // by d: probability after some draws
  double sum = 0;
  double binomial = 1;
  for (unsigned draws = 0; draws <= options_.probes; ++draws) {
    for (unsigned d = 0; d <= draws; ++d) {
      const double hit = 1 - std::pow(1 - d / 64.0, options_.probes);
      sum += (draws % 2 == 0 ? 1 : -1) * binomial * different[d] * std::exp(-mean * hit);
    }
    binomial = binomial * (options_.probes - draws) / (draws + 1);
    for (unsigned d = std::min(draws + 1, probes_max); d > 0; --d)
      different[d] = different[d] * d / 64 + different[d - 1] * (64 - (d - 1)) / 64;
    different[0] = 0;
  }
  return std::clamp(sum, 0.0, 1.0);
}

// The bits in the array are those of all states that were asked for, mistaken ones included, since
// these found theirs set.  So the store is followed from empty to its size: of every `1 / (1 - p)`
// states asked for at some moment one was stored.
Omission BitstateStore::omission() const {
  constexpr int steps = 256;
  const auto stored = static_cast<double>(size());
  double asked = 0;
  for (int step = 0; step < steps; ++step) {
    const auto ask = [&](double at, double share) {
      return stored / steps * share / std::max(1 - mistake_probability(at), 1e-9);
    };
    asked += ask(asked + ask(asked, 0.5), 1);  // the midpoint method
  }
  const double expected = std::max(asked - stored, 0.0);
  return {expected, -std::expm1(-expected)};
}

}  // namespace clew
