#include "clew/lang/promela/flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/lang/promela/flow_builder.hpp"

namespace clew::promela {

Flow::Flow(Model& model, const FileSyntax& file, Symbols& symbols, Expressions& expressions,
           Diagnostics& diagnostics, ProcessTypeId type, std::uint32_t& next_id)
    : model_(model),
      file_(file),
      symbols_(symbols),
      expressions_(expressions),
      diagnostics_(diagnostics),
      type_(type),
      next_id_(next_id) {}

void Flow::lower(const Sequence& body, bool is_claim) {
  is_claim_ = is_claim;
  const Chain chain = FlowBuilder(*this).build_body(body);
  if (diagnostics_.has_errors()) return;
  resolve_jumps();
  if (diagnostics_.has_errors()) return;
  patch_atomic();
  const ElementId first = skip_jumps(chain.first, elements_[chain.first].is_atomic);
  model_.process_types[type_].initial = location_of(first);
  for (std::size_t i = 0; i < pending_.size(); ++i) emit(pending_[i]);  // grows while we walk
  for (const auto& [key, element] : labels_) {
    const std::string& label = key.first;
    const auto found = locations_.find(element);
    const LocationId location = found == locations_.end() ? no_id<LocationId> : found->second;
    model_.process_types[type_].labels.emplace(label, location);
  }
}

bool Flow::is_asked_for(const std::string& label) const {
  const std::string& name = model_.process_types[type_].name;
  return std::any_of(file_.nodes.begin(), file_.nodes.end(), [&](const Node& node) {
    return node.kind == Node::Kind::RemoteLabel && node.process.text == name &&
           node.name.text == label;
  });
}

// --- jumps

// The label of the innermost inline call that has one.
ElementId Flow::find_label(const Element& jump) const {
  for (auto call = jump.expansions.rbegin(); call != jump.expansions.rend(); ++call) {
    const auto found = labels_.find({jump.jump_label.text, *call});
    if (found != labels_.end()) return found->second;
  }
  const auto found = labels_.find({jump.jump_label.text, 0});
  return found == labels_.end() ? no_element : found->second;
}

void Flow::resolve_jumps() {
  for (Element& element : elements_) {
    if (element.kind != Element::Kind::Jump) continue;
    const bool is_break = element.target != no_element;
    const ElementId found = is_break ? element.target : find_label(element);
    if (found == no_element) {
      std::vector<std::string> names;
      for (const auto& [key, target] : labels_) names.push_back(key.first);
      const std::string nearest = nearest_name(element.jump_label.text, names);
      diagnostics_.error(element.jump_label.span,
                         fmt::format("unknown label '{}'", element.jump_label.text),
                         nearest.empty() ? "" : fmt::format("there is a label '{}'", nearest));
      continue;
    }
    element.target = found;
    if (element.steps != elements_[element.target].steps) {
      diagnostics_.error(element.span, is_break ? std::string("'break' leads out of a d_step")
                                                : fmt::format("'goto {}' leads into or out of a "
                                                              "d_step",
                                                              element.jump_label.text));
    }
  }
}

// A jump out of an atomic block ends it; one that leads into another atomic block goes on.
void Flow::patch_atomic() {
  for (Element& element : elements_) {
    if (element.kind != Element::Kind::Jump || element.steps != no_element) continue;
    const Element& target = elements_[element.target];
    const bool is_inside = element.is_atomic || element.ends_atomic;
    const bool leads_inside = target.is_atomic || target.ends_atomic;
    if (!is_inside) continue;
    element.is_atomic = leads_inside;
    element.ends_atomic = !leads_inside;
  }
}

// Where control is after jumps and joins that are no steps.  Within an atomic block they are skipped
// only as long as the block goes on.
ElementId Flow::skip_jumps(ElementId from, bool within_atomic) const {
  ElementId at = from;
  for (std::size_t count = 0; count <= elements_.size(); ++count) {
    const Element& element = elements_[at];
    ElementId next = no_element;
    switch (element.kind) {
      case Element::Kind::Jump: next = element.stays ? no_element : element.target; break;
      case Element::Kind::Join:
      case Element::Kind::Exit: next = element.next; break;
      case Element::Kind::Unless: at = element.parts[0].first; continue;
      default: return at;
    }
    if (next == no_element || next == at) return at;
    if (within_atomic && !elements_[next].is_atomic) return at;
    at = next;
  }
  return from;  // jumps in a circle: a step that goes nowhere
}

// The element an option or a block begins with.
ElementId Flow::skip_start(ElementId from) const {
  ElementId at = from;
  for (;;) {
    const Element& element = elements_[at];
    if (element.kind == Element::Kind::Unless) {
      at = element.parts[0].first;
    } else if (element.kind == Element::Kind::Join && element.next != no_element) {
      at = element.next;
    } else {
      return at;
    }
  }
}

ElementId Flow::successor(const Element& element) const {
  return element.kind == Element::Kind::Jump ? element.target : element.next;
}

// --- locations

std::string Flow::location_name(const Element& element) {
  std::string name = !element.labels.empty() ? element.labels.front()
                     : element.kind == Element::Kind::End
                         ? "end"
                         : fmt::format("line_{}", element.span.line);
  const int uses = ++name_uses_[name];
  return uses == 1 ? name : fmt::format("{}_{}", name, uses);
}

LocationId Flow::location_of(ElementId id) {
  const auto found = locations_.find(id);
  if (found != locations_.end()) return found->second;
  const Element& element = elements_[id];
  Location location;
  location.name = location_name(element);
  location.is_end = element.is_end_label || element.kind == Element::Kind::End;
  location.accepting = element.is_accept_label;
  location.is_progress = element.is_progress_label;
  location.span = element.span;
  const LocationId added = model_.process_types[type_].locations.add(std::move(location));
  locations_.emplace(id, added);
  pending_.push_back(id);
  return added;
}

// All steps that are possible at an element: choices and blocks at its beginning are looked into.
void Flow::add_steps(ElementId id, std::vector<ElementId>& out,
                     std::vector<ElementId>& intermediates) {
  const Element& element = elements_[id];
  switch (element.kind) {
    case Element::Kind::Choice:
    case Element::Kind::Block:
    case Element::Kind::Atomic:
      for (const Chain& part : element.parts) {
        const ElementId first = skip_start(part.first);
        const std::size_t before = out.size();
        add_steps(first, out, intermediates);
        // A label in front of an option's first statement marks where that statement leads.
        for (std::size_t i = before; i < out.size(); ++i) {
          intermediates.push_back(out[i]);
          intermediates.push_back(first);
        }
      }
      return;
    default: out.push_back(id);
  }
}

// The steps at an element with the escapes in front.  SPIN puts them there one by one, which turns
// their order around, and it does so element by element: what an earlier element got in this way is
// copied along to a later one.  Nested escapes then come in one group.
std::vector<Flow::Entry> Flow::entries_of(ElementId at, std::vector<ElementId>& intermediates) {
  std::vector<ElementId> steps;
  add_steps(at, steps, intermediates);
  std::vector<Entry> entries;
  for (const ElementId step : steps) entries.push_back({step, 0});
  for (const ElementId step : steps) {
    const std::vector<ElementId>& escapes = elements_[step].escapes;
    for (auto escape = escapes.rbegin(); escape != escapes.rend(); ++escape) {
      const ElementId first = skip_jumps(skip_start(*escape), false);
      std::vector<Entry> offered;
      std::vector<ElementId> ignored;
      if (first < at) {
        offered = entries_of(first, ignored);
      } else {
        std::vector<ElementId> plain;
        add_steps(first, plain, ignored);
        for (const ElementId id : plain) offered.push_back({id, 0});
      }
      for (const Entry& entry : offered) {
        const auto is_same = [&](const Entry& known) { return known.step == entry.step; };
        if (std::any_of(entries.begin(), entries.end(), is_same)) continue;
        entries.insert(entries.begin(), {entry.step, first + 1});
      }
    }
  }
  return entries;
}

void Flow::emit(ElementId at) {
  std::vector<ElementId> intermediates;
  for (const Entry& entry : entries_of(at, intermediates)) {
    emit_one(at, entry.step, entry.escape);
  }
  for (std::size_t i = 0; i < intermediates.size(); i += 2) {
    hand_on_labels(intermediates[i], intermediates[i + 1]);
  }
}

void Flow::hand_on_labels(ElementId step, ElementId labelled) {
  const Element& element = elements_[step];
  if (element.kind == Element::Kind::Steps) return;
  const ElementId next = successor(element);
  if (next == no_element) return;
  const auto found = locations_.find(skip_jumps(next, element.is_atomic));
  if (found == locations_.end()) return;
  Location& location = model_.process_types[type_].locations[found->second];
  location.is_end = location.is_end || elements_[labelled].is_end_label;
  location.accepting = location.accepting || elements_[labelled].is_accept_label;
  location.is_progress = location.is_progress || elements_[labelled].is_progress_label;
}

// --- actions

void Flow::emit_one(ElementId at, ElementId step, std::uint32_t escape) {
  const Element& element = elements_[step];
  std::vector<ElementId> firsts{step};
  std::uint32_t alternative = 0;
  if (element.kind == Element::Kind::Steps) {
    // A d_step takes the first of its beginnings that is possible.
    firsts.clear();
    std::vector<ElementId> ignored;
    add_steps(skip_jumps(skip_start(element.parts[0].first), false), firsts, ignored);
    alternative = step + 1;
  } else if (element.steps != no_element) {
    alternative = at + 1;  // inside of one every choice is decided that way
  }
  for (const ElementId first : firsts) {
    Action action = elements_[first].action;
    action.owner = type_;
    action.from = locations_.at(at);
    action.escape = escape;
    action.alternative = alternative;
    if (alternative != 0) action.is_else = false;
    // A trail of SPIN has one line for all of it.
    if (element.kind == Element::Kind::Steps) action.foreign_id = element.action.foreign_id;
    complete(action, first);
    model_.actions.add(std::move(action));
  }
}

// Where the step leads, and whether the move goes on there.
void Flow::complete(Action& action, ElementId step) {
  const Element element = elements_[step];
  if (element.kind == Element::Kind::End) {
    action.to = action.from;
    return;
  }
  if (element.steps != no_element) return complete_within_steps(action, element, element.steps);
  action.to = location_of(skip_jumps(successor(element), element.is_atomic));
  action.then = element.is_atomic ? Action::Then::GoesOn : Action::Then::Ends;
}

void Flow::complete_within_steps(Action& action, const Element& element, ElementId block) {
  const ElementId next = skip_jumps(successor(element), false);
  if (elements_[next].steps == block) {
    action.to = location_of(next);
    action.then = Action::Then::MustGoOn;
    return;
  }
  const Element frame = elements_[block];
  action.to = location_of(skip_jumps(frame.next, frame.is_atomic));
  action.then = frame.is_atomic ? Action::Then::GoesOn : Action::Then::Ends;
}

}  // namespace clew::promela
