// Files: read whole, written whole or not at all.
//
//   OutputFile file("report.json");
//   file.out() << text;
//   if (const std::string reason = file.keep(); !reason.empty()) ...
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "clew/base/descriptor.hpp"
#include "clew/base/leftovers.hpp"

namespace clew {

// A whole file as bytes, or why it cannot be read ("no such file", "is a directory", ...).
struct FileContent {
  std::string bytes;
  std::string error;  // empty: it was read
};
FileContent read_file(const std::string& path);

// A file under construction.  It takes its name, and the place of what was there, only when it is
// kept; until then it stands beside it under a name that nobody can guess, and goes away if it is not
// kept, also when a signal ends the process.  A file keeps its permissions; a pipe, a device or what is
// open already (/dev/stdout) is written to directly.  A link keeps pointing where it points, but one
// that belongs to another user, who may have put it there, is refused.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& out() { return out_; }
  // Why it could not be opened; empty if it could.
  const std::string& error() const { return error_; }
  // Why it could not be kept; empty if it was.
  std::string keep();

 private:
  int open_beside(const std::string& path);

  Descriptor folder_;
  std::string name_;    // in the folder
  std::string beside_;  // the name until it is kept; empty: written in place, or kept
  Leftover leftover_;
  std::unique_ptr<std::streambuf> buffer_;
  std::ostream out_{nullptr};
  std::string error_;
};

// All of it or nothing.  Returns the reason if it could not be done, else an empty text.
std::string write_file(const std::string& path, std::string_view bytes);

}  // namespace clew
