// A model for the tests of check/.
#pragma once

#include "clew/lang/language.hpp"
#include "clew/lang/said_test.hpp"

namespace clew::check_test {

// Two counters that share a variable; `x` goes up to 3 and no further.
inline constexpr auto counters = R"(byte x;
process A { state q; init q; trans q -> q { guard x < 3; effect x = x + 1; }; }
process B { state q, r; init q; trans q -> r { guard x == 2; }; }
system async;
)";

// REQUIRES: the text is a DVE model.
inline Model read(const std::string& text) {
  return model_of(language_named("dve")->read({"test.dve", text, {}}));
}

}  // namespace clew::check_test
