#include "clew/export/legal_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clew/base/characters.hpp"

namespace clew {

std::string shown_name(std::string name) {
  for (char& c : name) {
    if (c < ' ' || c > '~' || c == '*' || c == '/') c = '?';
  }
  return name;
}

std::string origin_of(const Model& model) {
  const std::string origin = model.file.empty() ? model.name : model.file;
  const std::string name = shown_name(origin.substr(origin.find_last_of('/') + 1));
  return name.empty() ? "Written by Clew." : fmt::format("Written by Clew from {}.", name);
}

bool is_written(const Model& model, ProcessTypeId type) {
  if (model.claim && model.claim->type == type) return true;
  return std::any_of(model.processes.begin(), model.processes.end(),
                     [&](const Process& process) { return process.type == type; });
}

NameGiver::NameGiver(const Model& model, IsName is_name) : is_name_(is_name) {
  const auto reserve = [&](const auto& named) {
    for (const auto& part : named) reserved_.insert(part.name);
  };
  reserve(model.processes);
  if (model.claim) reserved_.insert(model.claim->name);
  reserve(model.globals.slots);
  reserve(model.constants.slots);
  reserve(model.channels);
  reserve(model.process_types);
  for (const ProcessType& type : model.process_types) {
    reserve(type.frame.slots);
    reserve(type.locations);
  }
}

std::string NameGiver::fresh(std::string_view name) {
  std::string word;
  bool is_joined = true;  // to what comes before
  for (const char c : name) {  // "P->x" becomes P_x, and "a(1)" a_1
    if (is_word_character(c)) {
      if (!is_joined && word.back() != '_') word += '_';
      is_joined = true;
      word += c;
    } else {
      is_joined = word.empty();
    }
  }
  if (word.empty() || is_digit(word[0])) word.insert(0, "_");
  while (reserved_.contains(word) || !is_name_(word)) word += '_';
  reserved_.insert(word);
  return word;
}

void NameGiver::change(std::string& name, const std::string& wanted, std::string_view what,
                       std::string_view owner) {
  const std::string before = std::exchange(name, fresh(wanted));
  changes.push_back(
      fmt::format("the {} '{}'{} is called '{}' here", what, shown_name(before), owner, name));
}

void NameGiver::name_global(std::string& name, std::string_view what) {
  if (!is_name_(name) || globals_.contains(name)) change(name, name, what, "");
  globals_.insert(name);
}

}  // namespace clew
