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
    Call,             // name(arguments), an expression macro
    Unary,
    Binary,
  };
  Kind kind = Kind::Number;
  // Of a macro, or of the process in `a(1).cs` and `a(1)->x`.
  bool has_arguments = false;
  std::vector<SyntaxId> arguments;
};

// `P`, or `a(1)`, the instance of a template.
struct ProcessReference {
  Name name;
  bool has_arguments = false;
  std::vector<SyntaxId> arguments;
};

struct Initializer {
  bool is_list = false;
  std::vector<SyntaxId> values;
  SourceSpan span;
};

// `byte`, or `int<low..high>`.
struct TypeSyntax {
  std::string name;
  Range range;
  bool is_cast = false;  // items of a channel are cut to its bits
  SyntaxId low = no_syntax;  // int<low..high>
  SyntaxId high = no_syntax;
  SourceSpan span;
};

// The size of a vector or of a buffer: a number, which may be too large for an expression, or one.
struct SizeSyntax {
  std::int64_t number = 0;
  SyntaxId expr = no_syntax;
  SourceSpan span;
};

struct VariableSyntax {
  Name name;
  bool is_const = false;
  bool is_input = false;  // a constant that the command line may replace
  TypeSyntax type;
  std::optional<SizeSyntax> vector_size;
  std::optional<Initializer> initializer;
};

struct ChannelSyntax {
  Name name;
  bool is_typed = false;
  std::vector<TypeSyntax> items;
  SizeSyntax capacity;
};

struct Declaration {
  std::optional<VariableSyntax> variable;
  std::optional<ChannelSyntax> channel;
};

struct SyncSyntax {
  std::optional<ProcessReference> process;  // whose channel it is, if the others know it by the process
  Name channel;
  bool is_send = false;
  std::vector<SyntaxId> items;
  SourceSpan span;
};

struct AssignmentSyntax {
  SyntaxId target = no_syntax;
  SyntaxId value = no_syntax;
  SourceSpan span;
};

struct TransitionSyntax {
  Name from;
  Name to;
  SyntaxId guard = no_syntax;
  std::optional<SyncSyntax> sync;
  std::vector<AssignmentSyntax> effect;
  std::string text;  // between the braces, blanks folded
  SourceSpan span;
};

struct AssertionSyntax {
  Name state;
  SyntaxId expr = no_syntax;
  std::string text;
};

struct ParameterSyntax {
  Name name;
  bool is_key = false;  // part of the names of the instances
};

struct ProcessSyntax {
  Name name;
  bool is_property = false;                 // `property process`
  std::vector<ParameterSyntax> parameters;  // of a template
  std::vector<Declaration> declarations;
  std::vector<Name> states;
  std::vector<Name> inits;
  std::vector<Name> commits;
  std::vector<Name> accepts;
  std::vector<AssertionSyntax> assertions;
  std::vector<TransitionSyntax> transitions;
};

// `process a(1, 3);`, and the loops and choices around such lines.
struct InstantiationSyntax {
  enum class Kind : std::uint8_t { Process, Instance, Loop, Choice };
  Kind kind = Kind::Process;
  std::size_t process = 0;                 // Process: its place in the file
  Name name;                               // Instance: of the template; Loop: of its variable
  std::vector<SyntaxId> arguments;           // Instance: its own; Loop: the bounds; Choice: the condition
  std::vector<InstantiationSyntax> body;   // Loop, Choice
  std::vector<InstantiationSyntax> other;  // Choice: if the condition is false
  SourceSpan span;
};

// `expression both(i) { a(i).cs && a(i+1).cs }`
struct MacroSyntax {
  Name name;
  std::vector<Name> parameters;
  SyntaxId body = no_syntax;
  std::string text;  // of the body
};

// `property ltl name "G F both(1)"`
struct FormulaSyntax {
  Name name;
  std::string text;
  std::size_t offset = 0;
  SourceSpan span;
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
  std::vector<ProcessSyntax> templates;
  std::vector<InstantiationSyntax> instantiations;  // what the system consists of, in its order
  std::vector<MacroSyntax> macros;
  std::vector<FormulaSyntax> formulas;
  SystemSyntax system;
};

}  // namespace clew::dve
