#include "apps/bench/report/bench_json.hpp"

#include <cmath>

#include "clew/render/json_text.hpp"

namespace clew {

namespace {

using Json = nlohmann::ordered_json;

double microseconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

double rounded(double value) { return std::round(value * 1e3) / 1e3; }

Json measure_json(const BenchMeasure& measure) {
  Json runs = Json::array();
  for (const BenchRun& run : measure.runs) {
    runs.push_back({{"cpu_seconds", microseconds(run.cpu_seconds)},
                    {"wall_seconds", microseconds(run.wall_seconds)},
                    {"peak_memory_bytes", run.memory_bytes_peak}});
  }
  Json out = {{"states", measure.counts.states},
              {"transitions", measure.counts.transitions},
              {"runs", std::move(runs)}};
  // Engines are asked questions, and count nothing.
  if (measure.counts == BenchCounts{}) {
    out.erase("states");
    out.erase("transitions");
  }
  if (measure.store_bytes_per_state > 0) {
    out["bytes_per_state"] = rounded(measure.store_bytes_per_state);
  }
  if (!measure.native_tier.empty()) out["native_tier"] = measure.native_tier;
  if (measure.compile_seconds > 0) out["compile_seconds"] = microseconds(measure.compile_seconds);
  if (!measure.failure.empty()) out["failure"] = measure.failure;
  if (measure.is_wrong) out["wrong"] = true;
  return out;
}

Json machine_json(const BenchMachine& machine) {
  return {{"processor", machine.processor}, {"cores", machine.cores},
          {"caches", machine.caches},       {"memory_bytes", machine.memory_bytes},
          {"system", machine.system},       {"huge_pages", machine.huge_pages},
          {"programs", machine.programs},   {"load", rounded(machine.load)}};
}

Json target_json(const BenchTarget& target) {
  return {{"what", target.what},
          {target.at_least ? "at_least" : "at_most", target.bound},
          {"measured", target.measured ? Json(rounded(*target.measured)) : Json()},
          {"reached", target.reached()}};
}

Json settings_json(const BenchModel& model) {
  Json measures;
  for (const auto& [setting, measure] : model.measures) {
    measures[key_of(setting)] = measure_json(measure);
  }
  return measures;
}

Json script_json(const BenchScript& script) {
  const bool is_finished = !script.published_tool.empty();
  return {{"table", script.table},
          {"what", script.what},
          {"row", script.model.name},
          {"exists", script.exists},
          {"published_seconds", is_finished ? Json(script.published_seconds) : Json()},
          {"published_tool", is_finished ? Json(script.published_tool) : Json()},
          {"settings", settings_json(script.model)}};
}

}  // namespace

std::string bench_json(const BenchResults& results) {
  Json out = {{"clew", results.version},
              {"command", "bench"},
              {"date", results.date},
              {"repetitions", results.repetitions},
              {"machine", machine_json(results.machine)},
              {"targets", Json::array()},
              {"models", Json::array()}};
  if (results.set == BenchSet::Liveness) out["set"] = "liveness";
  if (results.set == BenchSet::Engines) out["set"] = "engines";
  for (const BenchTarget& target : bench_targets(results))
    out["targets"].push_back(target_json(target));
  for (const BenchModel& model : results.models) {
    out["models"].push_back({{"name", model.name},
                             {"spin_vector_bytes", model.vector_bytes},
                             {"settings", settings_json(model)}});
  }
  for (const BenchScript& script : results.scripts) out["scripts"].push_back(script_json(script));
  for (const BenchSize& size : results.sizes) {
    out["sizes"].push_back(
        {{"model", size.model}, {"states", size.states}, {"measure", measure_json(size.measure)}});
  }
  if (results.limit) {
    out["limit"] = {{"states", results.limit->states},
                    {"line_read_ns", rounded(results.limit->line_read_ns)},
                    {"mixed_ns", rounded(results.limit->mixed_ns)},
                    {"known_ns", rounded(results.limit->known_ns)}};
  }
  for (const BenchNative& row : results.native) {
    out["native"].push_back({{"model", row.model},
                             {"states", row.counts.states},
                             {"native_seconds", microseconds(row.native_seconds)},
                             {"interpreter_seconds", microseconds(row.interpreter_seconds)}});
  }
  for (const BenchGrowth& row : results.growth) {
    out["growth"].push_back({{"states", row.states}, {"seconds", microseconds(row.seconds)}});
  }
  for (const double seconds : results.first_verdict_seconds) {
    out["first_verdict_seconds"].push_back(microseconds(seconds));
  }
  return json_text(out);
}

}  // namespace clew
