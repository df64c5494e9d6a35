#include "clew/base/file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>

namespace clew {

namespace {

// Where a link leads; the path itself if it is none, or leads nowhere.
std::string behind_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : path;
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
  std::ifstream in(path, std::ios::binary);
  if (!in) return {{}, std::strerror(errno)};
  std::ostringstream bytes;
  if (info.st_size != 0 || !S_ISREG(info.st_mode)) bytes << in.rdbuf();
  if (in.bad()) return {{}, "cannot be read"};
  return {std::move(bytes).str(), {}};
}

OutputFile::OutputFile(const std::string& path) : target_(behind_links(path)) {
  struct stat info {};
  const bool exists = ::stat(target_.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    error_ = "is a directory";
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) {
    error_ = std::strerror(errno);
    return;
  }
  const bool in_place = exists && !S_ISREG(info.st_mode);
  if (!in_place) beside_ = fmt::format("{}.part{}", target_, ::getpid());
  out_.open(in_place ? target_ : beside_, std::ios::binary | std::ios::trunc);
  if (!out_) {
    error_ = std::strerror(errno);
    beside_.clear();
    return;
  }
  if (exists && !in_place) (void)::chmod(beside_.c_str(), info.st_mode & 07777);
}

OutputFile::~OutputFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

std::string OutputFile::keep() {
  if (!error_.empty()) return error_;
  errno = 0;
  out_.close();
  if (!out_) return errno != 0 ? std::strerror(errno) : "cannot be written";
  if (beside_.empty()) return {};
  if (std::rename(beside_.c_str(), target_.c_str()) != 0) return std::strerror(errno);
  beside_.clear();
  return {};
}

std::string write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  if (!file.error().empty()) return file.error();
  file.out().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file.keep();
}

}  // namespace clew
