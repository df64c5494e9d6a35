// Syntax trees and diagnostics as text, for the tests of the Promela parser.
#pragma once

#include <fmt/format.h>

#include <string>

#include "clew/lang/promela/parser.hpp"
#include "clew/lang/promela/preprocess.hpp"

namespace clew::promela {

// Fully parenthesised, so that precedence shows.
class Shown {
 public:
  explicit Shown(const FileSyntax& file) : file_(file) {}

  std::string expression(SyntaxId id) const {
    if (id == no_syntax) return "-";
    const Node& node = file_.nodes[id];
    const std::string left = node.left == no_syntax ? "" : expression(node.left);
    switch (node.kind) {
      case Node::Kind::Number: return std::to_string(node.number);
      case Node::Kind::Variable:
        return node.name.text + (left.empty() ? "" : "[" + left + "]") +
               (node.right == no_syntax ? "" : "." + expression(node.right));
      case Node::Kind::Dereference: return "(*" + left + ")";
      case Node::Kind::Unary: return fmt::format("({} {})", op(node.op), left);
      case Node::Kind::Binary:
        return fmt::format("({} {} {})", left, op(node.op), expression(node.right));
      case Node::Kind::Conditional:
        return fmt::format("({} -> {} : {})", left, expression(node.right), expression(node.third));
      case Node::Kind::ChannelQuery: {
        static const char* const names[] = {"len", "full", "empty", "nfull", "nempty"};
        return fmt::format("{}({})", names[static_cast<int>(node.query)], left);
      }
      case Node::Kind::Poll:
        return fmt::format("{}{}[{}]", left, node.searches ? "??" : "?", list(node.arguments));
      case Node::Kind::Run: return fmt::format("run {}({})", node.name.text, list(node.arguments));
      case Node::Kind::New: return "new " + node.name.text;
      case Node::Kind::Timeout: return "timeout";
      case Node::Kind::Enabled: return "enabled(" + left + ")";
      case Node::Kind::LocationNumber: return "pc_value(" + left + ")";
      case Node::Kind::NonProgress: return "np_";
      case Node::Kind::Eval: return "eval(" + left + ")";
      case Node::Kind::Anything: return "_";
      case Node::Kind::RemoteLabel:
        return fmt::format("{}[{}]@{}", node.process.text, left, node.name.text);
      case Node::Kind::RemoteVariable:
        return fmt::format("{}[{}]:{}", node.process.text, left, expression(node.right));
      case Node::Kind::Temporal: return temporal(node);
    }
    return "?";
  }

  std::string list(const std::vector<SyntaxId>& ids) const {
    std::string out;
    for (const SyntaxId id : ids) out += (out.empty() ? "" : ", ") + expression(id);
    return out;
  }

  std::string type(const TypeSyntax& type) const {
    static const char* const names[] = {"bit",      "bool",  "byte", "short", "int",
                                        "unsigned", "mtype", "chan", ""};
    std::string out = names[static_cast<int>(type.base)];
    if (type.base == BaseType::Record) return type.name.text;
    return out + (type.name.text.empty() ? "" : ":" + type.name.text) +
           (type.width == 0 ? "" : ":" + std::to_string(type.width));
  }

  std::string variable(const VariableSyntax& variable) const {
    std::string out = variable.is_hidden ? "hidden " : "";
    out += type(variable.type) + (variable.is_pointer ? " *" : " ") + variable.name.text;
    if (variable.length != no_syntax) out += "[" + expression(variable.length) + "]";
    if (variable.value != no_syntax) out += " = " + expression(variable.value);
    if (variable.has_value_list) out += " = {" + list(variable.value_list) + "}";
    if (variable.channel) {
      out += " = [" + expression(variable.channel->capacity) + "] of {";
      for (std::size_t i = 0; i < variable.channel->items.size(); ++i) {
        out += (i == 0 ? "" : ", ") + type(variable.channel->items[i]) +
               (variable.channel->item_is_pointer[i] ? " *" : "");
      }
      out += "}";
    }
    return out;
  }

  std::string statement(const Statement& s, int depth) const {
    std::string out(static_cast<std::size_t>(2 * depth), ' ');
    for (const Name& label : s.labels) out += label.text + ": ";
    out += head(s) + "\n";
    for (const Sequence& option : s.options) {
      out += std::string(static_cast<std::size_t>(2 * depth), ' ') + "::\n";
      out += sequence(option, depth + 1);
    }
    return out;
  }

  std::string sequence(const Sequence& sequence, int depth) const {
    std::string out;
    for (const Statement& s : sequence) out += statement(s, depth);
    return out;
  }

  std::string file() const {
    std::string out;
    for (const MtypeSyntax& mtype : file_.mtypes) {
      out += "mtype:" + mtype.set.text;
      for (const Name& name : mtype.names) out += " " + name.text;
      out += "\n";
    }
    for (const RecordSyntax& record : file_.records) {
      out += "typedef " + record.name.text + "\n";
      for (const VariableSyntax& field : record.fields) out += "  " + variable(field) + "\n";
    }
    for (const VariableSyntax& global : file_.globals) out += variable(global) + "\n";
    for (const ProctypeSyntax& process : file_.proctypes) out += proctype(process);
    for (const ProctypeSyntax& claim : file_.claims) out += "never " + proctype(claim);
    for (const LtlSyntax& formula : file_.formulas) {
      out += fmt::format("ltl {}: {}\n", formula.name.text, expression(formula.formula));
    }
    return out;
  }

 private:
  std::string proctype(const ProctypeSyntax& process) const {
    std::string out = process.is_active ? "active " : "";
    if (process.instances != no_syntax) out += "[" + expression(process.instances) + "] ";
    out += process.name.text + "(";
    for (std::size_t i = 0; i < process.parameters.size(); ++i) {
      out += (i == 0 ? "" : "; ") + variable(process.parameters[i]);
    }
    out += ")";
    if (process.provided != no_syntax) out += " provided " + expression(process.provided);
    return out + "\n" + sequence(process.body, 1);
  }

  std::string head(const Statement& s) const {
    using Kind = Statement::Kind;
    switch (s.kind) {
      case Kind::Declare: return variable(s.variable);
      case Kind::Assign:
        return fmt::format("{} = {}{}", expression(s.target), expression(s.value),
                           s.returns ? " (returned)" : "");
      case Kind::Increment: return expression(s.target) + "++";
      case Kind::Decrement: return expression(s.target) + "--";
      case Kind::Expression: return expression(s.value);
      case Kind::Else: return "else";
      case Kind::Send:
        return fmt::format("{} {} {}", expression(s.channel), s.sorted ? "!!" : "!",
                           list(s.arguments));
      case Kind::Receive:
        return fmt::format("{} {}{} {}", expression(s.channel), s.searches ? "??" : "?",
                           s.keeps ? "<>" : "", list(s.arguments));
      case Kind::Assert: return "assert " + expression(s.value);
      case Kind::Print: return fmt::format("print \"{}\" {}", s.format, list(s.arguments));
      case Kind::Goto: return "goto " + s.label.text;
      case Kind::Break: return "break";
      case Kind::Choice: return "if";
      case Kind::Loop: return "do";
      case Kind::Range:
      case Kind::Select:
        return fmt::format("{} {} : {} .. {}", s.kind == Kind::Range ? "for" : "select",
                           expression(s.target), expression(s.value), expression(s.last));
      case Kind::Each:
        return fmt::format("for {} in {}", expression(s.target), expression(s.channel));
      case Kind::Block: return s.label.text.empty() ? "block" : "inline " + s.label.text;
      case Kind::Atomic: return "atomic";
      case Kind::Steps: return "d_step";
      case Kind::Unless: return "unless";
      case Kind::Reset: return "reset " + expression(s.target);
      case Kind::Exclusive: return "exclusive " + list(s.arguments);
    }
    return "?";
  }

  std::string temporal(const Node& node) const {
    static const char* const names[] = {"[]", "<>", "X", "U", "W", "V", "->", "<->"};
    const char* const name = names[static_cast<int>(node.temporal)];
    if (node.right == no_syntax) return fmt::format("({} {})", name, expression(node.left));
    return fmt::format("({} {} {})", expression(node.left), name, expression(node.right));
  }

  static std::string op(Op op) {
    switch (op) {
      case Op::Not: return "!";
      case Op::Negate: return "-";
      case Op::Complement: return "~";
      case Op::Multiply: return "*";
      case Op::Divide: return "/";
      case Op::Modulo: return "%";
      case Op::Add: return "+";
      case Op::Subtract: return "-";
      case Op::ShiftLeft: return "<<";
      case Op::ShiftRight: return ">>";
      case Op::Less: return "<";
      case Op::LessEqual: return "<=";
      case Op::Greater: return ">";
      case Op::GreaterEqual: return ">=";
      case Op::Equal: return "==";
      case Op::NotEqual: return "!=";
      case Op::BitAnd: return "&";
      case Op::BitXor: return "^";
      case Op::BitOr: return "|";
      case Op::And: return "&&";
      case Op::Or: return "||";
      default: return "?";
    }
  }

  const FileSyntax& file_;
};

inline PreprocessOptions options_of(std::string text) {
  PreprocessOptions options;
  options.file_name = "m.pml";
  options.text = std::move(text);
  return options;
}

// The tree of a text that is right, or what is wrong with it.
inline std::string shown(const std::string& text) {
  Diagnostics diagnostics;
  const Preprocessed input = preprocess(options_of(text), diagnostics);
  const FileSyntax file = parse(input.tokens, *input.source, diagnostics);
  return diagnostics.text() + (diagnostics.has_errors() ? "" : Shown(file).file());
}

// The statements of a body.
inline std::string shown_body(const std::string& body) {
  const std::string header = "active P()\n";
  const std::string tree = shown("active proctype P() {\n" + body + "\n}\n");
  return tree.starts_with(header) ? tree.substr(header.size()) : tree;
}

// One expression.
inline std::string shown_expression(const std::string& text) {
  const std::string tree = shown_body("assert(" + text + ")");
  const std::string head = "  assert ";
  return tree.starts_with(head) ? tree.substr(head.size(), tree.size() - head.size() - 1) : tree;
}

}  // namespace clew::promela
