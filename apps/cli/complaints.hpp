// What is wrong with the input or with the command line: said on standard error at once, and with
// --json as one object on standard output when the program ends.
//
//   say(read.diagnostics);
//   if (!read.ok()) throw BadInput{};
//   refuse({"trace.json", "no such file"});
#pragma once

#include <optional>
#include <string>

#include "clew/base/diagnostic.hpp"

namespace clew::cli {

// Thrown when the input is wrong and has been said to be; the exit code is 2.
struct BadInput {};

// Something that has no place in a text.
struct Complaint {
  std::optional<std::string> file;  // nothing: it is about the command line
  std::string message;
  std::string help = {};
  SourceSpan place = {};  // in the file, where the message says it in words
};

// "ring.dve: error: no such file", "clew: error: ...", and the help.
std::string complaint_text(const Complaint& complaint);

// From now on complaints are also kept, for end_with_complaints().
void keep_complaints();

// Diagnostics of a file.
void say(const Diagnostics& diagnostics);
// Those of a text that stands on the command line: in JSON its file is "expression".
void say_of_expression(const Diagnostics& diagnostics);
// Throws BadInput.
[[noreturn]] void refuse(const Complaint& complaint);
// The same, where the text on standard error is this one.
[[noreturn]] void refuse(const Complaint& complaint, const std::string& text);

// The exit code of bad input, 2.  What was kept goes to standard output, unless a result is there already.
int end_with_complaints();

}  // namespace clew::cli
