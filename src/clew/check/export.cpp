#include "clew/check/export.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "clew/model/codec.hpp"
#include "clew/model/print.hpp"
#include "clew/store/exact_store.hpp"

namespace clew {

namespace {

std::string label_of(const Model& model, const State& source, std::span<const Firing> firings) {
  std::string label;
  for (const Firing& firing : firings) {
    if (!label.empty()) label += " | ";
    label += text_of(model, firing, source);
  }
  for (char& c : label) {
    if (c == '"' || c == '\\') c = '\'';  // the format has no way to quote them
  }
  return label;
}

// A file that goes away unless it is kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)), out_(path_, std::ios::trunc) {}
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::ofstream& out() { return out_; }
  const std::string& path() const { return path_; }
  bool become(const std::string& path) {
    out_.close();
    if (!out_ || std::rename(path_.c_str(), path.c_str()) != 0) return false;
    path_.clear();
    return true;
  }

 private:
  std::string path_;
  std::ofstream out_;
};

// Writes the transition lines and returns their number; none if the watcher said no.
std::optional<std::uint64_t> write_transitions(const Model& model, ExactStore& store,
                                               const Watcher& watcher, std::ofstream& out) {
  const Interpreter judge(model);
  const Codec codec(model);
  std::uint64_t transitions = 0;
  store.insert(codec.pack(judge.initial_state()));
  for (std::uint64_t id = 0; id < store.size(); ++id) {
    const State source = codec.unpack(store.bytes(StateId{id}));
    judge.moves(source, [&](const Move& move) {
      if (!move.target) return;
      const Insertion target = store.insert(codec.pack(*move.target));
      out << fmt::format("({}, \"{}\", {})\n", id, label_of(model, source, move.firings),
                         number(target.id));
      ++transitions;
    });
    constexpr std::uint64_t states_per_poll = 4096;
    if (watcher && id % states_per_poll == 0 &&
        watcher({store.size(), transitions, store.size() - id, 0, store.memory_bytes(), 0}) ==
            Continue::No) {
      return std::nullopt;
    }
  }
  return transitions;
}

}  // namespace

std::string export_aldebaran(const Model& model, const std::string& path, const Watcher& watcher) {
  const std::string unique = fmt::format("{}.part{}", path, ::getpid());
  TemporaryFile body(unique + "b");
  TemporaryFile whole(unique);
  if (!body.out() || !whole.out()) return std::strerror(errno);
  const Codec codec(model);
  ExactStore store({.state_bytes = codec.is_fixed_width() ? codec.state_bytes() : 0});
  const auto transitions = write_transitions(model, store, watcher, body.out());
  if (!transitions) return "interrupted";
  body.out().close();
  // The sizes stand in the first line, but are known last.
  whole.out() << fmt::format("des (0, {}, {})\n", *transitions, store.size());
  if (*transitions > 0) whole.out() << std::ifstream(body.path()).rdbuf();
  return whole.become(path) ? std::string() : std::string(std::strerror(errno));
}

}  // namespace clew
