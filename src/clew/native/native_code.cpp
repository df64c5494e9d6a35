#include "clew/native/native_code.hpp"

#include <algorithm>

namespace clew {

namespace {

// What the system's compiler takes, as measured: a start, and so much for every line.
constexpr double compiler_start_seconds = 0.06;
constexpr double compiler_line_seconds = 0.00015;

double likely_compile_seconds(const std::string& text) {
  const auto lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
  return compiler_start_seconds + lines * compiler_line_seconds;
}

template <class Function>
bool find_function(const CompiledText& code, const char* name, Function& function) {
  function = reinterpret_cast<Function>(code.symbol(name));
  return function != nullptr;
}

}  // namespace

NativeCode::NativeCode(const Model& model, const PackedLayout& layout,
                       std::span<const Property> properties, const Options& options)
    : text_(c_text(model, layout, properties, options.label)),
      options_(options),
      started_(std::chrono::steady_clock::now()) {
  if (!text_.refusal.empty()) {
    error_ = text_.refusal;
    return;
  }
  improve_after_ = options.patience * likely_compile_seconds(text_.text);
  if (options.uses_cache && c_compiler()) {
    cache_.emplace();
    key_ = object_key(text_.text, *c_compiler());
    first_code_ = cache_->load(*key_);
    if (first_code_ && find_functions(*first_code_, first_)) {
      may_improve_ = false;
      statistics_.tier = "cc";
      statistics_.was_cached = true;
      statistics_.compile_seconds = seconds();
      return;
    }
  }
  Compilation compiled = compile_in_process(text_.text);
  if (!compiled.ok()) {
    error_ = "its text in C does not compile: " + compiled.error;
    return;
  }
  first_code_ = std::move(compiled.code);
  if (!find_functions(*first_code_, first_)) error_ = "the compiled text lacks a function";
  statistics_.tier = "tcc";
  statistics_.compile_seconds = seconds();
}

double NativeCode::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

bool NativeCode::find_functions(const CompiledText& code, MachineFunctions& functions) {
  return find_function(code, "moves", functions.moves) &&
         find_function(code, "steps", functions.steps) &&
         find_function(code, "finish", functions.finish) &&
         find_function(code, "look", functions.look);
}

void NativeCode::poll() {
  if (!may_improve_) return;
  if (!compile_) {
    if (seconds() < improve_after_) return;
    if (c_compiler()) compile_ = std::make_unique<BackgroundCompile>(text_.text, *c_compiler());
    may_improve_ = compile_ != nullptr;
    return;
  }
  const BackgroundCompile::Progress progress = compile_->poll();
  if (progress == BackgroundCompile::Progress::Running) return;
  may_improve_ = false;
  statistics_.optimise_seconds = compile_->cpu_seconds();
  // Without better code the first is good enough.
  if (progress == BackgroundCompile::Progress::Ready) take_better_code();
}

void NativeCode::take_better_code() {
  if (cache_ && cache_->refusal().empty()) cache_->store(*key_, compile_->library());
  better_code_ = compile_->take();
  if (!find_functions(*better_code_, better_)) return;
  statistics_.tier = "cc";
  version_.store(1, std::memory_order_release);
}

NativeStatistics NativeCode::statistics() const { return statistics_; }

}  // namespace clew
