#include "clew/native/object_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "clew/base/environment.hpp"
#include "clew/base/file.hpp"
#include "clew/base/temporary_folder.hpp"
#include "clew/native/native_test.hpp"

namespace clew {
namespace {

namespace fs = std::filesystem;

// A library that answers with a number, and a folder that goes with the test.
class ObjectCaches : public testing::Test {
 protected:
  void SetUp() override {
    if (!c_compiler()) GTEST_SKIP() << "no C compiler: set CLEW_CC";
    ASSERT_FALSE(root_.empty());
    options_.folder = (root_ / "clew").string();
  }

  static std::string text_for(int number) {
    return "int answer(void) { return " + std::to_string(number) + "; }";
  }
  static ObjectKey key_for(int number) { return object_key(text_for(number), *c_compiler()); }
  bool store(const ObjectCache& cache, int number) {
    BackgroundCompile compile(text_for(number), *c_compiler());
    EXPECT_EQ(end_of(compile), BackgroundCompile::Progress::Ready) << compile.error();
    return cache.store(key_for(number), compile.library());
  }
  // -1 if it is not there.
  static int answer(const ObjectCache& cache, int number) {
    const std::optional<CompiledText> code = cache.load(key_for(number));
    return code ? function_of<int()>(*code, "answer")() : -1;
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(options_.folder)) all.push_back(entry.path());
    return all;
  }

  // Other tests are told to leave the user's cache alone; these have a folder of their own.
  const WithEnvironment allowed_{"CLEW_CACHE", std::nullopt};
  const TemporaryFolder folder_;
  const fs::path root_ = folder_.path();
  ObjectCache::Options options_;
};

TEST_F(ObjectCaches, GiveBackWhatWasStored) {
  const ObjectCache cache(options_);
  ASSERT_EQ(cache.refusal(), "");
  EXPECT_EQ(answer(cache, 5), -1);
  EXPECT_TRUE(store(cache, 5));
  EXPECT_EQ(answer(cache, 5), 5);
  EXPECT_EQ(answer(ObjectCache(options_), 5), 5) << "another run";
  EXPECT_EQ(answer(cache, 6), -1);
}

TEST_F(ObjectCaches, KeepTheirFolderPrivate) {
  const ObjectCache cache(options_);
  struct stat status {};
  ASSERT_EQ(::stat(options_.folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(ObjectCaches, TellApartWhatCodeDependsOn) {
  const CCompiler compiler{"/usr/bin/cc", "cc 1"};
  const ObjectKey key = object_key("text", compiler, {"-O2"});
  EXPECT_EQ(object_key("text", compiler, {"-O2"}), key);
  EXPECT_NE(object_key("texts", compiler, {"-O2"}), key);
  EXPECT_NE(object_key("text", {"/usr/bin/cc", "cc 2"}, {"-O2"}), key);
  EXPECT_NE(object_key("text", compiler, {"-O3"}), key);
}

TEST_F(ObjectCaches, DoNotLoadWhatIsBroken) {
  const ObjectCache cache(options_);
  ASSERT_TRUE(store(cache, 5));
  const fs::path file = files().at(0);
  const std::string whole = read_file(file.string()).bytes;
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{10}, whole.size() / 2, whole.size() - 1}) {
    fs::resize_file(file, length);
    EXPECT_EQ(answer(cache, 5), -1) << length << " bytes";
    std::ofstream(file, std::ios::binary) << whole;
  }
  std::string changed = whole;
  changed[whole.size() / 2] = static_cast<char>(changed[whole.size() / 2] ^ 1);
  std::ofstream(file, std::ios::binary) << changed;
  EXPECT_EQ(answer(cache, 5), -1);
  std::ofstream(file, std::ios::binary) << whole;
  EXPECT_EQ(answer(cache, 5), 5);
}

TEST_F(ObjectCaches, DoNotLoadWhatBelongsToAnotherText) {
  const ObjectCache cache(options_);
  ASSERT_TRUE(store(cache, 5));
  const fs::path first = files().at(0);
  ASSERT_TRUE(store(cache, 6));
  for (const fs::path& file : files()) {
    if (file != first) fs::copy_file(file, first, fs::copy_options::overwrite_existing);
  }
  EXPECT_EQ(answer(cache, 5), -1);
  EXPECT_EQ(answer(cache, 6), 6);
}

TEST_F(ObjectCaches, LeaveAloneWhatOthersMayWrite) {
  { ASSERT_TRUE(store(ObjectCache(options_), 5)); }
  fs::permissions(files().at(0), fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(answer(ObjectCache(options_), 5), -1) << "the file";
  fs::permissions(files().at(0), fs::perms::others_write, fs::perm_options::remove);
  fs::permissions(options_.folder, fs::perms::group_write, fs::perm_options::add);
  const ObjectCache open(options_);
  EXPECT_EQ(open.refusal(), "others may write to '" + options_.folder + "'");
  EXPECT_EQ(answer(open, 5), -1);
  EXPECT_FALSE(store(open, 6));
}

TEST_F(ObjectCaches, LeaveAloneWhatBelongsToOthers) {
  // Only the superuser can give a folder away; to everybody else the root of all files is not theirs.
  if (::geteuid() == 0) {
    fs::create_directory(options_.folder);
    ASSERT_EQ(::chown(options_.folder.c_str(), 12345, 12345), 0);
  } else {
    options_.folder = "/";
  }
  EXPECT_EQ(ObjectCache(options_).refusal(), "'" + options_.folder + "' belongs to another user");
}

TEST_F(ObjectCaches, LeaveAloneWhatIsALink) {
  fs::create_directory(root_ / "elsewhere");
  fs::create_directory_symlink(root_ / "elsewhere", options_.folder);
  EXPECT_EQ(ObjectCache(options_).refusal(), "'" + options_.folder + "' is no folder");
}

TEST_F(ObjectCaches, ForgetWhatWasNotUsedForLongest) {
  ASSERT_TRUE(store(ObjectCache(options_), 1));
  const std::uint64_t size = fs::file_size(files().at(0));
  options_.bytes_max = 2 * size + size / 2;
  const ObjectCache cache(options_);
  const auto grow_older = [&] {
    for (const fs::path& file : files()) {
      fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(1));
    }
  };
  grow_older();
  ASSERT_TRUE(store(cache, 2));
  grow_older();
  EXPECT_EQ(answer(cache, 1), 1);  // so the second is the oldest now
  ASSERT_TRUE(store(cache, 3));
  EXPECT_EQ(answer(cache, 1), 1);
  EXPECT_EQ(answer(cache, 2), -1);
  EXPECT_EQ(answer(cache, 3), 3);
}

TEST_F(ObjectCaches, CanBeSwitchedOff) {
  options_.is_on = false;
  const ObjectCache cache(options_);
  EXPECT_EQ(cache.refusal(), "it is off");
  EXPECT_FALSE(store(cache, 5));
  EXPECT_FALSE(fs::exists(options_.folder));
  options_.is_on = true;
  {
    const WithEnvironment off("CLEW_CACHE", "off");
    EXPECT_EQ(ObjectCache(options_).refusal(), "it is off");
  }
  EXPECT_EQ(ObjectCache(options_).refusal(), "");
}

}  // namespace
}  // namespace clew
