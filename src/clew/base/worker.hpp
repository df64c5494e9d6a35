// A part of our own program that runs beside us, in a process of its own.  Whatever it does (crash, eat
// memory, never end, talk nonsense) is its own affair: we learn of it, and go on.
//
//   Worker worker([&](WorkerPipe& out) { out.send('A', work()); }, {.memory_bytes_max = 1U << 30});
//   while (worker.is_running()) {
//     wait_for({&worker}, std::chrono::milliseconds(50));
//     worker.listen();
//     while (auto message = worker.next_message()) use(*message);
//   }
//
// It ends, with all programs it has started itself, when the object goes, and when we are killed.
//
// The job begins as a copy of us, with the one thread that made it.  A lock that another thread held at
// that moment stays locked for ever: make workers from the main thread while there is no other, or let
// the job use no lock but that of the heap (which the C library hands over unlocked).
//
// Threads: one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/leftovers.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew {

// What a worker says, and what it is about: the two sides agree on letters.
struct WorkerMessage {
  char kind = 0;
  std::string text;
};

// The worker's end.
class WorkerPipe {
 public:
  explicit WorkerPipe(int descriptor) : descriptor_(descriptor) {}
  // Waits until there is room.  If nobody listens any more the process ends.
  // REQUIRES: `kind` is a capital letter.
  void send(char kind, std::string_view text);
  // Bytes as they are, which no receiver should believe: for tests.
  void send_raw(std::string_view bytes);

 private:
  int descriptor_;
};

struct WorkerLimits {
  // Resident memory, that of programs it has started included; 0: no limit.
  std::uint64_t memory_bytes_max = 0;
  // Address space on top of what it begins with; 0: no limit.  An allocation beyond it fails at once,
  // even between two looks at the resident memory.
  std::uint64_t address_bytes_max = 0;
  std::uint64_t cpu_seconds_max = 0;  // 0: no limit
  std::uint64_t message_bytes_max = std::uint64_t{1} << 30;
  int nice = 0;  // 19: only what nobody else wants
};

class Worker {
 public:
  enum class End : std::uint8_t {
    Running,
    Finished,     // the job came to its end
    Failed,       // it threw; or there was no process to be had
    Crashed,      // a signal ended it, or a call of exit
    OutOfMemory,  // it reached its limit, or an allocation failed
    OutOfTime,    // it reached its limit of processor time
    Garbled,      // it said what is no message, or stopped in the midst of one
    Ended,        // by us
  };

  using Job = std::function<void(WorkerPipe&)>;
  Worker(const Job& job, const WorkerLimits& limits);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool is_running() const { return end_ == End::Running; }
  End how_ended() const { return end_; }
  // "was ended by signal 6 (Aborted)"; empty while it runs, and if it finished.
  const std::string& end_text() const { return end_text_; }

  // Takes what has been said since; sees to the limits; notices that the worker is gone.  Does not wait.
  void listen();
  std::optional<WorkerMessage> next_message();
  // At once, with all it has started.
  void end();

  int process_id() const { return child_; }  // -1: it is gone
  std::uint64_t memory_bytes() const { return memory_bytes_; }
  std::uint64_t memory_bytes_peak() const { return memory_bytes_peak_; }

 private:
  friend void wait_for(const std::vector<Worker*>& workers, std::chrono::milliseconds time_max);

  bool read_some();
  void take_messages();
  void look_at_memory();
  void stop(End end, std::string text);
  void reap(bool is_killed);
  void judge_status(int status);

  WorkerLimits limits_;
  TemporaryFolder
      folder_;  // for the temporary files of the worker, which may be ended at any moment
  Leftover leftover_;
  int child_ = -1;
  int pipe_ = -1;
  std::string heard_;
  std::deque<WorkerMessage> messages_;
  End end_ = End::Running;
  std::string end_text_;
  std::uint64_t memory_bytes_ = 0;
  std::uint64_t memory_bytes_peak_ = 0;
  std::chrono::steady_clock::time_point next_look_;
};

// Returns when one of them has something to say or has ended, or after this time.
void wait_for(const std::vector<Worker*>& workers, std::chrono::milliseconds time_max);

// Flags that a process and the workers it makes from then on see alike; none is raised at first.
//
// Threads and processes: any number at once.
class SharedFlags {
 public:
  explicit SharedFlags(std::size_t count);
  ~SharedFlags();
  SharedFlags(const SharedFlags&) = delete;
  SharedFlags& operator=(const SharedFlags&) = delete;

  // REQUIRES: index < count.
  void raise(std::size_t index);
  bool is_raised(std::size_t index) const;

 private:
  std::size_t count_;
  void* flags_;  // null if there was no memory: then none is ever raised
};

}  // namespace clew
