// The syntax tree of a DVE file: what was written, names not yet resolved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/lang/syntax_base.hpp"

namespace clew::dve {

struct Node : NodeBase {
  enum class Kind : std::uint8_t {
    Number,
    Variable,         // name, or name[left]
    AtState,          // process.name
    ForeignVariable,  // process->name, or process->name[left]
    Unary,
    Binary,
  };
  Kind kind = Kind::Number;
};

struct Initializer {
  bool is_list = false;
  std::vector<NodeId> values;
  SourceSpan span;
};

// `byte`, or `int<low..high>`.
struct TypeSyntax {
  std::string name;
  Range range;
  bool is_cast = false;  // items of a channel are cut to its bits
  NodeId low = no_node;  // int<low..high>
  NodeId high = no_node;
  SourceSpan span;
};

struct VariableSyntax {
  Name name;
  bool is_const = false;
  TypeSyntax type;
  std::optional<std::int64_t> vector_size;
  SourceSpan size_span;
  std::optional<Initializer> initializer;
};

struct ChannelSyntax {
  Name name;
  bool is_typed = false;
  std::vector<TypeSyntax> items;
  std::int64_t capacity = 0;
  SourceSpan capacity_span;
};

struct SyncSyntax {
  Name channel;
  bool is_send = false;
  std::vector<NodeId> items;
  SourceSpan span;
};

struct AssignmentSyntax {
  NodeId target = no_node;
  NodeId value = no_node;
  SourceSpan span;
};

struct TransitionSyntax {
  Name from;
  Name to;
  NodeId guard = no_node;
  std::optional<SyncSyntax> sync;
  std::vector<AssignmentSyntax> effect;
  std::string text;  // between the braces, blanks folded
  SourceSpan span;
};

struct AssertionSyntax {
  Name state;
  NodeId expr = no_node;
  std::string text;
};

struct ProcessSyntax {
  Name name;
  std::vector<VariableSyntax> variables;
  std::vector<Name> states;
  std::vector<Name> inits;
  std::vector<Name> commits;
  std::vector<Name> accepts;
  std::vector<AssertionSyntax> assertions;
  std::vector<TransitionSyntax> transitions;
};

struct Declaration {
  std::optional<VariableSyntax> variable;
  std::optional<ChannelSyntax> channel;
};

struct SystemSyntax {
  bool is_synchronous = false;
  std::optional<Name> property;
  SourceSpan span;
};

struct FileSyntax {
  std::vector<Node> nodes;
  std::vector<Declaration> declarations;
  std::vector<ProcessSyntax> processes;
  SystemSyntax system;
};

}  // namespace clew::dve
