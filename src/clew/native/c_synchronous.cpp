#include "clew/native/c_synchronous.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/native/c_fields.hpp"

namespace clew {

namespace {

// Each process adds its change to those of the processes before it and calls the next one.  A change is
// a copy of the source with the effect run on it, and a mask of the bits that were written: two
// processes that write the same bit of a global variable are in conflict.
class SynchronousPrinter {
 public:
  SynchronousPrinter(const Model& model, const PackedLayout& layout, const CNames& names,
                     CExpressions& expressions, CProcesses& processes)
      : model_(model),
        layout_(layout),
        names_(names),
        expressions_(expressions),
        processes_(processes) {}

  std::string print() {
    std::string out = merging();
    out += declaration("combined") + ";\n";
    if (model_.claim) {
      out += declaration("claims") + ";\n";
      out += process("claims", names_.claim, model_.claim->type, claim_id, "finished");
    }
    std::string next = "combined";
    for (std::size_t i = model_.processes.size(); i-- > 0;) {
      const auto id = to_id<ProcessId>(i);
      const CNames::Owner& owner = names_.processes[id];
      out += process(owner.name, owner, model_.processes[id].type, id, next);
      next = owner.name;
    }
    return out + combined() + moves(next);
  }

 private:
  static std::string declaration(const std::string& name) {
    return fmt::format(
        "static void {}(Run *run, const word *s, const word *here, const word *written, int "
        "broken)",
        name);
  }

  std::string merging() const {
    std::vector<std::uint64_t> shared(std::max(layout_.word_count, 1U), 0);
    for (const PackedSlot& slot : layout_.globals) {
      for (std::uint32_t i = 0; i < slot.count && slot.width > 0; ++i) {
        shared[slot.word + i / slot.per_word] |= low_bits(slot.width)
                                                 << (slot.shift + i % slot.per_word * slot.width);
      }
    }
    std::string words;
    for (const std::uint64_t word : shared) words += (words.empty() ? "" : ", ") + c_word(word);
    return fmt::format(
        "\n/* The bits of global variables. */\nstatic const word shared[] = {{{0}}};\n"
        "\n/* Adds the change c of the bits w to here; 1 if somebody else has written them too. "
        "*/\n"
        "static int merge(word *next, word *all, const word *here, const word *written,\n"
        "                 const word *c, const word *w) {{\n"
        "  int i, conflict = 0;\n"
        "  for (i = 0; i < {1}; i++) {{\n"
        "    if (written[i] & w[i] & shared[i]) conflict = 1;\n"
        "    next[i] = (here[i] & ~w[i]) | (c[i] & w[i]);\n"
        "    all[i] = written[i] | w[i];\n"
        "  }}\n  return conflict;\n}}\n"
        "static void finished(Run *run, const word *s, const word *here, const word *written,\n"
        "                     int broken) {{\n"
        "  run->firings++;\n  if (broken) {{\n    fail(run);\n    return;\n  }}\n  copy(run->next, "
        "here);\n"
        "  emit(run);\n}}\n",
        words, shared.size());
  }

  std::string combined() const {
    return "\n" + declaration("combined") + " {\n  run->steps++;\n  " +
           (model_.claim ? "run->arrived += !broken;\n  claims" : "finished") +
           "(run, s, here, written, broken);\n}\n";
  }

  const PackedSlot& packed(const Place& place, const CView& view) const {
    const std::size_t slot = to_index(place.slot);
    if (place.scope == Scope::Global) return layout_.globals[slot];
    return view.process == claim_id ? layout_.claim.slots[slot]
                                    : layout_.processes[view.process].slots[slot];
  }

  std::string mask_of(const Place& place, const CView& view, const std::string& indent) {
    const PackedSlot& slot = packed(place, view);
    const Slot& declared = expressions_.slot_of(place, view);
    if (slot.width == 0) return "";
    const std::string mask = c_word(low_bits(slot.width));
    if (!declared.is_vector) {
      return fmt::format("{}w[{}] |= {};\n", indent, slot.word,
                         c_word(low_bits(slot.width) << slot.shift));
    }
    const std::string at = "(" + expressions_.element(place, view) + ")";
    return fmt::format("{0}w[{1} + {2} / {3}] |= {4} << ({5} + {2} % {3} * {6});\n", indent,
                       slot.word, at, slot.per_word, mask, slot.shift, slot.width);
  }

  std::string action(ActionId id, const CView& source, const std::string& next) {
    const Action& listed = model_.actions[id];
    CView changed = source;
    changed.state = changed.own = "c";
    const std::string guard =
        is_some(listed.guard) ? expressions_.condition(listed.guard, source) : "1";
    const std::string in = "          ";
    std::string text = fmt::format("        int go = {};\n        if (go || e) {{\n", guard);
    text += in + "copy(c, s);\n" + in + "clear(w);\n";
    const PackedSlot& location = source.process == claim_id
                                     ? layout_.claim.location
                                     : layout_.processes[source.process].location;
    if (location.width > 0) {
      text += fmt::format("{}w[{}] |= {};\n", in, location.word,
                          c_word(low_bits(location.width) << location.shift));
    }
    if (const std::string going = processes_.go_to(listed.from, listed.to, changed);
        !going.empty()) {
      text += in + going;
    }
    for (const Instruction& step : listed.effect) {
      if (step.has_target()) {
        const std::string mask = mask_of(step.target, changed, in);
        text += may_set_e(text) && !mask.empty() ? in + "if (!e)" + mask : mask;
      }
      if (!listed.is_simultaneous) {
        text += processes_.effect(std::vector<Instruction>{step}, changed, in, may_set_e(text));
      }
    }
    if (listed.is_simultaneous) {
      text += processes_.effect(listed, changed, in, may_set_e(text));
    }
    text += in + "if (merge(next, all, here, written, c, w)) e = 1;\n";
    text += in + "before = run->firings;\n";
    text += fmt::format("{}{}(run, s, next, all, broken | e);\n", in, next);
    text += fmt::format("{}if (run->firings != before) run->taken[{}] = 1;\n        }}\n", in,
                        to_index(id));
    return fmt::format("      /* {} */\n", c_comment(listed.text)) +
           processes_.for_each_choice(listed, c_block(text, "      "), "      ");
  }

  std::string process(const std::string& name, const CNames::Owner& owner, ProcessTypeId type,
                      ProcessId id, const std::string& next) {
    const CView source = processes_.source_view(type, id);
    const ProcessType& declared = model_.process_types[type];
    std::string cases;
    for (std::size_t i = 0; i < declared.locations.size(); ++i) {
      const auto location = to_id<LocationId>(i);
      const auto& actions = processes_.graph().outgoing(type, location);
      if (actions.empty()) continue;
      cases +=
          fmt::format("    case {}: /* {} */\n", i, c_comment(declared.locations[location].name));
      for (const ActionId each : actions) cases += action(each, source, next);
      cases += "      break;\n";
    }
    const std::uint32_t words = std::max(layout_.word_count, 1U);
    return "\n" + declaration(name) +
           fmt::format(" {{\n  word c[{0}], w[{0}], next[{0}], all[{0}], before;\n", words) +
           fmt::format("  switch ({}(s)) {{\n{}  }}\n}}\n", owner.at, cases);
  }

  // Who makes a move: all of them.  The last bit stands for those who have none of their own.
  std::uint64_t everybody() const {
    const std::size_t count = model_.processes.size();
    return count < 64 ? low_bits(static_cast<std::uint32_t>(count)) : ~std::uint64_t{0};
  }

  std::string moves(const std::string& first) const {
    const bool tells = processes_.label() == MoveLabel::Movers;
    std::string end;
    for (std::size_t i = 0; i < model_.processes.size(); ++i) {
      const auto id = to_id<ProcessId>(i);
      end += fmt::format("{}{}", i == 0 ? "" : " && ",
                         processes_.at_marked(model_.type_of(id), names_.processes[id].at + "(s)",
                                              [](const Location& each) { return each.is_end; }));
    }
    std::string out =
        "\nvoid steps(Run *run, const word *s, int process, int within) {}\n"
        "void finish(Run *run, int has_failed) {}\n";
    out += fmt::format("\nint moves(Run *run, const word *s) {{\n  word written[{}];\n",
                       std::max(layout_.word_count, 1U));
    if (model_.claim) out += "  word steps;\n  run->arrived = 0;\n";
    out += "  clear(written);\n  run->source = s;\n  run->steps = 0;\n  run->asserted = 0;\n";
    if (tells) out += fmt::format("  run->label = {};\n", c_word(everybody()));
    if (!model_.processes.empty()) {
      out += fmt::format("  {}(run, s, s, written, 0);\n", first);
    }
    // A system that comes to no other state stutters: the claim goes on alone.  More room may be counted
    // as a step.
    if (model_.claim) {
      if (tells) out += "  if (run->arrived == 0) run->label = 0;\n";
      out += "  steps = run->steps;\n  if (run->arrived == 0) claims(run, s, s, written, 0);\n";
    }
    out += fmt::format("  if ({} != 0) return 0;\n", model_.claim ? "steps" : "run->steps");
    return out + fmt::format("  return !({});\n}}\n", end.empty() ? "1" : end);
  }

  const Model& model_;
  const PackedLayout& layout_;
  const CNames& names_;
  CExpressions& expressions_;
  CProcesses& processes_;
};

}  // namespace

std::string c_synchronous(const Model& model, const PackedLayout& layout, const CNames& names,
                          CExpressions& expressions, CProcesses& processes) {
  const std::uint32_t words = std::max(layout.word_count, 1U);
  const std::string clear = fmt::format(
      "\nstatic void clear(word *t) {{\n  int i;\n  for (i = 0; i < {}; i++) t[i] = 0;\n}}\n",
      words);
  return clear + SynchronousPrinter(model, layout, names, expressions, processes).print();
}

}  // namespace clew
