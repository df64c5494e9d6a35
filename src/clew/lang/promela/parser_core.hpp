// The inside of the parser.  parser.cpp: tokens, errors, the file; parser_declarations.cpp,
// parser_statements.cpp, parser_inlines.cpp, parser_expressions.cpp: what their names say.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "clew/base/token_cursor.hpp"
#include "clew/lang/promela/parser.hpp"

namespace clew::promela {

// What the parser reads: a `;` where the end of a line stands for one, stray characters reported.
std::vector<Token> prepare(const std::vector<Token>& tokens, Diagnostics& diagnostics);

class Parser : private TokenCursor<Token> {
 public:
  // Each call of an inline is noted in the source.
  Parser(FileSyntax& out, std::vector<Token> tokens, SourceText& source, Diagnostics& diagnostics);

  void file();
  SyntaxId lone_expression();

 private:
  using Tokens = std::vector<Token>;

  struct Inline {
    Name name;
    std::vector<Name> parameters;
    Tokens body;  // from { to }, then End
  };
  // An inline whose body is being read.
  struct Call {
    const Inline* callee = nullptr;
    SourceSpan span;
    std::uint32_t expansion = 0;
    SyntaxId target = no_syntax;  // of `target = f()`
  };
  // Of a reference, between two dots.
  struct Part {
    Name name;
    SyntaxId index = no_syntax;
    std::size_t begin = 0;
  };
  enum class Where : std::uint8_t { Global, Local, Parameter, Field };
  struct BinaryOperator {
    std::string_view text;
    int level = 0;
    Op op = Op::Constant;
    bool is_temporal = false;
    Node::TemporalOp temporal = Node::TemporalOp::Always;
    std::size_t token_count = 1;
  };

  // --- tokens

  bool adjacent(std::size_t ahead) const;  // nothing stands before that token
  SourceSpan span_since(std::size_t begin) const;
  SourceSpan place_since(std::size_t begin) const;
  bool is_one_argument(std::size_t begin, std::size_t last) const;
  template <class SpanOf>
  SourceSpan joined(std::size_t begin, const SpanOf& span_of) const;
  std::string text_since(std::size_t begin) const { return text_between(begin, next_); }
  std::string text_between(std::size_t begin, std::size_t end) const;
  std::string describe(const Token& token) const;
  std::string opened(std::string_view what, SourceSpan at) const;

  // --- errors

  void error(SourceSpan span, std::string message, std::string help = {});
  bool is_said(SourceSpan span, const std::string& message) const;
  [[noreturn]] void refuse_at(SourceSpan span, std::string message, std::string help = {});
  // Something else should stand here.
  [[noreturn]] void fail(const std::string& expectation, std::string help = {});
  [[noreturn]] void fail_where_missing(const std::string& expectation, std::string help = {});
  SourceSpan where_missing() const;
  void refuse_lost_word();
  void expect(std::string_view text, std::string_view where, std::string help = {});
  Name name(std::string_view what);
  void not_supported(SourceSpan span, std::string_view what, std::string_view reason);
  void recover_in_sequence(std::size_t begin);
  void recover_in_file(std::size_t begin);
  void skip_braces();
  bool skip_embedded_code();  // true if there was some

  // --- the file

  void find_names();
  void unit();
  void process();
  void init();
  void claim();
  void event_trace();
  void formula();
  void priority();
  void body(Sequence& out, SourceSpan opener, std::string_view what);

  // --- declarations

  bool at_declaration() const;
  bool at_record_name() const;
  TypeSyntax type();
  void global_declaration();
  void declaration(std::vector<VariableSyntax>& out, Where where,
                   std::vector<std::string>* texts = nullptr);
  VariableSyntax variable(const TypeSyntax& type, Where where);
  void initial_value(VariableSyntax& out);
  ChannelSyntax channel();
  void mtype_names(Where where);
  bool at_mtype_names() const;
  void record();
  std::vector<VariableSyntax> parameters();

  // --- statements

  void sequence(Sequence& out);
  bool at_sequence_end() const;
  bool at_unit() const;
  bool take_separators();
  void missing_separator();
  std::string separator_help(const Token& last) const;
  void step(Sequence& out);
  void local_declaration(Sequence& out);
  void exclusive(Sequence& out);
  bool at_label() const;
  std::vector<Name> labels();
  void escape(Statement& out);
  Statement statement();
  Statement keyword_statement();
  Statement block(Statement::Kind kind);
  Statement choice();
  Statement loop_over();
  Statement select();
  bool is_plain_select(std::size_t begin) const;
  Statement print();
  Statement printm();
  Statement return_value();
  Statement simple(Statement::Kind kind);
  Statement assignment_or_expression();
  Statement assignment(SyntaxId target, std::size_t begin);
  Statement communication(SyntaxId channel, std::size_t begin);
  void send_arguments(std::vector<SyntaxId>& out);
  void receive_arguments(std::vector<SyntaxId>& out);
  SyntaxId receive_argument();
  Statement reset();
  SyntaxId allocation();
  void finish(Statement& out, std::size_t begin);
  void enter_block();

  // --- inlines

  void inline_definition();
  bool at_inline_call(std::size_t ahead) const;
  bool at_inline_name(std::size_t index) const;
  Statement inline_call(SyntaxId target, std::size_t begin);
  std::vector<Tokens> inline_arguments(const Name& callee);
  Tokens substituted(const Inline& callee, const std::vector<Tokens>& arguments,
                     std::uint32_t expansion);

  // --- expressions

  SyntaxId expression();  // may ask full() and the like of channels
  SyntaxId plain_expression();
  SyntaxId binary(SyntaxId left, std::size_t begin, int level_min);
  SyntaxId binary_node(const BinaryOperator& found, SyntaxId left, SyntaxId right, std::size_t begin);
  std::optional<BinaryOperator> binary_operator() const;
  std::optional<BinaryOperator> temporal_operator() const;
  SyntaxId operand();
  SyntaxId unary_node(Op op, SyntaxId operand, std::size_t begin);
  std::optional<Node::TemporalOp> temporal_prefix();
  SyntaxId temporal_node(Node::TemporalOp op, SyntaxId left, SyntaxId right, std::size_t begin);
  SyntaxId primary();
  SyntaxId keyword_primary();
  SyntaxId parenthesised();
  SyntaxId conditional(SyntaxId condition, std::size_t begin);
  SyntaxId literal();
  std::string expression_help() const;
  Value number_value(const Token& token);
  SyntaxId number_node(Value value, std::size_t begin);
  SyntaxId named();
  SyntaxId reference();
  SyntaxId reference_node(std::vector<Part>& parts);
  SyntaxId dereference();
  SyntaxId remote(Name process, SyntaxId instance, std::size_t begin);
  SyntaxId poll(SyntaxId channel, std::size_t begin);
  SyntaxId query();
  SyntaxId of_one(Node::Kind kind);
  SyntaxId run();
  SyntaxId add_since(std::size_t begin, Node node);
  SyntaxId make(Node::Kind kind, std::size_t begin, SyntaxId left, SyntaxId right = no_syntax,
              SyntaxId third = no_syntax);
  SyntaxId with_arguments(Node::Kind kind, std::size_t begin, Name name, SyntaxId left, bool searches,
                        std::vector<SyntaxId> arguments);
  void expect_around(std::string_view text, std::string_view where, std::string_view word);
  void enter(std::uint32_t cost);
  void leave(std::uint32_t cost) { nesting_ -= cost; }
  [[noreturn]] void too_deep();
  bool is_probe(SyntaxId id) const { return id < probes_.size() && probes_[id]; }
  void refuse_probe(SyntaxId id);
  void refuse_temporal(SyntaxId id, std::string_view op);

  FileSyntax& out_;
  SourceText& source_;
  Diagnostics& diagnostics_;
  Tokens main_;
  std::size_t call_end_ = 0;  // behind the last call of an inline: as behind a brace
  std::unordered_set<std::string> record_names_;
  std::unordered_set<std::string> process_names_;
  bool is_question_ = false;  // an expression alone, about a model that is there
  std::map<std::string, Inline, std::less<>> inlines_;
  std::vector<Call> calls_;
  std::size_t inline_token_count_ = 0;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>> said_;
  std::vector<bool> probes_;   // by node: asks full() or the like, and must not be negated
  std::uint32_t nesting_ = 0;  // expressions around us
  std::uint32_t blocks_ = 0;   // blocks around us
  std::uint32_t formula_count_ = 0;
  int warning_count_ = 0;
  bool alone_ = false;       // an expression, not a file
  bool in_formula_ = false;  // of an ltl block
  std::size_t formula_begin_ = 0;
  bool gave_up_ = false;  // an error after which nothing sensible can be read
};

}  // namespace clew::promela
