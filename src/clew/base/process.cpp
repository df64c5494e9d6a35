#include "clew/base/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "clew/base/descriptor.hpp"

namespace clew {

namespace {

// Whoever started us may have closed standard input.  What is opened then gets its number, and the child, who
// puts its own there, would lose one of the others.
Descriptor not_standard(Descriptor descriptor) {
  if (!descriptor.is_open() || descriptor.number() > STDERR_FILENO) return descriptor;
  return Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read_end = not_standard(Descriptor(ends[0]));
    write_end = not_standard(Descriptor(ends[1]));
    return read_end.is_open() && write_end.is_open();
  }
};

constexpr int exec_failed = 127;

// Those of the PATH that have an absolute name.  With an empty element, or '.', whoever wrote into the
// present folder would decide what is run.
std::vector<std::string> program_folders() {
  const char* const given = std::getenv("PATH");
  std::string_view folders = given ? given : "/bin:/usr/bin";
  std::vector<std::string> absolute;
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
    if (folder.starts_with('/')) absolute.emplace_back(folder);
  }
  return absolute;
}

// What a program is started with, made before the fork.
class Start {
 public:
  explicit Start(const std::vector<std::string>& arguments)
      : arguments_(arguments), path_(program_path(arguments.front())) {
    // Programs that it starts itself are looked for in the same folders.
    const std::string_view path_name = "PATH=";
    for (char** variable = environ; *variable != nullptr; ++variable) {
      if (!std::string_view(*variable).starts_with(path_name))
        raw_environment_.push_back(*variable);
    }
    search_path_ = std::string(path_name);
    for (const std::string& folder : program_folders()) {
      if (search_path_.size() > path_name.size()) search_path_ += ':';
      search_path_ += folder;
    }
    raw_environment_.push_back(search_path_.data());
    raw_environment_.push_back(nullptr);
    for (std::string& argument : arguments_) raw_arguments_.push_back(argument.data());
    raw_arguments_.push_back(nullptr);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;

  // There is such a program.
  bool is_possible() const { return !path_.empty(); }
  const char* path() const { return path_.c_str(); }
  char* const* arguments() const { return raw_arguments_.data(); }
  char* const* environment() const { return raw_environment_.data(); }

 private:
  std::vector<std::string> arguments_;
  std::string path_;
  std::string search_path_;
  std::vector<char*> raw_arguments_;
  std::vector<char*> raw_environment_;
};

// In the child: only calls that are safe after fork.
[[noreturn]] void become(const Start& start, int in, int out, int err,
                         std::uint64_t cpu_seconds_max) {
  if (cpu_seconds_max > 0) {
    // The second limit ends a program that ignores the signal of the first.
    const struct rlimit limit { cpu_seconds_max, cpu_seconds_max + 1 };
    ::setrlimit(RLIMIT_CPU, &limit);
  }
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  ::execve(start.path(), start.arguments(), start.environment());
  ::_exit(exec_failed);
}

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  std::vector<pid_t> found;
  for (pid_t child = 0; children >> child;) found.push_back(child);
  return found;
}

// From now on the process can open nothing: a new descriptor would get a number beyond the limit, and a
// program that it starts could not even load its libraries.  It may be a script that has started the program
// meant; what it starts from now on has its limit.
bool seal(pid_t process) {
  const struct rlimit none { STDERR_FILENO + 1, STDERR_FILENO + 1 };
  if (::prlimit(process, RLIMIT_NOFILE, &none, nullptr) != 0) return false;
  const std::vector<pid_t> children = children_of(process);
  return std::all_of(children.begin(), children.end(), seal);
}

class Conversation {
 public:
  Conversation(Pipe& in, Pipe& out, Pipe& err, std::string_view input, ProgramResult& result)
      : in_(in.write_end), out_(out.read_end), err_(err.read_end), input_(input), result_(result) {
    ::fcntl(in_.number(), F_SETFL, O_NONBLOCK);
    if (input_.empty()) in_.close();
  }

  // It gets `seal.greeting` first, and the input only when it has answered and is sealed.
  void greet(pid_t process, const ProgramSeal& seal) {
    if (seal.answer.empty()) return;
    process_ = process;
    answer_ = seal.answer;
    kept_input_ = std::exchange(input_, seal.greeting);
  }
  bool is_sealed() const { return answer_.empty(); }

  // False when time or room ran out.
  bool run(std::chrono::steady_clock::time_point deadline, std::size_t output_bytes_max) {
    while (out_.is_open() || err_.is_open()) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      if (left.count() <= 0) return false;
      std::array<pollfd, 3> polled{
          {{out_.number(), POLLIN, 0}, {err_.number(), POLLIN, 0}, {in_.number(), POLLOUT, 0}}};
      if (input_.empty()) polled[2].fd = -1;
      if (::poll(polled.data(), polled.size(), static_cast<int>(left.count())) < 0 &&
          errno != EINTR) {
        return false;
      }
      if (polled[0].revents != 0) read_some(out_, result_.output);
      if (polled[1].revents != 0) read_some(err_, result_.errors);
      if (!is_sealed() && !hear_answer()) return false;
      if (in_.is_open() && polled[2].revents != 0) write_some();
      if (result_.output.size() + result_.errors.size() > output_bytes_max) return false;
    }
    return true;
  }

 private:
  static void read_some(Descriptor& from, std::string& to) {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
    if (count > 0) {
      to.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      from.close();
    }
  }

  // False if it cannot be sealed.
  bool hear_answer() {
    const std::size_t found = result_.errors.find(answer_);
    if (found == std::string::npos) return true;
    if (!seal(process_)) return false;
    result_.errors.erase(found, answer_.size());
    answer_ = {};
    input_ = kept_input_;
    if (input_.empty()) in_.close();
    return true;
  }

  void write_some() {
    const ssize_t count = ::write(in_.number(), input_.data(), input_.size());
    if (count > 0) input_.remove_prefix(static_cast<std::size_t>(count));
    const bool try_again = count < 0 && (errno == EINTR || errno == EAGAIN);
    if ((input_.empty() && is_sealed()) || (count < 0 && !try_again)) in_.close();
  }

  Descriptor& in_;
  Descriptor& out_;
  Descriptor& err_;
  std::string_view input_;
  ProgramResult& result_;
  pid_t process_ = -1;
  std::string_view answer_;  // that is waited for; empty: none
  std::string_view kept_input_;
};

double cpu_seconds_of(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// A program may close its output and go on.  False if it still runs at the deadline.
bool wait_until(pid_t child, std::chrono::steady_clock::time_point deadline, int& status,
                rusage& usage) {
  // Most have closed their output because they end: short naps first, so that times stay exact.
  std::chrono::microseconds nap(20);
  constexpr std::chrono::microseconds nap_max(1000);
  while (true) {
    const pid_t ended = ::wait4(child, &status, WNOHANG, &usage);
    if (ended == child) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(nap);
    nap = std::min(2 * nap, nap_max);
  }
}

}  // namespace

// Those run_program started are no group of their own, so that Ctrl-C reaches them all.
void kill_family(int process) {
  const std::vector<pid_t> found = children_of(process);
  ::kill(process, SIGKILL);
  for (const pid_t child : found) kill_family(child);
}

ProgramResult run_program(const std::vector<std::string>& arguments, std::string_view input,
                          const ProgramLimits& limits) {
  ProgramResult result;
  const Start start(arguments);
  if (!start.is_possible()) {
    result.end = ProgramResult::End::NotFound;
    return result;
  }
  Pipe in;
  Pipe out;
  Pipe err;
  const bool piped = in.open() && out.open() && err.open();
  const auto begin = std::chrono::steady_clock::now();
  // A program that stops reading must not end us.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  const pid_t parent = ::getpid();
  const pid_t child = piped ? ::fork() : -1;
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(exec_failed);
    become(start, in.read_end.number(), out.write_end.number(), err.write_end.number(),
           limits.cpu_seconds_max);
  }
  if (child < 0) {
    ::sigaction(SIGPIPE, &before, nullptr);
    result.end = ProgramResult::End::Crashed;
    return result;
  }
  const Leftover leftover(child);
  in.read_end.close();
  out.write_end.close();
  err.write_end.close();
  const auto deadline = std::chrono::steady_clock::now() + limits.time_max;
  Conversation conversation(in, out, err, input, result);
  conversation.greet(child, limits.seal);
  const bool in_time = conversation.run(deadline, limits.output_bytes_max);
  int status = 0;
  struct rusage usage {};
  const bool ended_in_time = in_time && wait_until(child, deadline, status, usage);
  if (!ended_in_time) {
    kill_family(child);
    while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
    }
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.wall_seconds = taken.count();
  result.cpu_seconds = cpu_seconds_of(usage);
  result.memory_bytes_peak = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  ::sigaction(SIGPIPE, &before, nullptr);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const bool out_of_cpu = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  if (!ended_in_time || out_of_cpu) {
    result.end = ProgramResult::End::TimedOut;
  } else if (!WIFEXITED(status)) {
    result.end = ProgramResult::End::Crashed;
  } else if (result.exit_code == exec_failed && result.output.empty()) {
    result.end = ProgramResult::End::NotFound;
  }
  if (!conversation.is_sealed()) result.end = ProgramResult::End::NotSealed;
  return result;
}

std::string program_path(const std::string& name) {
  const auto is_program = [](const std::string& path) {
    std::error_code ignored;
    return ::access(path.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(path, ignored);
  };
  if (name.empty()) return {};
  if (name.find('/') != std::string::npos) return is_program(name) ? name : std::string();
  for (const std::string& folder : program_folders()) {
    std::string path = folder + "/" + name;
    if (is_program(path)) return path;
  }
  return {};
}

BackgroundProgram::BackgroundProgram(const std::vector<std::string>& arguments,
                                     const std::string& log) {
  const Start start(arguments);
  const Descriptor in = not_standard(Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)));
  const Descriptor out =
      not_standard(Descriptor(::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)));
  const pid_t parent = ::getpid();
  const bool is_possible = start.is_possible() && in.is_open() && out.is_open();
  child_ = is_possible ? ::fork() : -1;
  if (child_ == 0) {
    // A group of its own, so that all it starts can be ended together; and if we are killed, so is it.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(exec_failed);
    become(start, in.number(), out.number(), out.number(), 0);
  }
  if (child_ > 0) {
    ::setpgid(child_, child_);  // whoever comes first, it is done
    leftover_ = Leftover(child_);
  }
  if (child_ < 0) progress_ = Progress::Failed;
}

BackgroundProgram::Progress BackgroundProgram::poll() {
  if (child_ < 0) return progress_;
  int status = 0;
  struct rusage usage {};
  const pid_t ended = ::wait4(child_, &status, WNOHANG, &usage);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return progress_;
  child_ = -1;
  leftover_.forget();
  cpu_seconds_ = cpu_seconds_of(usage);
  const bool succeeded = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  progress_ = succeeded ? Progress::Succeeded : Progress::Failed;
  return progress_;
}

BackgroundProgram::~BackgroundProgram() {
  if (child_ < 0) return;
  ::kill(-child_, SIGKILL);
  ::kill(child_, SIGKILL);  // in case it has no group yet
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

ProgramDialogue::ProgramDialogue(const std::vector<std::string>& arguments) {
  const Start start(arguments);
  if (!start.is_possible()) return;
  std::array<int, 2> ends{};
  // A socket instead of two pipes: a send to a program that is gone fails, and sends us no signal.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  const Descriptor its_end = not_standard(Descriptor(ends[1]));
  socket_ = ends[0];
  if (!its_end.is_open()) return;
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(exec_failed);
    become(start, its_end.number(), its_end.number(), its_end.number(), 0);
  }
  if (child_ > 0) {
    ::setpgid(child_, child_);
    leftover_ = Leftover(child_);
  }
  is_there_ = child_ > 0;
}

ProgramDialogue::~ProgramDialogue() {
  if (socket_ >= 0) ::close(socket_);
  if (child_ < 0) return;
  ::kill(-child_, SIGKILL);
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool ProgramDialogue::ends_well(std::chrono::milliseconds time_max) {
  constexpr std::chrono::milliseconds nap(1);
  const auto deadline = std::chrono::steady_clock::now() + time_max;
  while (child_ > 0) {
    int status = 0;
    const pid_t ended = ::waitpid(child_, &status, WNOHANG);
    if (ended == child_) {
      child_ = -1;
      leftover_.forget();
      return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    if (ended < 0 && errno != EINTR) return false;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(nap);
  }
  return false;
}

bool ProgramDialogue::listen(std::chrono::milliseconds time_max, bool wants_room) {
  const auto wanted = static_cast<short>(wants_room ? POLLIN | POLLOUT : POLLIN);
  struct pollfd polled {
    socket_, wanted, 0
  };
  if (::poll(&polled, 1, static_cast<int>(time_max.count())) <= 0) return false;
  if ((polled.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::read(socket_, buffer.data(), buffer.size());
    if (count > 0) heard_.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) is_there_ = false;
  }
  return (polled.revents & POLLOUT) != 0 || !wants_room;
}

bool ProgramDialogue::send(std::string_view text, FunctionRef<bool()> goes_on) {
  constexpr std::chrono::milliseconds nap(100);
  while (!text.empty() && is_there_ && goes_on()) {
    if (!listen(nap, true) || !is_there_) continue;
    const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR && errno != EAGAIN) is_there_ = false;
  }
  return text.empty();
}

std::optional<std::string> ProgramDialogue::next_line(std::chrono::milliseconds time_max) {
  const auto deadline = std::chrono::steady_clock::now() + time_max;
  while (true) {
    const std::size_t end = heard_.find('\n', heard_begin_);
    if (end != std::string::npos) {
      std::string line = heard_.substr(heard_begin_, end - heard_begin_);
      heard_begin_ = end + 1;
      if (heard_begin_ == heard_.size()) {
        heard_.clear();
        heard_begin_ = 0;
      }
      return line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (!is_there_ || left.count() < 0) return std::nullopt;
    listen(left, false);
  }
}

}  // namespace clew
