#include "clew/base/text.hpp"
#include "clew/base/file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace clew {
namespace {

namespace fs = std::filesystem;

TEST(OneLine, FitsIntoComments) { EXPECT_EQ(one_line("  x--;\n\t y = 1"), "x- -; y = 1"); }

TEST(Visible, TextDoesNotSteerATerminal) {
  EXPECT_EQ(visible("a\tb\n\x1b[31m\x07\r\x7f"), "a\tb\n\\x1b[31m\\x07\\x0d\\x7f");
  EXPECT_EQ(visible_line("a\tb\n"), "a\\tb\\n");
  EXPECT_EQ(visible(std::string("\0", 1)), "\\x00");
  EXPECT_EQ(visible("\xc2\x9b\xc2\x80\xc2\xa0"), "\\x9b\\x80\xc2\xa0")
      << "controls of one byte more";
  EXPECT_EQ(visible("a\xe2\x80\xae"
                    "b\xe2\x81\xa9\xe2\x80\xa8\xd8\x9c"),
            "a\\u202eb\\u2069\\u2028\\u061c");
  EXPECT_EQ(visible("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
}

TEST(Visible, BytesThatAreNoCharactersAreShown) {
  EXPECT_EQ(visible("\x9b"
                    "1m\xff\xc3"),
            "\\x9b1m\\xff\\xc3");
  EXPECT_EQ(visible("\xc0\x9b"), "\\xc0\\x9b") << "longer than needed";
  EXPECT_EQ(visible("\xe0\x80\x9b"), "\\xe0\\x80\\x9b");
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(visible("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last";
}

TEST(XmlText, HoldsOnlyWhatXmlCan) {
  EXPECT_EQ(xml_text("a<b>&\"'c\n\t"), "a&lt;b&gt;&amp;&quot;'c\n\t");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
  EXPECT_EQ(xml_text("\x01\x0b\x1b\x7f\xff\xc3\xa9"), "?????\xc3\xa9");
  EXPECT_EQ(xml_text("\xef\xbf\xbe|\xef\xbf\xbf|\xed\xa0\x80"), "?|?|???");
}

TEST(NearestName, IsAtMostTwoLettersAway) {
  EXPECT_EQ(nearest_name("flg", {"turn", "flag"}), "flag");
  EXPECT_EQ(nearest_name("reciever", {"receiver"}), "receiver");
  EXPECT_EQ(nearest_name("waiting", {"wait"}), "");
}

TEST(NearestName, IsAtMostOneLetterAwayFromAShortName) {
  EXPECT_EQ(nearest_name("abc", {"axx"}), "");
  EXPECT_EQ(nearest_name("abc", {"abx"}), "abx");
  EXPECT_EQ(nearest_name("ab", {"b"}), "b");
}

TEST(NearestName, NeverReplacesEveryLetter) {
  EXPECT_EQ(nearest_name("x", {"y", "z"}), "");
  EXPECT_EQ(nearest_name("", {"a"}), "");
}

TEST(NearestName, PrefersTheNearerThenTheFirst) {
  EXPECT_EQ(nearest_name("count", {"cound_", "counts"}), "counts");
  EXPECT_EQ(nearest_name("count", {"counta", "countb"}), "counta");
  EXPECT_EQ(nearest_name("count", {"count", "mount"}), "mount");
}

TEST(NearestName, IsNotLookedForAmongVeryLongNames) {
  EXPECT_EQ(nearest_name(std::string(65, 'a'), {std::string(66, 'a')}), "");
  EXPECT_EQ(nearest_name(std::string(63, 'a'), {std::string(64, 'a')}), std::string(64, 'a'));
}

TEST(WithCommas, GroupsDigitsByThree) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(18446744073709551615U), "18,446,744,073,709,551,615");
}

TEST(BytesText, UsesTheLargestUnitThatGivesANumberAboveOne) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1024), "1.0 KiB");
  EXPECT_EQ(bytes_text(64U << 20), "64.0 MiB");
  EXPECT_EQ(bytes_text(3221225472), "3.0 GiB");
  EXPECT_EQ(bytes_text(std::uint64_t{2048} << 40), "2048.0 TiB");
}

TEST(Counted, AgreesInNumber) {
  EXPECT_EQ(counted(0, "state"), "0 states");
  EXPECT_EQ(counted(1, "state"), "1 state");
  EXPECT_EQ(counted(26000, "state"), "26,000 states");
}

// A folder of its own for each test, removed at the end.
class Files : public testing::Test {
 protected:
  Files() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("clew_text_test_" + std::to_string(::getpid()) + "_" + test.name());
    fs::create_directories(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(Files, AreReadBackByteForByte) {
  const std::string bytes("one\n\0two\r\n\xff", 11);
  EXPECT_EQ(write_file(path("f"), bytes), "");
  const FileContent content = read_file(path("f"));
  EXPECT_EQ(content.error, "");
  EXPECT_EQ(content.bytes, bytes);
}

TEST_F(Files, ThatAreEmptyAreReadWithoutError) {
  std::ofstream(path("empty"));
  const FileContent content = read_file(path("empty"));
  EXPECT_EQ(content.error, "");
  EXPECT_EQ(content.bytes, "");
}

TEST_F(Files, ThatCannotBeReadSayWhy) {
  EXPECT_EQ(read_file(path("none")).error, "no such file");
  EXPECT_EQ(read_file(folder_.string()).error, "is a directory, expected a file");
  fs::create_symlink(path("none"), path("link"));
  EXPECT_EQ(read_file(path("link")).error, "is a link to a file that does not exist");
  EXPECT_EQ(read_file(path("none") + "/deeper").error, "no such file");
  EXPECT_EQ(write_file(path("f"), "text"), "");
  EXPECT_EQ(read_file(path("f") + "/deeper").error, "Not a directory");
}

TEST_F(Files, AreReplacedAsAWhole) {
  EXPECT_EQ(write_file(path("f"), "a long first text"), "");
  EXPECT_EQ(write_file(path("f"), "short"), "");
  EXPECT_EQ(read_file(path("f")).bytes, "short");
  // Nothing else is left in the folder.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Files, ThatCannotBeWrittenSayWhy) {
  EXPECT_EQ(write_file(folder_.string(), "text"), "is a directory");
  EXPECT_EQ(write_file(path("no_such_folder/f"), "text"), "No such file or directory");
}

TEST_F(Files, DevicesAreWrittenInPlace) {
  EXPECT_EQ(write_file("/dev/null", "text"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace clew
