// How far is the store from what the machine can do?  The machine's limit is the number of random
// cache lines that one core can read per second with deep prefetch, over as many bytes as the table
// has: no table that keeps states in memory can be asked more often than that without luck.
//
//   store_limit [states] [workers]
//
// States are words of 48 bits.  "mixed" is one new state for three known ones, growth included;
// the share is insertions per second over line reads per second.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

#include "clew/base/random.hpp"
#include "clew/store/meeting.hpp"
#include "clew/store/pages.hpp"
#include "clew/store/tree_store.hpp"

namespace {

using clew::SplitMix64;
using clew::TreeStore;

constexpr unsigned state_bits = 48;
constexpr std::size_t batch_states = 512;
constexpr std::size_t round_batches = 16;  // between two looks at the clock

// Processor time of this thread: what others do on the machine disturbs it least.
double seconds_now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// About as random as SplitMix64::below, without a division.
std::uint64_t below(SplitMix64& random, std::uint64_t bound) {
  return ((random.next() >> 32) * bound) >> 32;  // bounds are below 2^32
}

// Different numbers give different states.
std::uint64_t state_of(std::uint64_t number) {
  return (number * 0x9e3779b97f4a7c15ULL) & ((std::uint64_t{1} << state_bits) - 1);
}

// Nanoseconds per random line read, over `bytes` bytes that are there already.
double line_read_ns(const clew::Pages& pages, std::uint64_t bytes) {
  constexpr std::size_t depth = 32;
  constexpr std::uint64_t reads = 4'000'000;
  const auto* words = reinterpret_cast<const std::uint64_t*>(pages.data());
  SplitMix64 random(7);
  std::uint64_t ahead[depth];
  for (std::uint64_t& position : ahead) {
    position = below(random, bytes / 64) * 8;
    __builtin_prefetch(words + position);
  }
  std::uint64_t sum = 0;
  const double begin = seconds_now();
  for (std::uint64_t i = 0; i < reads; ++i) {
    std::uint64_t& position = ahead[i % depth];
    sum += words[position];
    position = below(random, bytes / 64) * 8;
    __builtin_prefetch(words + position);
  }
  const double ns = (seconds_now() - begin) / static_cast<double>(reads) * 1e9;
  return sum == 1 ? 0 : ns;  // the sum must look wanted
}

double line_read_ns(std::uint64_t bytes) {
  const clew::Pages pages = clew::Pages::of(bytes);
  pages.populate(0, bytes);
  double best = 1e9;
  for (int repetition = 0; repetition < 3; ++repetition)
    best = std::min(best, line_read_ns(pages, bytes));
  return best;
}

// One worker's part of a run: its states are the numbers that are `worker` modulo `workers`.
struct Runner {
  TreeStore& store;
  unsigned worker;
  unsigned workers;
  SplitMix64 random;
  std::uint64_t own_count = 0;
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> records;
  std::vector<std::uint32_t> fresh;

  std::uint64_t own(std::uint64_t index) const { return state_of(index * workers + worker); }

  // Inserts some batches with a new state in every `period` (0: none); seconds taken.
  double insert(unsigned period) {
    words.clear();
    for (std::size_t i = 0; i < round_batches * batch_states; ++i) {
      const bool is_new = period != 0 && i % period == 0;
      words.push_back(own(is_new ? own_count++ : below(random, own_count)));
    }
    records.clear();
    const double begin = seconds_now();
    for (std::size_t batch = 0; batch < round_batches; ++batch) {
      fresh.clear();
      store.insert(
          worker,
          {.words = words.data() + batch * batch_states, .count = batch_states, .stride = 1}, 1,
          records, fresh);
    }
    return seconds_now() - begin;
  }
};

struct Spent {
  double insert_s = 0;
  double grow_s = 0;
};

// Brings a store to `states` states, all workers together.  What counts is the slowest worker.
Spent fill(std::vector<Runner>& runners, clew::Meeting& meeting, std::uint64_t states,
           unsigned period) {
  const auto workers = static_cast<unsigned>(runners.size());
  std::vector<Spent> spent(workers);
  const auto work = [&](unsigned worker) {
    Runner& runner = runners[worker];
    while (runner.own_count < states / workers) {
      spent[worker].insert_s += runner.insert(period);
      meeting.arrive(workers);
      const bool grows = runner.store.wants_to_grow();
      meeting.arrive(workers);
      const double begin = seconds_now();
      if (grows) runner.store.grow(worker, workers);
      spent[worker].grow_s += seconds_now() - begin;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned worker = 1; worker < workers; ++worker) threads.emplace_back(work, worker);
  work(0);
  for (std::thread& thread : threads) thread.join();
  return *std::max_element(spent.begin(), spent.end(), [](const Spent& a, const Spent& b) {
    return a.insert_s + a.grow_s < b.insert_s + b.grow_s;
  });
}

void measure(std::uint64_t states_max, unsigned workers, unsigned period) {
  std::printf("\n%s, %u worker%s\n", period == 1 ? "new states only" : "1 new : 3 known", workers,
              workers == 1 ? "" : "s");
  std::printf("%12s %8s %12s %12s %12s %10s %8s %8s\n", "states", "bytes/st", "insert ns",
              "+ growth ns", "known ns", "limit ns", "share", "known sh.");
  TreeStore store({.word_widths = {state_bits}, .workers = workers});
  std::vector<Runner> runners;
  for (unsigned worker = 0; worker < workers; ++worker)
    runners.push_back({store, worker, workers, SplitMix64(worker), 1, {}, {}, {}});
  clew::Meeting meeting;
  std::uint64_t before = 0;
  for (std::uint64_t states = 1'000'000; before < states_max;
       states = std::min(states * 2, states_max)) {
    const Spent spent = fill(runners, meeting, states, period);
    const double insertions =
        static_cast<double>(states - before) * period / workers;  // of each worker
    const double insert_ns = spent.insert_s / insertions * 1e9;
    const double grow_ns = spent.grow_s / insertions * 1e9;
    double known_s = 0;
    constexpr int known_rounds = 250;
    for (int round = 0; round < known_rounds; ++round) known_s += runners[0].insert(0);
    const double known_ns =
        known_s / static_cast<double>(known_rounds * round_batches * batch_states) * 1e9;
    const double limit_ns = line_read_ns(store.memory_bytes());
    std::printf("%12llu %8.2f %12.1f %12.1f %12.1f %10.1f %8.2f %8.2f\n",
                static_cast<unsigned long long>(store.size()), store.bytes_per_state(), insert_ns,
                grow_ns, known_ns, limit_ns, limit_ns / (insert_ns + grow_ns), limit_ns / known_ns);
    std::fflush(stdout);
    before = states;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t states = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000'000;
  const unsigned workers = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  measure(states, workers, 4);
  measure(states, workers, 1);
  return 0;
}
