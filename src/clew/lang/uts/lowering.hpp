// What all parts of the way from the syntax tree to the model share.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/base/text.hpp"
#include "clew/lang/uts/syntax.hpp"

namespace clew::uts {

// An `int` without a range has this one, in every engine.
inline constexpr Range default_range{-1023, 1024};

// Loops and quantifiers are written out.  More copies than this are refused.
inline constexpr std::uint64_t copies_max = 100'000;
// Neither may all of them together have more operators and operands than this, beyond what is written.
inline constexpr std::size_t copied_exprs_max = 2'000'000;
// Goals that read nondet variables have one copy for every combination of their values.
inline constexpr std::uint64_t combinations_max = 1U << 12U;

// Says each thing once: what is wrong in a loop is wrong in every one of its copies.
class Reporter {
 public:
  explicit Reporter(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void error(SourceSpan span, std::string message, std::string help = {}) {
    ++count_;
    // Every copy of a loop may be wrong at the same place, each with another number: the first is enough.
    const bool has_place = span.line != 0;
    if (is_new(span, has_place ? "" : message)) {
      diagnostics_.error(span, std::move(message), std::move(help));
    }
  }
  void warning(SourceSpan span, std::string message, std::string help = {}) {
    if (is_new(span, message)) diagnostics_.warning(span, std::move(message), std::move(help));
  }
  // How often something was wrong so far, repetitions included.
  std::size_t count() const { return count_; }
  std::string place(SourceSpan span) const { return diagnostics_.place(span); }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  bool is_new(SourceSpan span, const std::string& message) {
    return said_.emplace(span.line, span.column, message).second;
  }

  Diagnostics& diagnostics_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::string>> said_;
  std::size_t count_ = 0;
};

// A name that stands for a number: an index of a loop, or a nondet variable of a goal.
struct Binding {
  std::string name;
  Value value = 0;
  bool is_bool = false;
};

struct Lowering {
  const std::vector<Node>& nodes;
  std::string_view text;  // the source
  Model& model;
  Reporter& reporter;
  std::vector<Binding> bindings = {};
  std::set<std::string> process_names = {};  // of all processes, arrays without index
  std::uint64_t copies = 0;
  std::size_t exprs_before = model.exprs.size();
  // Where the script became too large: the one place where that is said.  Not known: nowhere.
  SourceSpan full_at = {};

  // So many copies more; false, and said, if those are too many.
  bool take_copies(std::uint64_t count, SourceSpan span) {
    copies += count;
    if (copies <= copies_max) return true;
    if (!full_at.is_known()) full_at = span;
    reporter.error(full_at,
                   fmt::format("loops and quantifiers stand for more than {} copies", copies_max));
    return false;
  }

  // False, and said, if what stands for copies has become too large.  To be asked after every copy.
  bool has_room(SourceSpan span) {
    // What is written once becomes a little more in the model: guards for ranges, the counting of steps.
    constexpr std::size_t exprs_per_node = 8;
    const std::size_t written = nodes.size() * exprs_per_node;
    if (model.exprs.size() - exprs_before <= written + copied_exprs_max) return true;
    if (!full_at.is_known()) full_at = span;
    reporter.error(full_at,
                   fmt::format("written out, the script has more than {} operators and operands",
                               with_commas(copied_exprs_max)),
                   "loops, quantifiers, processes with parameters and nondet variables of goals "
                   "stand for copies");
    return false;
  }
};

// Constants, nondet variables and parameters of a process have no frame of their own: they are kept
// with the global ones under this name.
inline std::string local_name(const std::string& process_type, const std::string& name) {
  return process_type + "." + name;
}

}  // namespace clew::uts
