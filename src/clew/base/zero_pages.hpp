// Zeroes that can be read, and not written: who tries dies at once, not where the damage shows.
//
//   const ZeroPages nothing(64);
//   *static_cast<const int*>(nothing.begin());   // 0
//
// Threads: any number may read.
#pragma once

#include <cstddef>

namespace clew {

class ZeroPages {
 public:
  // At least so many bytes.  They take no memory.  Throws std::bad_alloc.
  explicit ZeroPages(std::size_t bytes);
  ~ZeroPages();
  ZeroPages(const ZeroPages&) = delete;
  ZeroPages& operator=(const ZeroPages&) = delete;

  const void* begin() const { return begin_; }

 private:
  void* begin_;
  std::size_t bytes_;
};

}  // namespace clew
