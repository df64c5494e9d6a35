#include "clew/export/dve_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "clew/export/legal_names.hpp"
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

class Namer {
 public:
  Namer(Model& model, const DveSurvey& survey)
      : model_(model), survey_(survey), giver_(model, is_dve_name) {}

  DveNames run() {
    find_constant_owners();
    for (Process& process : model_.processes) giver_.name_global(process.name, "process");
    if (model_.claim) giver_.name_global(model_.claim->name, "process");
    for (Slot& slot : model_.globals.slots) name_global_variable(slot);
    for (std::size_t i = 0; i < model_.constants.slots.size(); ++i) {
      const auto id = to_id<SlotId>(i);
      if (!is_some(names_.constant_owner[id])) name_global_constant(model_.constants.slots[id]);
    }
    for (Channel& channel : model_.channels) giver_.name_global(channel.name, "channel");
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      if (is_written(model_, to_id<ProcessTypeId>(i))) name_locals(to_id<ProcessTypeId>(i));
    }
    names_.changes = std::move(giver_.changes);
    return std::move(names_);
  }

 private:
  void find_constant_owners() {
    const IdMap<SlotId, Slot>& constants = model_.constants.slots;
    names_.constant_owner = IdMap<SlotId, ProcessTypeId>(constants.size(), no_id<ProcessTypeId>);
    for (std::size_t i = 0; i < constants.size(); ++i) {
      const auto id = to_id<SlotId>(i);
      for (std::size_t k = 0; k < model_.process_types.size(); ++k) {
        const auto type = to_id<ProcessTypeId>(k);
        const std::string prefix = dve::local_name(model_.process_types[type].name, "");
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

  void name_global_variable(Slot& slot) {
    giver_.name_global(slot.name, "variable");
    global_variables_.insert(slot.name);
  }

  // Nobody meets the names of constants in a state or a trace, so their change is not worth a line.
  void name_global_constant(Slot& slot) {
    if (!is_dve_name(slot.name) || giver_.is_global(slot.name)) slot.name = giver_.fresh(slot.name);
    giver_.add_global(slot.name);
    global_variables_.insert(slot.name);
  }

  void name_locals(ProcessTypeId id) {
    ProcessType& type = model_.process_types[id];
    const std::string prefix = dve::local_name(type.name, "");
    std::set<std::string> locals;
    const auto is_free = [&](const std::string& name) {
      return is_dve_name(name) && !giver_.is_global(name) && !locals.contains(name);
    };
    const std::string of_type = fmt::format(" of {}", shown_name(type.name));
    for (Slot& slot : type.frame.slots) {
      if (!is_free(slot.name)) giver_.change(slot.name, slot.name, "variable", of_type);
      locals.insert(slot.name);
    }
    for (std::size_t i = 0; i < model_.constants.slots.size(); ++i) {
      if (names_.constant_owner[to_id<SlotId>(i)] != id) continue;
      Slot& slot = model_.constants.slots[to_id<SlotId>(i)];
      slot.name.erase(0, prefix.size());
      if (!is_free(slot.name)) slot.name = giver_.fresh(slot.name);
      locals.insert(slot.name);
    }
    for (Location& location : type.locations) {
      // A state may repeat the name of a global variable: no expression can mean the state.
      const bool repeats =
          global_variables_.contains(location.name) && !locals.contains(location.name);
      if (!repeats && !is_free(location.name))
        giver_.change(location.name, location.name, "location", of_type);
      locals.insert(location.name);
    }
  }

  Model& model_;
  const DveSurvey& survey_;
  NameGiver giver_;
  DveNames names_;
  std::set<std::string> global_variables_;  // constants among them
};

}  // namespace

DveNames give_dve_names(Model& model, const DveSurvey& survey) {
  return Namer(model, survey).run();
}

}  // namespace clew
