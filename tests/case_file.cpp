#include "tests/case_file.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "clew/base/file.hpp"

namespace clew {

std::string Case::part(const std::string& title) const {
  for (const auto& [this_title, text] : parts) {
    if (this_title == title) return text;
  }
  return "";
}

void Case::set_part(const std::string& title, const std::string& text) {
  for (auto& [this_title, this_text] : parts) {
    if (this_title == title) {
      this_text = text;
      return;
    }
  }
  parts.emplace_back(title, text);
}

std::string Case::text() const {
  std::string result = "=== " + name + "\n";
  for (const auto& [title, text] : parts) {
    if (!title.empty()) result += "--- " + title + "\n";
    result += text;
  }
  return result;
}

std::string CaseFile::text() const {
  std::string result = head;
  for (const Case& item : cases) result += (&item == &cases.front() ? "" : "\n") + item.text();
  return result;
}

CaseFile read_case_file(const std::string& file, const Titles& titles) {
  CaseFile result;
  std::string* text = &result.head;
  std::istringstream lines(read_file(file).bytes);
  for (std::string line; std::getline(lines, line);) {
    const bool is_title = line.starts_with("--- ") && !result.cases.empty() &&
                          std::find(titles.begin(), titles.end(), line.substr(4)) != titles.end();
    if (line.starts_with("=== ")) {
      if (!result.cases.empty() && (*text == "\n" || text->ends_with("\n\n"))) text->pop_back();
      Case& item = result.cases.emplace_back(Case{file, line.substr(4), {}});
      text = &item.parts.emplace_back().second;
    } else if (is_title) {
      text = &result.cases.back().parts.emplace_back(line.substr(4), "").second;
    } else {
      *text += line + "\n";
    }
  }
  return result;
}

std::vector<Case> cases_of(const std::string& file, const Titles& titles) {
  return read_case_file(file, titles).cases;
}

std::vector<std::string> case_files_of(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".cases") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string replace_case(const Case& item, const Titles& titles) {
  CaseFile whole = read_case_file(item.file, titles);
  for (Case& old : whole.cases) {
    if (old.name == item.name) old = item;
  }
  return write_file(item.file, whole.text());
}

}  // namespace clew
