// The syntax tree of a UTS script: what was written, names not yet resolved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/lang/syntax_base.hpp"

namespace clew::uts {

struct Node : NodeBase {
  enum class Kind : std::uint8_t {
    Number,
    Truth,       // true, false
    Variable,    // name, name[left], and either of them behind `process.` or `process[third].`
    Unary,       // op left
    Binary,      // left op right
    Quantified,  // all (op And) or some (op Or) `name` in left..right: third
  };
  Kind kind = Kind::Number;
};

struct VariableSyntax {
  enum class Kind : std::uint8_t { Plain, Nondet, Constant };
  Name name;
  Kind kind = Kind::Plain;
  bool is_bool = false;
  SyntaxId length = no_syntax;  // of an array
  SyntaxId low = no_syntax;     // of the range
  SyntaxId high = no_syntax;
  SyntaxId value = no_syntax;  // of a constant
  SourceSpan range_span;
};

// `variable in low..high`
struct LoopSyntax {
  Name variable;
  SyntaxId low = no_syntax;
  SyntaxId high = no_syntax;
};

// proc name = process(arguments);  proc name[loop] = process(arguments);
struct ProcSyntax {
  Name name;
  std::optional<LoopSyntax> loop;
  Name process;
  std::vector<SyntaxId> arguments;
};

// Of INIT: `target = value`, or just a value, which must be true.  Of TRANS: a rule.  Of both: a loop
// around others.
struct ItemSyntax {
  std::optional<LoopSyntax> loop;
  std::vector<ItemSyntax> body;
  SyntaxId guard = no_syntax;
  std::vector<SyntaxId> targets;
  std::vector<SyntaxId> values;
  std::string text;
  SourceSpan span;
};

struct BlockSyntax {
  std::vector<VariableSyntax> variables;
  std::vector<ProcSyntax> procs;
  std::vector<ItemSyntax> init;
  std::vector<ItemSyntax> rules;
  // Where the sections begin; not known if they are absent.
  SourceSpan variables_span;
  SourceSpan init_span;
  SourceSpan rules_span;
};

struct ParameterSyntax {
  Name name;
  bool is_bool = false;
};

struct ProcessSyntax {
  Name name;
  std::vector<ParameterSyntax> parameters;
  BlockSyntax block;
};

struct MemberSyntax {
  Name name;
  SyntaxId index = no_syntax;
};

struct GoalSyntax {
  enum class Kind : std::uint8_t {
    Reach,
    Safe,
    Inf,
    Deadlock,
    Liveness,
    Eventually,
    Recoverable,
    LeadsTo,
    Ltl,
    Ctl,
  };
  Kind kind = Kind::Reach;
  std::string word;         // as written
  Name name;                // empty: none
  SyntaxId expr = no_syntax;    // of goals about states
  SyntaxId second = no_syntax;  // LeadsTo
  std::string formula;      // Ltl, Ctl
  std::size_t offset = 0;   // of the formula
  SourceSpan span;          // of the word
};

struct FileSyntax {
  std::vector<Node> nodes;
  SyntaxId moves_max = no_syntax;
  SourceSpan moves_max_span;
  BlockSyntax globals;
  std::vector<MemberSyntax> program;
  SourceSpan program_span;
  std::vector<GoalSyntax> goals;
  std::vector<ProcessSyntax> processes;
};

}  // namespace clew::uts
