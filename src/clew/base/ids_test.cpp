#include "clew/base/ids.hpp"

#include <gtest/gtest.h>

#include <string>

namespace clew {
namespace {

enum class FruitId : std::uint32_t {};
enum class SmallId : std::uint8_t {};

TEST(Ids, GoToIndicesAndBack) {
  EXPECT_EQ(to_index(to_id<FruitId>(7)), 7U);
  EXPECT_EQ(to_id<FruitId>(0), FruitId{0});
}

TEST(Ids, NoIdIsTheLargestValueAndNamesNothing) {
  EXPECT_EQ(to_index(no_id<SmallId>), 255U);
  EXPECT_FALSE(is_some(no_id<SmallId>));
  EXPECT_TRUE(is_some(SmallId{254}));
  EXPECT_FALSE(is_some(no_id<FruitId>));
}

TEST(IdMap, GivesIdsInTheOrderOfAddition) {
  IdMap<FruitId, std::string> fruits;
  EXPECT_TRUE(fruits.empty());
  EXPECT_EQ(fruits.add("apple"), FruitId{0});
  EXPECT_EQ(fruits.add("pear"), FruitId{1});
  EXPECT_EQ(fruits[FruitId{1}], "pear");
  EXPECT_EQ(fruits.size(), 2U);
}

TEST(IdMap, ItsItemsCanBeChangedAndWalkedThrough) {
  IdMap<FruitId, int> numbers{1, 2, 3};
  numbers[FruitId{1}] = 20;
  int sum = 0;
  for (const int number : numbers) sum += number;
  EXPECT_EQ(sum, 24);
}

TEST(IdMap, IsFilledWithCopiesOrWithDefaults) {
  IdMap<FruitId, int> numbers(2, 5);
  numbers.resize(3);
  EXPECT_EQ(numbers, (IdMap<FruitId, int>{5, 5, 0}));
  EXPECT_EQ((IdMap<FruitId, int>(2)), (IdMap<FruitId, int>{0, 0}));
}

}  // namespace
}  // namespace clew
