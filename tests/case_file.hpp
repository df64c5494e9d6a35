// Files that hold many cases of a test: each has a name and some parts, and all of them are text.
//
//   A line on the topic.
//
//   === first_case
//   what stands under the name, to the last byte
//   --- output
//   what stands under this title
//
//   === second_case
//
//   for (const Case& item : cases_of("tests/golden/cli/draw.cases", {"exit", "output", "errors"}))
//     run(item.part(""), item.part("output"));
//
// The blank line before "===" belongs to neither case.  No line of a case can begin with "=== ", or be
// "--- " and one of the titles; a line with other words is a line like any other.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace clew {

using Titles = std::vector<std::string>;

struct Case {
  std::string file;
  std::string name;
  // Title and text, in their order; the first is what stands under the name, its title is empty.
  std::vector<std::pair<std::string, std::string>> parts;

  // Empty if there is no such part.
  std::string part(const std::string& title) const;
  // At the end if there was none.
  void set_part(const std::string& title, const std::string& text);
  // As it stands in its file.
  std::string text() const;

  // What a test shows of its parameter.
  friend void PrintTo(const Case& item, std::ostream* out) {
    *out << item.file << ": " << item.name;
  }
};

struct CaseFile {
  std::string head;
  std::vector<Case> cases;

  std::string text() const;
};

CaseFile read_case_file(const std::string& file, const Titles& titles);
std::vector<Case> cases_of(const std::string& file, const Titles& titles);

// The files of a folder that end in ".cases", sorted, with its name before theirs.
std::vector<std::string> case_files_of(const std::string& folder);

// Puts the case in the place of the one with its name.  Returns why that could not be done, or nothing.
// REQUIRES: no other process does the same to the same file.
std::string replace_case(const Case& item, const Titles& titles);

}  // namespace clew
