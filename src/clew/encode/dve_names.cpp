#include "clew/encode/dve_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/lang/dve/expressions.hpp"
#include "clew/lang/dve/lexer.hpp"

namespace clew {

namespace {

// What the DVE front-end reads as one name, so keywords are none.
bool is_dve_name(const std::string& name) {
  const SourceText source("name", name);
  Diagnostics ignored;
  const std::vector<Token> tokens = dve::tokenize(source, ignored);
  return tokens.size() == 2 && tokens[0].kind == TokenKind::Identifier &&
         tokens[0].text.size() == name.size();
}

// A name from anywhere, fit for a line of comment.
std::string shown(std::string name) {
  for (char& c : name) {
    if (c < ' ' || c > '~') c = '?';
  }
  return name;
}

class Namer {
 public:
  Namer(Model& model, const DveSurvey& survey) : model_(model), survey_(survey) {}

  DveNames run() {
    reserve_all();
    find_constant_owners();
    for (Process& process : model_.processes) name_global(process.name, "process");
    if (model_.claim) name_global(model_.claim->name, "process");
    for (Slot& slot : model_.globals.slots) name_global_variable(slot);
    for (std::size_t i = 0; i < model_.constants.slots.size(); ++i) {
      const auto id = to_id<SlotId>(i);
      if (!is_some(names_.constant_owner[id])) name_global_constant(model_.constants.slots[id]);
    }
    for (Channel& channel : model_.channels) name_global(channel.name, "channel");
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      if (is_written(to_id<ProcessTypeId>(i))) name_locals(to_id<ProcessTypeId>(i));
    }
    return std::move(names_);
  }

 private:
  // Claims that nobody asked for are left out.
  bool is_written(ProcessTypeId type) const {
    if (model_.claim && model_.claim->type == type) return true;
    return std::any_of(model_.processes.begin(), model_.processes.end(),
                       [&](const Process& process) { return process.type == type; });
  }

  // A changed name must not take the place of one that can stay.
  void reserve_all() {
    const auto reserve = [&](const auto& named) {
      for (const auto& part : named) reserved_.insert(part.name);
    };
    reserve(model_.processes);
    if (model_.claim) reserved_.insert(model_.claim->name);
    reserve(model_.globals.slots);
    reserve(model_.constants.slots);
    reserve(model_.channels);
    for (const ProcessType& type : model_.process_types) {
      reserve(type.frame.slots);
      reserve(type.locations);
    }
  }

  void find_constant_owners() {
    const IdMap<SlotId, Slot>& constants = model_.constants.slots;
    names_.constant_owner = IdMap<SlotId, ProcessTypeId>(constants.size(), no_id<ProcessTypeId>);
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const auto id = to_id<SlotId>(i);
      for (std::size_t k = 0; k < model_.process_types.size(); ++k) {
        const auto type = to_id<ProcessTypeId>(k);
        const std::string prefix = dve::local_constant_name(model_.process_types[type].name, "");
        if (!constants[id].name.starts_with(prefix) || !is_read_only_by(type, id)) continue;
        names_.constant_owner[id] = type;
        break;
      }
    }
  }

  bool is_read_only_by(ProcessTypeId type, SlotId constant) const {
    const std::set<ProcessTypeId>& readers = survey_.constant_readers[constant];
    return readers.empty() || readers == std::set{type};
  }

  std::string fresh(std::string name) {
    for (char& c : name) {
      if (!is_word_character(c)) c = '_';
    }
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name.insert(0, "_");
    while (reserved_.contains(name) || !is_dve_name(name)) name += '_';
    reserved_.insert(name);
    return name;
  }

  // `owner` is " of P", or empty.
  void change(std::string& name, std::string_view what, std::string_view owner) {
    const std::string before = std::exchange(name, fresh(name));
    names_.changes.push_back(
        fmt::format("the {} '{}'{} is called '{}' here", what, shown(before), owner, name));
  }

  void name_global(std::string& name, std::string_view what) {
    if (!is_dve_name(name) || globals_.contains(name)) change(name, what, "");
    globals_.insert(name);
  }

  void name_global_variable(Slot& slot) {
    name_global(slot.name, "variable");
    global_variables_.insert(slot.name);
  }

  // Nobody meets the names of constants in a state or a trace, so their change is not worth a line.
  void name_global_constant(Slot& slot) {
    if (!is_dve_name(slot.name) || globals_.contains(slot.name)) slot.name = fresh(slot.name);
    globals_.insert(slot.name);
    global_variables_.insert(slot.name);
  }

  void name_locals(ProcessTypeId id) {
    ProcessType& type = model_.process_types[id];
    const std::string prefix = dve::local_constant_name(type.name, "");
    std::set<std::string> locals;
    const auto is_free = [&](const std::string& name) {
      return is_dve_name(name) && !globals_.contains(name) && !locals.contains(name);
    };
    const std::string of_type = fmt::format(" of {}", shown(type.name));
    for (Slot& slot : type.frame.slots) {
      if (!is_free(slot.name)) change(slot.name, "variable", of_type);
      locals.insert(slot.name);
    }
    for (std::size_t i = 0; i < model_.constants.slots.size(); ++i) {
      if (names_.constant_owner[to_id<SlotId>(i)] != id) continue;
      Slot& slot = model_.constants.slots[to_id<SlotId>(i)];
      slot.name.erase(0, prefix.size());
      if (!is_free(slot.name)) slot.name = fresh(slot.name);
      locals.insert(slot.name);
    }
    for (Location& location : type.locations) {
      // A state may repeat the name of a global variable: no expression can mean the state.
      const bool repeats =
          global_variables_.contains(location.name) && !locals.contains(location.name);
      if (!repeats && !is_free(location.name)) change(location.name, "location", of_type);
      locals.insert(location.name);
    }
  }

  Model& model_;
  const DveSurvey& survey_;
  DveNames names_;
  std::set<std::string> reserved_;
  std::set<std::string> globals_;
  std::set<std::string> global_variables_;  // constants among them
};

}  // namespace

DveNames give_dve_names(Model& model, const DveSurvey& survey) {
  return Namer(model, survey).run();
}

}  // namespace clew
