// Gives the parts of a model names that another language accepts, and keeps what was changed.
// What dve_names.cpp and promela_names.cpp have in common.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clew/model/model.hpp"

namespace clew {

// A name from anywhere, fit for a comment of any language.
std::string shown_name(std::string name);

// "Written by Clew from peterson.dve."
std::string origin_of(const Model& model);

// Claims that nobody asked for are left out.
bool is_written(const Model& model, ProcessTypeId type);

class NameGiver {
 public:
  using IsName = bool (*)(const std::string&);

  // The names of the model are reserved: a changed one must not take the place of one that can stay.
  // `is_name`: whether the language reads it as one name.
  NameGiver(const Model& model, IsName is_name);

  // A name like this that nobody has.
  std::string fresh(std::string_view name);
  // `owner` is " of P", or empty.
  void change(std::string& name, const std::string& wanted, std::string_view what,
              std::string_view owner);
  // The same, if it has to be, to a name that everybody uses.
  void name_global(std::string& name, std::string_view what);

  // --- names that are in use everywhere
  bool is_global(const std::string& name) const { return globals_.contains(name); }
  void add_global(const std::string& name) { globals_.insert(name); }

  // "the variable 'state' is called 'state_' here"
  std::vector<std::string> changes;

 private:
  IsName is_name_;
  std::set<std::string> reserved_;
  std::set<std::string> globals_;
};

}  // namespace clew
