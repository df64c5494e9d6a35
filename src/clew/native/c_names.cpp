#include "clew/native/c_names.hpp"

#include <array>
#include <cctype>

namespace clew {

namespace {

// The words of C, and what the text itself defines.
constexpr std::array reserved{"auto",        "break",       "case",
                              "char",        "const",       "continue",
                              "default",     "do",          "double",
                              "else",        "enum",        "extern",
                              "float",       "for",         "goto",
                              "if",          "inline",      "int",
                              "long",        "register",    "restrict",
                              "return",      "short",       "signed",
                              "sizeof",      "static",      "struct",
                              "switch",      "typedef",     "union",
                              "unsigned",    "void",        "volatile",
                              "while",       "asm",         "typeof",
                              "word",        "Run",         "run",
                              "s",           "t",           "p",
                              "q",           "r",           "e",
                              "go",          "goes",        "always",
                              "arrived",     "zero",        "i",
                              "n",           "m",           "at",
                              "checked",     "quotient",    "rest",
                              "shift_left",  "shift_right", "wrapped",
                              "bits",        "set_bits",    "found",
                              "failed",      "moves",       "look",
                              "begin",       "copy",        "here",
                              "first",       "before",      "escape",
                              "alternative", "self",        "message",
                              "main",        "memcpy",      "memmove",
                              "within",      "asserted",    "label",
                              "labels",      "moved",       "open",
                              "unread",      "number",      "channel",
                              "NULL",        "next",        "end",
                              "errors",      "asserting",   "firings",
                              "source",      "nothing",     "taken",
                              "ignored",     "timeout",     "committed",
                              "listing",     "host",        "more",
                              "foreign",     "go_on",       "listed",
                              "keep",        "forget",      "canonical",
                              "count",       "type_of",     "place_of",
                              "object_at",   "own_channel", "has_mark",
                              "start",       "terminate",   "allocate",
                              "hesitates",   "refused",     "listens",
                              "fit",         "holds",       "made",
                              "other",       "tried",       "asked",
                              "joined",      "older",       "shift",
                              "seen",        "no_value",    "alive",
                              "above",       "below",       "present",
                              "none",        "combined",    "shared",
                              "merge",       "clear",       "finished",
                              "claims",      "join",        "emit",
                              "fail",        "finish",      "steps",
                              "claim_moves", "enabled",     "process",
                              "object",      "location_of", "some_location_of",
                              "length_of",   "is_empty",    "is_full",
                              "mask",        "blocked",     "fire",
                              "b",           "chosen",      "c",
                              "where",       "which",       "what"};

}  // namespace

std::string c_identifier(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (fits) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out.front())) != 0) out = "v" + out;
  return out;
}

std::string c_comment(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool ends_comment = c == '/' && !out.empty() && out.back() == '*';
    const bool begins_comment = c == '*' && !out.empty() && out.back() == '/';
    if (ends_comment || begins_comment) out += ' ';
    const bool is_plain = static_cast<unsigned char>(c) >= ' ' && c != '\\' && c != '?';
    out += is_plain ? c : (c == '\\' || c == '?' ? c : ' ');
  }
  // A backslash at the end would join the next line, and ?? may begin a trigraph.
  if (!out.empty() && out.back() == '\\') out += ' ';
  return out;
}

CNames::CNames(const Model& model, const PackedLayout& layout) {
  for (const char* word : reserved) taken_.insert(word);
  for (const Slot& slot : model.globals.slots) globals.push_back(unique(c_identifier(slot.name)));
  for (const Channel& channel : model.channels) channels.add(unique(c_identifier(channel.name)));
  for (std::size_t i = 0; i < layout.positions.size(); ++i) {
    const ProcessType& type = model.process_types[layout.positions[i]];
    const bool is_first = i < model.processes.size();
    const std::string name = is_first ? model.processes[to_id<ProcessId>(i)].name : type.name;
    processes.add(owner(c_identifier(name), type.frame));
  }
  if (model.claim) claim = owner("claim", model.process_types[model.claim->type].frame);
  for (const ProcessType& type : model.process_types) {
    types.add(owner(c_identifier(type.name), type.frame));
  }
  for (const ObjectType& type : model.object_types) {
    objects.add(owner(c_identifier(type.name), type.frame));
  }
  for (const Slot& slot : model.choices.slots) {
    choices.push_back(unique("choice_" + c_identifier(slot.name)));
  }
  for (const Slot& slot : model.constants.slots) {
    constants.push_back(unique(c_identifier(slot.name)));
  }
}

CNames::Owner CNames::owner(const std::string& name, const Frame& frame) {
  Owner out;
  out.name = unique(name);
  out.at = unique(out.name + "_at");
  for (const Slot& slot : frame.slots) {
    out.slots.push_back(unique(out.name + "_" + c_identifier(slot.name)));
  }
  return out;
}

std::string CNames::unique(const std::string& wanted) {
  // Helpers of the text are called like what they are about, with one of these words.
  constexpr std::array prefixes{"set_",  "send_", "sort_",   "take_", "length_",
                                "item_", "put_",  "remote_", "go_on_"};
  const auto is_free = [&](const std::string& name) {
    if (taken_.contains(name)) return false;
    for (const char* prefix : prefixes) {
      if (taken_.contains(prefix + name)) return false;
    }
    return true;
  };
  std::string name = wanted;
  for (int i = 2; !is_free(name); ++i) name = wanted + "_" + std::to_string(i);
  taken_.insert(name);
  for (const char* prefix : prefixes) taken_.insert(prefix + name);
  return name;
}

}  // namespace clew
