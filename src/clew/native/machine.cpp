#include "clew/native/machine.hpp"

#include <algorithm>

#include "clew/base/hash.hpp"

namespace clew {

namespace {

constexpr std::uint64_t steps_per_question = 1024;

constexpr int then_ends = 0;
constexpr int then_must = 2;
constexpr int then_failed = 3;

std::size_t hash_of(const std::vector<std::uint64_t>& words) {
  return hash_bytes(std::as_bytes(std::span(words)));
}

std::uint32_t stride_of(const WordCodec& codec) {
  return codec.is_fixed() ? codec.layout().word_count : 0;
}

// Of the longest process or object.
std::size_t part_words(const PackedLayout& layout) {
  std::uint32_t longest = 1;
  for (const std::uint32_t words : layout.process_words) longest = std::max(longest, words);
  for (const std::uint32_t words : layout.object_words) longest = std::max(longest, words);
  return longest;
}

}  // namespace

Machine::Machine(const WordCodec& codec, const Interpreter& judge)
    : codec_(codec),
      judge_(judge),
      taken_(judge.model().actions.size() + 1, 0),
      ignored_(taken_.size(), 0),
      nothing_(part_words(codec.layout()) * sizeof(std::uint64_t)),
      scratch_(stride_of(codec)) {
  const PackedLayout& layout = codec.layout();
  if (codec.is_fixed()) least_words_ = layout.word_count;
  run_.nothing = static_cast<const std::uint64_t*>(nothing_.begin());
  run_.taken = taken_.data();
  run_.ignored = ignored_.data();
  run_.host = this;
  set_routines();
  set_shape_routines();
  if (codec.is_fixed()) return;
  const Model& model = judge.model();
  if (!model.object_types.empty()) heap_.emplace(codec);
  for (std::size_t i = 0; i < model.process_types.size(); ++i) {
    const auto id = to_id<ProcessTypeId>(i);
    const PackedProcess& packed = layout.process_types[id];
    new_processes_.push_back(part_of(&packed.location, model.process_types[id].frame, packed.slots,
                                     layout.process_words[id], model.process_types[id].initial));
  }
  for (std::size_t i = 0; i < model.object_types.size(); ++i) {
    const auto id = to_id<ObjectTypeId>(i);
    new_objects_.push_back(part_of(nullptr, model.object_types[id].frame, layout.object_types[id],
                                   layout.object_words[id], LocationId{0}));
  }
}

Machine::Words Machine::part_of(const PackedSlot* location, const Frame& frame,
                                const std::vector<PackedSlot>& slots, std::uint32_t words,
                                LocationId at) const {
  Words out(words, 0);
  const auto put = [&](const PackedSlot& slot, std::uint32_t element, Value value) {
    // A parameter may have a first value that no state ever holds.
    if (slot.width == 0 || !slot.can_hold(value)) return;
    out[slot.word + element / slot.per_word] |=
        slot.bits_of(value) << (slot.shift + element % slot.per_word * slot.width);
  };
  if (location != nullptr) put(*location, 0, static_cast<Value>(at));
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Slot& slot = frame.slots[to_id<SlotId>(i)];
    for (std::uint32_t k = 0; k < slot.length; ++k) put(slots[i], k, slot.initial[k]);
  }
  return out;
}

void Machine::set_routines() {
  run_.more = [](Run* run) { of(run).make_room(); };
  run_.foreign = [](Run* run) { of(run).is_foreign_ = true; };
  run_.go_on = [](Run* run, int process, int within) { of(run).go_on(process, within); };
  run_.listed = [](Run* run, int then, int process) {
    Machine& machine = of(run);
    Step step;
    if (then != then_failed) {
      step.state.assign(run->next, run->next + machine.words_at_next());
    }
    step.then = then;
    step.process = process;
    step.asserted = run->asserted;
    step.label = run->label;
    step.firings = run->firings - machine.firings_before_;
    machine.firings_before_ = run->firings;  // the next step is another way, not a longer one
    machine.listed_->push_back(std::move(step));
  };
  run_.enabled = [](Run* run, const std::uint64_t* state, int process, int self) {
    return of(run).enabled(state, process, self);
  };
}

int Machine::enabled(const std::uint64_t* words, int process, int self) const {
  const State state = codec_.unpack(words);
  if (process < 0 || static_cast<std::size_t>(process) >= state.process_count()) return 0;
  if (process == self) return -1;
  return judge_.can_act(state, to_id<ProcessId>(static_cast<std::size_t>(process))) ? 1 : 0;
}

// --- room

void Machine::make_room() {
  if (must_stop()) {
    // Out of code alone one may jump; functions of ours must return.
    if (!is_following_) __builtin_longjmp(stop_, 1);
    is_stopped_ = true;
  }
  out_->next = run_.next;
  bind(*out_);
  ++run_.steps;
}

bool Machine::was_stopped() {
  run_.taken = taken_.data();
  found_ = 0;
  return false;
}

// --- sequences within a move: what moves.cpp says of states, said of words

void Machine::go_on(int process, int within) {
  if (!codec_.is_fixed()) canonical();
  if (run_.listing != 0) {
    ++run_.steps;
    run_.listed(&run_, within, process);
    return;
  }
  Step step;
  step.state.assign(run_.next, run_.next + words_at_next());
  step.then = within;
  step.process = process;
  step.asserted = run_.asserted;
  step.label = run_.label;
  firings_ = 0;
  follow(std::move(step));
}

void Machine::follow(Step step) {
  is_following_ = true;
  std::optional<Step> going = take(std::move(step));
  while (!is_stopped_ && !is_foreign_ && !has_given_up_) {
    while (going && !is_stopped_) going = take(std::move(*going));
    if (passages_.empty()) break;
    Passage& here = passages_.back();
    firings_ = here.firings;
    if (here.next == here.steps.size()) {
      const auto [begin, end] = passed_.equal_range(here.hash);
      const auto last = std::find_if(
          begin, end, [&](const auto& entry) { return entry.second + 1 == passages_.size(); });
      passed_.erase(last);
      passages_.pop_back();
    } else {
      kept_.reset();
      going = take(std::move(here.steps[here.next++]));
    }
  }
  passages_.clear();
  passed_.clear();
  kept_.reset();
  is_following_ = false;
}

std::optional<Machine::Step> Machine::take(Step step) {
  // Every step counts, on whichever way: a state with several ways on is passed without a loop.
  if (++steps_taken_ % steps_per_question == 0 && must_stop()) is_stopped_ = true;
  firings_ += step.firings;
  const bool has_failed = step.then == then_failed;
  if (has_failed || step.then == then_ends) {
    finish(step, has_failed);
    return std::nullopt;
  }
  return pass_through(std::move(step));
}

void Machine::finish(const Step& step, bool has_failed) {
  if (!has_failed) {
    out_->next = run_.next;
    out_->make_room(step.state.size());
    bind(*out_);
    std::copy(step.state.begin(), step.state.end(), run_.next);
  }
  run_.asserted = step.asserted;
  run_.label = step.label;
  functions_.finish(&run_, has_failed ? 1 : 0);
}

void Machine::list(const Step& from, std::vector<Step>& steps) {
  SuccessorBuffer* const out = out_;
  out->next = run_.next;
  const std::int32_t timeout = run_.timeout;
  const std::int32_t committed = run_.committed;
  scratch_.clear();
  bind(scratch_);
  listed_ = &steps;
  firings_before_ = run_.firings;
  run_.listing = 1;
  run_.timeout = run_.committed = 0;
  run_.asserted = from.asserted;
  run_.label = from.label;
  functions_.steps(&run_, from.state.data(), from.process, from.then);
  run_.listing = 0;
  run_.timeout = timeout;
  run_.committed = committed;
  bind(*out);
}

// Each step makes a state, puts the objects in order, and gives every new number of objects a shape.
bool Machine::is_too_long(const Step& step) const {
  constexpr std::uint64_t firings_max = 512;
  constexpr std::size_t objects_max = 256;
  return firings_ > firings_max && heap_ &&
         shape_of(step.state.data()).object_types.size() > objects_max;
}

std::optional<Machine::Step> Machine::pass_through(Step step) {
  if (is_too_long(step)) {
    has_given_up_ = true;
    return std::nullopt;
  }
  const auto fail = [&] {
    finish(step, true);
    return std::nullopt;
  };
  if (firings_ >= move_firings_max) return fail();
  std::vector<Step> steps;
  list(step, steps);
  if (steps.empty()) {
    finish(step, step.then == then_must);
    return std::nullopt;
  }
  if (steps.size() == 1) {
    if (goes_in_circles(step.state, step.process)) return fail();
    return std::move(steps.front());
  }
  const std::size_t hash = hash_of(step.state);
  if (was_passed(step.state, step.process, hash)) return fail();
  passed_.emplace(hash, passages_.size());
  passages_.push_back({std::move(step.state), step.process, std::move(steps), 0, firings_, hash});
  kept_.reset();
  return std::nullopt;
}

bool Machine::goes_in_circles(const Words& state, int process) {
  if (kept_ && kept_->second == process && kept_->first == state) return true;
  if (!kept_) {
    steps_since_kept_ = 0;
    keep_next_after_ = 1;
  }
  if (!kept_ || ++steps_since_kept_ == keep_next_after_) {
    kept_.emplace(state, process);
    keep_next_after_ *= 2;
    steps_since_kept_ = 0;
  }
  return false;
}

bool Machine::was_passed(const Words& state, int process, std::size_t hash) const {
  const auto [begin, end] = passed_.equal_range(hash);
  return std::any_of(begin, end, [&](const auto& entry) {
    const Passage& passage = passages_[entry.second];
    return passage.process == process && passage.state == state;
  });
}

}  // namespace clew
