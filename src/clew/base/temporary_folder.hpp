// A folder for files that nobody wants to keep: it goes away with all that is in it.
//
//   const TemporaryFolder folder;
//   const std::string file = folder.write("model.smv", text);
#pragma once

#include <string>

namespace clew {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Empty if there could be none.
  const std::string& path() const { return path_; }

  // Where the text lies now; empty if it could not be written.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

}  // namespace clew
