// Feeds arbitrary bytes to the UTS front-end.  What turns out to be a model is run for some states:
// every state is packed and unpacked, goals about states are evaluated, no value leaves its range.
// Nothing of that may crash, leak, or run into undefined behaviour; a wrong result ends the process as
// well.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>

#include "clew/lang/language.hpp"
#include "clew/model/choices.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/print.hpp"
#include "survival.hpp"

namespace {

using namespace clew;

constexpr std::size_t values_max = 10'000;
constexpr std::size_t exprs_max = 100'000;
constexpr std::size_t states_max = 50;
constexpr std::size_t pauses_max = 100;
// A rule is tried with every combination of its inputs.
constexpr std::uint64_t combinations_max = 2'000;

bool is_small(const Model& model) {
  std::size_t values = model.globals.value_count;
  for (const Process& process : model.processes) {
    values += 1 + model.process_types[process.type].frame.value_count;
  }
  std::uint64_t combinations = 0;
  for (const Action& action : model.actions) {
    const std::uint64_t more = combinations_of(model, action);
    if (more > combinations_max) return false;
    combinations += more;
  }
  return values <= values_max && model.exprs.size() <= exprs_max &&
         combinations <= 10 * combinations_max;
}

// Rules that would leave a range are not enabled, so that storing never fails.
void require_no_range_error(const Move& move) {
  if (move.error) require(move.error->kind != ErrorKind::ValueOutOfRange);
}

void run(const Model& model) {
  const Interpreter judge(model);
  const Codec codec(model);
  std::unordered_set<PackedState> discovered;
  std::deque<State> frontier;
  const auto discover = [&](const State& state) {
    if (discovered.size() >= states_max) return Continue::No;
    const PackedState packed = codec.pack(state);
    require(codec.unpack(packed.bytes()) == state);
    if (discovered.insert(packed).second) frontier.push_back(state);
    return Continue::Yes;
  };
  std::size_t pauses = 0;
  judge.initial_states(
      [&](const State& state) {
        require(judge.is_initial(state));
        return discover(state);
      },
      [&] { return ++pauses < pauses_max ? Continue::Yes : Continue::No; });
  while (!frontier.empty()) {
    const State source = std::move(frontier.front());
    frontier.pop_front();
    for (const DeclaredProperty& goal : model.declared_properties) {
      if (is_some(goal.expr)) (void)judge.evaluate(goal.expr, source);
    }
    (void)named_values(model, judge.layout(), source);
    judge.moves(source, [&](const Move& move) {
      require(move.firings.size() == 1);
      require_no_range_error(move);
      if (!move.error) (void)discover(*move.target);
    });
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto result = language_named("uts")->read({"fuzz.uts", text, {}});
  require_answer(result);
  if (result.ok() && is_small(result.value())) run(result.value());
  return 0;
}
