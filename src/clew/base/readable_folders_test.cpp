#include "clew/base/readable_folders.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <thread>

#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

// inside/ may be read, beside it lies outside/.
class Readable : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name : {"inside", "inside/sub", "insider", "outside"}) {
      fs::create_directory(folder_.path() + "/" + name);
    }
    folder_.write("inside/a.h", "a");
    folder_.write("inside/sub/b.h", "b");
    folder_.write("insider/c.h", "secret");
    folder_.write("outside/c.h", "secret");
  }

  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  ReadableFolders::File read(const std::string& name) const {
    return ReadableFolders({path("inside"), path("none")}).read(path(name));
  }
  // What it says of a file that is refused.
  std::string said(const std::string& name) const {
    const ReadableFolders::File file = read(name);
    EXPECT_EQ(file.bytes, "");
    return file.help.empty() ? file.error : file.error + "; " + file.help;
  }

  TemporaryFolder folder_;
};

TEST_F(Readable, FilesBelowTheFolderAreRead) {
  EXPECT_EQ(read("inside/a.h").bytes, "a");
  EXPECT_EQ(read("inside/sub/b.h").bytes, "b");
  EXPECT_EQ(read("outside/../inside/sub/../a.h").bytes, "a");
}

TEST_F(Readable, LinksInsideAreFollowed) {
  fs::create_symlink("sub/b.h", path("inside/link.h"));
  fs::create_directory_symlink(path("inside"), path("outside/back"));
  EXPECT_EQ(read("inside/link.h").bytes, "b");
  EXPECT_EQ(read("outside/back/a.h").bytes, "a");
}

TEST_F(Readable, OthersAreNot) {
  fs::create_symlink(path("outside/c.h"), path("inside/link.h"));
  fs::create_directory_symlink("../outside", path("inside/out"));
  const std::string outside = "it lies outside of the folders that may be read; -I " +
                              fs::canonical(path("outside")).string() + " allows the files there";
  EXPECT_EQ(said("outside/c.h"), outside);
  EXPECT_EQ(said("inside/../outside/c.h"), outside);
  EXPECT_EQ(said("inside/link.h"), outside);
  EXPECT_EQ(said("inside/out/c.h"), outside);
  EXPECT_TRUE(read("insider/c.h").is_outside);  // it only begins alike
  EXPECT_TRUE(ReadableFolders({}).read(path("inside/a.h")).is_outside);
  EXPECT_EQ(ReadableFolders({"/"}).read(path("outside/c.h")).bytes, "secret");
}

TEST_F(Readable, OnlyPlainFilesAre) {
  ASSERT_EQ(::mkfifo(path("inside/pipe").c_str(), 0600), 0);
  EXPECT_EQ(said("inside/pipe"), "is not a plain file");
  EXPECT_EQ(said("inside/sub"), "is a directory, expected a file");
  EXPECT_EQ(said("inside/none.h"), "no such file");
  EXPECT_EQ(said("inside/a.h/b.h"), "no such file");
  EXPECT_TRUE(read("inside/none.h").is_missing);
  EXPECT_EQ(ReadableFolders({"/"}).read("/dev/zero").error, "is not a plain file");
}

TEST_F(Readable, NobodyExchangesAFileBetweenTheLookAndTheReading) {
  fs::create_symlink("sub", path("inside/now"));
  folder_.write("outside/b.h", "secret");
  std::atomic<bool> is_done{false};
  std::thread other([&] {
    for (int i = 0; !is_done; ++i) {
      fs::create_symlink(i % 2 == 0 ? "../outside" : "sub", path("inside/next"));
      fs::rename(path("inside/next"), path("inside/now"));
    }
  });
  std::set<std::string> seen;
  for (int i = 0; i < 2000; ++i) {
    const ReadableFolders::File file = read("inside/now/b.h");
    seen.insert(file.error.empty() ? file.bytes : file.error);
  }
  is_done = true;
  other.join();
  seen.insert("b");
  seen.insert("it lies outside of the folders that may be read");
  EXPECT_EQ(seen, (std::set<std::string>{"b", "it lies outside of the folders that may be read"}));
}

}  // namespace
}  // namespace clew
