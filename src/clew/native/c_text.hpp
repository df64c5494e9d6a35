// A model as C text: what machine code is made of, and what `translate --to c` prints.
//
//   const CText text = c_text(model, codec.layout(), questions);
//   compile_in_process(text.text, ...)
//
// The text defines moves(run, s), steps(run, s, process, within) and look(run, s, seen, no_value) over
// the struct Run (run.hpp).  It is plain C without includes and without anything outside of it.
#pragma once

#include <span>
#include <string>

#include "clew/model/move_label.hpp"
#include "clew/model/packed_layout.hpp"
#include "clew/property/property.hpp"

namespace clew {

struct CText {
  std::string text;
  std::string refusal;  // why there is none, without a full stop; empty: there is
  // The properties that look() answers: question k is property questions[k] of the list.
  std::vector<std::size_t> questions;
};

// REQUIRES: validate(model) found nothing.
// `label`: what every successor comes with.
CText c_text(const Model& model, const PackedLayout& layout, std::span<const Property> properties,
             MoveLabel label = MoveLabel::None);

}  // namespace clew
