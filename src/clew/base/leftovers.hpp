// What must not stay behind when a signal ends this process: temporary folders, half-written files,
// programs and workers.
//
//   const Leftover folder(Leftover::Kind::Folder, "/tmp/clew-3fK2xq");
//   ... in a signal handler, before the default action: remove_leftovers();
//
// A worker is a copy of its maker, and what that has noted down is not the worker's to remove.
//
// Threads: any number.  There is room for some hundred leftovers and for paths of a thousand bytes; what
// finds no room is not removed then.
#pragma once

#include <string>

namespace clew {

class Leftover {
 public:
  enum class Kind : unsigned char { File, Folder, Process };

  // Nothing yet.
  Leftover() = default;
  // A file, or a folder with all that is in it.
  Leftover(Kind kind, const std::string& path);
  // A child of this process, with the group it leads and all that dies with it.
  explicit Leftover(int process);
  ~Leftover() { forget(); }
  Leftover(Leftover&& other) noexcept;
  Leftover& operator=(Leftover&& other) noexcept;

  // It is gone by other means.
  void forget();

 private:
  int slot_ = -1;
};

// Ends the processes and removes the files and folders noted down by this process.
// Safe in a signal handler.
void remove_leftovers();

}  // namespace clew
