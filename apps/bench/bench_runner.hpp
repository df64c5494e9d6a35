// Runs Clew and its peers on a model and takes their measure.
//
//   BenchRunner runner(program, {.spin = true}, say);
//   BenchModel row = runner.measure({"peterson.4", "peterson.4.pm", "peterson.4.dve"}, 3);
#pragma once

#include <functional>
#include <string>

#include "apps/bench/report/bench_peers.hpp"
#include "apps/bench/report/bench_results.hpp"
#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew::cli {

// Thrown when the user has had enough; the exit code is 3.
struct Interrupted {};

// A temporary folder that is there: where there can be none, its constructor throws BadInput.
class ScratchFolder {
 public:
  ScratchFolder();
  const std::string& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

// What it cost.
BenchRun run_of(const ProgramResult& result);

struct BenchPeers {
  bool spin = false;
  bool ltsmin = false;
};

struct BenchFile {
  std::string name;
  std::string path;
  std::string dve_path;  // the same model for LTSmin; empty: there is none
  bool is_promela = true;
};

class BenchRunner {
 public:
  using Say = std::function<void(const std::string& what)>;

  // `program` is Clew.
  BenchRunner(std::string program, BenchPeers peers, Say say);

  // Tells the user what is being measured.
  void say(const std::string& what) const { say_(what); }

  // All settings in turn, `repetitions` times; fewer if they take long.
  BenchModel measure(const BenchFile& file, std::uint64_t repetitions) const;

  // The same on a product of a model and a claim: `file` has the claim inside.
  BenchModel measure_liveness(const BenchFile& file, std::uint64_t repetitions) const;

  // One run of `clew explore`, the code of earlier runs used unless `cold`.
  // The measure holds one run, or why there is none.
  BenchMeasure explore(const std::string& path, const std::vector<std::string>& switches,
                       bool cold = false) const;
  // One run of `clew check` with the claim.  Every verdict but `holds` is a failure.
  BenchMeasure check(const std::string& path, const std::vector<std::string>& switches) const;
  // Writes the product as Promela to the file `target`; says why it cannot, else nothing.
  std::string translate(const std::string& path, const std::string& target) const;

 private:
  BenchMeasure warm_up(const std::string& path) const;

  std::string program_;
  BenchPeers peers_;
  Say say_;
};

}  // namespace clew::cli
