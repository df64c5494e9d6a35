// The rules of the house that a machine can check, applied to the tree itself: who may include
// whom, which library has its door where, how long a function may be, whether a link leads
// somewhere.
//
//   for (const std::string& finding : check_tree(read_tree(CLEW_SOURCE_DIR)))
//     std::cout << finding << '\n';
//   // engine/sweep/sweep.cpp:12: error: engine/ may not include lang/
//
// Works on text alone: no compiler, no git.  CONTRIBUTING.md says why the rules are as they are.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace clew::tree {

// Paths relative to the top folder, with '/', and the bytes of the files.
using Tree = std::map<std::string, std::string>;

// Reads everything below `root` but build folders and hidden ones (`.ci` is read).
Tree read_tree(const std::filesystem::path& root);

// All breaches, one line each, sorted by path and line.  Paths below src/clew/ are shown without
// that prefix.
std::vector<std::string> check_tree(const Tree& tree);

// C++ text with comments and the insides of literals replaced by blanks.  Line breaks stay, so line
// numbers do too.
std::string code_of(std::string_view text);

// A function as the brace heuristic sees it: first line of its signature to its closing brace.
struct FunctionLines {
  int first = 0;
  int last = 0;
};

// The functions defined at namespace or class level in `code` (the output of code_of).
std::vector<FunctionLines> functions_in(std::string_view code);

}  // namespace clew::tree
