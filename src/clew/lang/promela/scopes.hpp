// What the names of a Promela model stand for, and where variables live in the state.
//
// A variable of a record type becomes one slot per simple field: of `R r[3]`, where R has a field
// `byte f[2]`, it is the slot "r[].f[]" with 6 elements.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "clew/base/diagnostic.hpp"
#include "clew/lang/promela/syntax.hpp"

namespace clew::promela {

// A simple part of a variable: the variable itself, or a field of its record.
struct Leaf {
  std::string path;                       // ".a.b" within the record; empty for a simple variable
  std::string name_suffix;                // ".a[].b", as it goes into the slot's name
  std::vector<std::uint32_t> dimensions;  // of the fields on the way
  TypeSyntax type;
  bool is_pointer = false;
  bool is_array = false;                  // the field itself, not one on the way
  const VariableSyntax* field = nullptr;  // null for a simple variable
};

inline constexpr std::size_t message_items_max = 65'535;

// How many values these dimensions make together; no more than one more than a state can hold.
std::uint64_t element_count(const std::vector<std::uint32_t>& dimensions);

struct Variable {
  Name name;
  TypeSyntax type;
  bool is_pointer = false;
  bool is_array = false;
  std::uint32_t length = 1;
  Scope scope = Scope::Global;          // or Self
  std::map<std::string, SlotId> slots;  // by path
  // A channel variable that never changes needs no room in the state: it is the channel(s) that
  // came with its process, from this one on.
  std::optional<Value> own_channel;
  bool is_no_channel = false;  // never given one: its slot is there to be named, and always 0

  bool is_record() const { return type.base == BaseType::Record && !is_pointer; }
};

class Symbols {
 public:
  Symbols(Model& model, const FileSyntax& file, Diagnostics& diagnostics);

  // --- types
  const RecordSyntax* record(const std::string& name) const;
  // The simple parts of a type, in order; none after an error.
  std::vector<Leaf> leaves(const TypeSyntax& type, bool is_pointer);
  ValueType value_type(const TypeSyntax& type, bool is_pointer, bool is_array);
  // The kind of heap object that `new` makes for this type.
  ObjectTypeId object_type(const TypeSyntax& type);
  std::optional<Value> mtype_value(const std::string& name) const;

  // --- variables
  using Block = std::unordered_map<std::string, Variable>;
  void open_block(Block block = {}) { blocks_.push_back(std::move(block)); }
  void close_block() { blocks_.pop_back(); }
  std::size_t block_count() const { return blocks_.size(); }
  // Closes all blocks but the first `count`, to be opened again later.
  std::vector<Block> take_blocks(std::size_t count);
  void enter_process(ProcessTypeId type) { process_ = type; }
  // Declares the variable in the innermost block, with room in the globals or in the process.
  Variable& declare(const VariableSyntax& syntax, bool is_parameter = false);
  const Variable* find(const std::string& name) const;           // null if there is none
  const Variable* find_in_block(const std::string& name) const;  // the innermost
  // A variable of a process as seen from outside: the first one declared with that name.
  const Variable* find_in_process(const std::string& type_name, const std::string& name) const;
  std::vector<std::string> visible_names() const;

  // The value of an expression that is the same in all states, or nothing and an error.
  std::optional<Value> constant(SyntaxId node, std::string_view what);

 private:
  void declare_mtypes();
  void declare_records();
  void find_changed_channels();
  void note_change(SyntaxId target);
  void note_changes(const Sequence& sequence);
  void add_leaves(const VariableSyntax& field, Leaf prefix, std::vector<Leaf>& out, int depth);
  std::optional<Value> unknown_constant(const Name& name, std::string_view what);
  bool is_well_made(const RecordSyntax& record, SourceSpan used_at);
  void check_name(const VariableSyntax& syntax);
  std::uint32_t length_of(const VariableSyntax& syntax);
  bool is_fixed_channel(const VariableSyntax& syntax, bool is_parameter) const;
  Value make_channels(const ChannelSyntax& syntax, const std::string& name, std::uint32_t count,
                      bool is_array);
  void set_up_channels(const Leaf& leaf, SlotId id);
  void add_slots(const VariableSyntax& syntax, Variable& variable, bool is_parameter);
  std::vector<Value> initial_values(const VariableSyntax& syntax, const ValueType& type,
                                    std::uint32_t length);
  Channel channel_type(const ChannelSyntax& syntax, const std::string& name);
  bool take_room(std::uint64_t values, SourceSpan span);
  std::string free_slot_name(const Frame& frame, const std::string& name);
  Frame& frame();

  Model& model_;
  const FileSyntax& file_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, const RecordSyntax*> records_;
  enum class Making : std::uint8_t { UnderWay, Well, Badly };
  std::unordered_map<std::string, Making> made_well_;           // by record
  std::unordered_map<std::string, std::uint64_t> leaf_counts_;  // by record
  struct MtypeName {
    Value value;
    EnumerationId enumeration;
  };
  std::unordered_map<std::string, MtypeName> mtype_names_;
  std::unordered_map<std::string, EnumerationId> enumerations_;  // by set; "" is the common one
  std::map<std::string, ObjectTypeId> object_types_;
  std::unordered_set<std::string> changed_;  // names that something is assigned to
  ProcessTypeId process_ = no_id<ProcessTypeId>;
  std::vector<Block> blocks_;  // the first holds the globals
  std::map<std::pair<std::string, std::string>, Variable> process_variables_;
  std::uint64_t room_taken_ = 0;
  std::map<std::pair<ProcessTypeId, std::string>, std::size_t> next_number_;  // for equal names
};

}  // namespace clew::promela
