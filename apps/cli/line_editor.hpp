// Lines that somebody types: with editing and a history where that is possible.
//
//   LineEditor editor;
//   while (const auto line = editor.read()) use(*line);
//
// The editor is that of libedit, if Clew was built with it and standard input and output are a terminal that
// can do more than print; elsewhere lines are read as they come. The history ends with the object.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace clew::cli {

class LineEditor {
 public:
  // `is_wanted`: false: lines are read as they come, also on a terminal.
  explicit LineEditor(bool is_wanted);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  bool edits() const { return terminal_ != nullptr; }

  // The next line, without its end; nothing at the end of the input, and after a Ctrl-C.  Prompts if it
  // edits.
  std::optional<std::string> read();

 private:
  struct Terminal;
  std::unique_ptr<Terminal> terminal_;
};

}  // namespace clew::cli
