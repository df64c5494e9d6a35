// How the states of a model are packed when machine code works on them.
#pragma once

#include <memory>

#include "clew/model/interpreter.hpp"
#include "clew/model/word_codec.hpp"

namespace clew {

// Whether processes that come and go get places of their own in every state, as far as a look at the
// first states lets one hope that this will do.
enum class Places : std::uint8_t { Guessed, None };

// REQUIRES: the judge's model outlives the codec.
std::unique_ptr<WordCodec> chosen_codec(const Interpreter& judge, Places places = Places::Guessed);

// What `search` makes of the codec; if the guess was wrong, what it makes of one with states of different
// lengths.
template <class Search>
auto with_chosen_codec(const Interpreter& judge, Search search) {
  try {
    return search(*chosen_codec(judge));
  } catch (const ForeignShape&) {
    return search(*chosen_codec(judge, Places::None));
  }
}

}  // namespace clew
