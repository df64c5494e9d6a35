#include "clew/export/promela_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/export/legal_names.hpp"
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

constexpr std::string_view meaningful_prefixes[] = {"accept", "end", "progress"};

bool has_meaning(std::string_view label) {
  return std::any_of(std::begin(meaningful_prefixes), std::end(meaningful_prefixes),
                     [&](std::string_view prefix) { return label.starts_with(prefix); });
}

// The prefixes that say in Promela what the location is.
std::vector<std::string_view> meanings_of(const Location& location, bool is_claim) {
  const bool flags[] = {location.accepting, location.is_end && !is_claim,
                        location.is_progress && !is_claim};
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < std::size(flags); ++i) {
    if (flags[i]) out.push_back(meaningful_prefixes[i]);
  }
  return out;
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
    for (std::size_t i = 0; i < type.locations.size(); ++i) {
      name_location(id, to_id<LocationId>(i), is_free);
      locals.insert(type.locations[to_id<LocationId>(i)].name);
    }
  }

  // Its name begins with one of the words that mean what it is, or with none; what else it is say
  // further labels.
  template <class IsFree>
  void name_location(ProcessTypeId id, LocationId at, const IsFree& is_free) {
    ProcessType& type = model_.process_types[id];
    std::string& name = type.locations[at].name;
    const std::string of_type = fmt::format(" of {}", type.name);
    const bool is_claim = model_.claim && model_.claim->type == id;
    const std::string before = name;
    std::vector<std::string_view> meanings = meanings_of(type.locations[at], is_claim);
    const auto told = std::find_if(meanings.begin(), meanings.end(), [&](std::string_view prefix) {
      return name.starts_with(prefix);
    });
    if (told != meanings.end()) {
      meanings.erase(told);
      if (!is_free(name)) giver_.change(name, name, "location", of_type);
    } else if (!meanings.empty()) {
      giver_.change(name, fmt::format("{}_{}", meanings.front(), name), "location", of_type);
      meanings.erase(meanings.begin());
    } else if (has_meaning(name)) {
      giver_.change(name, "at_" + name, "location", of_type);
    } else if (!is_free(name)) {
      giver_.change(name, name, "location", of_type);
    }
    for (const std::string_view meaning : meanings) {
      names_.further_labels[{id, at}].push_back(
          giver_.fresh(fmt::format("{}_{}", meaning, before)));
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
