#include "tests/beem.hpp"

#include <map>
#include <sstream>

#include "clew/base/file.hpp"
#include "tests/model_files.hpp"

namespace clew {

namespace {

// The cells of a file, without its heading.
std::vector<std::vector<std::string>> rows_of(const std::string& name) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(read_file((beem_folder() / name).string()).bytes);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    std::istringstream cells(line + ",");
    std::vector<std::string>& row = rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
  }
  return rows;
}

// Of `{a}`; `{a} && {b}` is not asked.
std::string plain_expression(const std::string& formula) {
  const bool is_one =
      formula.size() > 2 && formula.front() == '{' && formula.find('}') == formula.size() - 1;
  return is_one ? formula.substr(1, formula.size() - 2) : "";
}

// Without questions; one without a name if there are none.
std::vector<BeemInstance> instances_in(const std::string& counts, const std::string& suffix,
                                       std::uint64_t states_max) {
  std::vector<BeemInstance> instances;
  for (const auto& row : rows_of(counts)) {
    if (row.size() < 2 || std::stoull(row[1]) > states_max) continue;
    const std::string family = row[0].substr(0, row[0].rfind('.'));
    const std::string file = (beem_folder() / family / (row[0] + suffix)).string();
    instances.push_back({row[0], file, std::stoull(row[1]), {}});
  }
  if (instances.empty()) instances.emplace_back();
  return instances;
}

}  // namespace

std::vector<BeemInstance> beem_instances(std::uint64_t states_max) {
  std::map<std::string, std::vector<std::string>> questions;
  for (const auto& row : rows_of("properties.csv")) {
    const std::string expression = row.size() > 3 ? plain_expression(row[3]) : "";
    if (!expression.empty() && row[2] == "reach") {
      questions[row[0]].push_back("reach: " + expression);
    }
  }
  std::vector<BeemInstance> instances = instances_in("counts.csv", ".dve", states_max);
  for (BeemInstance& each : instances) each.questions = questions[each.name];
  return instances;
}

std::vector<BeemInstance> beem_promela_instances(std::uint64_t states_max) {
  return instances_in("spin-counts.csv", ".pm", states_max);
}

}  // namespace clew
