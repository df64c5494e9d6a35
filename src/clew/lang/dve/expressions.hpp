// Names in expressions become places of the model.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/dve/syntax.hpp"

namespace clew::dve {

// Constants and channels of a process have no frame of their own: they are kept with the global ones under
// this name.
std::string local_name(const std::string& process, const std::string& name);

// What the parameters of a template, a macro or a loop stand for.
using Parameters = std::map<std::string, Value, std::less<>>;

struct Macro {
  std::vector<std::string> parameters;
  SyntaxId body = no_syntax;
};

// Expression macros by name.  They stand for their text: what is visible where they are used is visible in
// them, except for parameters, of which they see their own alone.
struct Macros {
  std::map<std::string, Macro, std::less<>> by_name = {};
  std::set<std::string, std::less<>> refused = {};  // nothing more is said about these
  // The bodies stand in another text than what uses them.
  bool are_elsewhere = false;
};

// Reports macros that need themselves, and forgets them.
void refuse_circular(Macros& macros, const std::vector<Node>& nodes, Diagnostics& diagnostics);

// "a(1,2)"
std::string instance_name(std::string_view name, const std::vector<Value>& keys);

// Where an expression stands.
struct Surroundings {
  ProcessTypeId self = no_id<ProcessTypeId>;  // the process, if it is one's
  const Parameters* parameters = nullptr;
  const Macros* macros = nullptr;
  std::string_view instance = {};  // of a template: its name, for what is wrong with this one
};

// Builds the expressions of one process, or those of nobody (`self` is no_id): property
// expressions.  All of them may look into every process but the property process: P.q, P->x.
class ExprBuilder {
 public:
  ExprBuilder(Model& model, const std::vector<Node>& nodes, Diagnostics& diagnostics,
              Surroundings where)
      : model_(model),
        nodes_(nodes),
        diagnostics_(diagnostics),
        self_(where.self),
        parameters_(where.parameters),
        macros_(where.macros),
        instance_(where.instance) {}

  // Both report what is wrong; what they return then must not be used.
  ExprId expr(SyntaxId id);
  // A scalar variable or a vector element that may be written.  `verb` completes "cannot be ...".
  Place target(SyntaxId id, const std::string& verb);

  // The number that the expression is before the model runs.  Reports what is wrong; `what` begins the
  // sentence: "the size of 'x'".
  std::optional<Value> constant(SyntaxId id, const std::string& what);
  // The name of a process, arguments evaluated; none if an argument was reported as wrong.
  std::optional<std::string> process_name(const ProcessReference& reference);

  // "'flag' is declared at peterson.dve:3:6" for the nearest visible variable, or empty.
  std::string near_variable(const std::string& name) const;

 private:
  struct Found {
    Place place;
    const Slot* slot = nullptr;  // null: not a variable
  };

  Found find_variable(const Name& name) const;
  std::string kind_of(const std::string& name) const;  // "a channel", ...; empty if unknown
  ExprId expr_of(const Node& node);
  ExprId read(const Node& node);
  ExprId at_location(const Node& node);
  ExprId call(const Node& node);
  bool take_arguments(const Node& node, const Macro& macro, Parameters& out);
  const Node* first_non_constant(SyntaxId id, const Parameters* parameters) const;
  bool is_constant(ExprId id) const;
  void error(SourceSpan span, std::string message, std::string help = {});
  std::string help_for_process(const Node& node, const std::string& name) const;
  // The process that a node looks into.
  struct Looked {
    ProcessId process = no_id<ProcessId>;
    std::string name;
  };
  Looked foreign_process(const Node& node);
  Found foreign_variable(const Node& node);
  // Checks index against kind and fills place.index; false if it was reported as wrong.
  bool attach_index(const Node& node, Found& found);
  Found resolve_variable(const Node& node);
  ExprId nothing(SourceSpan span) { return model_.add_constant(0, span); }

  Model& model_;
  const std::vector<Node>& nodes_;
  Diagnostics& diagnostics_;
  ProcessTypeId self_;
  const Parameters* parameters_;
  const Macros* macros_;
  std::string_view instance_;
  const Node* call_ = nullptr;      // the use of a macro around us, the outermost
  std::uint32_t depth_ = 0;         // nodes around us
  std::uint64_t expansions_ = 0;    // of macros
};

}  // namespace clew::dve
