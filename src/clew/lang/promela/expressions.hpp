// Promela expressions to expressions of the model.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clew/lang/promela/scopes.hpp"

namespace clew::promela {

// A label of a process type as asked for from outside.  Locations are known only after all process
// types are lowered, so such expressions are completed then.
struct PendingLabel {
  ExprId expr;
  std::string process;
  Name label;
};

// The same for a variable of a process type that comes later in the file.
struct PendingVariable {
  ExprId expr;
  std::string process;
  Name name;
};

class Expressions {
 public:
  Expressions(Model& model, const FileSyntax& file, Symbols& symbols, Diagnostics& diagnostics)
      : model_(model), file_(file), symbols_(symbols), diagnostics_(diagnostics) {}

  // Who evaluates; none for expressions about the whole state.
  void set_owner(ProcessTypeId owner) { owner_ = owner; }

  // After an error the result is an expression that means nothing.
  ExprId expr(SyntaxId node);  // a number: a pointer is an error
  ExprId number_or_pointer(SyntaxId node);
  // Something that can be assigned to.
  struct Target {
    Place place;
    ValueType type;
    TypeSyntax syntax;
    bool is_pointer = false;
    bool ok = false;
  };
  Target target(SyntaxId node);
  // What is stored there: a reference for a pointer, a number otherwise; anything else is an error.
  ExprId value_for(const Target& target, SyntaxId value);

  // All values of one argument of a send: a record gives those of all its fields.
  void add_sent(SyntaxId argument, std::vector<ExprId>& out);
  void add_received(SyntaxId argument, std::vector<ReceiveItem>& out);
  // The channel an expression names.
  ExprId channel(SyntaxId node);
  Communication receive(SyntaxId channel_node, const std::vector<SyntaxId>& arguments, bool searches,
                        SourceSpan span);
  // The number of elements of an array, for loops over its indices.
  std::optional<std::uint32_t> array_length(SyntaxId node);

  ExprId number(Value value, SourceSpan span = {}) { return model_.add_constant(value, span); }
  ExprId read(const Place& place);
  ExprId binary(Op op, ExprId left, ExprId right, SourceSpan span = {});
  ExprId leaf(Op op, SourceSpan span = {}, ExprId left = no_id<ExprId>);

  // What refers to a process type that was not complete; each is handed over once.
  std::vector<PendingLabel> take_pending_labels() { return std::exchange(pending_labels_, {}); }
  std::vector<PendingVariable> take_pending_variables() {
    return std::exchange(pending_variables_, {});
  }
  // For each poll of the model, the process type that asks.
  const std::vector<ProcessTypeId>& poll_owners() const { return poll_owners_; }
  // The type a pointer expression points to, or nothing if it is no pointer ("" for null).
  std::optional<std::string> pointed_type(SyntaxId node);
  bool is_channel(SyntaxId node) const;
  // "p.next[].value": a variable as the source has it, without indices.
  std::string text_of_place(SyntaxId node) const;

 private:
  ExprId failure(SourceSpan span) { return number(0, span); }
  ExprId variable(SyntaxId node);
  ExprId named_constant(const Node& node, bool& found);
  ExprId unary(const Node& node);
  ExprId comparison_checked(const Node& node);
  ExprId query(const Node& node);
  ExprId poll(const Node& node);
  ExprId remote_label(const Node& node);
  // With `dereference` the value of what the variable points to.
  ExprId remote_variable(const Node& node, bool dereference);
  ExprId fixed_channel(const Variable& variable, const Node& node);
  Place remote_place(const Node& node, const ProcessType*& type);

  // A place that is being walked down to: through fields, indices and pointers.
  struct Walk {
    Place place;
    const Variable* root = nullptr;
    std::string path;
    std::vector<std::pair<ExprId, std::uint32_t>> indices;  // with the length each is within
    TypeSyntax type;
    bool is_pointer = false;
    bool is_array = false;  // an array was named without an index
    std::string array;      // the last one
    bool ok = true;
  };
  Walk walk(SyntaxId node);
  void walk_fields(Walk& walk, SyntaxId field);
  bool enter_object(Walk& walk, SourceSpan span);
  void take_index(Walk& walk, const Node& node, bool is_array, std::uint32_t length);
  Target finish(Walk walk, SourceSpan span);
  ExprId flat_index(const std::vector<std::pair<ExprId, std::uint32_t>>& indices, SourceSpan span);
  void unknown_name(const Name& name);
  void warn_about_missing_number(const Node& node);
  void warn_about_missing_index(SourceSpan span, const std::string& array);
  void refuse_channels(const Node& node);

  Model& model_;
  const FileSyntax& file_;
  Symbols& symbols_;
  Diagnostics& diagnostics_;
  ProcessTypeId owner_ = no_id<ProcessTypeId>;
  std::vector<PendingLabel> pending_labels_;
  std::vector<PendingVariable> pending_variables_;
  std::vector<ProcessTypeId> poll_owners_;
};

}  // namespace clew::promela
