// Feeds arbitrary bytes to the DVE front-end.  What turns out to be a model is run for some states:
// every state is packed and unpacked, every assertion evaluated, the model translated to DVE and
// read back.  Nothing of that may crash, leak, or run into undefined behaviour; a wrong result ends
// the process as well.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>

#include "clew/export/dve.hpp"
#include "clew/lang/language.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/print.hpp"
#include "survival.hpp"

namespace {

using namespace clew;

constexpr std::size_t values_max = 10'000;
constexpr std::size_t states_max = 50;
// A state of a synchronous system has the product of its processes' choices as successors.
constexpr std::size_t transitions_max = 100'000;

// The number of combinations the processes of a synchronous system can choose at most.
std::size_t combinations_max(const Model& model) {
  if (model.composition == Composition::Asynchronous) return 1;
  std::size_t product = 1;
  for (const Process& process : model.processes) {
    std::size_t actions = 1;
    for (const Action& action : model.actions) actions += action.owner == process.type ? 1 : 0;
    product *= actions;
    if (product > transitions_max) return product;
  }
  return product;
}

std::size_t value_count(const Model& model) {
  std::size_t count = model.globals.value_count + model.constants.value_count;
  for (const Channel& channel : model.channels) count += channel.value_count();
  for (const Process& process : model.processes) {
    count += 1 + model.process_types[process.type].frame.value_count;
  }
  return count;
}

void run(const Model& model) {
  const Interpreter judge(model);
  const Codec codec(model);
  std::unordered_set<PackedState> discovered;
  std::deque<State> frontier;
  const auto discover = [&](const State& state) {
    if (discovered.size() >= states_max) return;
    const PackedState packed = codec.pack(state);
    require(codec.unpack(packed.bytes()) == state);
    if (discovered.insert(packed).second) frontier.push_back(state);
  };
  discover(judge.initial_state());
  while (!frontier.empty()) {
    const State source = std::move(frontier.front());
    frontier.pop_front();
    (void)judge.failed_assertion(source);
    require(!named_values(model, judge.layout(), source).empty());
    std::size_t moves = 0;
    std::size_t errors = 0;
    const Expansion expansion = judge.moves(source, [&](const Move& move) {
      ++moves;
      require(!move.firings.empty());
      require((move.target == nullptr) == (move.error != nullptr));
      if (move.error) {
        ++errors;
        require(!text_of(*move.error).empty());
      } else {
        discover(*move.target);
      }
    });
    require(expansion.moves == moves && expansion.errors == errors);
  }
}

void translate(const Model& model) {
  const Encoded encoded = to_dve(model);
  if (!encoded.refusal.empty()) return;  // nested too deep to be written with parentheses
  const auto again = language_named("dve")->read({model.file, encoded.text, {}});
  require(again.ok());
  // The names are those of DVE now, and need no note.
  if (encoded.text.find("\n// Note: ") != std::string::npos) return;
  require(to_dve(again.value()).text == encoded.text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto result = language_named("dve")->read({"fuzz.dve", text, {}});
  require_answer(result);
  if (!result.ok() || value_count(result.value()) > values_max) return 0;
  translate(result.value());
  if (combinations_max(result.value()) <= transitions_max) run(result.value());
  return 0;
}
