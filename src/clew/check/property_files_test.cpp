#include "clew/check/property_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "clew/base/temporary_folder.hpp"

namespace clew {
namespace {

constexpr const char* lift_text = R"(byte floor[2];
process Lift { byte at; state open, moves; init open;
  trans open -> moves { guard at < 2; effect at = at + 1; }, moves -> open { effect floor[0] = at; }; }
system async;
)";

constexpr const char* zune_text = R"(#define at_start (s == 1)
#define at_end (s == 2)
byte s;
active proctype zune() { do :: s = 1; s = 2; s = 0 od }
)";

constexpr const char* zune_claim = R"(never {    /* !([] (at_start -> <> at_end)) */
T0_init:
  if
  :: (! ((at_end)) && (at_start)) -> goto accept_S4
  :: (1) -> goto T0_init
  fi;
accept_S4:
  if
  :: (! ((at_end))) -> goto accept_S4
  fi;
}
)";

// A model with files beside it.
class PropertyFilesTest : public testing::Test {
 protected:
  std::string path(const std::string& file) const { return folder_.path() + "/" + file; }
  void write(const std::string& file, const std::string& text) {
    ASSERT_NE(folder_.write(file, text), "");
  }

  // What is asked of the model and answered; before it what was said.
  std::string answers(const std::string& model_file, const std::string& model_text,
                      const std::string& asked = {}) {
    const ModelSource source{path(model_file), model_text, {}};
    auto model = language_for_file(model_file)->read(source);
    if (!model.ok()) return model.diagnostics.text();
    const PropertyFiles files =
        read_property_files(model.value(), source, asked.empty() ? "" : path(asked));
    std::string out;
    for (const Diagnostics& said : files.said) out += said.text();
    for (std::size_t at = 0; (at = out.find(folder_.path() + "/", at)) != std::string::npos;) {
      out.erase(at, folder_.path().size() + 1);
    }
    if (files.is_bad) return out;
    CheckOptions options;
    options.properties = properties_of(model.value(), files.properties);
    for (const PropertyResult& result : check(model.value(), options).properties) {
      const bool is_own = result.property.kind != PropertyKind::Deadlock &&
                          result.property.kind != PropertyKind::Assertions &&
                          result.property.kind != PropertyKind::Errors;
      if (!is_own) continue;
      out += result.property.name + ": " + result.property.text + ": " +
             std::string(name_of(result.verdict)) + "\n";
    }
    return out;
  }

  TemporaryFolder folder_;
};

TEST_F(PropertyFilesTest, LtsminsFormulasSpeakOfStatesByName) {
  write("lift.ltl",
        "/* it comes up */\n[] (Lift == \"moves\" ->\n  (<> (Lift != \"moves\" && floor[0] > 0)))\n");
  write("lift.inv", "Lift == open || Lift.at <= 2 && floor\\[0\\] <= 2\n");
  EXPECT_EQ(answers("lift.dve", lift_text),
            "prop1: G (Lift.moves -> F (!Lift.moves && (floor[0] > 0))): holds\n"
            "prop2: Lift.open || (Lift->at <= 2) && (floor[0] <= 2): holds\n");
}

TEST_F(PropertyFilesTest, ANeverClaimJoinsThePromelaModel) {
  write("zune.ltl", zune_claim);
  EXPECT_EQ(answers("zune.pml", zune_text), "never: the never claim accepts no run: holds\n");
  write("other.never", zune_claim);
  std::filesystem::remove(path("zune.ltl"));
  EXPECT_EQ(answers("zune.pml", zune_text), "");
  EXPECT_EQ(answers("zune.pml", zune_text, "other.never"),
            "never: the never claim accepts no run: holds\n");
}

TEST_F(PropertyFilesTest, ClaimsOfSeveralFilesAreAllAsked) {
  write("zune.ltl", zune_claim);
  write("zune.never", "never { do :: s > 2 -> break :: else od }\n");
  EXPECT_EQ(answers("zune.pml", zune_text),
            "never: the never claim accepts no run: holds\n"
            "never_2: the never claim accepts no run: holds\n");
}

TEST_F(PropertyFilesTest, AByteOrderMarkIsNoText) {
  write("lift.ltl", "\xef\xbb\xbf#property G F Lift.open\n");
  EXPECT_EQ(answers("lift.dve", lift_text), "prop1: G F Lift.open: holds\n");
}

TEST_F(PropertyFilesTest, WhatIsNoTextOrVeryLongIsNoFormula) {
  const std::string passed_over =
      "lift.ltl: warning: passed over: it is no file of properties, and too large or no text for a "
      "formula\nhelp: '--properties lift.ltl' says more\n";
  write("lift.ltl", std::string(300'000, '\0'));
  EXPECT_EQ(answers("lift.dve", lift_text), passed_over);
  write("lift.ltl", std::string(300'000, '{'));
  EXPECT_EQ(answers("lift.dve", lift_text), passed_over);
  for (const char* const sign : {"[", "(", "!", "-", "a ", "[] ", "{", "& "}) {
    std::string text;
    while (text.size() < 60'000) text += sign;
    write("lift.ltl", text);
    EXPECT_EQ(answers("lift.dve", lift_text).substr(0, 31), "lift.ltl: warning: passed over:") << sign;
  }
  write("lift.ltl", std::string(300'000, '\n'));
  EXPECT_EQ(answers("lift.dve", lift_text), "");
  std::filesystem::remove(path("lift.ltl"));
  std::filesystem::create_directory(path("lift.ltl"));
  EXPECT_EQ(answers("lift.dve", lift_text),
            "lift.ltl: warning: passed over: is a directory, expected a file\n"
            "help: '--properties lift.ltl' says more\n");
}

TEST_F(PropertyFilesTest, WhatLiesBesideAModelNeverStopsIt) {
  write("lift.ltl", "Dear diary, nothing happened.\n");
  EXPECT_EQ(answers("lift.dve", lift_text),
            "lift.ltl: warning: passed over: it is no file of properties, and no formula about this "
            "model\n"
            "help: '--properties lift.ltl' says more\n");
  write("lift.ltl", zune_claim);
  EXPECT_EQ(answers("lift.dve", lift_text),
            "lift.ltl: warning: passed over: a never claim goes with a Promela model\n"
            "help: '--properties lift.ltl' says more\n");
  write("zune.never", "never { do :: unknown == 1 od }\n");
  EXPECT_EQ(answers("zune.pml", zune_text),
            "zune.never: warning: passed over: it is a never claim that does not go with the model\n"
            "help: '--properties zune.never' says more\n");
}

TEST_F(PropertyFilesTest, WhatWasAskedForIsRefusedWithItsPlace) {
  write("lift.ltl", "[] (Lift == \"opened\")\n");
  EXPECT_EQ(answers("lift.dve", lift_text, "lift.ltl"),
            "lift.ltl:1:13: error: process 'Lift' has no state 'opened'\n"
            "    1 | [] (Lift == \"opened\")\n"
            "      |             ^~~~~~~~\n"
            "help: it has a state 'open'\n");
  write("zune.never", "never { do :: unknown == 1 od }\n");
  EXPECT_EQ(answers("zune.pml", zune_text, "zune.never"),
            "zune.never:1:15: error: unknown variable 'unknown'\n"
            "    1 | never { do :: unknown == 1 od }\n"
            "      |               ^~~~~~~\n");
  EXPECT_EQ(answers("lift.dve", lift_text, "zune.never"),
            "zune.never: error: a never claim goes with a Promela model\n");
}

TEST_F(PropertyFilesTest, AMistakeInAFileOfPropertiesIsOneWhereverItLies) {
  write("lift.ltl", "Prose.\n#property G F Lift.opn\n#prperty F x\n");
  EXPECT_EQ(answers("lift.dve", lift_text),
            "lift.ltl:2:20: error: process 'Lift' has no state 'opn'\n"
            "    2 | #property G F Lift.opn\n"
            "      |                    ^~~\n"
            "help: it has a state 'open'\n"
            "lift.ltl:3:1: error: expected '#define NAME EXPRESSION' or '#property FORMULA'\n"
            "    3 | #prperty F x\n"
            "      | ^~~~~~~~~~~~\n"
            "help: in a property file every line that begins with '#' is one of them\n");
}

}  // namespace
}  // namespace clew
