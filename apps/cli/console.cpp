#include "console.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "clew/base/text.hpp"
#include "clew/render/live_text.hpp"

namespace clew::cli {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<bool> written_out{false};

void on_interrupt(int) {
  // The second time somebody is in a hurry: the default action ends the program.
  if (interrupted.exchange(true)) {
    ::signal(SIGINT, SIG_DFL);
    ::raise(SIGINT);
  }
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

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
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
