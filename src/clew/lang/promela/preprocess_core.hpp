// The inside of the preprocessor: files and directives (preprocess.cpp) feed the expansion of macros
// (preprocess_expand.cpp), which in turn serves the conditions of directives.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clew/base/readable_folders.hpp"
#include "clew/lang/promela/preprocess.hpp"

namespace clew::promela {

struct BodyToken {
  Token token;
  int parameter = -1;       // which one it is, or -1
  bool is_quoted = false;   // # before it
  bool joins_next = false;  // ## behind it
};

struct Macro {
  MacroUse use;  // name and place of the definition
  bool takes_arguments = false;
  bool is_variadic = false;  // the last parameter takes the rest
  std::vector<std::string_view> parameters;
  std::vector<BodyToken> body;
  bool is_active = false;  // its body is being read: its name is not expanded again
};

class Preprocessor {
 public:
  Preprocessor(const PreprocessOptions& options, Diagnostics& diagnostics);
  Preprocessed run();

 private:
  using Tokens = std::vector<Token>;

  std::map<std::string, std::string> macros_left() const;

  // Thrown when too much was produced.
  struct TooMuch {};

  // --- files and directives

  struct File {
    const Tokens* tokens = nullptr;
    std::size_t next = 0;
    std::size_t condition_count = 0;  // of the files around it
  };
  struct Condition {
    SourceSpan span;
    bool is_live = false;   // what follows is read
    bool was_live = false;  // some branch was
    bool parent_live = false;
    bool saw_else = false;
  };

  void define_from_command_line();
  const Tokens& tokens_of(std::uint32_t file);
  Token next_from_files();
  bool leave_file();
  bool is_skipping() const { return !conditions_.empty() && !conditions_.back().is_live; }
  void skip_line();
  Tokens rest_of_line();

  void directive(const Token& hash);
  bool conditional(const Token& word, Tokens& line);
  void begin_condition(const Token& word, bool value);
  void else_if(const Token& word, Tokens& line);
  void else_branch(const Token& word, const Tokens& line);
  void end_condition(const Token& word, const Tokens& line);
  bool is_defined(const Token& word, const Tokens& line);
  bool condition_value(const Token& word, Tokens& line);
  void define(const Token& word, const Tokens& line);
  bool parameters(Macro& macro, const Tokens& line, std::size_t& next);
  bool body(Macro& macro, const Tokens& line, std::size_t next);
  void undefine(const Token& word, const Tokens& line);
  void include(const Token& word, Tokens line);
  void open_include(SourceSpan at, const std::string& name, bool beside);
  void nothing_behind(const Token& word, const Tokens& line, std::size_t count);

  // --- expansion of macros

  // Tokens that are read before the files: the body of a macro, or what was put back.
  struct Context {
    Tokens tokens;
    std::size_t next = 0;
    Macro* macro = nullptr;
    bool is_barrier = false;  // reading stops at its end
  };

  void count_made(std::size_t tokens, SourceSpan at);
  void count_read(std::size_t tokens, SourceSpan at);
  [[noreturn]] void too_much(SourceSpan at);
  Token next_unexpanded();
  Token next_expanded();
  Tokens expand_list(Tokens tokens, SourceSpan at);
  void put_back(Tokens tokens);
  bool enter(Macro& macro, const Token& name);
  std::optional<std::vector<Tokens>> arguments(const Macro& macro, const Token& name);
  bool right_count(const Macro& macro, const Token& name, std::vector<Tokens>& found);
  Tokens substitute(const Macro& macro, const Token& name, const std::vector<Tokens>& arguments);
  Tokens piece(const BodyToken& item, bool is_joined, const Token& name,
               const std::vector<Tokens>& arguments, std::vector<std::optional<Tokens>>& expanded);
  Token joined(const Token& left, const Token& right, const Token& name);
  Token quoted(const Tokens& argument, const Token& name);
  std::string_view keep(std::string text);

  const PreprocessOptions& options_;
  Diagnostics& diagnostics_;
  std::shared_ptr<SourceText> source_;
  std::shared_ptr<std::deque<std::string>> made_texts_;
  ReadableFolders readable_;
  std::unordered_map<std::string, std::uint32_t> file_of_path_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Tokens>> tokens_of_file_;
  std::deque<Macro> macros_;  // all that ever were: some may be in use when they are undefined
  std::unordered_map<std::string_view, Macro*> macro_of_name_;
  std::vector<File> files_;
  std::vector<Condition> conditions_;
  std::vector<Context> contexts_;
  std::size_t made_count_ = 0;
  std::size_t read_count_ = 0;
  int expansion_depth_ = 0;
  int warning_count_ = 0;
  bool newline_pending_ = false;  // the arguments of the last macro took several lines
};

}  // namespace clew::promela
