#include "clew/base/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <new>
#include <span>
#include <thread>
#include <utility>

#include "clew/base/hash.hpp"
#include "clew/base/process.hpp"
#include "clew/base/text.hpp"

namespace clew {

namespace {

// A message on its way:
//
//   +------+----------------+------+---------------------+
//   | kind | length (8)     | text | hash of the text (8)|
//   +------+----------------+------+---------------------+
constexpr std::size_t head_bytes = 1 + sizeof(std::uint64_t);
constexpr std::size_t tail_bytes = sizeof(std::uint64_t);

// Kept for how a job ended.
constexpr char kind_failure = '!';
constexpr int exit_failed = 86;
constexpr int exit_out_of_memory = 87;

constexpr std::chrono::milliseconds memory_period(10);

std::uint64_t hash_of(std::string_view text) {
  return hash_bytes(std::as_bytes(std::span(text.data(), text.size())));
}

std::string_view bytes_of(const std::uint64_t& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::uint64_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint64_t number = 0;
  bytes.copy(reinterpret_cast<char*>(&number), sizeof number, offset);
  return number;
}

void write_frame(WorkerPipe& pipe, char kind, std::string_view text) {
  const std::uint64_t length = text.size();
  const std::uint64_t hash = hash_of(text);
  std::string frame;
  frame.reserve(head_bytes + text.size() + tail_bytes);
  frame += kind;
  frame += bytes_of(length);
  frame += text;
  frame += bytes_of(hash);
  pipe.send_raw(frame);
}

void limit_to(int resource, std::uint64_t amount, std::uint64_t amount_max) {
  struct rlimit before {};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &before) != 0) return;
  const struct rlimit limit {
    std::min<rlim_t>(amount, before.rlim_max), std::min<rlim_t>(amount_max, before.rlim_max)
  };
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

// The numbers of /proc/PID/statm, in bytes.
struct ProcessMemory {
  std::uint64_t address_bytes = 0;
  std::uint64_t resident_bytes = 0;
};

ProcessMemory memory_of(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  ProcessMemory memory;
  statm >> memory.address_bytes >> memory.resident_bytes;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  memory.address_bytes *= page;
  memory.resident_bytes *= page;
  return memory;
}

// Of the process and those it has started.
std::uint64_t resident_bytes_of_family(pid_t process) {
  std::uint64_t sum = memory_of(process).resident_bytes;
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; children >> child;) sum += resident_bytes_of_family(child);
  return sum;
}

// Nothing the job's libraries may print belongs among our results.
void be_silent() {
  const int nowhere = ::open("/dev/null", O_RDWR);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  if (nowhere > STDERR_FILENO) ::close(nowhere);
}

void settle_down(const WorkerLimits& limits) {
  // A group of its own, so that Ctrl-C reaches us alone, who know what to do.
  ::setpgid(0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
  be_silent();
  limit_to(RLIMIT_CORE, 0, 0);
  if (limits.cpu_seconds_max > 0) {
    limit_to(RLIMIT_CPU, limits.cpu_seconds_max, limits.cpu_seconds_max + 1);
  }
  if (limits.address_bytes_max > 0) {
    const std::uint64_t all = memory_of(::getpid()).address_bytes + limits.address_bytes_max;
    limit_to(RLIMIT_AS, all, all);
  }
  if (limits.nice > 0) ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) + limits.nice);
  // If the machine runs out of memory a worker has to go, not we.
  std::ofstream("/proc/self/oom_score_adj") << 1000;
}

[[noreturn]] void work(const Worker::Job& job, int descriptor, const WorkerLimits& limits,
                       pid_t parent, const std::string& folder) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(exit_failed);
  if (!folder.empty()) TemporaryFolder::make_all_below(folder);
  int code = 0;
  WorkerPipe pipe(descriptor);
  try {
    settle_down(limits);
    job(pipe);
  } catch (const std::bad_alloc&) {
    code = exit_out_of_memory;
  } catch (const std::exception& error) {
    write_frame(pipe, kind_failure, error.what());
    code = exit_failed;
  } catch (...) {
    code = exit_failed;
  }
  // Nothing that our parent has prepared for its own end is to happen here.
  ::_exit(code);
}

}  // namespace

void WorkerPipe::send(char kind, std::string_view text) { write_frame(*this, kind, text); }

void WorkerPipe::send_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) ::_exit(exit_failed);
  }
}

Worker::Worker(const Job& job, const WorkerLimits& limits)
    : limits_(limits), next_look_(std::chrono::steady_clock::now()) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    stop(End::Failed, "could not be started");
    return;
  }
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ == 0) {
    ::close(ends[0]);
    work(job, ends[1], limits, parent, folder_.path());
  }
  ::close(ends[1]);
  pipe_ = ends[0];
  if (child_ < 0) {
    stop(End::Failed, "could not be started");
    return;
  }
  ::setpgid(child_, child_);  // whoever comes first, it is done
  leftover_ = Leftover(child_);
  ::fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

Worker::~Worker() { end(); }

void Worker::end() {
  if (is_running()) stop(End::Ended, "was ended");
}

void Worker::stop(End end, std::string text) {
  if (child_ > 0) {
    kill_family(child_);
    ::kill(-child_, SIGKILL);
    reap(true);
  }
  if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
  end_ = end;
  end_text_ = std::move(text);
}

// REQUIRES: it was killed, or has closed its pipe, which it does by ending.
void Worker::reap(bool is_killed) {
  int status = 0;
  struct rusage usage {};
  if (!is_killed) {
    // It may have closed its pipe and go on: it gets a moment.
    constexpr int naps_max = 200;
    for (int nap = 0; nap < naps_max; ++nap) {
      const pid_t ended = ::wait4(child_, &status, WNOHANG, &usage);
      if (ended != 0 && !(ended < 0 && errno == EINTR)) {
        memory_bytes_peak_ =
            std::max(memory_bytes_peak_, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
        ::kill(-child_, SIGKILL);  // what it may have left behind
        child_ = -1;
        leftover_.forget();
        return judge_status(status);
      }
      std::this_thread::sleep_for(std::chrono::microseconds(50 + 20 * nap));
    }
    kill_family(child_);
  }
  while (::wait4(child_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  memory_bytes_peak_ =
      std::max(memory_bytes_peak_, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
  child_ = -1;
  leftover_.forget();
  if (!is_killed) {
    end_ = End::Garbled;
    end_text_ = "stopped to speak before its end";
  }
}

void Worker::judge_status(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const bool out_of_time = signal == SIGXCPU;
    end_ = out_of_time ? End::OutOfTime : End::Crashed;
    end_text_ = out_of_time ? fmt::format("reached its limit of {} s of processor time",
                                          limits_.cpu_seconds_max)
                            : fmt::format("was ended by signal {} ({})", signal,
                                          ::sigdescr_np(signal) ? ::sigdescr_np(signal) : "?");
    return;
  }
  const int code = WEXITSTATUS(status);
  if (code == exit_out_of_memory) {
    end_ = End::OutOfMemory;
    end_text_ = "got no more memory";
  } else if (code == exit_failed) {
    end_ = End::Failed;
    if (end_text_.empty()) end_text_ = "failed";
  } else if (code != 0) {
    end_ = End::Crashed;
    end_text_ = fmt::format("ended with code {}", code);
  } else if (!heard_.empty()) {
    end_ = End::Garbled;
    end_text_ = "stopped in the midst of a message";
  } else {
    end_ = End::Finished;
  }
}

bool Worker::read_some() {
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = ::read(pipe_, buffer.data(), buffer.size());
    if (count > 0) {
      heard_.append(buffer.data(), static_cast<std::size_t>(count));
      if (heard_.size() > limits_.message_bytes_max + head_bytes + tail_bytes) return true;
    } else if (count < 0 && errno == EINTR) {
      continue;
    } else {
      return count < 0 && errno == EAGAIN;
    }
  }
}

void Worker::take_messages() {
  std::size_t begin = 0;
  while (is_running() && heard_.size() - begin >= head_bytes) {
    const char kind = heard_[begin];
    const std::uint64_t length = number_at(heard_, begin + 1);
    const bool is_kind = (kind >= 'A' && kind <= 'Z') || kind == kind_failure;
    if (!is_kind || length > limits_.message_bytes_max) {
      return stop(End::Garbled, "said what is no message");
    }
    if (heard_.size() - begin < head_bytes + length + tail_bytes) break;
    std::string text = heard_.substr(begin + head_bytes, length);
    if (number_at(heard_, begin + head_bytes + length) != hash_of(text)) {
      return stop(End::Garbled, "said what is no message");
    }
    begin += head_bytes + length + tail_bytes;
    if (kind == kind_failure) {
      end_text_ = std::move(text);  // for judge_status
    } else {
      messages_.push_back({kind, std::move(text)});
    }
  }
  heard_.erase(0, begin);
}

void Worker::look_at_memory() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + memory_period;
  memory_bytes_ = resident_bytes_of_family(child_);
  memory_bytes_peak_ = std::max(memory_bytes_peak_, memory_bytes_);
  if (limits_.memory_bytes_max > 0 && memory_bytes_ > limits_.memory_bytes_max) {
    stop(End::OutOfMemory,
         fmt::format("memory limit of {} reached", bytes_text(limits_.memory_bytes_max)));
  }
}

void Worker::listen() {
  if (!is_running()) return;
  const bool is_open = read_some();
  take_messages();
  if (!is_running()) return;
  if (is_open) return look_at_memory();
  reap(false);
  ::close(std::exchange(pipe_, -1));
}

std::optional<WorkerMessage> Worker::next_message() {
  if (messages_.empty()) return std::nullopt;
  WorkerMessage message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

void wait_for(const std::vector<Worker*>& workers, std::chrono::milliseconds time_max) {
  std::vector<pollfd> polled;
  for (const Worker* worker : workers) {
    if (worker->is_running()) polled.push_back({worker->pipe_, POLLIN, 0});
  }
  // An interrupted wait is a wait that was short.
  (void)::poll(polled.data(), polled.size(), static_cast<int>(time_max.count()));
}

using Flag = std::atomic<unsigned char>;
static_assert(Flag::is_always_lock_free);  // a lock would not be shared

SharedFlags::SharedFlags(std::size_t count) : count_(std::max<std::size_t>(count, 1)) {
  void* const flags =
      ::mmap(nullptr, count_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  flags_ = flags == MAP_FAILED ? nullptr : flags;
  for (std::size_t i = 0; flags_ && i < count_; ++i) new (static_cast<Flag*>(flags_) + i) Flag(0);
}

SharedFlags::~SharedFlags() {
  if (flags_) ::munmap(flags_, count_);
}

void SharedFlags::raise(std::size_t index) {
  if (flags_) static_cast<Flag*>(flags_)[index].store(1);
}

bool SharedFlags::is_raised(std::size_t index) const {
  return flags_ && static_cast<const Flag*>(flags_)[index].load() != 0;
}

}  // namespace clew
