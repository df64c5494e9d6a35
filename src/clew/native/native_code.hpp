// The machine code of a model, in two tiers: compiled in this process at once, then again by the system's
// C compiler, beside the run, when the run lasts long enough to pay for it.  Nobody waits for that
// compiler: where it is at work when the run is over, it is ended.
//
//   NativeCode code(model, codec.layout(), properties, {});
//   machine.use(code.functions());      // every worker
//   ...
//   code.poll();                        // one worker, between two batches
//   if (code.version() != mine) ...     // there is better code
//
// Threads: poll() is for one worker; the rest for all.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clew/native/c_text.hpp"
#include "clew/native/compiler.hpp"
#include "clew/native/machine.hpp"
#include "clew/native/native_statistics.hpp"
#include "clew/native/object_cache.hpp"

namespace clew {

class NativeCode {
 public:
  struct Options {
    bool uses_cache = true;
    MoveLabel label = MoveLabel::None;  // that every successor comes with
    // The system's compiler is asked once the run has lasted this part of what compiling may take.
    double patience = 0.2;
  };

  // Compiles the first tier.
  NativeCode(const Model& model, const PackedLayout& layout, std::span<const Property> properties,
             const Options& options);
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;

  // Why there is no code; empty if there is.
  const std::string& error() const { return error_; }

  // The best code there is.  It changes once at most, and what was the best before stays.
  const MachineFunctions& functions() const { return version() == 0 ? first_ : better_; }
  std::uint32_t version() const { return version_.load(std::memory_order_acquire); }
  // The properties that look() answers.
  const std::vector<std::size_t>& questions() const { return text_.questions; }

  MoveLabel label() const { return options_.label; }

  // Starts the system's compiler when it is time, and takes what it has made.
  void poll();

  NativeStatistics statistics() const;

 private:
  double seconds() const;
  // What the system's compiler has made goes to the cache, and becomes the better code.
  void take_better_code();
  static bool find_functions(const CompiledText& code, MachineFunctions& functions);

  CText text_;
  Options options_;
  std::string error_;
  std::chrono::steady_clock::time_point started_;
  std::optional<ObjectCache> cache_;
  std::optional<ObjectKey> key_;
  std::optional<CompiledText> first_code_;
  std::optional<CompiledText> better_code_;
  MachineFunctions first_;
  MachineFunctions better_;
  std::atomic<std::uint32_t> version_{0};
  std::unique_ptr<BackgroundCompile> compile_;
  bool may_improve_ = true;
  double improve_after_ = 0;  // seconds
  NativeStatistics statistics_;
};

}  // namespace clew
