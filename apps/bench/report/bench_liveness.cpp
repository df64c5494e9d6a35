#include "apps/bench/report/bench_liveness.hpp"

#include <fmt/format.h>

#include "apps/bench/report/bench_table.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

using enum BenchSetting;
using Row = BenchTable::Row;
using Ratios = std::vector<std::optional<double>>;

std::string mean_cell(const Ratios& ratios) {
  const std::vector<double> values = present(ratios);
  return values.empty() ? BenchTable::nothing : "**" + number_text(geometric_mean(values)) + "**";
}

// SPIN's setting that did better on this model.
BenchSetting better_nested(const BenchModel& model) {
  const auto huge = best_seconds(model, {NestedHuge}, Clock::Processor);
  const auto plain = best_seconds(model, {NestedPlain}, Clock::Processor);
  return plain && (!huge || *plain < *huge) ? NestedPlain : NestedHuge;
}

std::string products_section(const BenchResults& results) {
  const Ratios spin = bench_ratios(results, faster_nested, LivenessOne, Clock::Processor);
  const Ratios threads = bench_ratios(results, {LivenessOne}, LivenessTwo, Clock::Wall);
  const Ratios exploration = bench_ratios(results, {ProductOne}, LivenessOne, Clock::Processor);
  BenchTable table({"product", "states", "SPIN -a", "Clew, 1 thread", "SPIN : Clew",
                    "Clew, 1 thread, wall", "Clew, 2 threads, wall", "1 : 2 threads",
                    "plain exploration", "exploration : liveness", "counts"});
  table.last_is_text();
  for (std::size_t i = 0; i < results.models.size(); ++i) {
    const BenchModel& model = results.models[i];
    const BenchMeasure* const clew = model.measure(LivenessOne);
    table.add({model.name, clew ? with_commas(clew->counts.states) : BenchTable::nothing,
               time_cell(model, better_nested(model), Clock::Processor),
               time_cell(model, LivenessOne, Clock::Processor), or_nothing(spin[i]),
               time_cell(model, LivenessOne, Clock::Wall),
               time_cell(model, LivenessTwo, Clock::Wall), or_nothing(threads[i]),
               time_cell(model, ProductOne, Clock::Processor), or_nothing(exploration[i]),
               agreement_text(model, {LivenessTwo, ProductOne, NestedHuge, NestedPlain})});
  }
  table.add({"geometric mean", "", "", "", mean_cell(spin), "", "", mean_cell(threads), "",
             mean_cell(exploration), ""});
  return "## Products: seconds, best (median)\n\n" + table.text() +
         "\nProcessor seconds (user + system) unless it says wall. Every verdict is *holds*, with "
         "both programs; a run that\nsays anything else has failed.\n\n";
}

// What a reader must know before believing a row.
std::string exceptions_section(const BenchResults& results) {
  std::string out;
  for (const BenchModel& model : results.models) {
    for (const auto& [setting, measure] : model.measures) {
      const std::string who = fmt::format("- {}: {}", model.name, name_of(setting));
      if (!measure.failure.empty()) {
        out += fmt::format("{}: {}\n", who, measure.failure);
      } else if (agreement(model, setting) == Agreement::Different) {
        out += fmt::format("{} counts {} states\n", who, with_commas(measure.counts.states));
      }
      if (measure.native_tier == "tcc") {
        out += who + " was over before the C compiler was, and ran the code of libtcc\n";
      }
    }
  }
  return out.empty() ? "" : "## Where states differ, or a run failed\n\n" + out + "\n";
}

constexpr const char* liveness_method = R"(## How it was measured

Product by product, and repetition by repetition, all programs in turn, so that noise hits all alike; the
best run of each counts. A product whose repetition takes long gets fewer, for all programs alike. Times
are those the kernel reports for the whole process. Clew has run each product before, so that its compiled
code is there; pan is compiled before the first run. SPIN is, product by product, the faster of its two
settings.

- Clew: `clew check PRODUCT -p claim --no-vacuity -j 1` or `-j 2`; plain exploration: `clew explore
  PRODUCT -j 1`, which builds the same product and looks for nothing
- SPIN, on what `clew translate PRODUCT --to promela` writes: `spin -o1 -o2 -o3 -a`,
  `cc -O3 -march=native -DNOREDUCE -DNOFAIR -DMEMLIM=8000`, `pan -a -b -E -A -n -m160000` (four times
  as much until it is enough: a deep stack costs time even if it is not used), with `-w26`, or with `-w24`
  and `GLIBC_TUNABLES=glibc.malloc.hugetlb=1`
- states are SPIN's *stored*, which counts a state once even if both searches come to it
)";

}  // namespace

std::string liveness_text(const BenchResults& results) {
  std::string out =
      fmt::format("# Clew {} looking for accepting cycles beside SPIN, {}\n\n{}, {}{}.\n\n",
                  results.version, results.date, counted(results.models.size(), "product"),
                  counted(results.repetitions, "repetition"),
                  results.is_partial ? "; interrupted, there was to be more" : "");
  out += "## Targets\n\n" + targets_table(bench_targets(results)) +
         "\nNumbers over several products are geometric means.\n\n";
  return out + products_section(results) + exceptions_section(results) +
         machine_section(results.machine) + liveness_method;
}

}  // namespace clew
