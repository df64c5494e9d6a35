// Machine code that was made from C text, ready to be called.
//
//   auto* twice = reinterpret_cast<int (*)(int)>(code.symbol("twice"));
//
// The code lives as long as the object does.
// Threads: const functions may be called by any number of workers at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

class CompiledText {
 public:
  // Who holds the code: memory we filled ourselves, or a shared library.
  class Code {
   public:
    virtual ~Code() = default;
    virtual void* symbol(const std::string& name) const = 0;
  };

  // REQUIRES: code is not null.
  explicit CompiledText(std::unique_ptr<Code> code) : code_(std::move(code)) {}

  // Where the function or table with this name is; null if there is none.
  void* symbol(const std::string& name) const { return code_->symbol(name); }

 private:
  std::unique_ptr<Code> code_;
};

// Code, or why there is none.
struct Compilation {
  std::optional<CompiledText> code;
  std::string error;  // what the compiler or the loader said

  bool ok() const { return code.has_value(); }
};

// Loads a shared library.  Its file may be removed afterwards.
Compilation load_library(const std::string& path);
// The same from its bytes, by way of a file in memory that nobody else can change.
Compilation load_library_bytes(std::string_view bytes);

}  // namespace clew
