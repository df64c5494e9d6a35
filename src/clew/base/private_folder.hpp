// A folder that nobody else can write to or exchange: what lies in it may be trusted.
//
//   const PrivateFolder folder = PrivateFolder::open("/var/cache/clew");
//   if (!folder.refusal().empty()) ...   // "others may write to '/var/cache'"
//   std::optional<std::string> bytes = folder.read("code.so");
//
// Every part of its path is looked at after it was opened from the part before, and all that is done
// goes on from the opened folder.  So nobody can exchange anything between the look and the use.  Each
// part must belong to this user or to root, who could do anything anyway, and nobody else may write to
// it; except where it is root's and the sticky bit keeps others from moving what is not theirs, as in
// /tmp.
//
// Threads and processes: any number at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/descriptor.hpp"

namespace clew {

class PrivateFolder {
 public:
  // Makes parts of the path that are not there.  Links on the way are followed, if nobody else has made
  // them; the folder itself must be none.
  // REQUIRES: an absolute path.
  static PrivateFolder open(const std::string& path);

  // Why it must not be used; empty if it may.
  const std::string& refusal() const { return refusal_; }

  // A file of this user that nobody else may write to, or nothing.  It counts as used now.
  std::optional<std::string> read(const std::string& name) const;
  // All of it or nothing, also for those who read it at the same time.
  bool write(const std::string& name, std::string_view bytes) const;

  struct File {
    std::string name;
    std::int64_t used = 0;  // nanoseconds since some time
    std::uint64_t bytes = 0;
  };
  std::vector<File> files() const;
  bool remove(const std::string& name) const;

 private:
  explicit PrivateFolder(std::string refusal) : refusal_(std::move(refusal)) {}

  Descriptor folder_;
  std::string refusal_;
};

// Why files in a folder of one's own inside of this one are not safe from others; empty if they are.
// REQUIRES: an absolute path.
std::string danger_below(const std::string& folder);

}  // namespace clew
