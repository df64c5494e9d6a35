#include "clew/native/compiled_text.hpp"

#include <dlfcn.h>
#include <sys/mman.h>

#include <utility>

#include "clew/base/descriptor.hpp"

namespace clew {

namespace {

class LibraryCode : public CompiledText::Code {
 public:
  LibraryCode(void* library, Descriptor file) : file_(std::move(file)), library_(library) {}
  ~LibraryCode() override { ::dlclose(library_); }
  LibraryCode(const LibraryCode&) = delete;
  LibraryCode& operator=(const LibraryCode&) = delete;

  void* symbol(const std::string& name) const override { return ::dlsym(library_, name.c_str()); }

 private:
  // The loader takes libraries of one name for the same: so the number stays in use.
  Descriptor file_;  // not open: the library has a name of its own
  void* library_;
};

Compilation load(const std::string& path, Descriptor file) {
  Compilation result;
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library) {
    result.code.emplace(std::make_unique<LibraryCode>(library, std::move(file)));
  } else {
    const char* const text = ::dlerror();
    result.error = text ? text : "the library cannot be loaded";
  }
  return result;
}

}  // namespace

Compilation load_library(const std::string& path) { return load(path, Descriptor()); }

Compilation load_library_bytes(std::string_view bytes) {
  Descriptor file(::memfd_create("clew", MFD_CLOEXEC));
  if (!file.is_open() || !file.write_all(bytes)) {
    return {std::nullopt, "there is no memory for the library"};
  }
  const std::string path = file.as_path();
  return load(path, std::move(file));
}

}  // namespace clew
