// What the parts of a model are called in C text: short, readable, and different from each other, from
// the words of C and from the helpers of the text itself.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "clew/model/packed_layout.hpp"

namespace clew {

struct CNames {
  CNames(const Model& model, const PackedLayout& layout);

  std::vector<std::string> globals;    // by slot
  std::vector<std::string> constants;  // by slot
  std::vector<std::string> choices;    // by slot
  IdMap<ChannelId, std::string> channels;
  // What has values of its own: its name, where it is, its slots.
  struct Owner {
    std::string name;
    std::string at;
    std::vector<std::string> slots;
  };
  IdMap<ProcessTypeId, Owner> types;
  IdMap<ProcessId, Owner> processes;  // states of fixed length
  IdMap<ObjectTypeId, Owner> objects;
  Owner claim;

 private:
  std::string unique(const std::string& wanted);
  Owner owner(const std::string& name, const Frame& frame);

  std::unordered_set<std::string> taken_;
};

// The name with everything that C does not allow in one replaced by '_'.
std::string c_identifier(const std::string& name);

// Text that is safe within a C comment, on one line.
std::string c_comment(const std::string& text);

}  // namespace clew
