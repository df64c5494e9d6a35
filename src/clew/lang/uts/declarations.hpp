// Constants and variables, of the whole script or of one process.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "clew/lang/uts/expressions.hpp"

namespace clew::uts {

// What names of one scope mean, for people: "a variable", ...
struct Symbol {
  std::string kind;
  SourceSpan span;
};
using Names = std::unordered_map<std::string, Symbol>;

class Declarations {
 public:
  Declarations(Lowering& lowering, const std::map<std::string, std::string>& given)
      : lowering_(lowering), model_(lowering.model), reporter_(lowering.reporter), given_(given) {}

  // Takes the name; false, and said, if it is taken.  Locals may not hide globals.
  bool declare(Names& names, const Name& name, const std::string& kind);

  // All constants first, then all variables: a constant may be used above its declaration.
  void declare_globals(const std::vector<VariableSyntax>& variables);
  void declare_locals(ProcessTypeId type, const ProcessSyntax& process);

  // The step counter, for a script that reads it.
  void declare_steps(Value steps_max);

  Names& globals() { return globals_; }
  ValueType bool_type();

 private:
  void declare_names(Names& names, const std::vector<VariableSyntax>& variables);
  void declare_constants(const std::vector<VariableSyntax>& variables);
  void declare_variable(const VariableSyntax& syntax);
  void need_constant(const std::string& name);
  bool is_chain_too_long(const VariableSyntax& syntax, std::size_t height);
  void solve_constant(const VariableSyntax& syntax);
  std::optional<Value> given_value(const VariableSyntax& syntax);
  void check_given();
  bool set_range(const VariableSyntax& syntax, Slot& slot);
  bool set_length(const VariableSyntax& syntax, Slot& slot);
  bool take_room(std::uint64_t values, SourceSpan span, const std::string& name);
  Surroundings constant_surroundings();
  std::string full_name(const std::string& name) const;

  Lowering& lowering_;
  Model& model_;
  Reporter& reporter_;
  const std::map<std::string, std::string>& given_;
  Names globals_;
  Names locals_;
  ProcessTypeId self_ = no_id<ProcessTypeId>;
  EnumerationId truth_ = no_id<EnumerationId>;
  std::uint64_t values_ = 0;  // of a state, so far

  // Constants of the scope at hand that are not solved yet.
  enum class Solving : std::uint8_t { Waiting, Underway, Done };
  struct Pending {
    const VariableSyntax* syntax;
    Solving solving;
  };
  std::unordered_map<std::string, Pending> pending_;
  std::size_t constants_underway_ = 0;
  std::size_t levels_underway_ = 0;  // of nesting, in the values of those constants
  bool chains_given_up_ = false;     // one was too long: the values of the others are not looked at
};

}  // namespace clew::uts
