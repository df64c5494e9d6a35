// Shared libraries of earlier runs: the same model, checked again, starts with the fast code.
//
//   const ObjectCache cache;
//   const ObjectKey key = object_key(text, compiler, options);
//   if (std::optional<CompiledText> code = cache.load(key)) ...
//   cache.store(key, compile.library());
//
// The folder is $XDG_CACHE_HOME/clew, else .cache/clew in the user's home.  Code is loaded from it, so
// neither it nor a folder above it may be another user's or be written to by one (private_folder.hpp);
// otherwise it is left alone, as it is when $CLEW_CACHE is "off".  A file carries hashes of what it was
// made from and of itself: what is broken or not what was asked for is not loaded.  What is loaded is a
// copy in memory of the bytes that were looked at.
//
// Threads: any number of workers and of processes may use the same folder at once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "clew/base/private_folder.hpp"
#include "clew/native/compiled_text.hpp"
#include "clew/native/compiler.hpp"

namespace clew {

// What the code depends on: the text, the compiler, its options, the processor, the version of Clew.
struct ObjectKey {
  std::array<std::uint64_t, 2> hash{};
  friend bool operator==(const ObjectKey&, const ObjectKey&) = default;
};
ObjectKey object_key(const std::string& text, const CCompiler& compiler,
                     const std::vector<std::string>& options = c_compiler_options());

class ObjectCache {
 public:
  struct Options {
    bool is_on = true;
    std::string folder;  // empty: as said above
    std::uint64_t bytes_max = 64U << 20;
  };

  ObjectCache() : ObjectCache(Options()) {}
  explicit ObjectCache(const Options& options);

  // Why nothing is kept; empty if it is.
  const std::string& refusal() const { return refusal_; }

  // The code stored under this key, if it is there and in order.
  std::optional<CompiledText> load(const ObjectKey& key) const;
  // Keeps a copy of a shared library.  When there is too much, what was not used for longest goes.
  // False if it could not be kept.
  bool store(const ObjectKey& key, const std::string& library) const;

 private:
  void make_room() const;

  Options options_;
  std::string refusal_;
  std::optional<PrivateFolder> folder_;  // that nothing is said against
};

}  // namespace clew
