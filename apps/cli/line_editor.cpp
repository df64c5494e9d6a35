#include "line_editor.hpp"

#include <unistd.h>

#include <iostream>

#include "console.hpp"

#ifdef CLEW_HAS_LIBEDIT
#include <histedit.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#endif

namespace clew::cli {

#ifdef CLEW_HAS_LIBEDIT

namespace {

const char* prompt(EditLine* /*editor*/) { return "> "; }

// A key.  libedit's own way tries again after a signal, and a Ctrl-C would be lost.  Commands are made of
// ASCII, and for anything else the program would have to be in some locale.
int read_key(EditLine* /*editor*/, wchar_t* out) {
  unsigned char byte = 0;
  while (!was_interrupted()) {
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count == 1 && byte >= 0x80) continue;
    if (count == 1) *out = byte;
    if (count >= 0 || errno != EINTR) return static_cast<int>(count);
  }
  return 0;
}

bool can_edit() {
  const char* const terminal = std::getenv("TERM");
  const bool can_move = terminal != nullptr && *terminal != '\0' && terminal != std::string("dumb");
  return can_move && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace

struct LineEditor::Terminal {
  Terminal() : editor(::el_init("clew", stdin, stdout, stderr)), history(::history_init()) {
    HistEvent event{};
    if (history != nullptr) ::history(history, &event, H_SETSIZE, 1000);
    if (history != nullptr) ::history(history, &event, H_SETUNIQUE, 1);
    if (editor == nullptr) return;
    ::el_set(editor, EL_PROMPT, &prompt);
    ::el_set(editor, EL_EDITOR, "emacs");
    ::el_set(editor, EL_GETCFN, &read_key);
    if (history != nullptr) ::el_set(editor, EL_HIST, ::history, history);
    // What the user has asked of all programs that edit lines.
    ::el_source(editor, nullptr);
  }
  ~Terminal() {
    if (history != nullptr) ::history_end(history);
    if (editor != nullptr) ::el_end(editor);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  EditLine* editor;
  History* history;
};

LineEditor::LineEditor(bool is_wanted) {
  if (!is_wanted || !can_edit()) return;
  terminal_ = std::make_unique<Terminal>();
  if (terminal_->editor == nullptr) terminal_.reset();
}

std::optional<std::string> LineEditor::read() {
  std::string line;
  if (!terminal_) {
    if (!std::getline(std::cin, line)) return std::nullopt;
    return line;
  }
  ::el_resize(terminal_->editor);
  int count = 0;
  const char* const typed = ::el_gets(terminal_->editor, &count);
  if (typed == nullptr || count <= 0 || was_interrupted()) {
    write_out("\n");
    return std::nullopt;
  }
  line.assign(typed, static_cast<std::size_t>(count));
  if (line.ends_with('\n')) line.pop_back();
  HistEvent event{};
  if (!line.empty() && terminal_->history != nullptr) {
    ::history(terminal_->history, &event, H_ENTER, line.c_str());
  }
  return line;
}

#else

struct LineEditor::Terminal {};

LineEditor::LineEditor(bool /*is_wanted*/) {}

std::optional<std::string> LineEditor::read() {
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

#endif

LineEditor::~LineEditor() = default;

}  // namespace clew::cli
