// A folder for files that nobody wants to keep: it goes away with all that is in it, also when a signal ends
// the process (leftovers.hpp).  It lies in $TMPDIR, or in /tmp where another user could exchange it there.
//
//   const TemporaryFolder folder;
//   const std::string file = folder.write("model.smv", text);
#pragma once

#include <string>

#include "clew/base/leftovers.hpp"

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

  // From now on folders are made in this one instead of $TMPDIR.  For a worker, whose maker removes what it
  // leaves behind.
  static void make_all_below(const std::string& folder);

 private:
  std::string path_;
  Leftover leftover_;
};

}  // namespace clew
