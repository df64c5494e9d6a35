#include "clew/encode/promela_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "clew/base/characters.hpp"
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

// A name from anywhere, fit for a comment.
std::string shown(std::string name) {
  for (char& c : name) {
    if (c < ' ' || c > '~' || c == '*' || c == '/') c = '?';
  }
  return name;
}

class Namer {
 public:
  Namer(Model& model, const PromelaSurvey& survey) : model_(model), survey_(survey) {}

  PromelaNames run() {
    reserve_all();
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto id = to_id<ProcessTypeId>(i);
      if (is_written(id)) name_global(model_.process_types[id].name, "process");
    }
    for (Slot& slot : model_.globals.slots) name_global(slot.name, "variable");
    for (Channel& channel : model_.channels) name_global(channel.name, "channel");
    // Nobody meets the names of constants in a state or a trace, so their change is not worth a line.
    for (Slot& slot : model_.constants.slots) {
      if (!is_promela_name(slot.name) || globals_.contains(slot.name)) slot.name = fresh(slot.name);
      globals_.insert(slot.name);
    }
    if (survey_.has_committed) globals_.insert(names_.committed = fresh("committed"));
    for (const auto& [type, slot] : survey_.shared) name_shared(type, slot);
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      if (is_written(to_id<ProcessTypeId>(i))) name_locals(to_id<ProcessTypeId>(i));
    }
    for (Process& process : model_.processes)
      process.name = model_.process_types[process.type].name;
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
    reserve(model_.globals.slots);
    reserve(model_.constants.slots);
    reserve(model_.channels);
    reserve(model_.process_types);
    for (const ProcessType& type : model_.process_types) {
      reserve(type.frame.slots);
      reserve(type.locations);
    }
  }

  std::string fresh(std::string name) {
    std::string word;
    for (const char c : name) {  // "P->x" becomes P_x
      if (is_word_character(c)) {
        word += c;
      } else if (word.empty() || word.back() != '_') {
        word += '_';
      }
    }
    if (word.empty() || (word[0] >= '0' && word[0] <= '9')) word.insert(0, "_");
    while (reserved_.contains(word) || !is_promela_name(word)) word += '_';
    reserved_.insert(word);
    return word;
  }

  // `owner` is " of P", or empty.
  void change(std::string& name, const std::string& wanted, std::string_view what,
              std::string_view owner) {
    const std::string before = std::exchange(name, fresh(wanted));
    names_.changes.push_back(
        fmt::format("the {} '{}'{} is called '{}' here", what, shown(before), owner, name));
  }

  void name_global(std::string& name, std::string_view what) {
    if (!is_promela_name(name) || globals_.contains(name)) change(name, name, what, "");
    globals_.insert(name);
  }

  void name_shared(ProcessTypeId type, SlotId slot) {
    const ProcessType& owner = model_.process_types[type];
    const std::string name = fresh(fmt::format("{}_{}", owner.name, owner.frame.slots[slot].name));
    globals_.insert(name);
    names_.shared.emplace(std::pair{type, slot}, name);
    names_.changes.push_back(fmt::format("the variable '{}' of {} is the global '{}' here",
                                         shown(owner.frame.slots[slot].name), owner.name, name));
  }

  void name_locals(ProcessTypeId id) {
    ProcessType& type = model_.process_types[id];
    std::set<std::string> locals;
    const auto is_free = [&](const std::string& name) {
      return is_promela_name(name) && !globals_.contains(name) && !locals.contains(name);
    };
    const std::string of_type = fmt::format(" of {}", type.name);
    for (std::size_t i = 0; i < type.frame.slots.size(); ++i) {
      const auto slot = to_id<SlotId>(i);
      if (names_.shared.contains({id, slot})) continue;
      std::string& name = type.frame.slots[slot].name;
      if (!is_free(name)) change(name, name, "variable", of_type);
      locals.insert(name);
    }
    const bool is_claim = model_.claim && model_.claim->type == id;
    for (Location& location : type.locations) {
      const bool accepts = is_claim && location.accepting;
      if (accepts && !location.name.starts_with("accept")) {
        change(location.name, "accept_" + location.name, "location", of_type);
      } else if (!accepts && has_meaning(location.name)) {
        change(location.name, "at_" + location.name, "location", of_type);
      } else if (!is_free(location.name)) {
        change(location.name, location.name, "location", of_type);
      }
      locals.insert(location.name);
    }
  }

  Model& model_;
  const PromelaSurvey& survey_;
  PromelaNames names_;
  std::set<std::string> reserved_;
  std::set<std::string> globals_;
};

}  // namespace

PromelaNames give_promela_names(Model& model, const PromelaSurvey& survey) {
  return Namer(model, survey).run();
}

}  // namespace clew
