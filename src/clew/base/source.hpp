// Source text and places in it.
//
// A SourceText is what a front-end reads: usually a file, sometimes the output of a macro processor
// whose lines came from another file.  Front-ends work with byte offsets into text(); people see
// lines and columns of the original file, which is what span() gives.
//
// A text may include others.  Then it knows them by number, 0 being itself:
//
//   const std::uint32_t number = source.include("queue.h", text);
//   source.file(number).line(7);
//
// What is written once may be read several times: the body of an inline at each of its calls, that of a
// macro's loop in each turn.  Each time is a TextExpansion, which spans name by number, 0 being none.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// A stretch of one source line, counted from 1.  Line 0 means: no place in any source.
struct SourceSpan {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 0;
  std::uint32_t file = 0;       // 0: the main file; else what SourceText::include() returned
  std::uint32_t expansion = 0;  // 0: none; else what SourceText::note_expansion() returned
  // Where a macro processor made the text: the offset in what it made, from 1; 0: the line is as written.
  std::uint32_t made_at = 0;

  bool is_known() const { return line != 0; }
  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

// A macro that stands at some place of a source.
struct MacroUse {
  std::string name;
  SourceSpan defined;
};

// One reading of what may be read several times.
struct TextExpansion {
  std::string name;        // of the inline, or of the macro
  SourceSpan called;       // where; its expansion is the one around this one
  std::uint32_t turn = 0;  // of a macro's loop, from 1; 0: it is an inline
  std::string counter;     // of a turn: the name that counts, and what it is
  std::int64_t value = 0;
};

// The expansions that a span lies in, the innermost first.
std::vector<const TextExpansion*> expansions_around(const std::vector<TextExpansion>& expansions,
                                                    SourceSpan span);

// From `offset` on, text belongs to the expansion.
struct ExpansionBegin {
  std::size_t offset = 0;
  std::uint32_t expansion = 0;
};

class SourceText {
 public:
  SourceText(std::string name, std::string text);

  // Text that a macro processor made from `original`.  Line i of `expanded` (counted from 0) came
  // from line origin_lines[i] of the original (counted from 1).
  SourceText(std::string name, std::string original, std::string expanded,
             std::vector<std::uint32_t> origin_lines);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  // The place of text()[offset .. offset+length) in the original file; clipped to one line.
  SourceSpan span(std::size_t offset, std::size_t length) const;

  // One line of the original file, without its end, counted from 1; empty if there is none.
  std::string_view line(std::uint32_t number) const;

  // The line of text() that a span lies in, and where in it.
  struct MadeLine {
    std::string_view text;
    std::uint32_t column = 1;
  };
  // Nothing if the written line shows what the span is about.
  std::optional<MadeLine> made_line(SourceSpan span) const;
  // The written text has what the span is about, at its place.
  bool is_written(SourceSpan span) const;

  // Returns its number, from 1.
  std::uint32_t note_expansion(TextExpansion expansion);
  // Of a text that a macro processor made; the offsets rise.
  void note_expansions(std::vector<TextExpansion> expansions, std::vector<ExpansionBegin> begins);
  const std::vector<TextExpansion>& expansions() const { return expansions_; }

  // Adds a file that this one includes and returns its number, from 1.
  std::uint32_t include(std::string name, std::string text);
  // This text for 0, and for numbers that nobody was given.
  const SourceText& file(std::uint32_t number) const;

  // What begins at `use` is the use of a macro.  Of two macros at one place the first is kept.
  void note_macro_use(SourceSpan use, const MacroUse& macro);
  // The macro whose use begins where `span` begins, or null.
  const MacroUse* macro_use_at(SourceSpan span) const;

 private:
  std::string_view line_of_text(std::size_t index) const;
  std::uint32_t expansion_at(std::size_t offset) const;
  std::size_t line_index(std::size_t offset) const;

  std::string name_;
  std::string original_;  // empty when nothing was expanded: text_ is the original
  std::string text_;
  std::vector<std::size_t> line_starts_;  // of text_
  std::vector<std::size_t> original_line_starts_;
  std::vector<std::uint32_t> origin_lines_;
  std::vector<TextExpansion> expansions_;
  std::vector<ExpansionBegin> expansion_begins_;
  std::vector<std::shared_ptr<const SourceText>> included_;
  struct Position {
    std::uint32_t file, line, column;
    friend auto operator<=>(const Position&, const Position&) = default;
  };
  std::map<Position, MacroUse> macro_uses_;
};

}  // namespace clew
