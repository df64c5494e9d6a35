#include "clew/export/aldebaran.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>

#include "clew/base/file.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/print.hpp"
#include "clew/store/exact_store.hpp"

namespace clew {

namespace {

std::string firings_text(const Model& model, const State& source, std::span<const Firing> firings) {
  std::string text;
  for (const Firing& firing : firings) {
    if (!text.empty()) text += " | ";
    text += text_of(model, firing, source);
  }
  for (char& c : text) {
    if (c == '"' || c == '\\') c = '\'';  // the format has no way to quote them
  }
  return text;
}

class Exporter {
 public:
  Exporter(const Model& model, const Limits& limits, const Watcher& watcher)
      : model_(model),
        judge_(model),
        codec_(model),
        limits_(limits),
        watcher_(watcher),
        store_({.state_bytes = codec_.is_fixed_width() ? codec_.state_bytes() : 0,
                .memory_bytes_max = limits.memory_bytes_max}) {}

  // Writes the transition lines; the reason if something came in between.
  std::string write_transitions(std::FILE* lines) {
    write_initial_states(lines);
    for (std::uint64_t id = 0; id < store_.size(); ++id) {
      if (!full_) expand(id, lines);
      if (full_) return "memory limit reached";
      if (std::ferror(lines) != 0) return "no room for the transitions";
      if (id % states_per_poll == 0 && !may_go_on(id)) return reason_;
    }
    return {};
  }

  std::uint64_t states() const { return store_.size() + first_number_; }
  std::uint64_t transitions() const { return transitions_; }

 private:
  static constexpr std::uint64_t states_per_poll = 1024;

  // The format has one initial state.  Where a model has another number of them, a state 0 comes before
  // them all.
  void write_initial_states(std::FILE* lines) {
    if (has_fixed_start(model_)) {
      store_.insert(codec_.pack(judge_.initial_state()));
      return;
    }
    first_number_ = 1;
    judge_.initial_states([&](const State& state) {
      const Insertion insertion = store_.insert(codec_.pack(state));
      full_ = insertion.outcome == Outcome::Full;
      const std::string line = fmt::format("(0, \"init\", {})\n", number(insertion.id) + 1);
      std::fwrite(line.data(), 1, line.size(), lines);
      ++transitions_;
      return full_ ? Continue::No : Continue::Yes;
    });
  }

  void expand(std::uint64_t id, std::FILE* lines) {
    const State source = codec_.unpack(store_.bytes(StateId{id}));
    judge_.moves(source, [&](const Move& move) {
      if (!move.target || full_) return;
      const Insertion target = store_.insert(codec_.pack(*move.target));
      full_ = target.outcome == Outcome::Full;
      const std::string line = fmt::format("({}, \"{}\", {})\n", id + first_number_,
                                           firings_text(model_, source, move.firings),
                                           number(target.id) + first_number_);
      std::fwrite(line.data(), 1, line.size(), lines);
      ++transitions_;
    });
  }

  bool may_go_on(std::uint64_t id) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
    if (limits_.seconds_max > 0 && elapsed.count() > limits_.seconds_max) {
      reason_ = "time limit reached";
      return false;
    }
    Heartbeat now;
    now.states_discovered = store_.size();
    now.transitions = transitions_;
    now.frontier_length = store_.size() - id;
    now.memory_bytes = store_.memory_bytes();
    now.seconds = elapsed.count();
    reason_ = "interrupted";
    return !watcher_ || watcher_(now) == Continue::Yes;
  }

  const Model& model_;
  Interpreter judge_;
  Codec codec_;
  const Limits& limits_;
  const Watcher& watcher_;
  ExactStore store_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::uint64_t transitions_ = 0;
  std::uint64_t first_number_ = 0;  // of the first state in the store
  bool full_ = false;
  std::string reason_;
};

void copy(std::FILE* from, std::ostream& to) {
  std::rewind(from);
  std::array<char, 65536> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), from)) > 0;) {
    to.write(buffer.data(), static_cast<std::streamsize>(count));
  }
}

}  // namespace

std::string export_aldebaran(const Model& model, const std::string& path, const Limits& limits,
                             const Watcher& watcher) {
  OutputFile file(path);
  if (!file.error().empty()) return file.error();
  // The sizes stand in the first line, but are known last: the others wait in a nameless file.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> lines(std::tmpfile(), &std::fclose);
  if (!lines) return std::strerror(errno);
  Exporter exporter(model, limits, watcher);
  const std::string reason = exporter.write_transitions(lines.get());
  if (!reason.empty()) return reason;
  file.out() << fmt::format("des (0, {}, {})\n", exporter.transitions(), exporter.states());
  copy(lines.get(), file.out());
  return file.keep();
}

}  // namespace clew
