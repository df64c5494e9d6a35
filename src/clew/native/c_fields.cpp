#include "clew/native/c_fields.hpp"

#include <fmt/format.h>

#include <limits>

namespace clew {

std::uint64_t low_bits(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

std::string c_word(std::uint64_t value) { return fmt::format("0x{:x}ULL", value); }

std::string c_number(Value value) {
  // Without the detour the smallest would be a 64-bit number.
  if (value == std::numeric_limits<Value>::min()) return "(-2147483647 - 1)";
  return value < 0 ? fmt::format("({})", value) : std::to_string(value);
}

std::string c_channel_name(const CNames& names, ChannelId channel, ProcessId owner) {
  if (!is_some(owner)) return names.channels[channel];
  return names.processes[owner].name + "_" + names.channels[channel];
}

namespace {

class FieldPrinter {
 public:
  FieldPrinter(const Model& model, const PackedLayout& layout, const CNames& names)
      : model_(model), layout_(layout), names_(names) {}

  std::vector<CDefinition> print() {
    frame(model_.globals, layout_.globals, names_.globals);
    for (std::size_t i = 0; i < model_.channels.size(); ++i) {
      const auto id = to_id<ChannelId>(i);
      const Channel& declared = model_.channels[id];
      if (declared.is_global() && !declared.is_rendezvous()) {
        channel(layout_.channels[id], names_.channels[id]);
      }
    }
    if (model_.claim) {
      process(model_.process_types[model_.claim->type], layout_.claim, names_.claim);
    }
    if (layout_.is_fixed) {
      fixed_processes();
    } else {
      types();
    }
    return std::move(definitions_);
  }

 private:
  void fixed_processes() {
    scalar(layout_.alive, "alive");
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      const auto id = to_id<ProcessId>(i);
      const ProcessType& type = model_.process_types[layout_.positions[i]];
      process(type, layout_.processes[id], names_.processes[id]);
      for (std::size_t k = 0; k < type.channels.size(); ++k) {
        if (model_.channels[type.channels[k]].is_rendezvous()) continue;
        channel(layout_.processes[id].channels[k], c_channel_name(names_, type.channels[k], id));
      }
    }
  }

  void types() {
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto id = to_id<ProcessTypeId>(i);
      const ProcessType& type = model_.process_types[id];
      process(type, layout_.process_types[id], names_.types[id]);
      for (std::size_t k = 0; k < type.channels.size(); ++k) {
        if (model_.channels[type.channels[k]].is_rendezvous()) continue;
        channel(layout_.process_types[id].channels[k], names_.channels[type.channels[k]]);
      }
    }
    for (std::size_t i = 0; i < model_.object_types.size(); ++i) {
      const auto id = to_id<ObjectTypeId>(i);
      frame(model_.object_types[id].frame, layout_.object_types[id], names_.objects[id].slots);
    }
  }

  void process(const ProcessType& type, const PackedProcess& packed, const CNames::Owner& owner) {
    title(fmt::format("\n/* {} */\n", c_comment(owner.name)));
    scalar(packed.location, owner.at);
    frame(type.frame, packed.slots, owner.slots);
  }

  void frame(const Frame& frame, const std::vector<PackedSlot>& slots,
             const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (frame.slots[to_id<SlotId>(i)].is_vector) {
        vector(slots[i], names[i]);
      } else {
        scalar(slots[i], names[i]);
      }
    }
  }

  // The value that these bits stand for.
  static std::string decoded(const std::string& bits, const ValueCode& code) {
    std::string value = "(int)(" + bits + ")";
    if (code.low == std::numeric_limits<Value>::min()) {
      value += " - 2147483647 - 1";  // C has no such number
    } else if (code.low != 0) {
      value += code.low < 0 ? fmt::format(" - {}", -std::int64_t{code.low})
                            : fmt::format(" + {}", code.low);
    }
    return code.has_gap()
               ? fmt::format("above({}, {}, {}u)", value, c_number(code.gap_after), code.gap)
               : value;
  }
  // The bits that stand for a value.
  static std::string encoded(const std::string& value, const ValueCode& code) {
    const std::string closed = code.has_gap() ? fmt::format("below({}, {}, {}u)", value,
                                                            c_number(code.gap_after), code.gap)
                                              : fmt::format("({})", value);
    if (code.low == 0) return "(word)(unsigned)" + closed;
    if (code.low < 0) {
      return fmt::format("(word)(unsigned)({} + {}u)", closed, -std::int64_t{code.low});
    }
    return fmt::format("(word)(unsigned)({} - {})", closed, code.low);
  }
  static std::string shifted(const std::string& value, const std::string& shift) {
    return shift == "0" ? value : fmt::format("{} << {}", value, shift);
  }

  void title(std::string text) { definitions_.push_back({{}, std::move(text), true}); }
  void define(const std::string& name, std::string text) {
    definitions_.push_back({name, std::move(text)});
  }
  // A function that was printed to out_.
  void define_function(const std::string& name) { define(name, std::exchange(out_, {})); }

  void scalar(const PackedSlot& slot, const std::string& name) {
    if (slot.width == 0) {
      // Where it lies is found all the same: there may be no such object.
      define(name,
             fmt::format("#define {}(S) ((void)(S), always({}))\n", name, c_number(slot.low)));
      define("set_" + name, fmt::format("#define set_{}(S, V) ((void)(S), (void)(V))\n", name));
      return;
    }
    const std::string shift = std::to_string(slot.shift);
    const std::string right = slot.shift == 0 ? "" : " >> " + shift;
    const std::uint64_t mask = low_bits(slot.width);
    const std::string bits = fmt::format("(S)[{}]{} & {}", slot.word, right, c_word(mask));
    define(name, fmt::format("#define {}(S) ({})\n", name, decoded(bits, slot)));
    define("set_" + name, fmt::format("#define set_{}(S, V) ((S)[{}] = ((S)[{}] & {}) | {})\n",
                                      name, slot.word, slot.word, c_word(~(mask << slot.shift)),
                                      shifted(encoded("V", slot), shift)));
  }

  void vector(const PackedSlot& slot, const std::string& name) {
    if (slot.width == 0) {
      define(name, fmt::format("#define {}(S, I) ((void)(S), (void)(I), always({}))\n", name,
                               c_number(slot.low)));
      define("set_" + name,
             fmt::format("#define set_{}(S, I, V) ((void)(S), (void)(I), (void)(V))\n", name));
      return;
    }
    if (slot.count > slot.per_word) return long_vector(slot, name);
    const std::string mask = c_word(low_bits(slot.width));
    const std::string step = slot.width == 1 ? "(I)" : fmt::format("(I) * {}", slot.width);
    const std::string shift = slot.shift == 0 ? step : fmt::format("{} + {}", step, slot.shift);
    const std::string bits = fmt::format("(S)[{}] >> ({}) & {}", slot.word, shift, mask);
    define(name, fmt::format("#define {}(S, I) ({})\n", name, decoded(bits, slot)));
    define("set_" + name,
           fmt::format(
               "#define set_{}(S, I, V) \\\n  ((S)[{}] = ((S)[{}] & ~({} << ({}))) | {} << ({}))\n",
               name, slot.word, slot.word, mask, shift, encoded("V", slot), shift));
  }

  // In more than one word.
  void long_vector(const PackedSlot& slot, const std::string& name) {
    const std::string mask = c_word(low_bits(slot.width));
    const std::string bits = fmt::format("s[{} + i / {}] >> i % {} * {} & {}", slot.word,
                                         slot.per_word, slot.per_word, slot.width, mask);
    define(name, fmt::format("static int {}(const word *s, int i) {{\n  return {};\n}}\n", name,
                             decoded(bits, slot)));
    define("set_" + name, fmt::format("static void set_{}(word *t, int i, int v) {{\n"
                                      "  word *at = t + {} + i / {};\n  int shift = i % {} * {};\n"
                                      "  *at = (*at & ~({} << shift)) | {} << shift;\n}}\n",
                                      name, slot.word, slot.per_word, slot.per_word, slot.width,
                                      mask, encoded("v", slot)));
  }

  // --- channels

  void channel(const PackedChannel& packed, const std::string& name) {
    title(fmt::format("\n/* {}: at most {} messages of {} bits */\n", name, packed.capacity,
                      packed.message_bits));
    scalar(packed.fill, "length_" + name);
    read_item(packed, name);
    put(packed, name);
    send(packed, name);
    sort(packed, name);
    take(packed, name);
  }

  // Where item `item` of message `i` begins.
  static std::string item_at(const PackedChannel& packed, const PackedItem& item) {
    const std::uint64_t begin =
        packed.is_in_one_word() ? packed.messages_begin() % 64 : packed.messages_begin();
    return fmt::format("{} + i * {}", begin + item.offset, packed.message_bits);
  }

  void read_item(const PackedChannel& packed, const std::string& name) {
    out_ += fmt::format("static int item_{}(const word *s, int item, int i) {{\n", name);
    out_ += "  switch (item) {\n";
    for (std::size_t k = 0; k < packed.items.size(); ++k) {
      const PackedItem& item = packed.items[k];
      const std::string at = item_at(packed, item);
      std::string value = "0";
      if (item.width > 0 && packed.is_in_one_word()) {
        value =
            fmt::format("s[{}] >> ({}) & {}", packed.fill.word, at, c_word(low_bits(item.width)));
      } else if (item.width > 0) {
        value = fmt::format("bits(s, {}, {})", at, item.width);
      }
      out_ += fmt::format("    case {}: return {};\n", k, decoded(value, item));
    }
    out_ += "  }\n  return 0;\n}\n";
    define_function("item_" + name);
  }

  // Writes message i, whose bits are zero.
  void put(const PackedChannel& packed, const std::string& name) {
    out_ += fmt::format("static void put_{}(word *t, int i{}) {{\n", name, parameters(packed, "v"));
    for (std::size_t k = 0; k < packed.items.size(); ++k) {
      const PackedItem& item = packed.items[k];
      const std::string value = encoded(fmt::format("v{}", k), item);
      if (item.width == 0) continue;
      if (packed.is_in_one_word()) {
        out_ += fmt::format("  t[{}] |= ({} & {}) << ({});\n", packed.fill.word, value,
                            c_word(low_bits(item.width)), item_at(packed, item));
      } else {
        out_ +=
            fmt::format("  set_bits(t, {}, {}, {});\n", item_at(packed, item), item.width, value);
      }
    }
    out_ += "}\n";
    define_function("put_" + name);
  }

  static std::string parameters(const PackedChannel& packed, const char* letter) {
    std::string out;
    for (std::size_t k = 0; k < packed.items.size(); ++k)
      out += fmt::format(", int {}{}", letter, k);
    return out;
  }
  static std::string arguments(const PackedChannel& packed, const char* letter) {
    std::string out;
    for (std::size_t k = 0; k < packed.items.size(); ++k) out += fmt::format(", {}{}", letter, k);
    return out;
  }

  void send(const PackedChannel& packed, const std::string& name) {
    out_ += fmt::format("static void send_{}(word *t{}) {{\n", name, parameters(packed, "v"));
    out_ += fmt::format("  int n = length_{}(t);\n", name);
    out_ += fmt::format("  put_{}(t, n{});\n", name, arguments(packed, "v"));
    out_ += fmt::format("  set_length_{}(t, n + 1);\n}}\n", name);
    define_function("send_" + name);
  }

  // Copies message `from` over message `to`.
  void move_message(const PackedChannel& packed, const std::string& name, const char* to,
                    const char* from) {
    for (std::size_t k = 0; k < packed.items.size(); ++k) {
      const PackedItem& item = packed.items[k];
      if (item.width == 0) continue;
      const std::string at = fmt::format("{} + {} * {}", packed.messages_begin() + item.offset, to,
                                         packed.message_bits);
      out_ += fmt::format("    set_bits(t, {}, {}, {});\n", at, item.width,
                          encoded(fmt::format("item_{}(t, {}, {})", name, k, from), item));
    }
  }
  void clear_message(const PackedChannel& packed, const char* which) {
    for (const PackedItem& item : packed.items) {
      if (item.width == 0) continue;
      out_ += fmt::format("  set_bits(t, {} + {} * {}, {}, 0);\n",
                          packed.messages_begin() + item.offset, which, packed.message_bits,
                          item.width);
    }
  }

  // In front of the first message that is greater.  The order is that of the values g before they are
  // cut down to v.
  void sort(const PackedChannel& packed, const std::string& name) {
    out_ += fmt::format("static void sort_{}(word *t{}{}) {{\n", name, parameters(packed, "g"),
                        parameters(packed, "v"));
    out_ += fmt::format("  int n = length_{}(t), i = 0, k;\n", name);
    out_ += "  for (; i < n; i++) {\n";
    for (std::size_t k = 0; k < packed.items.size(); ++k) {
      out_ += fmt::format("    if (g{} != item_{}(t, {}, i)) {{\n", k, name, k);
      out_ += fmt::format("      if (g{} < item_{}(t, {}, i)) break;\n      continue;\n    }}\n", k,
                          name, k);
    }
    out_ += "  }\n  for (k = n; k > i; k--) {\n";
    move_message(packed, name, "k", "(k - 1)");
    out_ += "  }\n";
    clear_message(packed, "i");
    out_ += fmt::format("  put_{}(t, i{});\n", name, arguments(packed, "v"));
    out_ += fmt::format("  set_length_{}(t, n + 1);\n}}\n", name);
    define_function("sort_" + name);
  }

  // Message i goes; the younger ones move up.
  void take(const PackedChannel& packed, const std::string& name) {
    out_ += fmt::format("static void take_{}(word *t, int i) {{\n", name);
    out_ += fmt::format("  int n = length_{}(t);\n", name);
    const std::uint64_t all = std::uint64_t{packed.message_bits} * packed.capacity;
    if (packed.is_in_one_word() && all > 0) {
      const std::uint64_t begin = packed.messages_begin() % 64;
      out_ += fmt::format("  word all = t[{}] >> {} & {};\n", packed.fill.word, begin,
                          c_word(low_bits(static_cast<unsigned>(all))));
      out_ += fmt::format("  word older = ((word)1 << i * {}) - 1;\n", packed.message_bits);
      out_ += fmt::format("  all = (all & older) | (all >> {} & ~older);\n", packed.message_bits);
      out_ +=
          fmt::format("  t[{}] = (t[{}] & {}) | all << {};\n", packed.fill.word, packed.fill.word,
                      c_word(~(low_bits(static_cast<unsigned>(all)) << begin)), begin);
    } else if (all > 0) {
      out_ += "  for (; i < n - 1; i++) {\n";
      move_message(packed, name, "i", "(i + 1)");
      out_ += "  }\n";
      clear_message(packed, "(n - 1)");
    }
    out_ += fmt::format("  set_length_{}(t, n - 1);\n}}\n", name);
    define_function("take_" + name);
  }

  const Model& model_;
  const PackedLayout& layout_;
  const CNames& names_;
  std::vector<CDefinition> definitions_;
  std::string out_;
};

}  // namespace

std::vector<CDefinition> c_fields(const Model& model, const PackedLayout& layout,
                                  const CNames& names) {
  return FieldPrinter(model, layout, names).print();
}

}  // namespace clew
