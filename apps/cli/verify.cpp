// The verifying commands: check and explore.
#include <fmt/format.h>

#include "clew/export/aldebaran.hpp"
#include "clew/render/json.hpp"
#include "clew/render/text.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "input.hpp"

namespace clew::cli {

namespace {

void show(const Options& options, const Report& report) {
  if (options.json) return deliver(options.json_file, json_report(report));
  write_out(text_report(
      report, {.color = use_color(options), .verbose = options.verbose, .quiet = options.quiet}));
}

void write_first_trace(const Options& options, const Report& report) {
  if (options.trace_file.empty()) return;
  for (const PropertyResult& result : report.properties) {
    if (!result.traces.empty())
      return deliver(options.trace_file, json_trace(*report.model, result.traces.front(),
                                                    result.property.propositions));
  }
  write_error(fmt::format("clew: no trace was found, {} is not written\n", options.trace_file));
}

// All certificates, one after the other; each begins anew.
void write_certificates(const Options& options, const Report& report) {
  if (options.certificate_file.empty()) return;
  std::string text;
  for (const PropertyResult& result : report.properties) {
    if (result.certificate.empty()) continue;
    if (!text.empty()) text += "(reset)\n";
    text += result.certificate;
  }
  if (!text.empty()) return deliver(options.certificate_file, text);
  write_error(
      fmt::format("clew: there is no certificate, {} is not written\n", options.certificate_file));
}

int finish(const Report& report) {
  if (!report.defect.empty()) {
    write_error(fmt::format(
        "clew: defect: {}\nhelp: this is a mistake in Clew; please report it with the model\n",
        report.defect));
  }
  return exit_code(report);
}

}  // namespace

int run_check(const Options& options) {
  const LoadedModel model = load_model(options);
  CheckOptions question = check_options(options);
  question.properties = load_properties(model, options);
  Report report;
  catch_interrupts();
  {
    LiveLine live(options.quiet);
    question.watcher = live.watcher();
    question.early = [&](const Property& property, Verdict verdict) {
      live.tell(fmt::format("{}: {}, the report follows", property.name, name_of(verdict)));
    };
    report = check(*model, question);
  }
  show(options, report);
  write_first_trace(options, report);
  write_certificates(options, report);
  return finish(report);
}

int run_explore(const Options& options) {
  const LoadedModel model = load_model(options);
  CheckOptions question = check_options(options);
  Report report;
  std::string export_error;
  catch_interrupts();
  {
    LiveLine live(options.quiet);
    question.watcher = live.watcher();
    report = explore(*model, question);
    if (!options.export_file.empty() && report.finished) {
      export_error =
          export_aldebaran(*model, options.export_file, options.limits, question.watcher);
    }
  }
  show(options, report);
  if (options.levels && !options.json) write_out("\n" + levels_text(report.statistics));
  if (!options.export_file.empty() && !report.finished) {
    export_error = "the state space is not complete";
  }
  if (!export_error.empty()) {
    const Complaint complaint{options.export_file,
                              fmt::format("cannot be written: {}", export_error)};
    if (report.finished) refuse(complaint);
    write_error(complaint_text(complaint));
  }
  return finish(report);
}

}  // namespace clew::cli
