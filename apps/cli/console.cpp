#include "console.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "clew/base/leftovers.hpp"
#include "clew/base/text.hpp"
#include "clew/render/live_text.hpp"

namespace clew::cli {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<bool> written_out{false};

// The default action, which ends the program, comes when the handler has returned.
void on_end(int signal) {
  remove_leftovers();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void on_interrupt(int signal) {
  // The second time somebody is in a hurry.
  if (interrupted.exchange(true)) on_end(signal);
}

// Of the signals nobody else may interrupt it, so that what is removed is removed once.
void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigfillset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

std::atomic<bool> colors_pass{false};

// The ways in which we steer a terminal: the live line, and colours.
constexpr std::string_view line_again = "\r\x1b[K";
constexpr std::array<std::string_view, 6> colors = {"\x1b[0m",  "\x1b[1m",  "\x1b[2m",
                                                    "\x1b[31m", "\x1b[32m", "\x1b[33m"};

std::string for_terminal(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t escape = std::min(text.find('\x1b'), text.size());
    out += visible(text.substr(0, escape));
    text.remove_prefix(escape);
    if (text.empty()) break;
    const auto own = std::find_if(colors.begin(), colors.end(), [&](std::string_view color) {
      return colors_pass && text.starts_with(color);
    });
    const std::size_t size = own == colors.end() ? 1 : own->size();
    out += own == colors.end() ? visible(text.substr(0, 1)) : std::string(*own);
    text.remove_prefix(size);
  }
  return out;
}

bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

std::chrono::milliseconds period(bool terminal) {
  return terminal ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000);
}

}  // namespace

void write_out(std::string_view text) {
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
  if (!write_all(stdout, is_terminal ? for_terminal(text) : text)) throw OutputLost{};
  if (!text.empty()) written_out = true;
}

bool has_written_out() { return written_out.load(); }

// Nobody can be told that this did not work.
void write_error(std::string_view text) {
  const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
  (void)write_all(stderr, is_terminal ? for_terminal(text) : text);
}

void let_colors_through() { colors_pass = true; }

bool use_color(const Options& options) {
  if (options.color != Color::Auto) return options.color == Color::Always;
  return ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
}

void settle_in() {
  // Read only: what is written to an output that was closed is still lost with an error.
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(standard, F_GETFD) < 0) (void)::open("/dev/null", O_RDONLY);
  }
  // Ignored on purpose, as by nohup: it stays so.
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGPIPE}) {
    if (!is_ignored(signal)) handle(signal, on_end);
  }
}

void catch_interrupts() {
  handle(SIGINT, on_interrupt);
  handle(SIGTERM, on_interrupt);
}

bool was_interrupted() { return interrupted.load(); }

// A terminal that is full goes to the next line, and that one would not be written over.
std::size_t live_columns() {
  constexpr std::size_t usual = 80;
  winsize size{};
  const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return (is_known ? size.ws_col : usual) - 1;
}

LiveLine::LiveLine(bool quiet)
    : quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) == 1),
      next_(std::chrono::steady_clock::now() + period(terminal_)) {}

LiveLine::~LiveLine() {
  if (shown_ && terminal_) (void)write_all(stderr, line_again);
}

void LiveLine::show(const Heartbeat& now) {
  const std::string line = terminal_ ? live_text(now, live_columns()) : live_text(now);
  if (terminal_) (void)write_all(stderr, line_again);
  write_error(terminal_ ? line : line + "\n");
  shown_ = true;
}

void LiveLine::tell(const std::string& text) const {
  if (quiet_) return;
  write_error(fmt::format("{}{}\n", shown_ && terminal_ ? "\r\x1b[K" : "", text));
}

Watcher LiveLine::watcher() {
  return [this](const Heartbeat& now) {
    const auto time = std::chrono::steady_clock::now();
    if (!quiet_ && time >= next_) {
      show(now);
      next_ = time + period(terminal_);
    }
    return was_interrupted() ? Continue::No : Continue::Yes;
  };
}

}  // namespace clew::cli
