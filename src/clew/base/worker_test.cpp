#include "clew/base/worker.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace clew {
namespace {

using End = Worker::End;

// All it says until it is gone.
std::string heard_from(Worker& worker) {
  std::string heard;
  const auto take = [&] {
    while (auto message = worker.next_message()) heard += message->kind + message->text + " ";
  };
  while (worker.is_running()) {
    wait_for({&worker}, std::chrono::milliseconds(50));
    worker.listen();
    take();
  }
  take();
  return heard;
}

// Until it has said something.
std::string first_word(Worker& worker) {
  while (true) {
    worker.listen();
    if (auto message = worker.next_message()) return message->text;
    if (!worker.is_running()) return {};
    wait_for({&worker}, std::chrono::milliseconds(50));
  }
}

[[noreturn]] void sleep_for_ever() {
  while (true) ::pause();
}

bool exists(pid_t process) { return ::kill(process, 0) == 0; }

TEST(AWorker, SendsMessagesAndFinishes) {
  const std::string large(3'000'000, 'x');
  Worker worker(
      [&](WorkerPipe& out) {
        out.send('A', "one");
        out.send('B', "");
        out.send('C', large);
      },
      {});
  EXPECT_EQ(heard_from(worker), "Aone B C" + large + " ");
  EXPECT_EQ(worker.how_ended(), End::Finished);
  EXPECT_EQ(worker.end_text(), "");
}

TEST(AWorker, LosesOnlyItselfByAbort) {
  Worker worker(
      [](WorkerPipe& out) {
        out.send('A', "before");
        std::abort();
      },
      {});
  EXPECT_EQ(heard_from(worker), "Abefore ");
  EXPECT_EQ(worker.how_ended(), End::Crashed);
  EXPECT_EQ(worker.end_text(), "was ended by signal 6 (Aborted)");
}

TEST(AWorker, LosesOnlyItselfByAWildPointer) {
  Worker worker(
      [](WorkerPipe&) {
        ::signal(SIGSEGV, SIG_DFL);  // sanitizers catch it, and exit
        ::raise(SIGSEGV);
      },
      {});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.end_text(), "was ended by signal 11 (Segmentation fault)");
}

TEST(AWorker, LosesOnlyItselfByExit) {
  Worker worker([](WorkerPipe&) { ::_exit(5); }, {});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::Crashed);
  EXPECT_EQ(worker.end_text(), "ended with code 5");
}

TEST(AWorker, SaysWhatItThrew) {
  Worker worker([](WorkerPipe&) { throw std::runtime_error("no way"); }, {});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::Failed);
  EXPECT_EQ(worker.end_text(), "no way");
}

TEST(AWorker, KilledFromOutsideIsNoticed) {
  Worker worker(
      [](WorkerPipe& out) {
        out.send('A', "ready");
        sleep_for_ever();
      },
      {});
  EXPECT_EQ(first_word(worker), "ready");
  ::kill(worker.process_id(), SIGKILL);
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.end_text(), "was ended by signal 9 (Killed)");
}

TEST(AWorker, ThatSpeaksGarbageIsEnded) {
  Worker worker(
      [](WorkerPipe& out) {
        out.send_raw("Lorem ipsum dolor sit amet");
        sleep_for_ever();
      },
      {});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::Garbled);
  EXPECT_EQ(worker.end_text(), "said what is no message");
}

TEST(AWorker, ThatChangesAByteIsNotBelieved) {
  std::string frame("A\3\0\0\0\0\0\0\0abc01234567", 20);
  Worker worker([&](WorkerPipe& out) { out.send_raw(frame); }, {});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::Garbled);
}

TEST(AWorker, ThatSaysHalfAMessageHasSaidNothing) {
  const std::string half("A\xff\0\0\0\0\0\0\0abc", 12);
  Worker worker([&](WorkerPipe& out) { out.send_raw(half); }, {});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::Garbled);
  EXPECT_EQ(worker.end_text(), "stopped in the midst of a message");
}

TEST(AWorker, ThatSleepsForEverIsEndedWithWhatItStarted) {
  auto worker = std::make_unique<Worker>(
      [](WorkerPipe& out) {
        const pid_t child = ::fork();
        if (child == 0) {
          ::setpgid(0, 0);  // out of the worker's group
          sleep_for_ever();
        }
        out.send('A', std::to_string(child));
        sleep_for_ever();
      },
      WorkerLimits{});
  const pid_t child = std::stoi(first_word(*worker));
  const pid_t process = worker->process_id();
  EXPECT_TRUE(exists(process));
  worker->end();
  EXPECT_EQ(worker->how_ended(), End::Ended);
  EXPECT_EQ(worker->process_id(), -1);
  EXPECT_FALSE(exists(process));
  // Whoever inherits the orphan may not have buried it yet, but a killed one runs no more.
  while (exists(child)) {
    char state = 0;
    std::unique_ptr<FILE, int (*)(FILE*)> stat(
        std::fopen(("/proc/" + std::to_string(child) + "/stat").c_str(), "r"), std::fclose);
    if (!stat || std::fscanf(stat.get(), "%*d %*s %c", &state) != 1 || state == 'Z') break;
  }
}

TEST(AWorker, ThatEatsMemoryIsEndedAtItsLimit) {
  Worker worker(
      [](WorkerPipe&) {
        std::vector<std::string> eaten;
        while (true) eaten.emplace_back(1U << 20, 'x');
      },
      {.memory_bytes_max = 200U << 20});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::OutOfMemory);
  EXPECT_EQ(worker.end_text(), "memory limit of 200.0 MiB reached");
  EXPECT_GT(worker.memory_bytes_peak(), 200U << 20);
}

// The allocator of a sanitizer exits instead of throwing.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(AWorker, ThatAsksForTooMuchAtOnceGetsNothing) {
  Worker worker(
      [](WorkerPipe& out) {
        const std::string large(std::size_t{4} << 30, 'x');
        out.send('A', large.substr(0, 1));
      },
      {.address_bytes_max = 300U << 20});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::OutOfMemory);
  EXPECT_EQ(worker.end_text(), "got no more memory");
}
#endif

TEST(AWorker, ThatNeverRestsReachesItsLimitOfProcessorTime) {
  Worker worker(
      [](WorkerPipe&) {
        while (::getppid() != 0) {
        }
      },
      {.cpu_seconds_max = 1});
  EXPECT_EQ(heard_from(worker), "");
  EXPECT_EQ(worker.how_ended(), End::OutOfTime);
  EXPECT_EQ(worker.end_text(), "reached its limit of 1 s of processor time");
}

TEST(SharedFlags, AreSeenByWorkersThatRun) {
  SharedFlags flags(2);
  Worker worker(
      [&](WorkerPipe& out) {
        out.send('A', "ready");
        while (!flags.is_raised(1)) {
        }
        flags.raise(0);
        out.send('B', "seen");
      },
      {});
  EXPECT_EQ(first_word(worker), "ready");
  EXPECT_FALSE(flags.is_raised(0));
  flags.raise(1);
  EXPECT_EQ(heard_from(worker), "Bseen ");
  EXPECT_TRUE(flags.is_raised(0));
}

TEST(AWorker, LeavesNoTemporaryFolderBehind) {
  std::string folder;
  {
    Worker worker(
        [](WorkerPipe& out) {
          const TemporaryFolder made;
          out.send('A', made.path());
          sleep_for_ever();
        },
        {});
    folder = first_word(worker);
    EXPECT_TRUE(std::filesystem::exists(folder)) << folder;
  }
  EXPECT_NE(folder, "");
  EXPECT_FALSE(std::filesystem::exists(folder));
}

}  // namespace
}  // namespace clew
