#include "clew/base/function_ref.hpp"

#include <gtest/gtest.h>

#include <string>

namespace clew {
namespace {

int twice(FunctionRef<int(int)> function) { return function(function(1)); }

TEST(FunctionRef, CallsTheLambdaItRefersTo) {
  int calls = 0;
  EXPECT_EQ(twice([&](int value) { return ++calls, value + 10; }), 21);
  EXPECT_EQ(calls, 2);
}

TEST(FunctionRef, KeepsTheStateOfAMutableCallable) {
  auto counter = [total = 0](int value) mutable { return total += value; };
  EXPECT_EQ(twice(counter), 2);
  EXPECT_EQ(counter(0), 2);
}

TEST(FunctionRef, DropsAResultNobodyAskedFor) {
  std::string heard;
  auto listen = [&](const std::string& word) -> std::string& { return heard += word; };
  const FunctionRef<void(const std::string&)> say = listen;
  say("a");
  say("b");
  EXPECT_EQ(heard, "ab");
}

}  // namespace
}  // namespace clew
