// Machine code of heap models, compiled with the address sanitizer: every state it reads stands alone in
// memory, and behind the state it writes nobody may write.
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <set>
#include <thread>

#include "clew/base/forbidden_memory.hpp"
#include "clew/lang/language.hpp"
#include "clew/native/c_text.hpp"
#include "clew/native/compiler.hpp"
#include "clew/native/machine.hpp"
#include "clew/walk/packing_choice.hpp"
#include "tests/model_files.hpp"
#include "tests/random_heap.hpp"
#include "tests/random_symmetric.hpp"

namespace clew {
namespace {

#ifdef CLEW_ADDRESS_SANITIZER

using Words = std::vector<std::uint64_t>;

// The compiler of the suite: code of another would ask another sanitizer.
std::optional<CompiledText> sanitized(const std::string& text) {
  BackgroundCompile compile(text, *c_compiler_named(CLEW_COMPILER),
                            {"-x", "c", "-O1", "-fwrapv", "-fno-strict-aliasing", "-fPIC",
                             "-shared", "-w", "-fsanitize=address"});
  while (compile.poll() == BackgroundCompile::Progress::Running) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(compile.error(), "");
  if (compile.poll() != BackgroundCompile::Progress::Ready) return std::nullopt;
  return compile.take();
}

template <class Function>
Function function_of(const CompiledText& code, const char* name) {
  return reinterpret_cast<Function>(code.symbol(name));
}

// Walks the model breadth first, and returns the number of moves it met.
std::uint64_t walk(const std::string& text, std::size_t states_max) {
  auto read = language_named("promela")->read({"random.promela", text, {}});
  EXPECT_TRUE(read.ok()) << read.diagnostics.text();
  const Interpreter judge(read.value());
  const auto codec = chosen_codec(judge, Places::None);
  const std::optional<CompiledText> code =
      sanitized(c_text(read.value(), codec->layout(), {}, MoveLabel::None).text);
  if (!code) return 0;
  Machine machine(*codec, judge);
  machine.use(
      {function_of<MovesFunction>(*code, "moves"), function_of<StepsFunction>(*code, "steps"),
       function_of<FinishFunction>(*code, "finish"), function_of<LookFunction>(*code, "look")});
  Words first;
  codec->pack(judge.initial_state(), first);
  std::set<Words> seen{first};
  std::deque<Words> frontier{first};
  std::uint64_t moves = 0;
  for (std::size_t i = 0; i < states_max && !frontier.empty(); ++i) {
    const Words source = frontier.front();  // a copy has no room to spare
    frontier.pop_front();
    SuccessorBuffer out(0);
    machine.moves(source.data(), out);
    moves += machine.counts().moves;
    for (std::size_t k = 0; k < out.count(); ++k) {
      const auto target = out.state(k);
      if (seen.emplace(target.begin(), target.end()).second) {
        frontier.emplace_back(target.begin(), target.end());
      }
    }
  }
  return moves;
}

TEST(SanitizedCode, StaysWithinTheStatesOfRandomHeaps) {
  std::uint64_t moves = 0;
  for (const std::uint64_t seed : random_model_seeds()) {
    if (HasFailure()) break;
    SCOPED_TRACE("seed " + std::to_string(seed));
    moves += walk(seed % 4 == 0 ? random_symmetric_model(seed) : random_heap_model(seed), 100);
  }
  EXPECT_GT(moves, 10 * random_model_seeds().size());
}

#else

TEST(SanitizedCode, StaysWithinTheStatesOfRandomHeaps) {
  GTEST_SKIP() << "the suite is built without the address sanitizer: make sanitize";
}

#endif

}  // namespace
}  // namespace clew
