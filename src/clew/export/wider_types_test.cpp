#include "clew/export/wider_types.hpp"

#include <array>

#include "clew/lang/said_test.hpp"

namespace clew {
namespace {

constexpr std::array<Range, 2> types = {Range{0, 7}, Range{-8, 7}};

Model script(const std::string& text) {
  return model_of(language_named("uts")->read({"m.uts", text, {}}));
}

// "x 0..7, y -8..7", or why not.
std::string widened_text(const Model& model) {
  const Widened wide = widened(model, types, "Toy");
  if (!wide.refusal.empty()) return wide.refusal;
  std::string text;
  for (const Slot& slot : wide.model.globals.slots) {
    text += (text.empty() ? "" : ", ") + slot.name + " " + std::to_string(slot.type.range.low) +
            ".." + std::to_string(slot.type.range.high);
  }
  return text;
}

TEST(Widened, TakesTheNarrowestTypeThatHoldsTheRange) {
  EXPECT_EQ(widened_text(script("VARS: int x : 0..3; int y : -1..3; int z : -8..7; bool b;\n"
                                "INIT: x = 0; y = 0; z = 0; b = true;\n"
                                "TRANS: x, y, z = x + 1, y - 1, -z; b = !b;\n")),
            "x 0..7, y -8..7, z -8..7, b 0..7");
}

TEST(Widened, LeavesRangesThatNoTypeHolds) {
  EXPECT_EQ(widened_text(script("VARS: int x : 0..9; INIT: x = 0; TRANS: x = x + 1;\n")), "x 0..9");
}

// The only action of the model without its guard.
Model unguarded(const std::string& text) {
  Model model = script(text);
  model.actions[ActionId{0}].guard = no_id<ExprId>;
  return model;
}

TEST(Widened, RefusesToHideAnError) {
  EXPECT_EQ(widened_text(unguarded("VARS: int x : 0..3; INIT: x = 0; TRANS: x = x + 1;\n")),
            "variable 'x' ranges over 0..3, for which Toy has no type, and 'x = x + 1' may take it "
            "out of that range, an error that a wider type would hide");
  EXPECT_EQ(widened_text(unguarded("VARS: int x : 0..3; INIT: x = 0; TRANS: x = 3 - x;\n")),
            "x 0..7");
}

// What the guard says of y is no longer true of it where x is assigned.
TEST(Widened, DoesNotTrustAGuardAboutWhatHasChanged) {
  Model model =
      script("VARS: int x : 0..3; int y : 0..7; INIT: x = 0; y = 0; TRANS: y, x = 7, y;\n");
  EXPECT_EQ(widened_text(model), "x 0..7, y 0..7");
  model.actions[ActionId{0}].is_simultaneous = false;
  EXPECT_EQ(
      widened_text(model),
      "variable 'x' ranges over 0..3, for which Toy has no type, and 'y, x = 7, y' may take it "
      "out of that range, an error that a wider type would hide");
}

TEST(Widened, HasNothingAgainstWhatNeverHappens) {
  EXPECT_EQ(widened_text(script("VARS: int x : 0..3; INIT: x = 0; TRANS: x = 5; x = 1;\n")),
            "x 0..7");
}

}  // namespace
}  // namespace clew
