// C text to machine code: at once, in this process, or better, by the system's compiler beside it.
//
//   Compilation first = compile_in_process(text, {{"helper", &helper}});     // some milliseconds
//   BackgroundCompile better(text, *c_compiler());                           // some hundred
//   ...
//   if (better.poll() == BackgroundCompile::Progress::Ready) use(better.take());
//
// The text is complete: it includes nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clew/base/process.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/native/compiled_text.hpp"

namespace clew {

// What the text may call by name, beside memcpy, memmove, memset and memcmp.
using HostSymbols = std::vector<std::pair<std::string, const void*>>;

// By libtcc: fast, and the code is not.
// Threads: any number may call it; they take turns.
Compilation compile_in_process(const std::string& text, const HostSymbols& symbols = {});

// The system's C compiler.
struct CCompiler {
  std::string path;
  // Size and time of its file.  It is not asked for its version: a program that does not answer would cost
  // every run its patience.
  std::string identity;
};

// The one that $CLEW_CC names, else the first of cc, gcc and clang on the PATH; none if there is none.
// The answer is found once.
const std::optional<CCompiler>& c_compiler();
// The compiler with this name or path, if there is such a program.
std::optional<CCompiler> c_compiler_named(const std::string& name);

// What the system's compiler is asked for.  Generated code counts on -fwrapv.
const std::vector<std::string>& c_compiler_options();

// One run of the system's compiler.
//
// The files lie in a folder of its own that nobody else can look into; they are gone, and the compiler
// with them, when the object goes.
// Threads: one at a time, and the one that made it must live as long as the compiler runs.
class BackgroundCompile {
 public:
  enum class Progress : std::uint8_t { Running, Failed, Ready };

  BackgroundCompile(const std::string& text, const CCompiler& compiler,
                    const std::vector<std::string>& options = c_compiler_options());
  BackgroundCompile(const BackgroundCompile&) = delete;
  BackgroundCompile& operator=(const BackgroundCompile&) = delete;

  // Does not wait for the compiler.
  Progress poll();
  // REQUIRES: poll() has answered Ready, and nobody took the code yet.
  CompiledText take();
  // The shared library, once it is Ready.
  std::string library() const { return folder_.path() + "/text.so"; }
  // Why it Failed: what the compiler said.
  const std::string& error() const { return error_; }
  // The processor time it took, once it has ended.
  double cpu_seconds() const { return program_ ? program_->cpu_seconds() : 0; }

 private:
  Progress fail(std::string error);
  std::string log() const { return folder_.path() + "/log"; }

  TemporaryFolder folder_;  // outlives the program that writes into it
  std::unique_ptr<BackgroundProgram> program_;
  Progress progress_ = Progress::Running;
  std::optional<CompiledText> code_;
  std::string error_;
};

}  // namespace clew
