#include "clew/base/private_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "clew/base/random_name.hpp"

namespace clew {

namespace {

constexpr mode_t writable_by_others = S_IWGRP | S_IWOTH;
constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

bool is_ours(const struct stat& status) { return status.st_uid == ::geteuid(); }
bool is_strangers(const struct stat& status) { return !is_ours(status) && status.st_uid != 0; }

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

// Goes down a path from the root of all files, part by part.
class Descent {
 public:
  enum class Last : std::uint8_t { MayBeLink, IsMade };

  Descent(std::string path, Last last) : rest_(std::move(path)), last_(last) { run(); }

  Descriptor& folder() { return folder_; }
  const std::string& refusal() const { return refusal_; }
  const struct stat& status() const { return status_; }

 private:
  void run() {
    begin();
    while (refusal_.empty()) {
      rest_.erase(0, std::min(rest_.find_first_not_of('/'), rest_.size()));
      if (rest_.empty()) return;
      const std::size_t end = std::min(rest_.find('/'), rest_.size());
      const std::string part = rest_.substr(0, end);
      rest_.erase(0, end);
      if (part != ".") enter(part);
    }
  }

  void begin() {
    done_.clear();
    folder_ = Descriptor(::open("/", folder_flags));
    look();
  }

  bool is_last() const { return rest_.find_first_not_of('/') == std::string::npos; }

  void enter(const std::string& part) {
    if (part == "..") {
      // Behind links nothing is left of the way that the path describes.
      refusal_ = fmt::format("'{}/..' leads up again", done_);
      return;
    }
    Descriptor next(::openat(folder_.number(), part.c_str(), folder_flags));
    if (!next.is_open() && errno == ENOENT && last_ == Last::IsMade) {
      ::mkdirat(folder_.number(), part.c_str(), S_IRWXU);  // somebody else may have been faster
      next = Descriptor(::openat(folder_.number(), part.c_str(), folder_flags));
    }
    const int reason = errno;
    const std::string path = done_ + "/" + part;
    if (!next.is_open()) {
      const bool may_be_link = reason == ENOTDIR || reason == ELOOP;
      if (may_be_link && (last_ == Last::MayBeLink || !is_last()) && follow(part, path)) return;
      if (!refusal_.empty()) return;
      refusal_ = may_be_link ? fmt::format("'{}' is no folder", path)
                             : fmt::format("'{}' cannot be made: {}", path, std::strerror(reason));
      return;
    }
    folder_ = std::move(next);
    done_ = path;
    look();
  }

  // Begins anew with the path that the link means.  False if it is none, or is not to be trusted.
  bool follow(const std::string& part, const std::string& path) {
    constexpr int links_max = 20;
    struct stat link {};
    const int folder = folder_.number();
    if (::fstatat(folder, part.c_str(), &link, AT_SYMLINK_NOFOLLOW) != 0) return false;
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlinkat(folder, part.c_str(), target.data(), target.size());
    if (size <= 0 || static_cast<std::size_t>(size) == target.size()) return false;
    if (is_strangers(link)) {
      refusal_ = fmt::format("'{}' belongs to another user", path);
      return false;
    }
    if (++links_ > links_max) return false;
    const std::filesystem::path target_path(
        std::string(target.data(), static_cast<std::size_t>(size)));
    const std::filesystem::path whole = std::filesystem::path(done_ + "/") / target_path;
    rest_ = whole.lexically_normal().string() + rest_;
    begin();
    return true;
  }

  // Whether the folder that is open now can be trusted.
  void look() {
    if (!folder_.is_open() || ::fstat(folder_.number(), &status_) != 0) {
      refusal_ = fmt::format("'{}/': {}", done_, std::strerror(errno));
      return;
    }
    const bool is_sticky = (status_.st_mode & S_ISVTX) != 0 && status_.st_uid == 0;
    if (is_strangers(status_)) {
      refusal_ = fmt::format("'{}' belongs to another user", done_);
    } else if ((status_.st_mode & writable_by_others) != 0 && !is_sticky) {
      refusal_ = fmt::format("others may write to '{}'", done_);
    }
  }

  std::string rest_;
  std::string done_;  // without links
  Last last_;
  Descriptor folder_;
  struct stat status_ {};
  int links_ = 0;
  std::string refusal_;
};

}  // namespace

std::string danger_below(const std::string& folder) {
  return Descent(folder, Descent::Last::MayBeLink).refusal();
}

PrivateFolder PrivateFolder::open(const std::string& path) {
  Descent descent(path, Descent::Last::IsMade);
  PrivateFolder result(descent.refusal());
  if (!result.refusal_.empty()) return result;
  if (!is_ours(descent.status())) {
    result.refusal_ = fmt::format("'{}' belongs to another user", path);
  } else if ((descent.status().st_mode & writable_by_others) != 0) {
    // The sticky bit keeps what is there, but others may add to it.
    result.refusal_ = fmt::format("others may write to '{}'", path);
  }
  result.folder_ = std::move(descent.folder());
  return result;
}

std::optional<std::string> PrivateFolder::read(const std::string& name) const {
  const Descriptor file(
      ::openat(folder_.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return std::nullopt;
  const bool is_safe =
      S_ISREG(status.st_mode) && is_ours(status) && (status.st_mode & writable_by_others) == 0;
  std::string bytes;
  if (!is_safe || !file.read_all(bytes)) return std::nullopt;
  ::futimens(file.number(), nullptr);
  return bytes;
}

bool PrivateFolder::write(const std::string& name, std::string_view bytes) const {
  // Under another name first, so that nobody ever sees a part of it.
  const std::string beside = fmt::format("{}.{}", name, random_name());
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor file(::openat(folder_.number(), beside.c_str(), flags, S_IRUSR | S_IWUSR));
  if (!file.is_open()) return false;
  const int folder = folder_.number();
  if (!file.write_all(bytes) || ::renameat(folder, beside.c_str(), folder, name.c_str()) != 0) {
    ::unlinkat(folder, beside.c_str(), 0);
    return false;
  }
  return true;
}

std::vector<PrivateFolder::File> PrivateFolder::files() const {
  // The stream takes its descriptor with it.
  const int copy = ::openat(folder_.number(), ".", folder_flags);
  const std::unique_ptr<DIR, CloseFolder> folder(copy < 0 ? nullptr : ::fdopendir(copy));
  std::vector<File> all;
  if (!folder) return all;
  while (const dirent* const entry = ::readdir(folder.get())) {
    struct stat status {};
    if (::fstatat(copy, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISREG(status.st_mode)) continue;
    constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;
    all.push_back({entry->d_name,
                   status.st_mtim.tv_sec * nanoseconds_per_second + status.st_mtim.tv_nsec,
                   static_cast<std::uint64_t>(status.st_size)});
  }
  return all;
}

bool PrivateFolder::remove(const std::string& name) const {
  return ::unlinkat(folder_.number(), name.c_str(), 0) == 0;
}

}  // namespace clew
