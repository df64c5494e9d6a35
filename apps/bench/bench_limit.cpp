#include "apps/bench/bench_limit.hpp"

#include <algorithm>
#include <array>
#include <ctime>

#include "clew/base/random.hpp"
#include "clew/store/pages.hpp"
#include "clew/store/tree_store.hpp"

namespace clew::cli {

namespace {

constexpr unsigned state_bits = 48;
constexpr std::size_t batch_states = 512;
constexpr std::size_t round_states = 16 * batch_states;  // between two looks at the clock

// Processor time of this thread: what others do on the machine disturbs it least.
double seconds_now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Without a division.  REQUIRES: bound < 2^32
std::uint64_t below(SplitMix64& random, std::uint64_t bound) {
  return ((random.next() >> 32) * bound) >> 32;
}

// Different numbers give different states.
std::uint64_t state_of(std::uint64_t number) {
  return (number * 0x9e3779b97f4a7c15ULL) & ((std::uint64_t{1} << state_bits) - 1);
}

double line_read_ns(const Pages& pages, std::uint64_t bytes) {
  constexpr std::size_t depth = 32;
  constexpr std::uint64_t reads = 8'000'000;
  constexpr std::uint64_t line_bytes = 64;
  const auto* const memory = reinterpret_cast<const volatile std::uint8_t*>(pages.data());
  const std::uint64_t lines = bytes / line_bytes;
  SplitMix64 random(7);
  std::array<std::uint64_t, depth> ahead{};
  const double begin = seconds_now();
  for (std::uint64_t i = 0; i < reads + depth; ++i) {
    std::uint64_t& position = ahead[i % depth];
    if (i >= depth) (void)memory[position];  // volatile: it is read although nobody wants it
    position = below(random, lines) * line_bytes;
    __builtin_prefetch(const_cast<const std::uint8_t*>(memory + position));
  }
  return (seconds_now() - begin) / static_cast<double>(reads) * 1e9;
}

class Filler {
 public:
  // Inserts some batches, with a new state in every `period` (0: none).  Seconds, growth included.
  double insert(unsigned period) {
    words_.clear();
    for (std::size_t i = 0; i < round_states; ++i) {
      const bool is_new = period != 0 && i % period == 0;
      words_.push_back(state_of(is_new ? count_++ : below(random_, count_)));
    }
    records_.clear();
    const double begin = seconds_now();
    for (std::size_t at = 0; at < round_states; at += batch_states) {
      fresh_.clear();
      store_.insert(0, {.words = words_.data() + at, .count = batch_states, .stride = 1}, 1,
                    records_, fresh_);
    }
    if (store_.wants_to_grow()) store_.grow(0, 1);
    return seconds_now() - begin;
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t memory_bytes() const { return store_.memory_bytes(); }

 private:
  TreeStore store_{{.word_widths = {state_bits}}};
  SplitMix64 random_{1};
  std::uint64_t count_ = 1;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> records_;
  std::vector<std::uint32_t> fresh_;
};

}  // namespace

BenchLimit measure_limit(std::uint64_t states) {
  constexpr unsigned period = 4;
  constexpr int known_rounds = 500;
  BenchLimit limit;
  std::uint64_t bytes = 0;
  {
    Filler filler;
    while (filler.count() < states / 2) filler.insert(period);
    double mixed_s = 0;
    std::uint64_t mixed_rounds = 0;
    for (; filler.count() < states; ++mixed_rounds) mixed_s += filler.insert(period);
    double known_s = 0;
    for (int round = 0; round < known_rounds; ++round) known_s += filler.insert(0);
    const auto ns = [](double seconds, double rounds) {
      return seconds / (rounds * static_cast<double>(round_states)) * 1e9;
    };
    limit.states = filler.count();
    limit.mixed_ns = ns(mixed_s, static_cast<double>(std::max<std::uint64_t>(mixed_rounds, 1)));
    limit.known_ns = ns(known_s, known_rounds);
    bytes = filler.memory_bytes();
  }
  const Pages pages = Pages::of(bytes);
  pages.populate(0, bytes);
  limit.line_read_ns = line_read_ns(pages, bytes);
  for (int again = 0; again < 2; ++again) {
    limit.line_read_ns = std::min(limit.line_read_ns, line_read_ns(pages, bytes));
  }
  return limit;
}

}  // namespace clew::cli
