// Files: read whole, written whole or not at all.
//
//   OutputFile file("report.json");
//   file.out() << text;
//   if (const std::string reason = file.keep(); !reason.empty()) ...
#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace clew {

// A whole file as bytes, or why it cannot be read ("no such file", "is a directory", ...).
struct FileContent {
  std::string bytes;
  std::string error;  // empty: it was read
};
FileContent read_file(const std::string& path);

// A file under construction.  It takes its name, and the place of what was there, only when it is
// kept; until then it stands beside it, and goes away if it is not kept.  A link keeps pointing where
// it points, a file keeps its permissions; a pipe or a device is written to directly.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ofstream& out() { return out_; }
  // Why it could not be opened; empty if it could.
  const std::string& error() const { return error_; }
  // Why it could not be kept; empty if it was.
  std::string keep();

 private:
  std::string target_;
  std::string beside_;  // empty: written in place, or kept
  std::ofstream out_;
  std::string error_;
};

// All of it or nothing.  Returns the reason if it could not be done, else an empty text.
std::string write_file(const std::string& path, std::string_view bytes);

}  // namespace clew
