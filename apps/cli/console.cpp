#include "console.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

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

bool write_all(std::FILE* file, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

std::chrono::milliseconds period(bool terminal) {
  return terminal ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000);
}

}  // namespace

void write_out(std::string_view text) {
  if (!write_all(stdout, text)) throw OutputLost{};
  if (!text.empty()) written_out = true;
}

bool has_written_out() { return written_out.load(); }

// Nobody can be told that this did not work.
void write_error(std::string_view text) { (void)write_all(stderr, text); }

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

LiveLine::LiveLine(bool quiet)
    : quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) == 1),
      next_(std::chrono::steady_clock::now() + period(terminal_)) {}

LiveLine::~LiveLine() {
  if (shown_ && terminal_) write_error("\r\x1b[K");
}

void LiveLine::show(const Heartbeat& now) {
  const std::string line = live_text(now);
  write_error(terminal_ ? fmt::format("\r\x1b[K{}", line) : line + "\n");
  shown_ = true;
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
