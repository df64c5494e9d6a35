// Statements to elements (flow.hpp).
#pragma once

#include "clew/lang/promela/flow.hpp"

namespace clew::promela {

class FlowBuilder {
 public:
  explicit FlowBuilder(Flow& flow)
      : flow_(flow), expressions_(flow.expressions_), model_(flow.model_), file_(flow.file_) {}

  // The whole body of a process type: its leading declarations are set up, the rest are elements.
  Chain build_body(const Sequence& body);

 private:
  using Kind = Statement::Kind;
  struct Loop {
    Expressions::Target counter;
    std::string name;
    ExprId first = no_id<ExprId>;
    ExprId within = no_id<ExprId>;  // go on while this is true
    const Sequence* body = nullptr;
    Sequence before_body;
    SourceSpan span;
  };

  Chain build(const Sequence& sequence, std::size_t begin = 0);
  Chain build_option(const Sequence& option);
  Chain build_statement(const Statement& statement);
  Chain build_structure(const Statement& statement);
  Chain build_choice(const Statement& statement);
  Chain build_loop(const std::vector<Sequence>& options, SourceSpan span);
  Chain close_choice(std::vector<Chain> options, SourceSpan span);
  Chain close_loop(Chain choice, std::size_t first_break, SourceSpan span);
  Chain build_range(const Statement& statement);
  Chain build_each(const Statement& statement);
  Chain build_each_message(const Statement& statement);
  Chain build_counted(const Loop& loop);
  Chain loop_over(const Statement& statement, const Expressions::Target& counter, ExprId first,
                  ExprId last);
  Chain build_select(const Statement& statement);
  bool is_written_out(const Statement& select) const;
  Chain build_block(const Statement& statement);
  Chain build_unless(const Statement& statement);

  Chain basic(Action action, SourceSpan span);
  Chain simple(const Statement& statement);
  bool is_skip(const Statement& statement) const;
  void describe(Action& action, const Statement& statement);
  void assign(Action& action, const Statement& statement);
  void start(Action& action, SyntaxId run, const Expressions::Target* target);
  void add_arguments(Instruction& step, const Node& node);
  void declare_step(Action& action, const Statement& statement);
  void send(Action& action, const Statement& statement);
  void check_item_count(const Communication& communication);
  void check_exclusive(const Statement& statement);
  Expressions::Target counter(const Statement& statement);
  void print(Action& action, const Statement& statement);
  Action assignment(const Expressions::Target& target, ExprId value, const std::string& text,
                    SourceSpan span);
  Chain jump_out(SourceSpan span);
  bool rests_at(const Statement& statement) const;

  void set_up(const VariableSyntax& variable);
  void set_up_value(const Variable& variable, std::uint32_t element, ExprId value, SourceSpan span);

  ElementId add(Element element);
  Element& at(ElementId id) { return flow_.elements_[id]; }
  void link(Chain& chain, Chain next);
  void set_next(ElementId element, ElementId next);
  void mark_atomic(const Chain& chain);
  void mark_last(ElementId element);
  void mark_steps(const Chain& chain, ElementId block);
  void attach_escape(const Chain& chain, ElementId escape);
  void label(const Statement& statement, ElementId element);
  template <class Visit>
  void for_chain(const Chain& chain, const Visit& visit);

  Flow& flow_;
  Expressions& expressions_;
  Model& model_;
  const FileSyntax& file_;
  std::vector<ElementId> breaks_;  // jumps whose loop is not complete yet
  std::size_t loop_depth_ = 0;
  std::vector<std::uint32_t> expansions_;      // the inline calls under way, outermost first
  std::vector<std::size_t> expansion_scopes_;  // for each, how many blocks were open at the call
  std::uint32_t expansion_count_ = 0;
};

}  // namespace clew::promela
