#include "clew/native/run.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#include "clew/native/c_prelude.hpp"
#include "clew/native/compiler.hpp"

namespace clew {
namespace {

// The struct is written down twice, in C++ and in the text; a field that moved in one of them only would
// make code write somewhere else.
TEST(RunStruct, IsTheSameInTheTextAsHere) {
  struct Field {
    const char* name;
    std::size_t offset;
  };
  const Field fields[] = {
      {"next", offsetof(clew::Run, next)},
      {"end", offsetof(clew::Run, end)},
      {"errors", offsetof(clew::Run, errors)},
      {"asserting", offsetof(clew::Run, asserting)},
      {"steps", offsetof(clew::Run, steps)},
      {"arrived", offsetof(clew::Run, arrived)},
      {"firings", offsetof(clew::Run, firings)},
      {"label", offsetof(clew::Run, label)},
      {"labels", offsetof(clew::Run, labels)},
      {"open", offsetof(clew::Run, open)},
      {"unread", offsetof(clew::Run, unread)},
      {"source", offsetof(clew::Run, source)},
      {"nothing", offsetof(clew::Run, nothing)},
      {"taken", offsetof(clew::Run, taken)},
      {"ignored", offsetof(clew::Run, ignored)},
      {"timeout", offsetof(clew::Run, timeout)},
      {"committed", offsetof(clew::Run, committed)},
      {"asserted", offsetof(clew::Run, asserted)},
      {"listing", offsetof(clew::Run, listing)},
      {"host", offsetof(clew::Run, host)},
      {"more", offsetof(clew::Run, more)},
      {"foreign", offsetof(clew::Run, foreign)},
      {"go_on", offsetof(clew::Run, go_on)},
      {"listed", offsetof(clew::Run, listed)},
      {"enabled", offsetof(clew::Run, enabled)},
      {"begin", offsetof(clew::Run, begin)},
      {"emit", offsetof(clew::Run, emit)},
      {"keep", offsetof(clew::Run, keep)},
      {"forget", offsetof(clew::Run, forget)},
      {"canonical", offsetof(clew::Run, canonical)},
      {"count", offsetof(clew::Run, count)},
      {"type_of", offsetof(clew::Run, type_of)},
      {"place_of", offsetof(clew::Run, place_of)},
      {"first", offsetof(clew::Run, first)},
      {"object_at", offsetof(clew::Run, object_at)},
      {"channel", offsetof(clew::Run, channel)},
      {"own_channel", offsetof(clew::Run, own_channel)},
      {"has_mark", offsetof(clew::Run, has_mark)},
      {"start", offsetof(clew::Run, start)},
      {"terminate", offsetof(clew::Run, terminate)},
      {"allocate", offsetof(clew::Run, allocate)},
  };
  std::string text = c_prelude() + "int size(void) { return sizeof(Run); }\n";
  for (const Field& field : fields) {
    text += std::string("int offset_") + field.name +
            "(void) { return (int)(long long)&((Run *)0)->" + field.name + "; }\n";
  }
  const Compilation compiled = compile_in_process(text);
  ASSERT_TRUE(compiled.ok()) << compiled.error;
  const auto answer = [&](const std::string& name) {
    return reinterpret_cast<int (*)()>(compiled.code->symbol(name))();
  };
  EXPECT_EQ(answer("size"), static_cast<int>(sizeof(clew::Run)));
  for (const Field& field : fields) {
    EXPECT_EQ(answer(std::string("offset_") + field.name), static_cast<int>(field.offset))
        << field.name;
  }
}

}  // namespace
}  // namespace clew
