#include "clew/base/zero_pages.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace clew {

ZeroPages::ZeroPages(std::size_t bytes) : bytes_(std::max<std::size_t>(bytes, 1)) {
  begin_ = ::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin_ == MAP_FAILED) throw std::bad_alloc();
}

ZeroPages::~ZeroPages() { ::munmap(begin_, bytes_); }

}  // namespace clew
