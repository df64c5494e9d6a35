// Makes formulas of LTL smaller without changing what they say.
//
//   simplify(formulas, parse("F G F a"));               // G F a
//   simplify(formulas, parse("a U (a U b) || F b"));    // F b
//
// The rules are those of Etessami and Holzmann (2000: eventual and universal formulas) and of
// Somenzi and Bloem (2000: syntactic implication), and the usual ones.  Every rule makes a formula
// smaller, or moves X outwards, or joins two operators, so this ends soon.
#pragma once

#include "clew/property/formula.hpp"

namespace clew {

// REQUIRES: the formula is LTL.
// ENSURES:  the result is in negation normal form, operands of And and Or in order of their ids.
FormulaId simplify(Formulas& formulas, FormulaId formula);

// Case distinction.  A subformula t like G F a has one truth value for all positions of a word, so
// the formula is (t && f with true for t) || (!t && f with false for t).  That is longer, but its
// parts have fewer obligations to mix; a translation that failed may succeed.
// Returns the formula itself if there is no such t under a temporal operator.
// REQUIRES: the formula came from simplify()
FormulaId split_by_case(Formulas& formulas, FormulaId formula);

}  // namespace clew
