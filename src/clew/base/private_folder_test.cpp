#include "clew/base/private_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "clew/base/file.hpp"
#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

class Private : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return root_ + "/" + name; }
  std::string refusal(const std::string& name) const {
    return PrivateFolder::open(path(name)).refusal();
  }

  const TemporaryFolder folder_;
  const std::string root_ = fs::canonical(folder_.path()).string();
};

// Gives a file or folder to somebody who is not there; only the superuser can.
void give_away(const std::string& path) { ASSERT_EQ(::lchown(path.c_str(), 12345, 12345), 0); }

TEST_F(Private, FoldersAreMadeAndKeepFiles) {
  const PrivateFolder folder = PrivateFolder::open(path("a/./b//c"));
  ASSERT_EQ(folder.refusal(), "");
  struct stat status {};
  ASSERT_EQ(::stat(path("a/b/c").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0700U);
  EXPECT_EQ(folder.read("x"), std::nullopt);
  EXPECT_TRUE(folder.write("x", "one"));
  EXPECT_TRUE(folder.write("x", "two"));
  EXPECT_EQ(folder.read("x"), "two");
  ASSERT_EQ(folder.files().size(), 1U);
  EXPECT_EQ(folder.files()[0].name, "x");
  EXPECT_EQ(folder.files()[0].bytes, 3U);
  EXPECT_TRUE(folder.remove("x"));
  EXPECT_FALSE(folder.remove("x"));
  EXPECT_TRUE(folder.files().empty());
}

TEST_F(Private, FoldersStayTheSameWhateverBecomesOfTheirName) {
  const PrivateFolder folder = PrivateFolder::open(path("a"));
  ASSERT_TRUE(folder.write("x", "one"));
  fs::rename(path("a"), path("b"));
  fs::create_directory(path("a"));
  ASSERT_EQ(write_file(path("a/x"), "foreign"), "");
  EXPECT_EQ(folder.read("x"), "one");
  EXPECT_TRUE(folder.write("y", "two"));
  EXPECT_FALSE(fs::exists(path("a/y")));
}

TEST_F(Private, LinksOfOnesOwnAreFollowedOnTheWay) {
  fs::create_directories(path("real/inner"));
  fs::create_directory_symlink("real", path("relative"));
  fs::create_directory_symlink(path("relative"), path("absolute"));
  EXPECT_EQ(refusal("absolute/inner/cache"), "");
  EXPECT_TRUE(fs::exists(path("real/inner/cache")));
  EXPECT_EQ(refusal("absolute/inner"), "");
  EXPECT_EQ(refusal("absolute"), "'" + path("absolute") + "' is no folder");
  fs::create_symlink("circle", path("circle"));
  EXPECT_EQ(refusal("circle/x"), "'" + path("circle") + "' is no folder");
}

TEST_F(Private, FoldersThatOthersMayWriteToAreRefused) {
  fs::create_directories(path("open/inner"));
  fs::permissions(path("open"), fs::perms::group_write, fs::perm_options::add);
  EXPECT_EQ(refusal("open"), "others may write to '" + path("open") + "'");
  EXPECT_EQ(refusal("open/inner"), "others may write to '" + path("open") + "'");
  EXPECT_EQ(refusal("open/other"), "others may write to '" + path("open") + "'");
  EXPECT_FALSE(fs::exists(path("open/other")));
}

TEST_F(Private, AStickyFolderOfRootsIsSafeForWhatIsInIt) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root has folders of root's to try";
  fs::create_directory(path("sticky"));
  fs::permissions(path("sticky"), fs::perms::all | fs::perms::sticky_bit);
  EXPECT_EQ(refusal("sticky/cache"), "");
  EXPECT_EQ(refusal("sticky"), "others may write to '" + path("sticky") + "'");
}

TEST_F(Private, FoldersOfOthersAreRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  fs::create_directories(path("home/inner"));
  fs::create_directory_symlink("home", path("mine"));
  fs::create_directory_symlink(path(""), path("theirs"));
  give_away(path("home"));
  give_away(path("theirs"));
  const auto strangers = [&](const std::string& name) {
    return "'" + path(name) + "' belongs to another user";
  };
  EXPECT_EQ(refusal("home/.cache/clew"), strangers("home"));
  EXPECT_FALSE(fs::exists(path("home/.cache")));
  EXPECT_EQ(refusal("home/inner/x"), strangers("home"));
  EXPECT_EQ(refusal("mine/inner"), strangers("home"));
  EXPECT_EQ(refusal("theirs/x"), strangers("theirs"));
  EXPECT_FALSE(fs::exists(path("x")));
}

TEST_F(Private, FilesOfOthersAreNotRead) {
  const PrivateFolder folder = PrivateFolder::open(path("a"));
  ASSERT_TRUE(folder.write("x", "one"));
  fs::create_symlink("x", path("a/link"));
  EXPECT_EQ(folder.read("link"), std::nullopt);
  fs::permissions(path("a/x"), fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(folder.read("x"), std::nullopt);
  ASSERT_EQ(::mkfifo(path("a/pipe").c_str(), 0600), 0);
  EXPECT_EQ(folder.read("pipe"), std::nullopt);
  if (::geteuid() != 0) return;
  ASSERT_TRUE(folder.write("y", "two"));
  give_away(path("a/y"));
  EXPECT_EQ(folder.read("y"), std::nullopt);
}

TEST(TemporaryFolders, AreNotMadeWhereOthersCouldExchangeThem) {
  const TemporaryFolder folder;
  EXPECT_EQ(danger_below(folder.path()), "");
  fs::permissions(folder.path(), fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(danger_below(folder.path()),
            "others may write to '" + fs::canonical(folder.path()).string() + "'");
}

}  // namespace
}  // namespace clew
