#include "clew/store/pages.hpp"

#include <sys/mman.h>

#include <cassert>

namespace clew {

namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t huge_page_bytes = std::uint64_t{2} << 20;
// Below this size caches and the first level of address translation do well without.
constexpr std::uint64_t huge_bytes_min = std::uint64_t{8} << 20;

std::byte* take(std::uint64_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return data == MAP_FAILED ? nullptr : static_cast<std::byte*>(data);
}

// Takes memory that begins with a huge page, by taking more and giving back what is too much.
std::byte* take_huge(std::uint64_t bytes) {
  std::byte* data = take(bytes + huge_page_bytes);
  if (data == nullptr) return nullptr;
  const std::uint64_t over = reinterpret_cast<std::uintptr_t>(data) % huge_page_bytes;
  const std::uint64_t before = over == 0 ? 0 : huge_page_bytes - over;
  if (before > 0) munmap(data, before);
  munmap(data + before + bytes, huge_page_bytes - before);
  madvise(data + before, bytes, MADV_HUGEPAGE);  // a wish: small pages are as right
  return data + before;
}

}  // namespace

Pages Pages::of(std::uint64_t bytes, Use use) {
  Pages pages;
  bytes = rounded(bytes);
  pages.data_ = use == Use::Dense && bytes >= huge_bytes_min ? take_huge(bytes) : take(bytes);
  if (pages.data_ != nullptr) pages.bytes_ = bytes;
  return pages;
}

std::uint64_t Pages::rounded(std::uint64_t bytes) {
  return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

Pages::~Pages() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

void Pages::forget(std::uint64_t begin, std::uint64_t end) const {
  assert(end <= bytes_);
  begin = (begin + page_bytes - 1) / page_bytes * page_bytes;
  end = end / page_bytes * page_bytes;
  // If the system refuses, the memory goes when the whole piece does.
  if (begin < end) madvise(data_ + begin, end - begin, MADV_DONTNEED);
}

void Pages::populate(std::uint64_t begin, std::uint64_t end) const {
  assert(end <= bytes_);
#ifdef MADV_POPULATE_WRITE
  begin = begin / page_bytes * page_bytes;
  end = end / page_bytes * page_bytes;
  if (begin < end) madvise(data_ + begin, end - begin, MADV_POPULATE_WRITE);
#else
  (void)begin;
  (void)end;
#endif
}

}  // namespace clew
