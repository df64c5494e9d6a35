#include "clew/base/readable_folders.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "clew/base/descriptor.hpp"
#include "clew/base/file.hpp"

namespace clew {

namespace {

// Where the opened file lies; empty if nobody knows.
std::string place_of(const Descriptor& file) {
  std::array<char, PATH_MAX> path{};
  const ssize_t size = ::readlink(file.as_path().c_str(), path.data(), path.size());
  if (size <= 0 || static_cast<std::size_t>(size) == path.size()) return {};
  return {path.data(), static_cast<std::size_t>(size)};
}

ReadableFolders::File refused(std::string error, std::string help = {}) {
  ReadableFolders::File file;
  file.error = std::move(error);
  file.help = std::move(help);
  return file;
}

}  // namespace

std::string folder_of(const std::string& file) {
  const std::size_t slash = file.find_last_of('/');
  return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

ReadableFolders::ReadableFolders(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    const std::unique_ptr<char, decltype(&std::free)> real(
        ::realpath(folder.empty() ? "." : folder.c_str(), nullptr), &std::free);
    if (real) real_folders_.emplace_back(real.get());
  }
}

bool ReadableFolders::contain(const std::string& real_path) const {
  for (const std::string& folder : real_folders_) {
    const std::string_view path(real_path);
    const bool begins_alike = path.starts_with(folder);
    if (begins_alike && (folder == "/" || path.substr(folder.size()).starts_with('/'))) return true;
  }
  return false;
}

ReadableFolders::File ReadableFolders::read(const std::string& path) const {
  // Only a name for the file: opening a device or a pipe in earnest may have effects.
  const Descriptor named(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!named.is_open()) {
    const int reason = errno;
    File file =
        refused(reason == ENOENT || reason == ENOTDIR ? "no such file" : std::strerror(reason));
    file.is_missing = reason == ENOENT || reason == ENOTDIR;
    return file;
  }
  const std::string place = place_of(named);
  if (!contain(place)) {
    File file = refused("it lies outside of the folders that may be read");
    const std::string folder = place.substr(0, std::max<std::size_t>(place.rfind('/'), 1));
    if (place.starts_with('/')) file.help = fmt::format("-I {} allows the files there", folder);
    file.is_outside = true;
    return file;
  }
  struct stat info {};
  if (::fstat(named.number(), &info) != 0) return refused(std::strerror(errno));
  if (S_ISDIR(info.st_mode)) return refused("is a directory, expected a file");
  if (!S_ISREG(info.st_mode)) return refused("is not a plain file");
  FileContent content = read_file(named.as_path());
  if (!content.error.empty()) return refused(std::move(content.error));
  File file;
  file.bytes = std::move(content.bytes);
  return file;
}

}  // namespace clew
