// The control flow of one process type, as SPIN sees it.
//
// Counts of states and transitions have to equal SPIN's, so control points are the ones SPIN has.  A
// body becomes a chain of *elements*: one per statement, and a few that stand for structure (the join
// behind `fi`, the exit of a loop, the frame of an atomic block).  A process is always at an element;
// elements that only jump are skipped on the way, except where skipping would leave an atomic block.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "clew/lang/promela/expressions.hpp"

namespace clew::promela {

using ElementId = std::uint32_t;
inline constexpr ElementId no_element = ~ElementId{0};

struct Chain {
  ElementId first = no_element;
  ElementId last = no_element;
};

struct Element {
  enum class Kind : std::uint8_t {
    Basic,   // a statement
    Jump,    // goto, break
    Join,    // behind an if, a do or an unless
    Exit,    // what a break of a loop jumps to
    Choice,  // if, do
    Block,   // { }, or atomic inside of atomic
    Atomic,
    Steps,  // d_step
    Unless,
    End,  // the process has nothing left to do
  };
  Kind kind = Kind::Basic;
  ElementId next = no_element;
  std::vector<Chain> parts;        // options; contents; main and escape sequence
  ElementId target = no_element;   // Jump
  std::vector<ElementId> escapes;  // first elements of the escapes, the outermost first
  ElementId steps = no_element;    // the d_step it lies in
  bool is_atomic = false;          // another element of its atomic block follows
  bool ends_atomic = false;        // the last of its atomic block
  bool stays = false;              // Jump: control rests here before it jumps
  bool is_skip = false;            // Basic: the constant 1, as SPIN sees it
  bool is_end_label = false;
  bool is_accept_label = false;
  bool is_progress_label = false;
  Name jump_label;                        // Jump to a label
  std::vector<std::uint32_t> expansions;  // Jump: the inline calls it stands in, outermost first
  Action action;                          // Basic, Jump, Join, Exit, End: what the step does
  std::vector<std::string> labels;
  SourceSpan span;
};

class Flow {
 public:
  Flow(Model& model, const FileSyntax& file, Symbols& symbols, Expressions& expressions,
       Diagnostics& diagnostics, ProcessTypeId type, std::uint32_t& next_id);

  // Lowers the body of a process type, or of a claim: locations, actions and labels.
  void lower(const Sequence& body, bool is_claim);

 private:
  friend class FlowBuilder;

  ElementId find_label(const Element& jump) const;
  // True if some expression asks whether a process of this type is at the label.
  bool is_asked_for(const std::string& label) const;
  void patch_atomic();
  void resolve_jumps();
  ElementId skip_jumps(ElementId from, bool within_atomic) const;
  ElementId skip_start(ElementId from) const;
  ElementId successor(const Element& element) const;
  LocationId location_of(ElementId element);
  void add_steps(ElementId element, std::vector<ElementId>& out,
                 std::vector<ElementId>& intermediates);
  struct Entry {
    ElementId step;
    std::uint32_t escape;
  };
  std::vector<Entry> entries_of(ElementId at, std::vector<ElementId>& intermediates);
  void emit(ElementId element);
  void emit_one(ElementId at, ElementId step, std::uint32_t escape);
  void complete(Action& action, ElementId step);
  void complete_within_steps(Action& action, const Element& element, ElementId block);
  void hand_on_labels(ElementId step, ElementId labelled);
  std::string location_name(const Element& element);

  Model& model_;
  const FileSyntax& file_;
  Symbols& symbols_;
  Expressions& expressions_;
  Diagnostics& diagnostics_;
  ProcessTypeId type_;
  std::uint32_t& next_id_;
  bool is_claim_ = false;
  std::vector<Element> elements_;
  // By name and, inside of an inline call, the number of the call: every call has labels of its own.
  std::map<std::pair<std::string, std::uint32_t>, ElementId> labels_;
  std::unordered_map<ElementId, LocationId> locations_;
  std::vector<ElementId> pending_;  // locations whose actions are still to be written
  std::map<std::string, int> name_uses_;
};

}  // namespace clew::promela
