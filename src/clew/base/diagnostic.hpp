// What a front-end says about its input.
//
//   peterson.dve:14:9: error: unknown variable 'flg'
//      14 |   guard flg[1-me] == 0;
//         |         ^~~
//   help: 'flag' is declared at peterson.dve:3:6
//
// Where a macro processor made the line, what it made is shown as well:
//
//   ring.mdve:12:1: error: unknown variable 'cnt2'
//      12 | forloop(i, 0, 3, `process P_`'i {
//         | ^
//   in the expansion, turn 3 of 'forloop' (i = 2):
//         |   a -> b { guard cnt2 == 0; };
//         |                  ^~~~
//
// Messages are lower case, without a full stop, with names in 'quotes'.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clew/base/source.hpp"

namespace clew {

enum class Severity { Warning, Error };

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceSpan span;
  std::string message;
  std::string help;            // empty: none
  std::size_t more_turns = 0;  // of a macro's loop, of which the same is said; see sort()
};

// A diagnostic that needs no source to be understood, for programs.
struct PlacedDiagnostic {
  std::optional<std::string> file;  // nothing: it is about the command line
  SourceSpan span;
  Severity severity = Severity::Error;
  std::string message;
  std::string help;  // empty: none
  // The line that a macro processor made, where the written one does not show it.
  struct Made {
    std::string line;
    std::uint32_t column = 1;
    std::uint32_t length = 1;
    std::vector<TextExpansion> turns;  // that it was made in, the innermost first
    std::size_t more_turns = 0;        // of which the same is said
  };
  std::optional<Made> made = {};
};

// All that was said about one source, in source order.
class Diagnostics {
 public:
  Diagnostics() = default;
  explicit Diagnostics(std::shared_ptr<const SourceText> source) : source_(std::move(source)) {}

  // What is said from now on is about this source.
  void set_source(std::shared_ptr<const SourceText> source) { source_ = std::move(source); }

  // Where the place is the use of a macro, the help says so.
  void error(SourceSpan span, std::string message, std::string help = {});
  void warning(SourceSpan span, std::string message, std::string help = {});  // said once
  void add(const Diagnostic& said) { add(said.severity, said.span, said.message, said.help); }

  bool has_errors() const { return error_count_ > 0; }
  std::size_t error_count() const { return error_count_; }
  bool empty() const { return items_.empty(); }
  const std::vector<Diagnostic>& items() const { return items_; }

  // For a text with errors: what it would mean once it is right is not known yet.
  void drop_warnings();

  // Source order, the main file first; diagnostics without a place come before all others.  What is said of
  // several turns of a loop stays once, with the first of them.
  void sort();

  // "peterson.dve:14:9", or just the name when the place is unknown.
  std::string place(SourceSpan span) const;

  // The whole text as in the example above, each diagnostic ending with a newline; after fifty, the
  // number of the others.
  std::string text() const;

  // All of them, each with the name of its file.
  std::vector<PlacedDiagnostic> placed() const;

 private:
  std::string file_name(SourceSpan span) const;
  std::string with_macro(SourceSpan span, std::string help) const;
  std::string with_calls(SourceSpan span, std::string help) const;
  std::optional<PlacedDiagnostic::Made> made(const Diagnostic& item) const;
  void add(Severity severity, SourceSpan span, std::string message, std::string help);

  std::shared_ptr<const SourceText> source_;
  std::vector<Diagnostic> items_;
  std::size_t error_count_ = 0;
};

// Either a value or the errors that prevented it; warnings may come with both.
template <class T>
struct ReadResult {
  std::unique_ptr<T> value_or_null;
  Diagnostics diagnostics;

  bool ok() const { return value_or_null != nullptr; }
  // REQUIRES: ok()
  T& value() { return *value_or_null; }
  const T& value() const { return *value_or_null; }
};

}  // namespace clew
