#include "clew/native/object_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <vector>

#include "clew/base/file.hpp"
#include "clew/base/hash.hpp"
#include "clew/base/version.hpp"

namespace clew {

namespace {

constexpr std::string_view file_suffix = ".so";

using WideHash = std::array<std::uint64_t, 2>;

// Two hashes of 64 bits that have nothing to do with each other.
WideHash wide_hash_of(std::string_view bytes) {
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
  WideHash key{};
  WideHash content{};  // of all that comes before
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

std::string name_of(const ObjectKey& key) {
  return fmt::format("{:016x}{:016x}{}", key.hash[0], key.hash[1], file_suffix);
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
  add(compiler.identity);
  for (const std::string& option : options) add(option);
  add(machine);
  add(version_text);
  return {wide_hash_of(all)};
}

ObjectCache::ObjectCache(const Options& options) : options_(options) {
  const char* const wish = std::getenv("CLEW_CACHE");
  if (!options_.is_on || (wish && std::string_view(wish) == "off")) {
    refusal_ = "it is off";
    return;
  }
  if (options_.folder.empty()) options_.folder = default_folder();
  if (options_.folder.empty()) {
    refusal_ = "there is no home folder";
    return;
  }
  folder_ = PrivateFolder::open(options_.folder);
  refusal_ = folder_->refusal();
  if (!refusal_.empty()) folder_.reset();
}

std::optional<CompiledText> ObjectCache::load(const ObjectKey& key) const {
  if (!folder_) return std::nullopt;
  const std::optional<std::string> bytes = folder_->read(name_of(key));
  if (!bytes || bytes->size() < sizeof(Trailer)) return std::nullopt;
  // The loader trusts what it loads, so a file that was cut off must not get there.
  const std::string_view library(bytes->data(), bytes->size() - sizeof(Trailer));
  Trailer expected;
  expected.key = key.hash;
  expected.content = wide_hash_of(library);
  Trailer found;
  std::memcpy(&found, bytes->data() + library.size(), sizeof(Trailer));
  if (found != expected) return std::nullopt;
  return load_library_bytes(library).code;
}

bool ObjectCache::store(const ObjectKey& key, const std::string& library) const {
  if (!folder_) return false;
  FileContent content = read_file(library);
  if (!content.error.empty() || content.bytes.size() > options_.bytes_max) return false;
  Trailer trailer;
  trailer.key = key.hash;
  trailer.content = wide_hash_of(content.bytes);
  content.bytes += bytes_of(trailer);
  if (!folder_->write(name_of(key), content.bytes)) return false;
  make_room();
  return true;
}

void ObjectCache::make_room() const {
  std::vector<PrivateFolder::File> all = folder_->files();
  // Also what a process left behind that was killed while it wrote.
  std::erase_if(all, [](const PrivateFolder::File& file) {
    return file.name.find(file_suffix) == std::string::npos;
  });
  std::uint64_t bytes = 0;
  for (const PrivateFolder::File& file : all) bytes += file.bytes;
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.used < b.used; });
  for (const PrivateFolder::File& oldest : all) {
    if (bytes <= options_.bytes_max) return;
    if (folder_->remove(oldest.name)) bytes -= oldest.bytes;
  }
}

}  // namespace clew
