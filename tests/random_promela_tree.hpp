// A Promela text as a tree whose twigs can be cut off one by one, so that a model on which two
// programs disagree can be made small before a person looks at it.
//
//   const PromelaPart small = shrink(model, [](const PromelaPart& candidate) {
//     return disagree(text_of(candidate));
//   });
//
// The tree knows how statements nest and nothing about what they mean: a cut that leaves no model
// is for the predicate to reject.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace clew {

struct PromelaPart {
  enum class Kind {
    Model,      // declarations, inlines and proctypes
    Line,       // a declaration or a preprocessor line, outside all processes
    Body,       // of a proctype or an inline: `text { parts }`
    Statement,  // `text`, also a declaration
    Choice,     // text is "if" or "do", the parts are options
    Option,     // `:: parts`
    Block,      // `text { parts }`: atomic, d_step, for, or nothing at all
    Unless,     // two blocks
  };
  Kind kind = Kind::Statement;
  std::string text;
  std::vector<PromelaPart> parts;
  std::vector<std::string> labels;
};

// Indented, ready to be read by people and by spin.
std::string text_of(const PromelaPart& model);

using PromelaPredicate = std::function<bool(const PromelaPart&)>;

// A model from which nothing more can be taken away (statement, option, block, process, label,
// operand) without `still_fails` becoming false.  Calls it often: a few hundred times for a model
// of fifty lines.
// REQUIRES: still_fails(model)
PromelaPart shrink(const PromelaPart& model, const PromelaPredicate& still_fails);

}  // namespace clew
