// Asks Clew's engines questions, each alone and together, and takes their measure.
//
//   EngineBench bench(program, say, {.repetitions = 3});
//   bench.measure_scripts(results);
#pragma once

#include <functional>
#include <string>

#include "apps/bench/report/bench_results.hpp"

namespace clew::cli {

struct EngineBenchOptions {
  std::uint64_t repetitions = 3;
  bool is_quick = false;
  std::string beem_folder;  // it may be missing
};

// Models are looked for below `models` in the current folder.  Every function fills in what it comes to
// before somebody interrupts it, and throws Interrupted then.
class EngineBench {
 public:
  using Say = std::function<void(const std::string& what)>;
  struct Question;

  // `program` is Clew.
  EngineBench(std::string program, Say say, EngineBenchOptions options);

  // The rows of the published tables; if quick, two of each.
  void measure_scripts(BenchResults& results) const;
  // Questions about models of all languages, asked of the portfolio and of every engine alone; if
  // quick, every twentieth.
  void measure_portfolio(BenchResults& results) const;
  // Large state spaces.
  void measure_sizes(BenchResults& results) const;
  // Questions about models that the user names.
  void measure_models(const std::vector<std::string>& paths, BenchResults& results) const;

 private:
  void compare(const std::vector<Question>& questions, BenchResults& results) const;

  std::string program_;
  Say say_;
  EngineBenchOptions options_;
};

}  // namespace clew::cli
