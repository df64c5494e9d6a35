#include "clew/store/compact_store.hpp"

#include <algorithm>
#include <cmath>

#include "clew/base/hash.hpp"

namespace clew {

namespace {

constexpr unsigned fingerprint_bits_min = 16;

unsigned allowed_bits(unsigned wanted) { return std::clamp(wanted, fingerprint_bits_min, 64U); }

}  // namespace

CompactStore::CompactStore(Options options)
    : options_(options),
      limit_(options.memory_bytes_max),
      keys_({.key_bits = allowed_bits(options.fingerprint_bits), .workers = options.workers},
            limit_),
      fingerprints_(options.workers) {
  options_.fingerprint_bits = allowed_bits(options.fingerprint_bits);
}

std::uint64_t CompactStore::fingerprint(std::span<const std::uint64_t> state) const {
  return hash_bytes(std::as_bytes(state)) >> (64 - options_.fingerprint_bits);
}

bool CompactStore::insert(unsigned worker, const StateBatch& batch, std::uint64_t level,
                          std::vector<std::uint64_t>& records, std::vector<std::uint32_t>& fresh) {
  std::vector<std::uint64_t>& fingerprints = fingerprints_[worker];
  fingerprints.resize(batch.count);
  for (std::size_t i = 0; i < batch.count; ++i) fingerprints[i] = fingerprint(batch.state(i));
  const std::size_t begin = fresh.size();
  const bool everything_fits = keys_.insert(worker, fingerprints, level, fresh);
  for (std::size_t i = begin; i < fresh.size(); ++i) {
    const std::span<const std::uint64_t> state = batch.state(fresh[i]);
    records.insert(records.end(), state.begin(), state.end());
  }
  return everything_fits;
}

bool CompactStore::prepare(unsigned /*worker*/, const StateBatch& batch,
                           std::vector<std::uint64_t>& records) {
  for (std::size_t i = 0; i < batch.count; ++i) {
    const std::span<const std::uint64_t> state = batch.state(i);
    keys_.prefetch(fingerprint(state));
    records.insert(records.end(), state.begin(), state.end());
  }
  return true;
}

Outcome CompactStore::insert(unsigned worker, std::span<const std::uint64_t> record,
                             std::uint64_t level) {
  return keys_.insert(worker, fingerprint(record), level);
}

bool CompactStore::grow(unsigned worker, unsigned workers) {
  Phases phases(meeting_, workers);
  phases.run([&] {
    if (worker == 0) grows_ = keys_.wants_to_grow() && keys_.begin_growth();
  });
  phases.run([&] {
    if (grows_) keys_.move();
  });
  phases.run([&] {
    if (worker == 0 && grows_) keys_.end_growth();
  });
  return phases.end() && grows_;
}

double CompactStore::bytes_per_state() const {
  const std::uint64_t states = size();
  return states == 0 ? 0 : static_cast<double>(memory_bytes()) / static_cast<double>(states);
}

// The n-th new state meets one of the n - 1 fingerprints before it with probability
// (n - 1) / 2^bits.
Omission CompactStore::omission() const {
  const auto states = static_cast<double>(size());
  const double expected =
      states * std::max(states - 1, 0.0) / 2 / std::exp2(options_.fingerprint_bits);
  return {expected, -std::expm1(-expected)};
}

}  // namespace clew
