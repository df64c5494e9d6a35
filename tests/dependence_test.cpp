// Which moves of small models accord, by the text of the model.
#include "clew/reduce/dependence.hpp"

#include <gtest/gtest.h>

#include <string>

#include "clew/lang/language.hpp"
#include "clew/model/packed_layout.hpp"

namespace clew {
namespace {

// Two processes of one action each, `first` and `second`.
class Pair {
 public:
  Pair(const std::string& globals, const std::string& first, const std::string& second)
      : Pair(globals + "active proctype P() { byte own; " + first +
             " }\nactive proctype Q() { byte own; " + second + " }\n") {}

  bool accords() const {
    return dependence_.accords(begin_of("P", ActorId{0}), begin_of("Q", ActorId{1}), false);
  }
  // Whether the second may let the first go on.
  bool second_enables_first() const {
    const ProcessAction first = begin_of("P", ActorId{0});
    const ProcessAction second = begin_of("Q", ActorId{1});
    for (const Condition& condition : footprints_.of(first.actor, first.action).conditions) {
      if (dependence_.may_make_true(condition, second, false)) return true;
    }
    return false;
  }

 private:
  using ProcessAction = Dependence::ProcessAction;

  explicit Pair(const std::string& text)
      : model_(read(text)),
        actors_(actors_of(model_, {ProcessTypeId{0}, ProcessTypeId{1}})),
        footprints_(model_, actors_),
        dependence_(footprints_) {}

  static Model read(const std::string& text) {
    auto model = language_named("promela")->read({"m.pml", text, {}});
    EXPECT_TRUE(model.ok()) << model.diagnostics.text();
    return model.value();
  }

  ProcessAction begin_of(const std::string& type, ActorId actor) const {
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const ProcessType& declared = model_.process_types[to_id<ProcessTypeId>(i)];
      if (declared.name != type) continue;
      return {actor, footprints_.outgoing(to_id<ProcessTypeId>(i), declared.initial).front()};
    }
    ADD_FAILURE() << "no process type " << type;
    return {};
  }

  Model model_;
  IdMap<ActorId, Actor> actors_;
  Footprints footprints_;
  Dependence dependence_;
};

TEST(Dependence, OfValues) {
  const std::string globals = "byte x, y; byte a[4];\n";
  EXPECT_TRUE(Pair(globals, "x = 1", "y = 1").accords());
  EXPECT_TRUE(Pair(globals, "own = x", "own = x").accords());
  EXPECT_TRUE(Pair(globals, "x = 1", "x = 1").accords());
  EXPECT_FALSE(Pair(globals, "x = 1", "x = 2").accords());
  EXPECT_FALSE(Pair(globals, "x = x + 1", "own = x").accords());
  EXPECT_TRUE(Pair(globals, "a[1] = 1", "a[2] = 2").accords());
  EXPECT_FALSE(Pair(globals, "a[x] = 1; x = 2", "a[2] = 2").accords());
  EXPECT_TRUE(Pair(globals, "a[x] = 1", "a[2] = 2").accords());  // nobody writes x
}

TEST(Dependence, OfConditions) {
  const std::string globals = "byte x;\n";
  EXPECT_FALSE(Pair(globals, "x == 0", "x = 1").accords());
  EXPECT_TRUE(Pair(globals, "x == 1", "x = 1").accords());
  // Never both at once.
  EXPECT_TRUE(Pair(globals, "x > 3", "d_step { x < 3; x = 9 }").accords());
  EXPECT_TRUE(Pair(globals, "x == 1", "x = 1").second_enables_first());
  EXPECT_FALSE(Pair(globals, "x == 1", "x = 2").second_enables_first());
  EXPECT_TRUE(Pair(globals, "x > 1", "x = 2").second_enables_first());
}

TEST(Dependence, OfChannels) {
  const std::string globals = "chan c = [2] of { byte }; chan d = [2] of { byte };\n";
  EXPECT_TRUE(Pair(globals, "c!1", "c?own").accords());
  EXPECT_TRUE(Pair(globals, "c!1", "d!1").accords());
  EXPECT_FALSE(Pair(globals, "c!1", "c!2").accords());
  EXPECT_FALSE(Pair(globals, "c?own", "c?own").accords());
  EXPECT_FALSE(Pair(globals, "len(c) == 0", "c!1").accords());
  EXPECT_TRUE(Pair(globals, "c?own", "c!1").second_enables_first());
  EXPECT_TRUE(Pair(globals, "c!1", "c?own").second_enables_first());
  EXPECT_FALSE(Pair(globals, "c?own", "d!1").second_enables_first());
}

}  // namespace
}  // namespace clew
