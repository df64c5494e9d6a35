#include "clew/native/c_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "clew/base/text.hpp"
#include "clew/native/c_expressions.hpp"
#include "clew/native/c_fields.hpp"
#include "clew/native/c_prelude.hpp"
#include "clew/native/c_processes.hpp"
#include "clew/native/c_synchronous.hpp"
#include "clew/native/marks.hpp"

namespace clew {

namespace {

class TextPrinter {
 public:
  TextPrinter(const Model& model, const PackedLayout& layout, std::span<const Property> properties,
              MoveLabel label)
      : model_(model),
        layout_(layout),
        properties_(properties),
        label_(label),
        names_(model, layout),
        expressions_(model, layout, names_),
        processes_(model, layout, names_, expressions_, label) {}

  CText print() {
    const bool synchronous = model_.composition == Composition::Synchronous;
    if (layout_.is_fixed) refuse_large_states(synchronous);
    // What is printed last says which helpers must come before it.
    const std::string look = look_function();
    const std::string claim = synchronous ? "" : claim_functions();
    std::string system;
    if (synchronous) {
      system = c_synchronous(model_, layout_, names_, expressions_, processes_);
    } else {
      system = processes_.print() + moves_function();
    }
    const std::string body = constants() + copying() + locations() + expressions_.helpers() +
                             endings() + claim + system + look;
    CIdentifiers used;
    used.add(body);
    const std::string fields = used_definitions(c_fields(model_, layout_, names_), used);
    const std::string helpers = used_definitions(c_helpers(), used);
    CText out;
    out.questions = questions_;
    out.text = heading() + c_prelude();
    if (!helpers.empty())
      out.text += "\n/* What can fail sets *e and goes on with 0. */\n" + helpers;
    out.text += "\n/* --- where the values lie */\n\n" + fields + body;
    return out;
  }

 private:
  // States of fixed length that a move passes are kept on the stack, which is some megabytes long.
  void refuse_large_states(bool synchronous) const {
    constexpr std::uint64_t stack_words_max = 1U << 17;
    const std::uint64_t states_kept =
        synchronous ? 4 * (layout_.positions.size() + 1) : processes_.graph().sequence_steps() + 2;
    if (layout_.word_count * states_kept <= stack_words_max) return;
    throw NoText(fmt::format("its states take {} bytes", with_commas(layout_.word_count * 8ULL)));
  }

  std::string heading() const {
    std::string out = fmt::format("/* The moves of the model {}", c_comment(model_.name));
    if (layout_.is_fixed) {
      out += fmt::format(", whose states are {} word{} of 64 bits", layout_.word_count,
                         layout_.word_count == 1 ? "" : "s");
    }
    return out +
           ".\n\n"
           "   moves(run, s) writes the successors of the state s to run->next, one after the "
           "other,\n"
           "   and says whether s is a deadlock.  s is the source of a move, t its target. */\n";
  }

  std::string constants() const {
    std::string out;
    for (std::size_t i = 0; i < names_.constants.size(); ++i) {
      const Slot& slot = model_.constants.slots[to_id<SlotId>(i)];
      out += fmt::format("static const int {}[] = {{", names_.constants[i]);
      for (std::size_t k = 0; k < slot.initial.size(); ++k) {
        out += fmt::format("{}{}", k == 0 ? "" : ", ", slot.initial[k]);
      }
      out += "};\n";
    }
    return out;
  }

  // --- states

  // Short states are copied by a macro: the first compiler puts no function into another.
  std::string copying() const {
    if (!layout_.is_fixed) return "";
    constexpr std::uint32_t unrolled_max = 8;
    std::string out = "\n/* --- moves */\n\n";
    if (layout_.word_count <= unrolled_max) {
      std::string words;
      for (std::uint32_t i = 0; i < layout_.word_count; ++i) {
        words += fmt::format("{}(T)[{}] = (S)[{}]", i == 0 ? "" : ", ", i, i);
      }
      return out + fmt::format("#define copy(T, S) ({})\n", words) +
             "#define begin(run, S) (copy(run->next, S), run->next)\n";
    }
    return out +
           fmt::format(
               "static void copy(word *t, const word *s) {{\n  int i;\n"
               "  for (i = 0; i < {}; i++) t[i] = s[i];\n}}\n",
               layout_.word_count) +
           "#define begin(run, S) (copy(run->next, S), run->next)\n";
  }

  // What is asked about the location of a process that only the state tells.
  std::string locations() const {
    if (layout_.is_fixed) return "";
    std::string out =
        "\nstatic int location_of(Run *run, const word *s, int number, int type) {\n"
        "  const word *p = s + run->place_of(run, s, number, type);\n"
        "  if (p == s) return -1;\n"
        "  switch (run->type_of(run, s, number)) {\n";
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      out +=
          fmt::format("    case {}: return {}(p);\n", i, names_.types[to_id<ProcessTypeId>(i)].at);
    }
    out +=
        "  }\n  return -1;\n}\n"
        "static int some_location_of(Run *run, const word *s, int number) {\n"
        "  int location = location_of(run, s, number, -1);\n"
        "  return location < 0 ? 0 : location;\n}\n";
    return out;
  }

  // True if the text asks whether there were steps, or what came of them.
  bool counts_steps() const {
    const bool asks =
        std::any_of(model_.actions.begin(), model_.actions.end(), [](const Action& each) {
          return each.is_else || each.escape != 0 || each.alternative != 0;
        });
    return asks || model_.claim || processes_.graph().has_sequences() || uses_timeout();
  }

  // emit() and fail() end a move; found() and failed() end the system's part of it.
  std::string endings() const {
    const std::string asserting =
        processes_.uses_assertions() ? "  run->asserting += (word)run->asserted;\n" : "";
    std::string out = "\nstatic void fail(Run *run) {\n  run->errors++;\n" + asserting + "}\n";
    if (layout_.is_fixed) {
      out += fmt::format(
          "#define emit(run) do {{ \\\n{}{}    run->next += {}; \\\n"
          "    {}run->more(run); \\\n  }} while (0)\n",
          processes_.uses_assertions() ? "    run->asserting += (word)run->asserted; \\\n" : "",
          tells() ? "    " + told() + " \\\n" : "", layout_.word_count,
          // States without a bit take no room, but their labels do.
          layout_.word_count == 0 ? "" : "if (run->next > run->end) ");
    } else {
      const std::string labelled = tells() ? "  " + told() + "\n" : "";
      out += "static void emit(Run *run) {\n" + asserting + labelled + "  run->emit(run);\n}\n";
    }
    if (model_.composition == Composition::Synchronous) return out;
    const std::string counted = counts_steps() ? "  run->steps++;\n" : "";
    if (!model_.claim && !may_list() && !has_heap()) {
      return out +
             (counts_steps() ? "#define found(run) do { run->steps++; emit(run); } while (0)\n"
                             : "#define found(run) emit(run)\n") +
             "static void failed(Run *run) {\n" + counted + "  fail(run);\n}\n";
    }
    if (model_.claim) out += "static void join(Run *run, const word *here);\n";
    const auto listed = [&](char then) {
      return may_list() ? fmt::format(
                              "  if (run->listing) {{\n    run->listed(run, {}, 0);\n"
                              "    return;\n  }}\n",
                              then)
                        : std::string();
    };
    out += "static void found(Run *run) {\n" + counted;
    if (has_heap()) out += "  run->canonical(run);\n";
    out += listed('0') + (model_.claim ? found_with_claim() : "  emit(run);\n") + "}\n";
    out += "static void failed(Run *run) {\n" + counted + listed('3') +
           (model_.claim ? "  join(run, 0);\n" : "  fail(run);\n") + "}\n";
    return out;
  }

  bool tells() const { return label_ != MoveLabel::None; }
  std::string told() const {
    return processes_.tells_at_once() ? "run->labels++;" : "*run->labels++ = run->label;";
  }
  bool has_heap() const { return !layout_.is_fixed && !model_.object_types.empty(); }

  bool may_list() const {
    const MoveGraph& graph = processes_.graph();
    return layout_.is_fixed ? graph.has_returns() : graph.has_sequences();
  }

  std::string found_with_claim() const {
    if (layout_.is_fixed) {
      return fmt::format(
          "  word here[{}];\n  run->arrived++;\n  copy(here, run->next);\n  join(run, here);\n",
          std::max(layout_.word_count, 1U));
    }
    return "  run->arrived++;\n  join(run, run->next);\n";
  }

  // --- the claim

  std::string claim_functions() {
    if (!model_.claim) return "";
    const ProcessTypeId type = model_.claim->type;
    const CView source = processes_.source_view(type, claim_id);
    const CView target = processes_.target_view(type, claim_id);
    std::string out = claim_asks(source) +
                      "\n/* The claim joins a move that leads to `here`, or to nowhere. */\n"
                      "static void join(Run *run, const word *here) {\n  const word *s = "
                      "run->source;\n  word *t;\n";
    if (!layout_.is_fixed) out += "  const word *joined = here ? run->keep(run) : 0;\n";
    out += fmt::format("  switch ({}(s)) {{\n", names_.claim.at);
    const ProcessType& declared = model_.process_types[type];
    for (std::size_t i = 0; i < declared.locations.size(); ++i) {
      const auto location = to_id<LocationId>(i);
      out +=
          fmt::format("    case {}: /* {} */\n", i, c_comment(declared.locations[location].name));
      const std::vector<ActionId>& actions = processes_.graph().outgoing(type, location);
      for (std::size_t k = 0; k < actions.size(); ++k) out += claim_action(actions[k], k, target);
      out += "      break;\n";
    }
    out += "  }\n";
    if (!layout_.is_fixed) out += "  if (joined) run->forget(run);\n";
    return out + "}\n";
  }

  // What the claim reads of the source is read once, whatever the system does from there: a bit for each
  // action of its location.  A move that the claim does not join is none, so what it took does not count.
  std::string claim_asks(const CView& source) {
    const ProcessType& declared = model_.process_types[source.type];
    std::string cases;
    for (std::size_t i = 0; i < declared.locations.size(); ++i) {
      const auto& actions = processes_.graph().outgoing(source.type, to_id<LocationId>(i));
      if (actions.empty()) continue;
      refuse_many(actions.size());
      cases += fmt::format("    case {}: /* {} */\n", i,
                           c_comment(declared.locations[to_id<LocationId>(i)].name));
      std::uint64_t always = 0;
      std::string asked;
      for (std::size_t k = 0; k < actions.size(); ++k) {
        const ExprId guard = model_.actions[actions[k]].guard;
        const std::uint64_t bit = std::uint64_t{1} << k;
        if (is_some(guard)) {
          asked += claim_reads(guard, bit, source);
        } else {
          always |= bit;
        }
      }
      if (always != 0) cases += fmt::format("      run->open = {};\n", c_word(always));
      cases += asked + "      break;\n";
    }
    return "\nstatic int claim_moves(Run *run, const word *s) {\n  run->open = run->unread = 0;\n"
           "  switch (" +
           names_.claim.at + "(s)) {\n" + cases +
           "  }\n  return (run->open | run->unread) != 0;\n}\n";
  }

  std::string claim_reads(ExprId guard, std::uint64_t bit, const CView& source) {
    const std::string value = expressions_.condition(guard, source);
    std::string text = fmt::format("        int go = {};\n", value);
    if (can_set_error(value)) {
      text += fmt::format("        if (e) run->unread |= {};\n        else", c_word(bit));
    }
    text += fmt::format("        if (go) run->open |= {};\n", c_word(bit));
    return c_block(text, "      ");
  }

  static void refuse_many(std::size_t actions) {
    constexpr std::size_t actions_max = 64;
    if (actions <= actions_max) return;
    throw NoText(fmt::format("a location of its claim has {} actions", actions));
  }

  // `number` is that of the action at its location.
  std::string claim_action(ActionId id, std::size_t number, const CView& target) {
    const Action& action = model_.actions[id];
    const std::string bit = c_word(std::uint64_t{1} << number);
    const std::string in = "        ";
    const char* const copied =
        layout_.is_fixed ? "t = begin(run, here);\n" : "t = run->begin(run, joined);\n";
    std::string body = in + copied;
    if (const std::string going = processes_.go_to(action.from, action.to, target);
        !going.empty()) {
      body += in + going;
    }
    body += processes_.effect(action, target, in);
    const bool can_fail = can_set_error(body);
    body += in + (can_fail ? "if (e) fail(run);\n" + in + "else emit(run);\n" : "emit(run);\n");
    std::string out = fmt::format("        run->taken[{}] = 1;\n", to_index(id));
    out += fmt::format("        if (!here || (run->unread & {})) {{\n          fail(run);\n", bit);
    out += fmt::format("        }} else {{\n{}        }}\n", c_block(body, "          "));
    return fmt::format("      /* {} */\n      if ((run->open | run->unread) & {}) {{\n",
                       c_comment(action.text), bit) +
           out + "      }\n";
  }

  // --- all moves of a state

  bool uses_timeout() const {
    return std::any_of(model_.exprs.begin(), model_.exprs.end(),
                       [](const Expr& expr) { return expr.op == Op::Timeout; });
  }
  bool has_committed() const {
    return std::any_of(model_.process_types.begin(), model_.process_types.end(),
                       [](const ProcessType& type) {
                         return std::any_of(type.locations.begin(), type.locations.end(),
                                            [](const Location& each) { return each.committed; });
                       });
  }

  std::string moves_function() {
    std::string out =
        "\nvoid steps(Run *run, const word *s, int process, int within) {\n"
        "  fire(run, s, process, within);\n}\n"
        "void finish(Run *run, int has_failed) {\n"
        "  if (has_failed) failed(run);\n  else found(run);\n}\n";
    out += "\nint moves(Run *run, const word *s) {\n";
    if (!layout_.is_fixed) out += "  int i, count = run->count(run, s);\n";
    if (model_.claim) {
      out +=
          "  unsigned char *taken = run->taken;\n"
          "  word steps;\n"
          "  if (!claim_moves(run, s)) run->taken = run->ignored;\n";
    }
    if (!counts_steps()) out += "  word *first = run->next, errors = run->errors;\n";
    out += "  run->source = s;\n  run->steps = 0;\n  run->timeout = 0;\n  run->asserted = 0;\n";
    if (model_.claim) out += "  run->arrived = 0;\n";
    out += fmt::format("  run->committed = {};\n", has_committed() ? some_committed() : "0");
    std::string each;
    if (layout_.is_fixed) {
      for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
        const std::string there = expressions_.is_alive(i, "s");
        if (there != "1") each += fmt::format("  if ({})", there);
        each += fmt::format("  {}(run, s, 0);\n", names_.processes[to_id<ProcessId>(i)].name);
      }
    } else {
      each = "  for (i = 0; i < count; i++) fire(run, s, i, 0);\n";
    }
    out += each;
    if (uses_timeout()) {
      const std::string asked =
          model_.claim ? "    run->taken = claim_moves(run, s) ? taken : run->ignored;\n" : "";
      out += "  if (run->steps == 0) {\n    run->timeout = 1;\n" + asked + "  " + each +
             "    run->timeout = 0;\n  }\n";
    }
    // A system that comes to no other state stutters: the claim goes on alone.
    if (model_.claim) {
      const std::string begins = layout_.is_fixed ? "" : "    run->begin(run, s);\n";
      // More room may be counted as a step.
      out += "  run->taken = taken;\n  steps = run->steps;\n  if (run->arrived == 0) {\n";
      if (processes_.uses_assertions()) out += "    run->asserted = 0;\n";
      if (tells()) out += "    run->label = 0;\n";
      out += begins + "    join(run, s);\n  }\n";
    }
    if (!counts_steps()) {
      // More room may have moved the successors, and has then said so.
      out += "  if (run->next != first || run->errors != errors || run->steps != 0) return 0;\n";
    } else {
      out += model_.claim ? "  if (steps != 0) return 0;\n" : "  if (run->steps != 0) return 0;\n";
    }
    return out + fmt::format("  return !({});\n}}\n", at_end());
  }

  std::string some_committed() const {
    if (!layout_.is_fixed) return fmt::format("run->has_mark(run, s, {})", mark_committed);
    return each_process([](const Location& each) { return each.committed; }, " || ", "0");
  }
  std::string at_end() const {
    if (!layout_.is_fixed) return fmt::format("!run->has_mark(run, s, {})", mark_no_end);
    return each_process([](const Location& each) { return each.is_end; }, " && ", "1");
  }

  // Whether processes are at locations with a mark; `absent` is the answer for one that is not there.
  template <class IsMarked>
  std::string each_process(IsMarked is_marked, const char* joint, const char* absent) const {
    std::string out;
    for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
      const std::string marked =
          processes_.at_marked(model_.process_types[layout_.positions[i]],
                               names_.processes[to_id<ProcessId>(i)].at + "(s)", is_marked);
      if (marked == absent) continue;
      const bool decides = (marked == "0" || marked == "1") && !expressions_.comes_and_goes();
      if (decides) return marked;
      out += fmt::format("{}{}", out.empty() ? "" : joint,
                         expressions_.if_alive(i, "s", marked, absent));
    }
    return out.empty() ? absent : out;
  }

  // --- questions

  std::string look_function() {
    std::string body;
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      const Property& property = properties_[i];
      const std::size_t bit = questions_.size();
      std::string text;
      if (property.kind == PropertyKind::Assertions) {
        text = assertions(bit);
      } else if (property.kind == PropertyKind::Invariant) {
        const std::string value = expressions_.value(property.expr, CView{"s", "s"});
        text = fmt::format("    int holds = {};\n    if (!holds{}) {}\n", value,
                           can_set_error(value) ? " || e" : "", note("seen", bit));
      } else if (property.kind == PropertyKind::Reach) {
        const std::string value = expressions_.value(property.expr, CView{"s", "s"});
        text = fmt::format("    int holds = {};\n", value);
        if (can_set_error(value))
          text += fmt::format("    if (e) {}\n    else", note("no_value", bit));
        text += fmt::format("    if (holds) {}\n", note("seen", bit));
      }
      if (text.empty()) continue;
      questions_.push_back(i);
      body += fmt::format("  /* {} */\n", c_comment(property.name)) + c_block(text, "  ");
    }
    return "\nvoid look(Run *run, const word *s, word *seen, word *no_value) {\n" + body + "}\n";
  }

  static std::string note(const char* where, std::size_t bit) {
    return fmt::format("{}[{}] |= {};", where, bit / 64, c_word(std::uint64_t{1} << bit % 64));
  }

  // Every assertion, wherever its process is at its location.
  std::string assertions(std::size_t bit) {
    std::string out;
    for (const Assertion& assertion : model_.assertions) {
      if (!layout_.is_fixed) {
        CView view = processes_.source_view(assertion.owner, no_id<ProcessId>);
        view.self = "i";
        const std::string value = expressions_.value(assertion.expr, view);
        out += fmt::format(
            "    for (i = 0; i < count; i++) {{\n"
            "      const word *p = s + run->place_of(run, s, i, {0});\n"
            "      if (p != s && {1}(p) == {2} && (!{3}{4})) {5}\n    }}\n",
            to_index(assertion.owner), names_.types[assertion.owner].at,
            to_index(assertion.location), value, can_set_error(value) ? " || e" : "",
            note("seen", bit));
        continue;
      }
      for (std::size_t i = 0; i < layout_.positions.size(); ++i) {
        const auto id = to_id<ProcessId>(i);
        if (layout_.positions[i] != assertion.owner) continue;
        const std::string value =
            expressions_.value(assertion.expr, processes_.source_view(assertion.owner, id));
        out += fmt::format("    if ({}{}(s) == {} && (!{}{})) {}\n",
                           expressions_.if_it_is_alive(i, "s"), names_.processes[id].at,
                           to_index(assertion.location), value, can_set_error(value) ? " || e" : "",
                           note("seen", bit));
      }
    }
    if (layout_.is_fixed || out.empty()) return out;
    return "    int i, count = run->count(run, s);\n" + out;
  }

  const Model& model_;
  const PackedLayout& layout_;
  std::span<const Property> properties_;
  MoveLabel label_;
  CNames names_;
  CExpressions expressions_;
  CProcesses processes_;
  std::vector<std::size_t> questions_;
};

}  // namespace

CText c_text(const Model& model, const PackedLayout& layout, std::span<const Property> properties,
             MoveLabel label) {
  try {
    return TextPrinter(model, layout, properties, label).print();
  } catch (const NoText& refusal) {
    return {"", refusal.what(), {}};
  }
}

}  // namespace clew
