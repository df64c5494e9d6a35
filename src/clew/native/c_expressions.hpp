// Expressions and places as C text.
//
// An expression that can have no value (an index outside of its vector, a division by zero, ...) sets
// the variable `e` of the function it stands in, and goes on with 0; the text asks for `e` once at the
// end.  So a text that contains "&e" can fail, and one that does not cannot.  A value that is not there is
// no value of the model: instructions behind a failure are not run (CProcesses::effect).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clew/model/packed_layout.hpp"
#include "clew/native/c_names.hpp"

namespace clew {

// Who looks, and at which copy of the state.
struct CView {
  std::string state;                          // "s" is the source of a move, "t" its target
  std::string own;                            // where the own values lie
  ProcessTypeId type = no_id<ProcessTypeId>;  // none: a property, which nobody asks
  ProcessId process = no_id<ProcessId>;       // states of fixed length: which one; or claim_id
  std::string self = "-1";                    // the number of the process
};

// A channel that is known while the text is written.
struct CChannel {
  ChannelId id = no_id<ChannelId>;
  std::string name;  // of its functions
  std::string base;  // where it lies
  std::string number;
};

inline bool can_set_error(const std::string& text) { return text.find("&e") != std::string::npos; }

// Without the parentheses around the whole.
std::string without_parentheses(const std::string& text);

class CExpressions {
 public:
  CExpressions(const Model& model, const PackedLayout& layout, const CNames& names);

  std::string value(ExprId id, const CView& view);
  // As a condition, without parentheses around it.
  std::string condition(ExprId id, const CView& view) {
    return without_parentheses(value(id, view));
  }
  // The statement that stores `text`, which lies in the range of the slot; at `at` if the element was
  // found elsewhere.
  std::string store(const Place& place, const std::string& text, const CView& view,
                    const std::string& at = {});
  // `text`, a value within `interval`, as the type keeps it.
  static std::string converted(const std::string& text, Range interval, const ValueType& type);

  // The channel that `id` stands for, if that is known.
  std::optional<CChannel> known_channel(ExprId id, const CView& view) const;
  // All channels that `id` may stand for, if it is not known: a case for each.
  // `channel_number` opens the switch, case labels follow from label().
  std::vector<CChannel> all_channels(const CView& view) const;
  std::string open_switch(const std::string& number, const CView& view);
  std::string label(const CChannel& channel) const;

  // True if item k matches, for all items that must.  `at` is the index of the message.
  std::string matches(const Communication& receive, const CChannel& channel, const std::string& at,
                      const CView& view);

  // Functions that the texts so far need, in the order in which they must be defined.
  const std::string& helpers() const { return helpers_; }

  // Defines a function, unless one of this name was defined before.
  void add_helper(const std::string& name, const std::string& text) {
    if (is_new_helper(name)) helpers_ += text;
  }

  bool is_fixed() const { return layout_.is_fixed; }
  // States of fixed length: true if processes come or go within their places.
  bool comes_and_goes() const { return layout_.alive.width > 0; }
  // Whether the process of a place is there, as a condition; "1" if it always is.
  std::string is_alive(std::size_t position, const std::string& state) const;
  // The same as the left side of "&&", with it; nothing if it always is.
  std::string if_it_is_alive(std::size_t position, const std::string& state) const;
  // `text` if the process of a place is there, else `otherwise`.
  std::string if_alive(std::size_t position, const std::string& state, const std::string& text,
                       const std::string& otherwise) const;
  const Slot& slot_of(const Place& place, const CView& view) const;
  // The index of the element a place means.
  std::string element(const Place& place, const CView& view) {
    return index(place, slot_of(place, view), view);
  }
  Range interval(ExprId id, const CView& view) const;

 private:
  struct Target {
    std::string name;  // of the macros
    std::string base;
  };
  std::string read(const Place& place, const CView& view);
  std::string index(const Place& place, const Slot& slot, const CView& view);
  std::string element_of(const Target& target, const Place& place, const Slot& slot,
                         const CView& view);
  Target target_of(const Place& place, const CView& view);
  static std::string store_elsewhere(const Target& target, const Slot& slot,
                                     const std::string& element, const std::string& text);
  const CNames::Owner& own_names(const CView& view) const;
  std::string at_location(const Expr& expr, const CView& view);
  std::string number_of(const Place& place, const CView& view);
  std::string remote(const Place& place, const CView& view);
  std::string remote_location(ProcessTypeId type);
  std::optional<Value> constant(ExprId id) const;
  bool is_nowhere(const Place& place) const;
  std::string binary(const Expr& expr, const CView& view);
  std::string ask_channel(const Expr& expr, const CView& view);
  std::string ask_known_channel(Op op, const CChannel& channel) const;
  std::string poll(PollId id, const CView& view);
  std::string poll_body(const Communication& poll, const CChannel& channel, const CView& view);
  std::string own_channel_number(Value index, const CView& view) const;
  ProcessId place_of(const Place& place) const;
  bool has_own_channels() const;
  std::string location_number(const std::string& number, const CView& view);
  std::string some_process_at(const CView& view, int mark);
  std::optional<CChannel> fixed_channel(Value number, const CView& view) const;
  // True if no helper of this name was defined before.
  bool is_new_helper(const std::string& name) { return defined_.insert(name).second; }

  const Model& model_;
  const PackedLayout& layout_;
  const CNames& names_;
  std::set<std::string> defined_;
  std::string helpers_;
};

}  // namespace clew
