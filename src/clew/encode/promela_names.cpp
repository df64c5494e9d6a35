#include "clew/encode/promela_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/encode/name_giver.hpp"
#include "clew/lang/promela/lexer.hpp"

namespace clew {

namespace {

// Names that SPIN or the C program it writes would misunderstand.
bool is_taken(std::string_view name) {
  static const std::set<std::string_view> words = {
      "auto",        "case",       "char",   "const",   "continue",   "default", "double",
      "enum",        "extern",     "float",  "for",     "linux",      "long",    "main",
      "now",         "register",   "signed", "sizeof",  "static",     "struct",  "switch",
      "union",       "unix",       "void",   "while",   "volatile",   "return",  "restrict",
      "_",           "_last",      "_nr_pr", "_pid",    "_priority",  "_p",      "_t",
      "_n",          "init",       "never",  "STDIN",   "null",       "new",     "reset",
      "always",      "eventually", "until",  "implies", "equivalent", "release", "weakuntil",
      "stronguntil", "next",       "U",      "V",       "W",          "X",       "in",
      "this",        "trpt",       "uint",   "uchar",   "ushort",     "ulong",   "trans",
      "errno",       "NULL",       "EOF",    "stdin",   "stdout",     "stderr",  "State",
      "Trail",       "Trans",      "BFS"};
  // The types of processes and channels in pan.c.
  const bool is_numbered = name.size() > 1 && (name[0] == 'P' || name[0] == 'Q') &&
                           std::all_of(name.begin() + 1, name.end(), is_digit);
  return is_numbered || words.contains(name);
}

bool is_promela_name(const std::string& name) {
  const std::vector<promela::Token> tokens = promela::tokenize_made(name, {});
  return tokens.size() == 2 && tokens[0].kind == promela::TokenKind::Identifier &&
         tokens[0].text.size() == name.size() && !is_taken(name);
}

bool has_meaning(std::string_view label) {
  return label.starts_with("accept") || label.starts_with("end") || label.starts_with("progress");
}

class Namer {
 public:
  Namer(Model& model, const PromelaSurvey& survey)
      : model_(model), survey_(survey), giver_(model, is_promela_name) {}

  PromelaNames run() {
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto id = to_id<ProcessTypeId>(i);
      if (is_written(model_, id)) giver_.name_global(model_.process_types[id].name, "process");
    }
    for (Slot& slot : model_.globals.slots) giver_.name_global(slot.name, "variable");
    for (Channel& channel : model_.channels) giver_.name_global(channel.name, "channel");
    // Nobody meets the names of constants in a state or a trace, so their change is not worth a line.
    for (Slot& slot : model_.constants.slots) {
      const bool is_free = is_promela_name(slot.name) && !giver_.is_global(slot.name);
      if (!is_free) slot.name = giver_.fresh(slot.name);
      giver_.add_global(slot.name);
    }
    if (survey_.has_committed) giver_.add_global(names_.committed = giver_.fresh("committed"));
    for (const auto& [type, slot] : survey_.shared) name_shared(type, slot);
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      if (is_written(model_, to_id<ProcessTypeId>(i))) name_locals(to_id<ProcessTypeId>(i));
    }
    for (Process& process : model_.processes)
      process.name = model_.process_types[process.type].name;
    names_.changes = std::move(giver_.changes);
    return std::move(names_);
  }

 private:
  void name_shared(ProcessTypeId type, SlotId slot) {
    const ProcessType& owner = model_.process_types[type];
    const std::string name =
        giver_.fresh(fmt::format("{}_{}", owner.name, owner.frame.slots[slot].name));
    giver_.add_global(name);
    names_.shared.emplace(std::pair{type, slot}, name);
    giver_.changes.push_back(fmt::format("the variable '{}' of {} is the global '{}' here",
                                         shown_name(owner.frame.slots[slot].name), owner.name,
                                         name));
  }

  void name_locals(ProcessTypeId id) {
    ProcessType& type = model_.process_types[id];
    std::set<std::string> locals;
    const auto is_free = [&](const std::string& name) {
      return is_promela_name(name) && !giver_.is_global(name) && !locals.contains(name);
    };
    const std::string of_type = fmt::format(" of {}", type.name);
    for (std::size_t i = 0; i < type.frame.slots.size(); ++i) {
      const auto slot = to_id<SlotId>(i);
      if (names_.shared.contains({id, slot})) continue;
      std::string& name = type.frame.slots[slot].name;
      if (!is_free(name)) giver_.change(name, name, "variable", of_type);
      locals.insert(name);
    }
    const bool is_claim = model_.claim && model_.claim->type == id;
    for (Location& location : type.locations) {
      const bool accepts = is_claim && location.accepting;
      if (accepts && !location.name.starts_with("accept")) {
        giver_.change(location.name, "accept_" + location.name, "location", of_type);
      } else if (!accepts && has_meaning(location.name)) {
        giver_.change(location.name, "at_" + location.name, "location", of_type);
      } else if (!is_free(location.name)) {
        giver_.change(location.name, location.name, "location", of_type);
      }
      locals.insert(location.name);
    }
  }

  Model& model_;
  const PromelaSurvey& survey_;
  NameGiver giver_;
  PromelaNames names_;
};

}  // namespace

PromelaNames give_promela_names(Model& model, const PromelaSurvey& survey) {
  return Namer(model, survey).run();
}

}  // namespace clew
