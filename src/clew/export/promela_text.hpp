// Expressions and places as Promela text.  A part of to_promela (promela.hpp).
#pragma once

#include <string>

#include "clew/export/promela_names.hpp"

namespace clew {

class PromelaText {
 public:
  // How tightly the text around an expression binds; what binds less gets parentheses.
  enum Binding : int {
    Loosest = 0,
    OrLevel,
    AndLevel,
    BitOrLevel,
    BitXorLevel,
    BitAndLevel,
    EqualityLevel,
    OrderLevel,
    ShiftLevel,
    SumLevel,
    ProductLevel,
    UnaryLevel,
  };

  // REQUIRES: the survey of the model had nothing to refuse; both outlive this.
  PromelaText(const Model& model, const PromelaNames& names) : model_(model), names_(names) {}

  std::string text(ExprId expr, ProcessTypeId self, Binding around = Loosest) const;
  std::string text(const Place& place, ProcessTypeId self) const;
  // One process as others name it: "P", or "P[1]" where there are several.
  std::string text(ProcessId process) const;

 private:
  std::string unary(const Expr& expr, ProcessTypeId self) const;
  std::string binary(const Expr& expr, ProcessTypeId self) const;
  std::string operand(ExprId expr, ProcessTypeId self, Op parent, Binding around) const;

  const Model& model_;
  const PromelaNames& names_;
};

}  // namespace clew
