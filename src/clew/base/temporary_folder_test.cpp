#include "clew/base/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "clew/base/file.hpp"

namespace clew {
namespace {

TEST(TemporaryFolder, GoesAwayWithItsFiles) {
  std::string file;
  {
    const TemporaryFolder folder;
    file = folder.write("note", "text");
    EXPECT_EQ(file, folder.path() + "/note");
    EXPECT_EQ(read_file(file).bytes, "text");
    EXPECT_EQ(folder.write("none/note", "text"), "");
  }
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(file).parent_path()));
}

}  // namespace
}  // namespace clew
