// Generated code at work for one worker: it computes moves, and this does what it asks for.
//
//   Machine machine(codec, judge);
//   machine.use(functions);
//   const bool deadlock = machine.moves(state, out);
//   machine.counts().moves;
//
// Beside memory, three things are left to the program: states that change their shape, the order of
// heap objects, and sequences within a move that can come back to where they were.
//
// Threads: one worker at a time.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clew/base/watch.hpp"
#include "clew/base/zero_pages.hpp"
#include "clew/model/interpreter.hpp"
#include "clew/model/word_codec.hpp"
#include "clew/native/heap_words.hpp"
#include "clew/native/run.hpp"
#include "clew/store/successor_buffer.hpp"

namespace clew {

// Code that was compiled from a text.
struct MachineFunctions {
  MovesFunction moves = nullptr;
  StepsFunction steps = nullptr;
  FinishFunction finish = nullptr;
  LookFunction look = nullptr;
};

class Machine {
 public:
  // REQUIRES: codec and judge outlive this, and so does the code.
  Machine(const WordCodec& codec, const Interpreter& judge);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void use(const MachineFunctions& functions) { functions_ = functions; }
  // Asked now and then while one state is expanded; No ends that at once.
  void ask(std::function<Continue()> may_go_on) { may_go_on_ = std::move(may_go_on); }

  // Appends the successors of the state.  Says whether it is a deadlock.  Throws ForeignShape if one of
  // them does not fit the layout.
  bool moves(const std::uint64_t* state, SuccessorBuffer& out) {
    run_.errors = run_.asserting = run_.steps = 0;
    run_.labels = label_room_.data();
    is_foreign_ = is_stopped_ = has_given_up_ = false;
    found_ = out.count();
    bind(out);
    // The only way out of code that is busy with a state of millions of successors.  The compiler's own
    // pair of jumps costs three stores; that of the library costs as much as a short expansion.
    if (__builtin_setjmp(stop_) != 0) return was_stopped();
    const bool deadlock = functions_.moves(&run_, state) != 0;
    unbind();
    found_ = out.count() - found_;
    if (is_foreign_) throw ForeignShape();
    return deadlock;
  }
  // True if the last call of moves() met a move of so many steps, through states with so many objects, that
  // the judge, who numbers them less often, is faster: the successors that it appended are not all.
  bool has_given_up() const { return has_given_up_; }
  void look(const std::uint64_t* state, std::uint64_t* seen, std::uint64_t* no_value) {
    functions_.look(&run_, state, seen, no_value);
  }

  // What the last call of moves() found.
  struct Counts {
    std::uint64_t moves = 0;  // failing ones included
    std::uint64_t errors = 0;
    std::uint64_t asserting = 0;
  };
  Counts counts() const { return {found_ + run_.errors, run_.errors, run_.asserting}; }
  // By successor that the last call of moves() found: the label of its move, if the code tells.
  std::span<const std::uint64_t> labels() const { return {label_room_.data(), label_count()}; }
  const std::vector<unsigned char>& taken() const { return taken_; }

 private:
  using Words = std::vector<std::uint64_t>;
  // One way in which a process goes on.
  struct Step {
    Words state;
    int then = 0;
    int process = 0;
    int asserted = 0;
    std::uint64_t label = 0;
    std::uint64_t firings = 0;
  };
  // A state passed inside the move under way, and what its process can do there.
  struct Passage {
    Words state;
    int process = 0;
    std::vector<Step> steps;
    std::size_t next = 0;
    std::uint64_t firings = 0;
    std::size_t hash = 0;
  };

  static constexpr std::size_t words_per_question = 1U << 16;

  static Machine& of(Run* run) { return *static_cast<Machine*>(run->host); }
  void set_routines();
  void set_shape_routines();

  // --- room
  void bind(SuccessorBuffer& buffer) {
    out_ = &buffer;
    buffer.make_room(least_words_);
    run_.next = buffer.next;
    // There may be room for millions more, but somebody may want an end before they are all there.
    const auto room = static_cast<std::size_t>(buffer.end - buffer.next) - least_words_;
    run_.end = run_.next + std::min(room, words_per_question);
    make_label_room(std::min(room, words_per_question) + 2);  // no state is shorter than a word
  }
  std::size_t label_count() const {
    return static_cast<std::size_t>(run_.labels - label_room_.data());
  }
  void make_label_room(std::size_t more) {
    const std::size_t used = label_count();
    if (label_room_.size() - used >= more) return;
    label_room_.resize(2 * used + more);
    run_.labels = label_room_.data() + used;
  }
  bool must_stop() const { return may_go_on_ && may_go_on_() == Continue::No; }
  void unbind() { out_->next = run_.next; }
  void make_room();
  bool was_stopped();
  std::size_t words_at_next() const { return codec_.word_count(run_.next); }

  // --- sequences
  void go_on(int process, int within);
  void follow(Step step);
  std::optional<Step> take(Step step);
  std::optional<Step> pass_through(Step step);
  bool is_too_long(const Step& step) const;
  void list(const Step& from, std::vector<Step>& steps);
  void finish(const Step& step, bool has_failed);
  bool goes_in_circles(const Words& state, int process);
  bool was_passed(const Words& state, int process, std::size_t hash) const;

  // --- shapes
  const PackedShape& shape_of(const std::uint64_t* state) const { return codec_.shape_of(state); }
  int place_of(const std::uint64_t* state, int process, int type) const;
  int channel(const std::uint64_t* state, int number, unsigned* base) const;
  bool has_mark(const std::uint64_t* state, int mark) const;
  int start(int type);
  void terminate();
  int allocate(int type);
  void canonical();
  const PackedShape& changed_shape(const PackedShape& from, std::uint32_t change);
  int enabled(const std::uint64_t* state, int process, int self) const;
  Words part_of(const PackedSlot* location, const Frame& frame,
                const std::vector<PackedSlot>& slots, std::uint32_t words, LocationId at) const;

  const WordCodec& codec_;
  const Interpreter& judge_;
  MachineFunctions functions_;
  std::function<Continue()> may_go_on_;
  Run run_{};
  std::vector<unsigned char> taken_;
  std::vector<unsigned char> ignored_;
  std::vector<std::uint64_t> label_room_;
  ZeroPages nothing_;
  SuccessorBuffer* out_ = nullptr;
  std::uint64_t found_ = 0;        // successors; before there are any, those of earlier calls
  std::uint32_t least_words_ = 1;  // that the next successor takes
  void* stop_[5] = {};
  bool is_following_ = false;  // a move goes on under our control
  bool is_stopped_ = false;
  bool is_foreign_ = false;  // a process was to start that has no place
  bool has_given_up_ = false;

  SuccessorBuffer scratch_;  // where steps are listed
  std::vector<Step>* listed_ = nullptr;
  std::uint64_t firings_before_ = 0;  // those of the steps listed so far included
  std::uint64_t steps_taken_ = 0;
  std::uint64_t firings_ = 0;  // of the move under way, up to the state it has come to
  std::vector<Passage> passages_;
  std::unordered_multimap<std::size_t, std::size_t> passed_;  // by hash: index into passages_
  // Of the states since the last choice one is kept, and replaced after 1, 2, 4, ... steps.
  std::optional<std::pair<Words, int>> kept_;
  std::size_t steps_since_kept_ = 0;
  std::size_t keep_next_after_ = 1;

  std::vector<Words> kept_targets_;  // of claims
  std::unordered_map<std::uint64_t, std::uint32_t> changed_shapes_;
  std::vector<Words> new_processes_;  // by type: the words of one that was just created
  std::vector<Words> new_objects_;
  std::optional<HeapWords> heap_;  // if there may be objects
};

}  // namespace clew
