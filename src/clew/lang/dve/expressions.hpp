// Names in expressions become places of the model.
#pragma once

#include <string>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/dve/syntax.hpp"

namespace clew::dve {

// Local constants have no frame of their own: they are kept with the global ones under this name.
std::string local_constant_name(const std::string& process, const std::string& name);

// Builds the expressions of one process, or those of nobody (`self` is no_id): property
// expressions.  All of them may look into every process but the property process: P.q, P->x.
class ExprBuilder {
 public:
  ExprBuilder(Model& model, const std::vector<Node>& nodes, Diagnostics& diagnostics,
              ProcessTypeId self)
      : model_(model), nodes_(nodes), diagnostics_(diagnostics), self_(self) {}

  // Both report what is wrong; what they return then must not be used.
  ExprId expr(NodeId id);
  // A scalar variable or a vector element that may be written.  `verb` completes "cannot be ...".
  Place target(NodeId id, const std::string& verb);

  // "'flag' is declared at peterson.dve:3:6" for the nearest visible variable, or empty.
  std::string near_variable(const std::string& name) const;

 private:
  struct Found {
    Place place;
    const Slot* slot = nullptr;  // null: not a variable
  };

  Found find_variable(const Name& name) const;
  std::string kind_of(const std::string& name) const;  // "a channel", ...; empty if unknown
  ExprId read(const Node& node);
  ExprId at_location(const Node& node);
  ProcessId foreign_process(const Node& node);
  Found foreign_variable(const Node& node);
  // Checks index against kind and fills place.index; false if it was reported as wrong.
  bool attach_index(const Node& node, Found& found);
  Found resolve_variable(const Node& node);
  ExprId nothing(SourceSpan span) { return model_.add_constant(0, span); }

  Model& model_;
  const std::vector<Node>& nodes_;
  Diagnostics& diagnostics_;
  ProcessTypeId self_;
};

}  // namespace clew::dve
