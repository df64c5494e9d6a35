#include "complaints.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "clew/base/text.hpp"
#include "clew/render/json.hpp"
#include "console.hpp"

namespace clew::cli {

namespace {

struct Kept {
  bool is_wanted = false;
  std::vector<PlacedDiagnostic> complaints;
};

Kept& kept() {
  static Kept all;
  return all;
}

void keep(PlacedDiagnostic complaint) {
  if (kept().is_wanted) kept().complaints.push_back(std::move(complaint));
}

}  // namespace

std::string complaint_text(const Complaint& complaint) {
  const std::string help =
      complaint.help.empty() ? "" : fmt::format("help: {}\n", visible_line(complaint.help));
  return fmt::format("{}: error: {}\n{}", visible_line(complaint.file.value_or("clew")),
                     visible_line(complaint.message), help);
}

void keep_complaints() { kept().is_wanted = true; }

void say(const Diagnostics& diagnostics) {
  write_error(diagnostics.text());
  for (PlacedDiagnostic& complaint : diagnostics.placed()) keep(std::move(complaint));
}

void say_of_expression(const Diagnostics& diagnostics) {
  write_error(diagnostics.text());
  for (PlacedDiagnostic& complaint : diagnostics.placed()) {
    if (complaint.span.file == 0) complaint.file = "expression";
    keep(std::move(complaint));
  }
}

void refuse(const Complaint& complaint) { refuse(complaint, complaint_text(complaint)); }

void refuse(const Complaint& complaint, const std::string& text) {
  write_error(text);
  keep({complaint.file, complaint.place, Severity::Error, complaint.message, complaint.help});
  throw BadInput{};
}

int end_with_complaints() {
  if (kept().is_wanted && !has_written_out()) write_out(json_diagnostics(kept().complaints));
  return 2;
}

}  // namespace clew::cli
