#include "clew/native/compiler.hpp"

#include <fmt/format.h>
#include <libtcc.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "clew/base/contract.hpp"
#include "clew/base/file.hpp"

namespace clew {

namespace {

// Pages that are filled, and from then on run and read only.
class Pages {
 public:
  explicit Pages(std::size_t size) : size_(size) {
    void* const begin =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin != MAP_FAILED) begin_ = begin;
  }
  ~Pages() {
    if (begin_) ::munmap(begin_, size_);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  void* begin() const { return begin_; }  // null: no memory
  bool make_executable() { return ::mprotect(begin_, size_, PROT_READ | PROT_EXEC) == 0; }

 private:
  void* begin_ = nullptr;
  std::size_t size_;
};

class MemoryCode : public CompiledText::Code {
 public:
  using Symbols = std::unordered_map<std::string, void*>;

  MemoryCode(std::unique_ptr<Pages> pages, Symbols symbols)
      : pages_(std::move(pages)), symbols_(std::move(symbols)) {}

  void* symbol(const std::string& name) const override {
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? nullptr : found->second;
  }

 private:
  std::unique_ptr<Pages> pages_;
  Symbols symbols_;
};

struct DeleteTcc {
  void operator()(TCCState* state) const { tcc_delete(state); }
};

// libtcc keeps its state in global variables.
std::mutex tcc_mutex;

void add_line(void* text, const char* line) {
  auto& lines = *static_cast<std::string*>(text);
  if (!lines.empty()) lines += '\n';
  lines += line;
}

void add_host_symbols(TCCState* state, const HostSymbols& symbols) {
  // The compiler itself calls some of these, to copy structures.
  tcc_add_symbol(state, "memcpy", reinterpret_cast<const void*>(&std::memcpy));
  tcc_add_symbol(state, "memmove", reinterpret_cast<const void*>(&std::memmove));
  tcc_add_symbol(state, "memset", reinterpret_cast<const void*>(&std::memset));
  tcc_add_symbol(state, "memcmp", reinterpret_cast<const void*>(&std::memcmp));
  for (const auto& [name, address] : symbols) tcc_add_symbol(state, name.c_str(), address);
}

// Puts the code of a text that was compiled where it can run.
Compilation relocated(TCCState* state, const std::string& errors) {
  const auto failed = [&](const char* reason) {
    return Compilation{std::nullopt, errors.empty() ? reason : errors};
  };
  const int size = tcc_relocate(state, nullptr);
  if (size < 0) return failed("the code cannot be linked");
  auto pages = std::make_unique<Pages>(static_cast<std::size_t>(size) + 1);
  if (!pages->begin()) return failed("there is no memory for the code");
  if (tcc_relocate(state, pages->begin()) < 0) return failed("the code cannot be linked");
  MemoryCode::Symbols symbols;
  tcc_list_symbols(state, &symbols, [](void* all, const char* name, const void* address) {
    static_cast<MemoryCode::Symbols*>(all)->emplace(name, const_cast<void*>(address));
  });
  if (!pages->make_executable()) return failed("memory may not be executed here");
  Compilation result;
  result.code.emplace(std::make_unique<MemoryCode>(std::move(pages), std::move(symbols)));
  return result;
}

}  // namespace

Compilation compile_in_process(const std::string& text, const HostSymbols& symbols) {
  const std::lock_guard lock(tcc_mutex);
  const std::unique_ptr<TCCState, DeleteTcc> state(tcc_new());
  if (!state) return {std::nullopt, "there is no memory for the compiler"};
  std::string errors;
  tcc_set_error_func(state.get(), &errors, add_line);
  tcc_set_options(state.get(), "-nostdlib -nostdinc");
  tcc_set_output_type(state.get(), TCC_OUTPUT_MEMORY);
  add_host_symbols(state.get(), symbols);
  if (tcc_compile_string(state.get(), text.c_str()) < 0) {
    return {std::nullopt, errors.empty() ? "the text cannot be compiled" : errors};
  }
  return relocated(state.get(), errors);
}

std::optional<CCompiler> c_compiler_named(const std::string& name) {
  CCompiler compiler;
  compiler.path = program_path(name);
  struct stat info {};
  const bool is_file =
      !compiler.path.empty() && ::stat(compiler.path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
  if (!is_file) return std::nullopt;
  compiler.identity =
      fmt::format("{} bytes of {}.{:09}", info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  return compiler;
}

const std::optional<CCompiler>& c_compiler() {
  static const std::optional<CCompiler> found = []() -> std::optional<CCompiler> {
    if (const char* const given = std::getenv("CLEW_CC")) return c_compiler_named(given);
    for (const char* const name : {"cc", "gcc", "clang"}) {
      if (auto compiler = c_compiler_named(name)) return compiler;
    }
    return std::nullopt;
  }();
  return found;
}

const std::vector<std::string>& c_compiler_options() {
  // No warnings: the text was not written by a person.
  static const std::vector<std::string> options{
      "-O2", "-march=native", "-fwrapv", "-fno-strict-aliasing", "-fPIC", "-shared", "-w"};
  return options;
}

BackgroundCompile::BackgroundCompile(const std::string& text, const CCompiler& compiler,
                                     const std::vector<std::string>& options) {
  if (folder_.path().empty()) {
    fail("there is no folder for temporary files");
    return;
  }
  const std::string source = folder_.path() + "/text.c";
  if (const std::string reason = write_file(source, text); !reason.empty()) {
    fail(reason);
    return;
  }
  // A compiler that is ended leaves the files between its passes behind: they lie in our folder, too.
  std::vector<std::string> arguments{"env", "TMPDIR=" + folder_.path(), compiler.path};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"-o", library(), source});
  program_ = std::make_unique<BackgroundProgram>(arguments, log());
}

BackgroundCompile::Progress BackgroundCompile::poll() {
  if (progress_ != Progress::Running) return progress_;
  switch (program_->poll()) {
    case BackgroundProgram::Progress::Running: return Progress::Running;
    case BackgroundProgram::Progress::Failed: {
      const std::string said = read_file(log()).bytes;
      return fail(said.empty() ? "the C compiler failed" : said);
    }
    case BackgroundProgram::Progress::Succeeded: break;
  }
  Compilation loaded = load_library(library());
  if (!loaded.ok()) return fail(loaded.error);
  code_ = std::move(loaded.code);
  progress_ = Progress::Ready;
  return progress_;
}

BackgroundCompile::Progress BackgroundCompile::fail(std::string error) {
  error_ = std::move(error);
  progress_ = Progress::Failed;
  return progress_;
}

CompiledText BackgroundCompile::take() {
  if (!code_) throw ContractError("BackgroundCompile::take: there is no code to take");
  CompiledText code = std::move(*code_);
  code_.reset();
  return code;
}

}  // namespace clew
