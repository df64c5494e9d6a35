#include "clew/base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <ext/stdio_filebuf.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>

#include "clew/base/descriptor.hpp"
#include "clew/base/patience.hpp"
#include "clew/base/random_name.hpp"

namespace clew {

namespace {

// A stream into a file that was opened with care; no other way of the C++ library takes one.
using Buffer = __gnu_cxx::stdio_filebuf<char>;

// Where a path leads that may be a link.
struct Resolved {
  std::string path;
  std::optional<int> descriptor;  // it is one of ours, as /dev/stdout is
  std::string error;              // empty: none
};

// The descriptor that a path below /dev/fd or /proc/self/fd means.
std::optional<int> descriptor_of(std::string_view path) {
  for (const std::string& folder : {std::string("/dev/fd/"), std::string("/proc/self/fd/"),
                                    fmt::format("/proc/{}/fd/", ::getpid())}) {
    if (!path.starts_with(folder)) continue;
    int number = 0;
    const std::string_view digits = path.substr(folder.size());
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc() && end == digits.data() + digits.size()) return number;
  }
  return std::nullopt;
}

// Follows links, as long as they belong to this user or to root.
Resolved resolved(std::string path) {
  constexpr int links_max = 40;
  for (int i = 0; i < links_max; ++i) {
    if (const auto descriptor = descriptor_of(path)) return {path, descriptor, {}};
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return {path, {}, {}};
    if (info.st_uid != ::geteuid() && info.st_uid != 0) {
      return {path, {}, "is a link that belongs to another user"};
    }
    std::error_code unknown;
    const std::filesystem::path target = std::filesystem::read_symlink(path, unknown);
    if (unknown) return {path, {}, unknown.message()};
    path = (std::filesystem::path(path).parent_path() / target).string();
  }
  return {path, {}, std::strerror(ELOOP)};
}

// What is no file: a pipe or a device.  Somebody may have put a link or a file of ours there meanwhile.
int open_in_place(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
  struct stat info {};
  if (!file.is_open() || ::fstat(file.number(), &info) != 0) return -1;
  if (S_ISREG(info.st_mode)) {
    errno = EEXIST;
    return -1;
  }
  return file.release();
}

// Everything up to the end of the file, which a pipe may never come to.  Says what is wrong, if so.
std::string read_patiently(int file, std::string& bytes) {
  constexpr std::size_t bytes_at_once = 1U << 16;
  constexpr std::size_t bytes_max = std::size_t{1} << 30;
  constexpr int look_milliseconds = 50;
  for (;;) {
    look_at_patience();
    pollfd wanted{file, POLLIN, 0};
    if (::poll(&wanted, 1, look_milliseconds) == 0) continue;
    const std::size_t used = bytes.size();
    bytes.resize(used + bytes_at_once);
    const ssize_t count = ::read(file, bytes.data() + used, bytes_at_once);
    bytes.resize(used + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return {};
    if (count < 0 && errno != EAGAIN && errno != EINTR) return std::strerror(errno);
    if (bytes.size() > bytes_max) return "has more than 1 GiB, or no end";
  }
}

}  // namespace

FileContent read_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    const int reason = errno;
    struct stat link {};
    if (reason == ENOENT && ::lstat(path.c_str(), &link) == 0) {
      return {{}, "is a link to a file that does not exist"};
    }
    return {{}, reason == ENOENT ? "no such file" : std::strerror(reason)};
  }
  if (S_ISDIR(info.st_mode)) return {{}, "is a directory, expected a file"};
  // A pipe that nobody has opened yet is waited for below, not here.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) return {{}, std::strerror(errno)};
  FileContent content;
  content.error = read_patiently(file.number(), content.bytes);
  if (!content.error.empty()) content.bytes.clear();
  return content;
}

OutputFile::OutputFile(const std::string& path) {
  const Resolved target = resolved(path);
  error_ = target.error;
  if (!error_.empty()) return;
  struct stat info {};
  const bool exists = ::lstat(target.path.c_str(), &info) == 0;
  int file = -1;
  if (target.descriptor) {
    file = ::fcntl(*target.descriptor, F_DUPFD_CLOEXEC, 0);
  } else if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
  } else if (exists && !S_ISREG(info.st_mode)) {
    file = open_in_place(target.path);
  } else if (!exists || ::access(target.path.c_str(), W_OK) == 0) {
    file = open_beside(target.path);
  }
  if (file < 0) {
    error_ = errno == EISDIR ? "is a directory" : std::strerror(errno);
    beside_.clear();
    return;
  }
  // Without the bits that give rights of the owner away: that is another one perhaps.
  if (exists && !beside_.empty()) (void)::fchmod(file, info.st_mode & 0777);
  buffer_ = std::make_unique<Buffer>(file, std::ios::out | std::ios::binary);
  out_.rdbuf(buffer_.get());
}

int OutputFile::open_beside(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  name_ = slash == std::string::npos ? path : path.substr(slash + 1);
  folder_ = Descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder_.is_open()) return -1;
  beside_ = fmt::format("{}.part-{}", name_, random_name());
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const int file = ::openat(folder_.number(), beside_.c_str(), flags, 0666);
  if (file >= 0) leftover_ = Leftover(Leftover::Kind::File, folder + "/" + beside_);
  return file;
}

OutputFile::~OutputFile() {
  if (!beside_.empty()) ::unlinkat(folder_.number(), beside_.c_str(), 0);
}

std::string OutputFile::keep() {
  if (!error_.empty()) return error_;
  // Where a write has failed already, its reason is the last that was noted.
  if (out_.good()) errno = 0;
  const bool is_whole = out_.good() && static_cast<Buffer&>(*buffer_).close() != nullptr;
  if (!is_whole) return errno != 0 ? std::strerror(errno) : "cannot be written";
  if (beside_.empty()) return {};
  const int folder = folder_.number();
  if (::renameat(folder, beside_.c_str(), folder, name_.c_str()) != 0) return std::strerror(errno);
  beside_.clear();
  leftover_.forget();
  return {};
}

std::string write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  if (!file.error().empty()) return file.error();
  file.out().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file.keep();
}

}  // namespace clew
