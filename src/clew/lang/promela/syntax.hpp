// The syntax tree of a Promela file after preprocessing and expansion of inlines: what was written,
// names not yet resolved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clew/lang/syntax_base.hpp"

namespace clew::promela {

struct Node : NodeBase {
  enum class Kind : std::uint8_t {
    Number,        // number; also true, false, skip and character constants
    Variable,      // name, name[left]; `right` is the field that follows the dot, again a Variable
    Dereference,   // *left, where left is a Variable or a RemoteVariable
    Unary,         // op left
    Binary,        // left op right
    Conditional,   // (left -> right : third)
    ChannelQuery,  // query(left)
    Poll,          // left?[arguments], left??[arguments]
    Run,           // run name(arguments)
    New,           // new name; right side of an assignment only
    Timeout,       // timeout
    Enabled,       // enabled(left)
    LocationNumber,  // pc_value(left)
    NonProgress,     // np_
    Eval,            // eval(left), in arguments of a receive only
    Anything,        // _, in arguments of a receive, or written to
    RemoteLabel,     // process[left]@name; left may be missing
    RemoteVariable,  // process[left]:right, right a Variable; left may be missing
    Temporal,        // formulas of ltl blocks only: temporal_op left [right]
  };
  enum class Query : std::uint8_t { Length, Full, Empty, NotFull, NotEmpty };
  enum class TemporalOp : std::uint8_t {
    Always,
    Eventually,
    Next,
    Until,
    WeakUntil,
    Release,
    Implies,
    Equivalent,
  };

  Kind kind = Kind::Number;
  Query query = Query::Length;
  TemporalOp temporal = TemporalOp::Always;
  bool searches = false;  // Poll: ?? instead of ?
  std::vector<SyntaxId> arguments;
  // Where it stands among the tokens of its ltl formula.
  std::uint32_t formula_begin = 0;
  std::uint32_t formula_end = 0;
};

// --- declarations

enum class BaseType : std::uint8_t { Bit, Bool, Byte, Short, Int, Unsigned, Mtype, Chan, Record };

struct TypeSyntax {
  BaseType base = BaseType::Int;
  std::uint32_t width = 0;  // Unsigned: bits
  Name name;                // Record: the typedef; Mtype: its set, or empty
  SourceSpan span;
};

// [capacity] of { items }
struct ChannelSyntax {
  SyntaxId capacity = no_syntax;
  std::vector<TypeSyntax> items;
  std::vector<bool> item_is_pointer;
  SourceSpan span;
};

// One declared name.
struct VariableSyntax {
  TypeSyntax type;
  Name name;
  bool is_pointer = false;
  bool is_hidden = false;
  SyntaxId length = no_syntax;  // of an array: a constant expression
  // At most one of the three.
  SyntaxId value = no_syntax;
  std::vector<SyntaxId> value_list;  // { a, b, c }
  bool has_value_list = false;
  std::optional<ChannelSyntax> channel;
  SourceSpan span;
};

struct RecordSyntax {
  Name name;
  std::vector<VariableSyntax> fields;
};

// mtype = { ... }, mtype:set = { ... }; several declarations of one set continue it.
struct MtypeSyntax {
  Name set;  // empty: the common one
  std::vector<Name> names;
};

// --- statements

struct Statement;
using Sequence = std::vector<Statement>;

struct Statement {
  enum class Kind : std::uint8_t {
    Declare,     // variable; also inside blocks, where it is a step
    Assign,      // target = value
    Increment,   // target++
    Decrement,   // target--
    Expression,  // value; skip, true and run P() too
    Else,
    Send,       // channel ! arguments
    Receive,    // channel ? arguments
    Assert,     // value
    Print,      // format, arguments; printm(x) is Print with "%e"
    Goto,       // label
    Break,      //
    Choice,     // if options fi
    Loop,       // do options od
    Range,      // for (target : value .. last) options[0]
    Each,       // for (target in channel) options[0]; channel is an array or a channel
    Select,     // select (target : value .. last)
    Block,      // { options[0] }; also the body of an inline call
    Atomic,     // atomic { options[0] }
    Steps,      // d_step { options[0] }
    Unless,     // { options[0] } unless { options[1] }
    Reset,      // reset target
    Exclusive,  // xr or xs of channels; arguments
  };
  Kind kind = Kind::Expression;
  std::vector<Name> labels;  // in front of it
  VariableSyntax variable;
  SyntaxId target = no_syntax;
  SyntaxId value = no_syntax;
  SyntaxId last = no_syntax;
  SyntaxId channel = no_syntax;
  std::vector<SyntaxId> arguments;
  bool sorted = false;    // Send: !!
  bool searches = false;  // Receive: ??
  bool keeps = false;     // Receive: ?< >
  bool is_plain = false;  // Select: a name of letters and digits, two numbers, all on one line
  std::string format;     // Print: the string with its escapes replaced
  Name label;             // Goto; Block: the inline that was called, if it is the body of one
  // Assign: `return value` of the inline that this block is the body of; `target` is what the call
  // assigns to, its names as seen from the place of the call.
  bool returns = false;
  std::vector<Sequence> options;
  std::vector<bool> braced;  // Unless: which of its two parts stood in braces
  std::string text;          // the source of a simple statement, as tokens with single blanks
  SourceSpan span;
};

// --- the file

struct ProctypeSyntax {
  Name name;  // "init" for the init process, the claim's name or "never" for a never claim
  bool is_active = false;
  SyntaxId instances = no_syntax;  // active [n]
  std::vector<VariableSyntax> parameters;
  SyntaxId provided = no_syntax;
  Sequence body;
};

struct LtlSyntax {
  Name name;  // "ltl_0", ... if it was not named
  SyntaxId formula = no_syntax;
  std::vector<std::string> tokens;  // each with the blank in front of it, if there is one
  SourceSpan span;

  // What was written, from one of the tokens to before another.
  std::string text(std::size_t begin, std::size_t end) const;
  std::string text() const { return text(0, tokens.size()); }
};

struct FileSyntax {
  std::vector<Node> nodes;
  std::vector<MtypeSyntax> mtypes;
  std::vector<RecordSyntax> records;
  std::vector<VariableSyntax> globals;
  std::vector<ProctypeSyntax> proctypes;  // in source order, init among them
  std::vector<ProctypeSyntax> claims;     // never
  std::vector<LtlSyntax> formulas;
};

}  // namespace clew::promela
