#include "clew/base/memory.hpp"

#include <unistd.h>

#include <fstream>
#include <string>

namespace clew {

std::uint64_t resident_memory_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages_total = 0;
  std::uint64_t pages_resident = 0;
  statm >> pages_total >> pages_resident;
  return pages_resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t resident_memory_bytes_peak() {
  // Not getrusage: its figure starts with that of the program that started us.
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
  return resident_memory_bytes();
}

}  // namespace clew
