// What a C preprocessor does to a Promela model, on tokens that keep their places, so that no other
// program is needed and every message shows the line that was written.
//
//   Diagnostics diagnostics;
//   const Preprocessed input = preprocess({"model.pml", text, {{"N", "3"}}, {}, {}}, diagnostics);
//   const FileSyntax file = parse(input.tokens, *input.source, diagnostics);
//
// Only files below the folder of the model, the present folder and the include folders are included.
//
// A token from a macro's body has the place where the macro is used, a token of an argument its own.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clew/lang/promela/lexer.hpp"

namespace clew::promela {

struct PreprocessOptions {
  std::string file_name;
  std::string text;
  std::map<std::string, std::string> definitions;  // -D name=value; an empty value means 1
  std::vector<std::string> undefined;              // -U name
  std::vector<std::string> include_folders;        // -I folder
  // The file that the definitions were made in; empty: the command line.
  std::string definitions_file = {};
};

// A text that yields more tokens than this is refused.
inline constexpr std::size_t token_count_max = 4'000'000;

struct Preprocessed {
  std::vector<Token> tokens;  // without comments and directives, macros expanded; the last is End
  // What the texts of the tokens lie in: they are valid as long as these.
  std::shared_ptr<SourceText> source;
  std::shared_ptr<const std::deque<std::string>> made_texts;
  // Those that are still defined at the end of the text, fit for `definitions`; without those whose
  // last parameter takes the rest.
  std::map<std::string, std::string> macros;
};

// ENSURES: `diagnostics` is about the returned source.
Preprocessed preprocess(const PreprocessOptions& options, Diagnostics& diagnostics);

}  // namespace clew::promela
