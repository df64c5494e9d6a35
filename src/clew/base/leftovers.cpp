#include "clew/base/leftovers.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace clew {

namespace {

constexpr std::size_t slots_max = 256;
constexpr std::size_t path_bytes_max = 1000;

enum class Use : std::uint8_t { Free, Filling, Taken };

// Plain memory that nobody frees, so that a handler may read it whatever else happens.
struct Slot {
  std::atomic<Use> use{Use::Free};
  Leftover::Kind kind{};
  pid_t owner = 0;
  pid_t process = 0;
  std::array<char, path_bytes_max + 1> path{};
};
std::array<Slot, slots_max> slots;
static_assert(std::atomic<Use>::is_always_lock_free);  // a handler may not wait for a lock

int take_slot(Leftover::Kind kind, const char* path, std::size_t path_bytes, pid_t process) {
  if (path_bytes > path_bytes_max) return -1;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = slots[i];
    Use expected = Use::Free;
    if (!slot.use.compare_exchange_strong(expected, Use::Filling)) continue;
    slot.kind = kind;
    slot.owner = ::getpid();
    slot.process = process;
    std::memcpy(slot.path.data(), path, path_bytes);
    slot.path[path_bytes] = '\0';
    slot.use = Use::Taken;
    return static_cast<int>(i);
  }
  return -1;
}

// --- only calls that are safe in a signal handler from here on

void remove_below(int folder);

void remove_entry(int folder, const char* name) {
  if (::unlinkat(folder, name, 0) == 0 || (errno != EISDIR && errno != EPERM)) return;
  const int inner = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner < 0) return;
  remove_below(inner);
  ::close(inner);
  ::unlinkat(folder, name, AT_REMOVEDIR);
}

// What getdents64 fills in; no header of the C library has it under a name of its own.
struct Entry {
  std::uint64_t inode;
  std::int64_t offset;
  std::uint16_t bytes;
  std::uint8_t type;
  char name[1];
};

void remove_below(int folder) {
  alignas(Entry) std::array<char, 4096> buffer;
  while (true) {
    const long count = ::syscall(SYS_getdents64, folder, buffer.data(), buffer.size());
    if (count <= 0) return;
    for (long at = 0; at < count;) {
      const auto* const entry = reinterpret_cast<const Entry*>(buffer.data() + at);
      const char* const name = entry->name;
      const bool is_dots =
          name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
      if (!is_dots) remove_entry(folder, name);
      at += entry->bytes;
    }
  }
}

// Whoever writes into it was killed, and may need a moment to be gone.
void remove_folder(const char* path) {
  constexpr int tries_max = 100;
  constexpr timespec nap{0, 2'000'000};
  for (int i = 0; i < tries_max; ++i) {
    const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    remove_below(folder);
    ::close(folder);
    if (::rmdir(path) == 0) return;
    ::nanosleep(&nap, nullptr);
  }
}

}  // namespace

Leftover::Leftover(Kind kind, const std::string& path)
    : slot_(take_slot(kind, path.data(), path.size(), 0)) {}

Leftover::Leftover(int process) : slot_(take_slot(Kind::Process, "", 0, process)) {}

Leftover::Leftover(Leftover&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}

Leftover& Leftover::operator=(Leftover&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

void Leftover::forget() {
  if (slot_ >= 0) slots[static_cast<std::size_t>(std::exchange(slot_, -1))].use = Use::Free;
}

void remove_leftovers() {
  const pid_t self = ::getpid();
  const auto is_ours = [&](const Slot& slot) {
    return slot.use == Use::Taken && slot.owner == self;
  };
  for (const Slot& slot : slots) {
    if (!is_ours(slot) || slot.kind != Leftover::Kind::Process) continue;
    ::kill(-slot.process, SIGKILL);
    ::kill(slot.process, SIGKILL);
    // So that it writes nothing any more.
    while (::waitpid(slot.process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  for (const Slot& slot : slots) {
    if (!is_ours(slot)) continue;
    if (slot.kind == Leftover::Kind::File) ::unlink(slot.path.data());
    if (slot.kind == Leftover::Kind::Folder) remove_folder(slot.path.data());
  }
}

}  // namespace clew
