#include "clew/native/compiled_text.hpp"

#include <dlfcn.h>

#include <utility>

namespace clew {

namespace {

class LibraryCode : public CompiledText::Code {
 public:
  explicit LibraryCode(void* library) : library_(library) {}
  ~LibraryCode() override { ::dlclose(library_); }
  LibraryCode(const LibraryCode&) = delete;
  LibraryCode& operator=(const LibraryCode&) = delete;

  void* symbol(const std::string& name) const override { return ::dlsym(library_, name.c_str()); }

 private:
  void* library_;
};

}  // namespace

Compilation load_library(const std::string& path) {
  Compilation result;
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library) {
    result.code.emplace(std::make_unique<LibraryCode>(library));
  } else {
    const char* const text = ::dlerror();
    result.error = text ? text : "the library cannot be loaded";
  }
  return result;
}

}  // namespace clew
