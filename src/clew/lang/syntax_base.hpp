// What the syntax trees of all languages are made of.
#pragma once

#include <cstdint>
#include <string>

#include "clew/base/source.hpp"
#include "clew/model/model.hpp"

namespace clew {

struct Name {
  std::string text;
  SourceSpan span;
};

// Nodes lie in one array and refer to each other by index, so that a deep tree needs no deep
// recursion to go away.
using SyntaxId = std::uint32_t;
inline constexpr SyntaxId no_syntax = ~SyntaxId{0};

// Deeper expressions are refused, so that every walk over a tree may recurse.
inline constexpr std::uint32_t expression_height_max = 1000;

// The part of an expression that knows no language; the languages add what kind of node it is.
struct NodeBase {
  Op op = Op::Constant;
  Value number = 0;
  Name process;
  Name name;
  SyntaxId left = no_syntax;
  SyntaxId right = no_syntax;
  SyntaxId third = no_syntax;
  bool parenthesised = false;
  std::uint32_t height = 1;  // never more than expression_height_max
  SourceSpan span;
  // Where it stands in the source, whole; spans end with their line.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

}  // namespace clew
