// Feeds arbitrary bytes to the reader of property expressions (-p 'inv: ...'), which asks them about
// a small Promela model.  What has a meaning is evaluated in the initial state and behind each of its
// moves.

#include <cstddef>
#include <cstdint>
#include <string>

#include "clew/lang/language.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/print.hpp"
#include "clew/model/validate.hpp"
#include "survival.hpp"

namespace {

using namespace clew;

constexpr const char* asked =
    "mtype = { red, green }; mtype light = red;\n"
    "typedef Node { byte value; Node * next; byte more[2] };\n"
    "Node * head; Node list[2]; byte x = 1, a[3]; chan c = [2] of { byte };\n"
    "chan many[2] = [0] of { byte };\n"
    "proctype P(byte n) { byte l = n; chan own = [1] of { byte }; here: own!l; own?x }\n"
    "active [2] proctype Q() { Node * mine; mine = new Node; there: mine.value = _pid }\n"
    "init { head = new Node; c!1; run P(3) }\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const Language& language = *language_named("promela");
  const auto read = language.read({"asked.pml", asked, {}});
  require(read.ok());
  Model model = read.value();
  const auto question = language.read_expression(model, text);
  require_answer(question);
  if (!question.ok()) return 0;
  require(validate(model).empty());
  require(!text_of(model, question.value()).empty());
  const Interpreter judge(model);
  const State first = judge.initial_state();
  (void)judge.evaluate(question.value(), first);
  judge.moves(first, [&](const Move& move) {
    if (move.target) (void)judge.evaluate(question.value(), *move.target);
  });
  return 0;
}
