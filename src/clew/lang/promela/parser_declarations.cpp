#include <fmt/format.h>

#include <array>

#include "clew/base/text.hpp"
#include "clew/lang/promela/parser_core.hpp"

namespace clew::promela {

namespace {

struct TypeWord {
  std::string_view text;
  BaseType base;
};

constexpr std::array type_words = {
    TypeWord{"bit", BaseType::Bit},           TypeWord{"bool", BaseType::Bool},
    TypeWord{"byte", BaseType::Byte},         TypeWord{"pid", BaseType::Byte},
    TypeWord{"short", BaseType::Short},       TypeWord{"int", BaseType::Int},
    TypeWord{"unsigned", BaseType::Unsigned}, TypeWord{"mtype", BaseType::Mtype},
    TypeWord{"chan", BaseType::Chan}};

const TypeWord* type_word(const Token& token) {
  if (token.kind != TokenKind::Keyword) return nullptr;
  for (const TypeWord& word : type_words) {
    if (token.text == word.text) return &word;
  }
  return nullptr;
}

}  // namespace

// A record's name, and then a variable: elsewhere the name may mean something else.
bool Parser::at_record_name() const {
  if (peek().kind != TokenKind::Identifier) return false;
  if (peek(1).kind == TokenKind::Identifier && !peek(1).is_word("unless")) {
    return !peek().is_word("reset") || record_names_.contains("reset");
  }
  return peek(1).is("*") && (peek(2).kind == TokenKind::Identifier || peek(2).is("*")) &&
         record_names_.contains(std::string(peek().text));
}

bool Parser::at_declaration() const {
  return peek().is("hidden") || peek().is("show") || peek().is("local") ||
         type_word(peek()) != nullptr || at_record_name();
}

TypeSyntax Parser::type() {
  TypeSyntax result;
  result.span = peek().span;
  if (const TypeWord* word = type_word(peek())) {
    take();
    result.base = word->base;
    if (word->base == BaseType::Mtype && peek().is(":") && peek(1).kind == TokenKind::Identifier) {
      take();
      result.name = name("the name of the mtype set");
    }
    return result;
  }
  if (peek().kind != TokenKind::Identifier) fail("expected a type");
  result.base = BaseType::Record;
  result.name = name("a type");
  if (result.name.text == "new" && !record_names_.contains("new")) {
    refuse_at(result.name.span, "'new' stands on the right side of an assignment");
  }
  if (!record_names_.contains(result.name.text)) {
    std::vector<std::string> known(record_names_.begin(), record_names_.end());
    known.insert(known.end(), keyword_list().begin(), keyword_list().end());
    const std::string meant = nearest_name(result.name.text, known);
    refuse_at(result.name.span, fmt::format("unknown type '{}'", result.name.text),
              meant.empty() ? "" : fmt::format("there is '{}'", meant));
  }
  return result;
}

void Parser::global_declaration() { declaration(out_.globals, Where::Global); }

// One type and the names that share it; `texts` gets a declaration of its own for each.
void Parser::declaration(std::vector<VariableSyntax>& out, Where where,
                         std::vector<std::string>* texts) {
  bool is_hidden = false;
  if (peek().is("hidden") || peek().is("show") || peek().is("local")) {
    is_hidden = take().is("hidden");
  }
  if (at_mtype_names()) return mtype_names(where);
  const std::size_t begin = next_;
  const TypeSyntax common = type();
  const std::string type_text = text_since(begin);
  do {
    const std::size_t first = next_;
    VariableSyntax result = variable(common, where);
    result.is_hidden = is_hidden;
    out.push_back(std::move(result));
    if (texts != nullptr) texts->push_back(type_text + " " + text_since(first));
    if (where == Where::Parameter && peek().is(",") && type_word(peek(1)) != nullptr) {
      refuse_at(peek().span, "parameters of different types are separated by ';', found ','");
    }
  } while (take_if(","));
}

VariableSyntax Parser::variable(const TypeSyntax& type, Where where) {
  VariableSyntax result;
  const std::size_t begin = next_;
  result.type = type;
  result.is_pointer = take_if("*");
  if (result.is_pointer && peek().is("*")) {
    refuse_at(peek().span, "a pointer to a pointer is not supported",
              "point to a record with a pointer in it");
  }
  result.name = name(where == Where::Parameter ? "the name of a parameter"
                     : where == Where::Field   ? "the name of a field"
                                               : "the name of a variable");
  if (take_if(":")) {
    if (type.base != BaseType::Unsigned) {
      refuse_at(previous().span, "only an 'unsigned' variable has a width");
    }
    if (peek().kind != TokenKind::Number) fail("expected the width in bits, a number");
    const Token& width = take();
    if (width.number < 1 || width.number > 31) {
      error(width.span,
            fmt::format("the width of '{}' must be between 1 and 31 bits", result.name.text));
    } else {
      result.type.width = static_cast<std::uint32_t>(width.number);
    }
  } else if (type.base == BaseType::Unsigned) {
    error(result.name.span,
          fmt::format("the unsigned variable '{}' has no width", result.name.text),
          fmt::format("write 'unsigned {} : 4' for four bits", result.name.text));
    result.type.width = 1;
  }
  if (peek().is("[")) {
    if (where == Where::Parameter) refuse_at(peek().span, "a parameter cannot be an array");
    take();
    result.length = plain_expression();
    expect("]", "after the length of the array");
  }
  if (peek().is("=")) {
    if (where == Where::Parameter) refuse_at(peek().span, "a parameter has no initial value");
    take();
    initial_value(result);
  }
  result.span = span_since(begin);
  return result;
}

void Parser::initial_value(VariableSyntax& out) {
  if (peek().is("[")) {
    if (out.type.base != BaseType::Chan) {
      refuse_at(peek().span, "only a variable of type 'chan' is given a channel");
    }
    out.channel = channel();
  } else if (peek().is("{")) {
    if (out.length == no_syntax) {
      refuse_at(peek().span, fmt::format("'{}' is no array: a list of values cannot initialise it",
                                         out.name.text));
    }
    take();
    out.has_value_list = true;
    do out.value_list.push_back(plain_expression());
    while (take_if(","));
    expect("}", "after the values of the array");
  } else {
    out.value = plain_expression();
  }
}

ChannelSyntax Parser::channel() {
  ChannelSyntax result;
  const std::size_t begin = next_;
  expect("[", "before the capacity of the channel");
  result.capacity = plain_expression();
  expect("]", "after the capacity of the channel");
  expect("of", "after the capacity of the channel");
  expect("{", "before the types of a message");
  do {
    TypeSyntax item = type();
    if (item.base == BaseType::Unsigned) {
      error(item.span, "'unsigned' cannot be the type of a message field",
            "use 'byte', 'short' or 'int'");
    }
    result.items.push_back(std::move(item));
    result.item_is_pointer.push_back(take_if("*"));
  } while (take_if(","));
  expect("}", "after the types of a message");
  result.span = span_since(begin);
  return result;
}

// mtype { ... }, mtype = { ... }, mtype:set = { ... }
bool Parser::at_mtype_names() const {
  if (!peek().is("mtype")) return false;
  if (peek(1).is(":")) return peek(3).is("=") && peek(4).is("{");
  return peek(1).is("{") || (peek(1).is("=") && peek(2).is("{"));
}

void Parser::mtype_names(Where where) {
  MtypeSyntax result;
  const SourceSpan at = take().span;
  if (where != Where::Global)
    refuse_at(at, "the names of an mtype are declared outside of processes");
  if (take_if(":")) result.set = name("the name of the mtype set");
  take_if("=");
  expect("{", "before the names");
  do result.names.push_back(name("a name of the mtype"));
  while (take_if(",") ? !peek().is("}") : peek().kind == TokenKind::Identifier);
  expect("}", "after the names of the mtype");
  out_.mtypes.push_back(std::move(result));
}

void Parser::record() {
  RecordSyntax result;
  take();
  result.name = name("the name of the record type");
  expect("{", "after the name of the record type");
  while (true) {
    if (!at_declaration()) {
      fail(result.fields.empty() ? "expected a field" : "expected a field or '}'");
    }
    declaration(result.fields, Where::Field);
    const bool separated = take_separators();
    if (peek().is("}")) break;
    if (!separated) {
      expect(";", "between the fields", opened("the record type", result.name.span));
    }
  }
  expect("}", "after the fields");
  out_.records.push_back(std::move(result));
}

std::vector<VariableSyntax> Parser::parameters() {
  std::vector<VariableSyntax> result;
  expect("(", "after the name of the process type");
  if (take_if(")")) return result;
  while (true) {
    if (!at_declaration()) fail("expected the type of a parameter");
    declaration(result, Where::Parameter);
    if (!take_if(";")) break;
  }
  expect(")", "after the parameters");
  return result;
}

}  // namespace clew::promela
