// Feeds arbitrary bytes to the Promela front-end: preprocessor, parser and lowering.  What turns out
// to be a model is run for some states: every state is packed and unpacked, shown, and its moves are
// listed twice.  Nothing of that may crash, leak, or run into undefined behaviour; a wrong result
// ends the process as well.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "clew/lang/language.hpp"
#include "clew/model/codec.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/print.hpp"
#include "clew/model/validate.hpp"
#include "survival.hpp"

namespace {

using namespace clew;

constexpr std::size_t values_max = 10'000;
constexpr std::size_t states_max = 30;
// The paths through an atomic block can be as many as one likes; all of them together are no more
// moves than this.
constexpr std::size_t moves_max = 2'000;

std::size_t value_count(const Model& model) {
  std::size_t count = model.globals.value_count + model.constants.value_count;
  for (const Channel& channel : model.channels) count += channel.value_count();
  for (const Process& process : model.processes) {
    count += 1 + model.process_types[process.type].frame.value_count;
  }
  for (const ProcessType& type : model.process_types) count += type.frame.value_count;
  return count;
}

class Run {
 public:
  explicit Run(const Model& model) : model_(model), judge_(model), codec_(model) {
    judge_.collect_output();
  }

  void walk() {
    discover(judge_.initial_state());
    while (!frontier_.empty() && moves_ < moves_max) {
      const State source = std::move(frontier_.front());
      frontier_.pop_front();
      expand(source);
    }
  }

 private:
  void discover(const State& state) {
    if (discovered_.size() >= states_max) return;
    const PackedState packed = codec_.pack(state);
    require(codec_.unpack(packed.bytes()) == state);
    if (discovered_.insert(packed).second) frontier_.push_back(state);
  }

  void expand(const State& source) {
    (void)judge_.failed_assertion(source);
    (void)named_values(model_, judge_.layout(), source);
    std::vector<PackedState> targets;
    std::size_t count = 0;
    const auto note = [&](const Move& move) {
      require(!move.firings.empty());
      require((move.target == nullptr) == (move.error != nullptr));
      for (const Firing& firing : move.firings) {
        require(!text_of(model_, model_.actions[firing.action]).empty());
      }
      if (move.error) require(!text_of(*move.error).empty());
      return ++count < moves_max ? Continue::Yes : Continue::No;
    };
    const Expansion first = judge_.moves(source, [&](const Move& move) {
      if (move.target) {
        targets.push_back(codec_.pack(*move.target));
        discover(*move.target);
      }
      return note(move);
    });
    require(first.moves == count);
    count = 0;
    std::size_t next = 0;
    const Expansion again = judge_.moves(source, [&](const Move& move) {
      if (move.target) require(targets.at(next++) == codec_.pack(*move.target));
      return note(move);
    });
    require(again.moves == first.moves && again.errors == first.errors);
    moves_ += count;
  }

  const Model& model_;
  Interpreter judge_;
  Codec codec_;
  std::unordered_set<PackedState> discovered_;
  std::deque<State> frontier_;
  std::size_t moves_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto result = language_named("promela")->read({"fuzz.pml", text, {}});
  require_answer(result);
  if (!result.ok()) return 0;
  const Model& model = result.value();
  require(validate(model).empty());
  require(!text_of(model).empty());
  if (value_count(model) <= values_max) Run(model).walk();
  return 0;
}
