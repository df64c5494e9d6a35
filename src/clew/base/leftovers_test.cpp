#include "clew/base/leftovers.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

TEST(Leftovers, AreRemovedWithAllThatIsInThem) {
  const TemporaryFolder outside;
  const std::string kept = outside.write("kept", "text");
  const std::string folder = outside.path() + "/folder";
  fs::create_directories(folder + "/a/b");
  fs::create_symlink(outside.path(), folder + "/a/link");
  std::ofstream(folder + "/a/b/file") << "text";
  const std::string file = outside.write("file", "text");
  // In a process of its own, so that what this one needs stays.
  const pid_t child = ::fork();
  if (child == 0) {
    const Leftover first(Leftover::Kind::Folder, folder);
    const Leftover second(Leftover::Kind::File, file);
    remove_leftovers();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_FALSE(fs::exists(file));
  EXPECT_TRUE(fs::exists(kept));
}

TEST(Leftovers, OfItsMakerAreNotAWorkersToRemove) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    remove_leftovers();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(folder.path()));
}

TEST(Leftovers, AreForgottenWhenTheObjectGoes) {
  const TemporaryFolder outside;
  const std::string file = outside.write("file", "text");
  const pid_t child = ::fork();
  if (child == 0) {
    { const Leftover gone(Leftover::Kind::File, file); }
    Leftover moved(Leftover::Kind::File, file);
    Leftover other = std::move(moved);
    other.forget();
    remove_leftovers();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(file));
}

TEST(Leftovers, ProcessesEnd) {
  const pid_t child = ::fork();
  if (child == 0) {
    const pid_t grandchild = ::fork();
    if (grandchild == 0) {
      while (true) ::pause();
    }
    const Leftover process(grandchild);
    remove_leftovers();
    ::_exit(::kill(grandchild, 0) == 0 ? 1 : 0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace clew
