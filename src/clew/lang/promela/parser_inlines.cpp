#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/lang/promela/parser_core.hpp"

namespace clew::promela {

namespace {

constexpr std::size_t call_depth_max = 100;
constexpr std::size_t inline_token_count_max = 1'000'000;

}  // namespace

// The body is kept as tokens and read at each call.
void Parser::inline_definition() {
  Inline result;
  take();
  result.name = name("the name of the inline");
  expect("(", "after the name of the inline");
  if (!take_if(")")) {
    do result.parameters.push_back(name("the name of a parameter"));
    while (take_if(","));
    expect(")", "after the parameters");
  }
  if (!peek().is("{"))
    fail(fmt::format("expected '{{' before the body of inline '{}'", result.name.text));
  const std::size_t begin = next_;
  skip_braces();
  result.body.assign(tokens_->begin() + static_cast<std::ptrdiff_t>(begin),
                     tokens_->begin() + static_cast<std::ptrdiff_t>(next_));
  Token end;
  end.span = result.body.back().span;
  result.body.push_back(end);
  const auto [found, is_new] = inlines_.try_emplace(result.name.text, result);
  if (!is_new) {
    error(result.name.span, fmt::format("inline '{}' is defined twice", result.name.text),
          fmt::format("the other one is at {}", diagnostics_.place(found->second.name.span)));
  }
}

bool Parser::at_inline_call(std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::Identifier && peek(ahead + 1).is("(") &&
         inlines_.find(peek(ahead).text) != inlines_.end();
}

Statement Parser::inline_call(SyntaxId target, std::size_t begin) {
  const Name called = name("an inline");
  const Inline& callee = inlines_.find(called.text)->second;
  const std::vector<Tokens> arguments = inline_arguments(called);
  if (arguments.size() != callee.parameters.size()) {
    refuse_at(called.span,
              fmt::format("inline '{}' takes {}, found {}", called.text,
                          counted(callee.parameters.size(), "argument"), arguments.size()),
              fmt::format("it is defined at {}", diagnostics_.place(callee.name.span)));
  }
  const auto same = [&](const Call& call) { return call.callee == &callee; };
  if (std::any_of(calls_.begin(), calls_.end(), same)) {
    refuse_at(called.span, fmt::format("inline '{}' calls itself", called.text));
  }
  if (calls_.size() == call_depth_max) {
    refuse_at(called.span,
              fmt::format("inlines are nested more than {} levels deep", call_depth_max));
  }
  Statement result;
  result.span = place_since(begin);
  const std::string text = text_since(begin);
  const SourceSpan place = token_at(begin).place();
  const std::uint32_t expansion = source_.note_expansion({callee.name.text, place, 0, {}, 0});
  const Tokens body = substituted(callee, arguments, expansion);
  calls_.push_back({&callee, place, expansion, target});
  const std::pair<const Tokens*, std::size_t> around{tokens_, next_};
  read_from(body);
  const std::uint32_t blocks = blocks_;
  try {
    result.options = block(Statement::Kind::Block).options;
  } catch (const SyntaxError&) {
    nesting_ = 0;
    blocks_ = blocks;
  }
  std::tie(tokens_, next_) = around;
  call_end_ = next_;
  calls_.pop_back();
  if (gave_up_) throw SyntaxError{};
  result.kind = Statement::Kind::Block;
  if (result.options.empty()) result.options.emplace_back();
  result.label = called;
  result.text = text;
  return result;
}

// The tokens between the parentheses, split at commas that stand in no inner ones.
std::vector<Parser::Tokens> Parser::inline_arguments(const Name& callee) {
  std::vector<Tokens> result;
  expect("(", "after the name of the inline");
  if (take_if(")")) return result;
  result.emplace_back();
  for (int depth = 1;;) {
    if (at_end() || peek().is("{") || peek().is("}")) {
      refuse_at(peek().span,
                fmt::format("expected ')' after the arguments of inline '{}', found {}",
                            callee.text, describe(peek())));
    }
    Token token = take();
    if (token.is("(") || token.is("[")) ++depth;
    if ((token.is(")") || token.is("]")) && --depth == 0) break;
    if (token.is(",") && depth == 1) {
      result.emplace_back();
    } else if (!token.is_implied) {
      result.back().push_back(token);
    }
  }
  for (const Tokens& argument : result) {
    if (argument.empty()) {
      refuse_at(callee.span, fmt::format("an argument of inline '{}' is empty", callee.text));
    }
  }
  return result;
}

// What is wrong in an argument is shown where it was written, and what is wrong with a statement where that
// stands in the body.
Parser::Tokens Parser::substituted(const Inline& callee, const std::vector<Tokens>& arguments,
                                   std::uint32_t expansion) {
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < arguments.size(); ++i) index.emplace(callee.parameters[i].text, i);
  Tokens out;
  for (Token token : callee.body) {
    token.span.expansion = expansion;
    const auto found = token.kind == TokenKind::Identifier ? index.find(token.text) : index.end();
    if (found == index.end()) {
      out.push_back(token);
    } else {
      const std::size_t first = out.size();
      const Tokens& argument = arguments[found->second];
      out.insert(out.end(), argument.begin(), argument.end());
      for (std::size_t i = first; i < out.size(); ++i) out[i].parameter = token.span;
      out[first].blank_before = token.blank_before;
      out[first].newline_before = token.newline_before;
    }
    if (inline_token_count_ + out.size() > inline_token_count_max) {
      error(callee.name.span, fmt::format("the calls of inlines yield more than {} tokens",
                                          with_commas(inline_token_count_max)));
      gave_up_ = true;
      throw SyntaxError{};
    }
  }
  inline_token_count_ += out.size();
  return out;
}

}  // namespace clew::promela
