#include "clew/native/object_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/hash.hpp"
#include "clew/base/version.hpp"

namespace clew {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_suffix = ".so";
constexpr mode_t writable_by_others = S_IWGRP | S_IWOTH;

using Hash = std::array<std::uint64_t, 2>;

// Two hashes of 64 bits that have nothing to do with each other.
Hash hash_of(std::string_view bytes) {
  const auto one = [&](std::string_view salt) {
    std::string salted(salt);
    salted += bytes;
    return hash_bytes(std::as_bytes(std::span(salted)));
  };
  return {one("first"), one("second")};
}

// Stands behind the library in its file, where the loader does not look.
struct Trailer {
  std::array<char, 8> mark{'c', 'l', 'e', 'w', ' ', 'o', 'b', 'j'};
  Hash key{};
  Hash content{};  // of all that comes before
  friend bool operator==(const Trailer&, const Trailer&) = default;
};

std::string bytes_of(const Trailer& trailer) {
  std::string bytes(sizeof(Trailer), '\0');
  std::memcpy(bytes.data(), &trailer, sizeof(Trailer));
  return bytes;
}

// Model and abilities of the processor: code made for another one may not run on this one.
std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(in, line) && !line.empty();) {
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
      text += line + '\n';
  }
  return text;
}

std::string default_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return std::string(cache) + "/clew";
  const char* const home = std::getenv("HOME");
  if (home && *home == '/') return std::string(home) + "/.cache/clew";
  return {};
}

bool is_ours(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & writable_by_others) == 0;
}

// Makes the folder if it is not there.  Says why it must not be used.
std::string refusal_of(const std::string& folder) {
  if (folder.empty()) return "there is no home folder";
  std::error_code failed;
  fs::create_directories(fs::path(folder).parent_path(), failed);
  ::mkdir(folder.c_str(), S_IRWXU);  // fails if it is there, which is fine
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0) {
    return fmt::format("'{}' cannot be made: {}", folder, std::strerror(errno));
  }
  if (!S_ISDIR(status.st_mode)) return fmt::format("'{}' is no folder", folder);
  if (!is_ours(status)) return fmt::format("others may write to '{}'", folder);
  return {};
}

// The content of a file of ours, or nothing.
std::optional<std::string> content_of(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || !is_ours(status)) return std::nullopt;
  FileContent content = read_file(path);
  if (!content.error.empty()) return std::nullopt;
  return std::move(content.bytes);
}

}  // namespace

ObjectKey object_key(const std::string& text, const CCompiler& compiler,
                     const std::vector<std::string>& options) {
  static const std::string machine = processor();
  std::string all = text;
  const auto add = [&](std::string_view part) {
    all += '\0';
    all += part;
  };
  add(compiler.path);
  add(compiler.version);
  for (const std::string& option : options) add(option);
  add(machine);
  add(version_text);
  return {hash_of(all)};
}

ObjectCache::ObjectCache(const Options& options) : options_(options) {
  const char* const wish = std::getenv("CLEW_CACHE");
  if (!options_.is_on || (wish && std::string_view(wish) == "off")) {
    refusal_ = "it is off";
    return;
  }
  if (options_.folder.empty()) options_.folder = default_folder();
  refusal_ = refusal_of(options_.folder);
}

std::string ObjectCache::path_of(const ObjectKey& key) const {
  return fmt::format("{}/{:016x}{:016x}{}", options_.folder, key.hash[0], key.hash[1], file_suffix);
}

std::optional<CompiledText> ObjectCache::load(const ObjectKey& key) const {
  if (!refusal_.empty()) return std::nullopt;
  const std::string path = path_of(key);
  const std::optional<std::string> bytes = content_of(path);
  if (!bytes || bytes->size() < sizeof(Trailer)) return std::nullopt;
  // The loader trusts what it loads, so a file that was cut off must not get there.
  const std::string_view library(bytes->data(), bytes->size() - sizeof(Trailer));
  Trailer expected;
  expected.key = key.hash;
  expected.content = hash_of(library);
  Trailer found;
  std::memcpy(&found, bytes->data() + library.size(), sizeof(Trailer));
  if (found != expected) return std::nullopt;
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // used now
  return load_library(path).code;
}

bool ObjectCache::store(const ObjectKey& key, const std::string& library) const {
  if (!refusal_.empty()) return false;
  FileContent content = read_file(library);
  if (!content.error.empty() || content.bytes.size() > options_.bytes_max) return false;
  Trailer trailer;
  trailer.key = key.hash;
  trailer.content = hash_of(content.bytes);
  content.bytes += bytes_of(trailer);
  const std::string path = path_of(key);
  // Under another name first, so that nobody ever sees a part of it.
  std::string beside = path + ".XXXXXX";
  const int file = ::mkstemp(beside.data());  // mode 0600
  if (file < 0) return false;
  const ssize_t written = ::write(file, content.bytes.data(), content.bytes.size());
  const bool is_whole = written == static_cast<ssize_t>(content.bytes.size());
  ::close(file);
  if (!is_whole || ::rename(beside.c_str(), path.c_str()) != 0) {
    ::unlink(beside.c_str());
    return false;
  }
  make_room();
  return true;
}

void ObjectCache::make_room() const {
  struct Kept {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t size;
  };
  std::vector<Kept> all;
  std::uint64_t bytes = 0;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(options_.folder, failed)) {
    // Also what a process left behind that was killed while it wrote.
    const std::string name = entry.path().filename().string();
    if (name.find(file_suffix) == std::string::npos) continue;
    std::error_code gone;
    const Kept kept{entry.path(), entry.last_write_time(gone), entry.file_size(gone)};
    if (gone) continue;
    bytes += kept.size;
    all.push_back(kept);
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& oldest : all) {
    if (bytes <= options_.bytes_max) return;
    std::error_code gone;
    if (fs::remove(oldest.path, gone)) bytes -= oldest.size;
  }
}

}  // namespace clew
