#include "clew/base/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

class Written : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      all.push_back(entry.path().filename().string());
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  const TemporaryFolder folder_;
};

TEST_F(Written, FilesTakeTheirNameAtTheEnd) {
  {
    OutputFile file(path("a"));
    file.out() << "text";
    ASSERT_EQ(names().size(), 1U);
    // Nobody can guess it and put something there before.
    EXPECT_TRUE(names()[0].starts_with("a.part-")) << names()[0];
    EXPECT_EQ(names()[0].size(), std::string("a.part-").size() + 16);
    EXPECT_EQ(file.keep(), "");
  }
  EXPECT_EQ(names(), std::vector<std::string>{"a"});
  EXPECT_EQ(read_file(path("a")).bytes, "text");
  { OutputFile file(path("b")); }
  EXPECT_EQ(names(), std::vector<std::string>{"a"});
}

TEST_F(Written, FilesKeepTheirPermissions) {
  ASSERT_EQ(write_file(path("a"), "one"), "");
  fs::permissions(path("a"),
                  fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  ASSERT_EQ(write_file(path("a"), "two"), "");
  EXPECT_EQ(read_file(path("a")).bytes, "two");
  EXPECT_EQ(fs::status(path("a")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST_F(Written, LinksOfOnesOwnKeepPointingWhereTheyPoint) {
  ASSERT_EQ(write_file(path("a"), "one"), "");
  fs::create_symlink("a", path("link"));
  fs::create_symlink(path("link"), path("second"));
  fs::create_symlink("new", path("dangling"));
  EXPECT_EQ(write_file(path("second"), "two"), "");
  EXPECT_EQ(write_file(path("dangling"), "three"), "");
  EXPECT_EQ(read_file(path("a")).bytes, "two");
  EXPECT_EQ(read_file(path("new")).bytes, "three");
  EXPECT_TRUE(fs::is_symlink(path("second")) && fs::is_symlink(path("link")));
}

TEST_F(Written, LinksOfOthersAreNotFollowed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a link away";
  ASSERT_EQ(write_file(path("mine"), "one"), "");
  fs::create_symlink("mine", path("planted"));
  fs::create_symlink("planted", path("second"));
  ASSERT_EQ(::lchown(path("planted").c_str(), 12345, 12345), 0);
  EXPECT_EQ(write_file(path("planted"), "two"), "is a link that belongs to another user");
  EXPECT_EQ(write_file(path("second"), "two"), "is a link that belongs to another user");
  EXPECT_EQ(read_file(path("mine")).bytes, "one");
}

TEST_F(Written, LinksOfOthersAreNotFollowedWhileTheyComeAndGo) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a link away";
  ASSERT_EQ(write_file(path("mine"), "one"), "");
  std::atomic<bool> is_done{false};
  std::thread other([&] {
    for (int i = 0; !is_done; ++i) {
      if (i % 2 == 0) {
        fs::create_symlink("mine", path("next"));
        (void)!::lchown(path("next").c_str(), 12345, 12345);
      } else {
        std::ofstream(path("next")) << "theirs";
      }
      fs::rename(path("next"), path("target"));
    }
  });
  for (int i = 0; i < 1000; ++i) (void)write_file(path("target"), "two");
  is_done = true;
  other.join();
  EXPECT_EQ(read_file(path("mine")).bytes, "one");
}

TEST_F(Written, FilesGetNoRightsOfTheirOwner) {
  ASSERT_EQ(write_file(path("a"), "one"), "");
  ASSERT_EQ(::chmod(path("a").c_str(), 06755), 0);
  ASSERT_EQ(write_file(path("a"), "two"), "");
  struct stat status {};
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0755U);
}

TEST_F(Written, WhatIsNoFileIsWrittenInPlace) {
  EXPECT_EQ(write_file("/dev/null", "text"), "");
  EXPECT_EQ(write_file("/dev/full", std::string(100'000, 'x')), "No space left on device");
  EXPECT_EQ(write_file("/dev/full", "x"), "No space left on device");
  EXPECT_EQ(write_file(folder_.path(), "text"), "is a directory");
  EXPECT_EQ(write_file(path("none/a"), "text"), "No such file or directory");
}

TEST_F(Written, ADescriptorOfOnesOwnIsContinued) {
  std::FILE* const file = std::fopen(path("a").c_str(), "a");
  ASSERT_NE(file, nullptr);
  std::fputs("one ", file);
  std::fflush(file);
  const std::string number = std::to_string(::fileno(file));
  fs::create_symlink("/proc/self/fd/" + number, path("link"));
  EXPECT_EQ(write_file("/dev/fd/" + number, "two "), "");
  EXPECT_EQ(write_file(path("link"), "three"), "");
  std::fclose(file);
  EXPECT_EQ(read_file(path("a")).bytes, "one two three");
}

}  // namespace
}  // namespace clew
