// Makes a text small while something stays true of it, so that a person need not read a random model to
// see on what two engines disagree.
//
//   const std::string small = shrink_text(text, [](const std::string& candidate) {
//     return disagree(candidate);
//   });
//
// It knows words, numbers and brackets, and no language: a text that is no model is for the predicate to
// reject, which should therefore be quick about those.  Most are.
#pragma once

#include <functional>
#include <string>

namespace clew {

using TextPredicate = std::function<bool(const std::string&)>;

// A text from which no run of up to 48 neighbours (a word, a sign, a pair of brackets with all between
// them), no pair of brackets and no set of lines with a common name can be taken, in which no name can give
// way to a number or a truth value, and no number to a smaller one, without `is_wanted` becoming false.
// Gives up improving after `seconds_max`.
// REQUIRES: is_wanted(text)
std::string shrink_text(const std::string& text, const TextPredicate& is_wanted,
                        double seconds_max = 120);

}  // namespace clew
