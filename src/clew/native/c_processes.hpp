// The processes of a model as C functions: each lists what one process can do in a state.
//
//   static void P(Run *run, const word *s, int within)      states of fixed length: one for each process
//   static void P(Run *run, const word *s, const word *p, int self, int within)     one for each type
//
// `within` says that the process is in the middle of a move: 1 it may go on, 2 it must.  Every step ends
// in found(run) or failed(run), or goes on until it does.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "clew/model/move_label.hpp"
#include "clew/native/c_expressions.hpp"
#include "clew/native/move_graph.hpp"

namespace clew {

// Machine code is no way to go for this model.
class NoText : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class CProcesses {
 public:
  CProcesses(const Model& model, const PackedLayout& layout, const CNames& names,
             CExpressions& expressions, MoveLabel label);

  // The functions of all processes, and the function `fire` that calls them by number.
  std::string print();

  // The instructions, run on the target view.  Every line begins with `indent`.  What comes behind a failure
  // is not run: it would follow values that were never stored.
  std::string effect(const std::vector<Instruction>& steps, const CView& view,
                     const std::string& indent, bool may_have_failed = false);
  // The effect of an action; at once if it is simultaneous.
  std::string effect(const Action& action, const CView& view, const std::string& indent,
                     bool may_have_failed = false);
  // `block`, run once for every combination of the action's choices.
  std::string for_each_choice(const Action& action, const std::string& block,
                              const std::string& indent) const;
  // The statement that moves the process of the view to a location.
  std::string go_to(LocationId from, LocationId to, const CView& view) const;

  // True if the location of a process is one of those for which `is_marked` holds.
  template <class IsMarked>
  std::string at_marked(const ProcessType& type, const std::string& at, IsMarked is_marked) const {
    std::vector<std::size_t> marked;
    for (std::size_t i = 0; i < type.locations.size(); ++i) {
      if (is_marked(type.locations[to_id<LocationId>(i)])) marked.push_back(i);
    }
    return one_of(at, marked, type.locations.size());
  }

  CView source_view(ProcessTypeId type, ProcessId process) const;
  CView target_view(ProcessTypeId type, ProcessId process) const;

  const MoveGraph& graph() const { return graph_; }
  bool uses_assertions() const { return uses_assertions_; }
  MoveLabel label() const { return label_; }
  // Every move takes one action, or two that meet, and leads to one state, so its label is known, and can be
  // put in its place, when it is taken.
  bool tells_at_once() const {
    return label_ == MoveLabel::Beginning && !graph_.has_sequences() && !model_.claim;
  }

 private:
  // Who acts: a process of a fixed state, or one of a type.
  struct Actor {
    CView source;
    CView target;
    const CNames::Owner* names = nullptr;
  };
  // Who receives what an actor sends, and with which action, where they meet.
  struct Partner {
    const Actor* who = nullptr;
    ActionId id = no_id<ActionId>;
  };
  // A message on its way to a partner.
  struct Offer {
    const Action* send = nullptr;
    ActionId id = no_id<ActionId>;
    const Actor* sender = nullptr;
    std::string number;                // of the channel
    const Channel* channel = nullptr;  // says what a message is
    std::vector<Range> items;          // what its items can be
    bool can_fail = false;             // then the variable `refused` says whether it has
  };

  static std::string one_of(const std::string& at, const std::vector<std::size_t>& marked,
                            std::size_t count);
  Actor actor(ProcessTypeId type, ProcessId process) const;
  std::string declared(const Actor& who, const std::string& name) const;
  std::string call(const std::string& name, const Actor& who, const std::string& more) const;
  bool asks_to_act(const ProcessType& type) const;

  std::string function_of(const Actor& who);
  std::string may_act(const Actor& who);
  std::string asks_to(const Actor& who, ActionId first);
  std::string go_on_function(const Actor& who) const;
  std::string fire_function() const;
  std::string location(const Actor& who, LocationId location);
  std::string action(const Actor& who, ActionId id);
  std::string begins_anew(const std::string& indent) const;
  std::string tell(const Actor& who, ActionId id, const Partner& partner,
                   const std::string& indent) const;
  static std::string beginning(const Actor& who, ActionId id, const Partner& partner);
  static std::string mover(const Actor& who);
  std::string action_body(const Actor& who, ActionId id);
  std::string alone(const Actor& who, ActionId id, const std::string& indent);
  std::string communicates(const Actor& who, ActionId id, const std::string& indent);
  std::string any_channel(const Actor& who, ActionId id, const std::string& indent);
  std::string over_channel(const Actor& who, ActionId id, const CChannel& channel,
                           const std::string& number, const std::string& indent);
  std::string sends(const Actor& who, ActionId id, const CChannel& channel,
                    const std::string& indent);
  std::string receives(const Actor& who, ActionId id, const CChannel& channel,
                       const std::string& indent);
  std::string message(const Communication& send, const Channel& channel, const CView& view,
                      const std::string& indent);
  std::vector<Range> carried(const Communication& send, const Channel& channel,
                             const CView& view) const;
  static std::vector<Range> carried(const Channel& channel);
  std::string store_items(const Communication& receive, const Channel& channel,
                          const std::vector<Range>& items, const Actor& who,
                          const std::string& indent, bool may_have_failed);
  std::string offers(const Actor& who, ActionId id, const Channel& channel,
                     const std::string& number, const std::string& indent);
  std::string partners(const Offer& offer, const std::string& indent);
  std::string partner(const Offer& offer, const Actor& who, const std::string& indent);
  std::string partner_at(const Offer& offer, const Actor& who, LocationId location,
                         const std::string& indent);
  std::string partner_in_group(const Offer& offer, const Actor& who, ActionId id,
                               const std::string& indent);
  std::string pair(const Offer& offer, const Actor& who, ActionId id, const std::string& indent);
  std::string pair_body(const Offer& offer, const Actor& who, ActionId id,
                        const std::string& indent);
  std::string can_fire_alone(const Actor& who, ActionId id);
  bool may_meet(const Offer& offer, const Actor& who, LocationId location);

  std::string begin(const Actor& who, const std::string& indent) const;
  std::string mark_taken(ActionId id, const std::string& indent) const;
  // What becomes of the move after an action of `who`; `so_far` is the text before it.
  std::string after(const Actor& who, ActionId id, const std::string& so_far,
                    const std::string& indent, int depth = 0);
  std::string goes_on(const Actor& who, const Action& action, const std::string& indent, int depth);
  std::string going_on_call(const Actor& who, const Action& action) const;

  void refuse_choices(const Action& action) const;
  std::string instruction(const Instruction& step, const CView& view, const std::string& indent);
  std::string assign(const Instruction& step, const CView& view, const std::string& indent);
  std::string start(const Instruction& step, const CView& view, const std::string& indent);
  std::string allocate(const Instruction& step, const CView& view, const std::string& indent);
  std::string reload(const CView& view) const;
  // The same in states of fixed length, where every process has its place.
  std::string start_in_place(const Instruction& step, const CView& view, const std::string& indent);
  std::string started_at(std::size_t position, const Instruction& step, const CView& view,
                         const std::string& indent);
  std::string terminate_in_place(const CView& view, const std::string& indent) const;
  // The bits of the process of a place: those it begins with, or all of them.
  std::vector<std::uint64_t> first_bits(std::size_t position) const;
  std::vector<std::uint64_t> all_bits(std::size_t position) const;

  const Model& model_;
  const PackedLayout& layout_;
  const CNames& names_;
  CExpressions& expressions_;
  MoveLabel label_;
  MoveGraph graph_;
  std::uint64_t bytes_printed_ = 0;
  bool uses_assertions_ = false;
  bool has_committed_ = false;
  bool must_go_on_ = false;  // some process can be in a sequence that must not block
  int nested_starts_ = 0;
};

// True if `e` may be set where the text ends.
bool may_set_e(const std::string& text);

// `text` with an `int e` in front if it needs one, as a block.
std::string c_block(const std::string& text, const std::string& indent);

}  // namespace clew
