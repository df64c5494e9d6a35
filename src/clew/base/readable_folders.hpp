// Which files a model may have read: those below some folders.  A model is data that may come from
// anywhere, and what it includes is shown in diagnostics; so it must not name any file of the user's.
//
//   const ReadableFolders folders({"models", "."});
//   const ReadableFolders::File file = folders.read("models/queue.h");
//   if (!file.error.empty()) diagnostics.error(span, "cannot include 'queue.h': " + file.error, file.help);
//
// Links are followed; what counts is where the file lies that was opened, so nobody can exchange it between
// the look and the reading.
#pragma once

#include <string>
#include <vector>

namespace clew {

class ReadableFolders {
 public:
  // A folder that is not there has no files.
  explicit ReadableFolders(const std::vector<std::string>& folders);

  struct File {
    std::string bytes;
    std::string error;  // empty: it was read
    std::string help;   // empty: none
    bool is_missing = false;
    bool is_outside = false;
  };
  // A plain file.  Of one that lies elsewhere not even its kind is told.
  File read(const std::string& path) const;

 private:
  bool contain(const std::string& real_path) const;

  std::vector<std::string> real_folders_;
};

// "." for a name without a folder.
std::string folder_of(const std::string& file);

}  // namespace clew
