#include <fmt/format.h>

#include <utility>

#include "clew/base/text.hpp"
#include "clew/lang/promela/preprocess_core.hpp"

namespace clew::promela {

namespace {

// Arguments are expanded before they are put in, which recurses.
constexpr int expansion_depth_max = 200;

}  // namespace

// Everything that is made counts, and everything that is read, which takes time but no memory, so
// that neither a bomb of macros nor one of includes takes more than a large file.
void Preprocessor::count_made(std::size_t tokens, SourceSpan at) {
  made_count_ += tokens;
  if (made_count_ > token_count_max) too_much(at);
}

void Preprocessor::count_read(std::size_t tokens, SourceSpan at) {
  constexpr std::size_t readings_max = 8;
  read_count_ += tokens;
  if (read_count_ > readings_max * token_count_max) too_much(at);
}

void Preprocessor::too_much(SourceSpan at) {
  diagnostics_.error(at, fmt::format("includes and macros yield more than {} tokens",
                                     with_commas(token_count_max)));
  throw TooMuch{};
}

std::string_view Preprocessor::keep(std::string text) {
  made_texts_->push_back(std::move(text));
  return made_texts_->back();
}

Token Preprocessor::next_unexpanded() {
  while (!contexts_.empty()) {
    Context& top = contexts_.back();
    if (top.next < top.tokens.size()) return top.tokens[top.next++];
    if (top.is_barrier) return Token{};
    if (top.macro != nullptr) top.macro->is_active = false;
    contexts_.pop_back();
  }
  return next_from_files();
}

Token Preprocessor::next_expanded() {
  while (true) {
    Token token = next_unexpanded();
    if (!token.is_word() || token.is_final) return token;
    const auto found = macro_of_name_.find(token.text);
    if (found == macro_of_name_.end()) return token;
    if (found->second->is_active) {
      token.is_final = true;
      return token;
    }
    if (!enter(*found->second, token)) return token;
  }
}

void Preprocessor::put_back(Tokens tokens) {
  contexts_.push_back({std::move(tokens), 0, nullptr, false});
}

Preprocessor::Tokens Preprocessor::expand_list(Tokens tokens, SourceSpan at) {
  if (++expansion_depth_ > expansion_depth_max) {
    diagnostics_.error(
        at, fmt::format("macro calls are nested more than {} levels deep", expansion_depth_max));
    throw TooMuch{};
  }
  const std::size_t depth = contexts_.size();
  contexts_.push_back({std::move(tokens), 0, nullptr, true});
  Tokens out;
  for (Token token = next_expanded(); token.kind != TokenKind::End; token = next_expanded()) {
    out.push_back(token);
  }
  contexts_.resize(depth);
  --expansion_depth_;
  return out;
}

// False if the name is not a use of the macro after all.
bool Preprocessor::enter(Macro& macro, const Token& name) {
  source_->note_macro_use(name.span, macro.use);
  std::vector<Tokens> found;
  if (macro.takes_arguments) {
    const Token next = next_unexpanded();
    if (!next.is("(")) {
      if (next.kind != TokenKind::End) put_back({next});
      return false;
    }
    std::optional<std::vector<Tokens>> read = arguments(macro, name);
    if (!read) {
      contexts_.back().tokens.insert(contexts_.back().tokens.begin(), next);
      return false;
    }
    found = std::move(*read);
    if (!right_count(macro, name, found)) return true;
  }
  Tokens body = substitute(macro, name, found);
  count_read(1, name.span);
  macro.is_active = true;
  contexts_.push_back({std::move(body), 0, &macro, false});
  return true;
}

// What stands between the parentheses, the first of which was read.  Nothing if the text ends
// before; then what was read is put back.
std::optional<std::vector<Preprocessor::Tokens>> Preprocessor::arguments(const Macro& macro,
                                                                         const Token& name) {
  std::vector<Tokens> found(1);
  Tokens all;
  bool spans_lines = false;
  for (int depth = 1; depth > 0;) {
    Token token = next_unexpanded();
    count_made(1, name.span);  // they are kept while they are expanded
    if (token.kind == TokenKind::End) {
      if (contexts_.empty()) {
        diagnostics_.error(name.span,
                           fmt::format("the call of macro '{}' has no closing ')'", name.text));
        for (Token& read : all) read.is_final = true;  // what is inside need not be said too
      }
      put_back(std::move(all));
      return std::nullopt;
    }
    all.push_back(token);
    spans_lines = spans_lines || token.newline_before;
    token.newline_before = false;
    if (token.is("(")) ++depth;
    if (token.is(")") && --depth == 0) break;
    const bool takes_rest = macro.is_variadic && found.size() == macro.parameters.size();
    if (token.is(",") && depth == 1 && !takes_rest) {
      found.emplace_back();
    } else {
      found.back().push_back(token);
    }
  }
  newline_pending_ = newline_pending_ || (spans_lines && contexts_.empty());
  return found;
}

bool Preprocessor::right_count(const Macro& macro, const Token& name, std::vector<Tokens>& found) {
  const std::size_t wanted = macro.parameters.size();
  if (wanted == 0 && found.size() == 1 && found.front().empty()) found.clear();
  if (macro.is_variadic && found.size() + 1 == wanted) found.emplace_back();
  if (found.size() == wanted) return true;
  diagnostics_.error(name.span, fmt::format("macro '{}' takes {}, found {}", macro.use.name,
                                            counted(wanted, "argument"), found.size()));
  return false;
}

Preprocessor::Tokens Preprocessor::substitute(const Macro& macro, const Token& name,
                                              const std::vector<Tokens>& arguments) {
  std::vector<std::optional<Tokens>> expanded(arguments.size());
  Tokens out;
  bool joins = false;      // the next piece is glued to the last token
  bool left_empty = true;  // there is nothing to glue it to
  for (const BodyToken& item : macro.body) {
    Tokens tokens = piece(item, joins || item.joins_next, name, arguments, expanded);
    const bool is_rest = macro.is_variadic && item.parameter >= 0 &&
                         static_cast<std::size_t>(item.parameter) + 1 == macro.parameters.size();
    if (joins && !left_empty && is_rest && out.back().is(",")) {
      if (tokens.empty()) out.pop_back();  // `, ## rest` loses its comma with the rest
    } else if (joins && !left_empty && !tokens.empty()) {
      tokens.front() = joined(out.back(), tokens.front(), name);
      out.pop_back();
    }
    left_empty = tokens.empty() && (!joins || left_empty);
    count_made(tokens.size(), name.span);
    out.insert(out.end(), tokens.begin(), tokens.end());
    joins = item.joins_next;
  }
  if (!out.empty()) {
    out.front().blank_before = name.blank_before;
    out.front().newline_before = name.newline_before;
  }
  return out;
}

// What one token of the body becomes.
Preprocessor::Tokens Preprocessor::piece(const BodyToken& item, bool is_joined, const Token& name,
                                         const std::vector<Tokens>& arguments,
                                         std::vector<std::optional<Tokens>>& expanded) {
  Tokens out;
  if (item.parameter < 0) {
    out.push_back(item.token);
    out.front().span = name.span;
    return out;
  }
  const auto index = static_cast<std::size_t>(item.parameter);
  if (item.is_quoted) {
    out.push_back(quoted(arguments[index], name));
  } else if (is_joined) {
    out = arguments[index];
  } else {
    if (!expanded[index]) expanded[index] = expand_list(arguments[index], name.span);
    out = *expanded[index];
  }
  if (!out.empty()) out.front().blank_before = item.token.blank_before;
  return out;
}

Token Preprocessor::joined(const Token& left, const Token& right, const Token& name) {
  const std::string_view text = keep(std::string(left.text) + std::string(right.text));
  count_made(text.size() / 16, name.span);
  const Tokens made = tokenize_made(text, name.span);
  if (made.size() != 2 || made.front().kind == TokenKind::Stray) {
    diagnostics_.error(name.span, fmt::format("'##' makes no token of '{}' and '{}'",
                                              left.text.substr(0, 60), right.text.substr(0, 60)));
    return left;
  }
  Token token = made.front();
  token.blank_before = left.blank_before;
  token.newline_before = false;
  return token;
}

Token Preprocessor::quoted(const Tokens& argument, const Token& name) {
  std::string text = "\"";
  for (std::size_t i = 0; i < argument.size(); ++i) {
    if (i > 0 && argument[i].blank_before) text += ' ';
    const bool is_literal =
        argument[i].kind == TokenKind::String || argument[i].text.starts_with('\'');
    for (const char c : argument[i].text) {
      if (c == '"' || (c == '\\' && is_literal)) text += '\\';
      text += c;
    }
  }
  text += '"';
  count_made(text.size() / 16, name.span);
  Token token;
  token.kind = TokenKind::String;
  token.text = keep(std::move(text));
  token.span = name.span;
  return token;
}

}  // namespace clew::promela
