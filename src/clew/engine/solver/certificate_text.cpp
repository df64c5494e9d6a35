#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/base/version.hpp"
#include "clew/engine/solver/certificate.hpp"
#include "clew/model/print.hpp"

namespace clew {

namespace {

// --- names

void add_slot_names(const Frame& frame, const std::string& owner, std::uint32_t offset,
                    std::vector<std::string>& names) {
  for (std::size_t i = 0; i < frame.slots.size(); ++i) {
    const Slot& slot = frame.slots[to_id<SlotId>(i)];
    const std::string name = owner + slot.name;
    if (!slot.is_vector) {
      names[offset + slot.offset] = name;
      continue;
    }
    for (std::uint32_t k = 0; k < slot.length; ++k) {
      names[offset + slot.offset + k] = fmt::format("{}[{}]", name, k);
    }
  }
}

// By place in State::values.
std::vector<std::string> value_names(const Model& model, const State& state) {
  std::vector<std::string> names(state.values.size());
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = fmt::format("value {}", i);
  add_slot_names(model.globals, "", 0, names);
  for (std::size_t c = 0; c < state.shape->channels.size(); ++c) {
    const Shape::ChannelPart& part = state.shape->channels[c];
    const Channel& channel = model.channels[part.id];
    const std::string name =
        channel.is_global() ? channel.name : fmt::format("{}#{}", channel.name, c);
    for (std::uint32_t k = 0; k < channel.value_count(); ++k) {
      names[part.offset + k] =
          k == 0 ? fmt::format("{}.fill", name) : fmt::format("{}.cell[{}]", name, k - 1);
    }
  }
  const auto add_process = [&](const Shape::ProcessPart& part, const std::string& name) {
    names[part.offset] = fmt::format("{}.location", name);
    add_slot_names(model.process_types[part.type].frame, name + ".", part.offset + 1, names);
  };
  for (std::size_t i = 0; i < state.process_count(); ++i) {
    add_process(state.shape->processes[i], process_name(model, state, to_id<ProcessId>(i)));
  }
  if (state.shape->claim) add_process(*state.shape->claim, "the claim");
  return names;
}

// By value of the symbolic model.
std::vector<std::string> names_in(const Model& model, const SymbolicQuestion& question) {
  const SymbolicModel& system = *question.symbolic.model;
  const State state = question.symbolic.state_of(std::vector<bool>(system.bits.size(), false));
  const std::vector<std::string> by_offset = value_names(model, state);
  const std::size_t own_count =
      question.origin ? question.origin->values.size() : system.values.size();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < own_count; ++i) names.push_back(by_offset[system.values[i].offset]);
  if (!question.origin) return names;
  for (std::size_t i = 0; i < own_count; ++i) names.push_back("remembered " + names[i]);
  names.insert(names.end(), {"in the loop", "accepted in the loop"});
  return names;
}

// --- the certificate

// Every state that a query speaks of has a mark: its values, and the gates over them, are constants and
// definitions without parameters.  (Functions with parameters would be shorter; some solvers take ages to
// read one whose body has many gates.)
class CertificateText {
 public:
  CertificateText(const Certificate& certificate, const SymbolicQuestion& question,
                  const std::vector<std::string>& names)
      : certificate_(certificate),
        system_(*question.symbolic.model),
        question_(question),
        value_of_(system_.bits.size()) {
    std::set<std::string> used;
    for (std::string name : names) {
      std::replace(name.begin(), name.end(), '|', '_');
      std::replace(name.begin(), name.end(), '\\', '_');
      while (!used.insert(name).second) name += "_";
      names_.push_back(name);
    }
    for (std::size_t v = 0; v < names_.size(); ++v) {
      for (std::uint32_t i = 0; i < system_.values[v].width; ++i) {
        const std::uint32_t bit = system_.values[v].first_bit + i;
        value_of_[bit] = v;
        bit_of_node_[node_of(system_.bits[bit])] = bit;
      }
    }
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      choice_of_node_[node_of(system_.inputs[i])] = i;
    }
  }

  std::string text() const {
    return certificate_.length == 0 ? invariant_queries() : induction_queries();
  }

 private:
  // --- values, bits, literals

  bool is_bool(std::size_t value) const { return system_.values[value].width == 1; }
  bool is_there(std::size_t value) const { return system_.values[value].width > 0; }
  std::string name(std::size_t value, std::string_view mark) const {
    return fmt::format("|{}{}|", names_[value], mark);
  }
  std::string bit_name(std::uint32_t bit, std::string_view mark) const {
    const std::size_t value = value_of_[bit];
    if (is_bool(value)) return name(value, mark);
    return fmt::format("|{}{} bit {}|", names_[value], mark, bit - system_.values[value].first_bit);
  }

  std::string of(Lit lit, std::string_view mark) const {
    if (is_constant(lit)) return lit == lit_true ? "true" : "false";
    const auto bit = bit_of_node_.find(node_of(lit));
    const auto choice = choice_of_node_.find(node_of(lit));
    const std::string text = bit != bit_of_node_.end() ? bit_name(bit->second, mark)
                             : choice != choice_of_node_.end()
                                 ? fmt::format("|choice {}{}|", choice->second, mark)
                                 : fmt::format("|gate {}{}|", node_of(lit), mark);
    return is_negated(lit) ? fmt::format("(not {})", text) : text;
  }

  // --- definitions

  static std::string defined(const std::string& name, const std::string& body) {
    return fmt::format("(define-fun {} () Bool {})\n", name, body);
  }

  std::string declared(std::string_view mark) const {
    std::string text;
    for (std::size_t v = 0; v < names_.size(); ++v) {
      if (!is_there(v)) continue;
      const std::uint32_t width = system_.values[v].width;
      const std::string sort = is_bool(v) ? "Bool" : fmt::format("(_ BitVec {})", width);
      text += fmt::format("(declare-const {} {})\n", name(v, mark), sort);
      for (std::uint32_t i = 0; i < width && !is_bool(v); ++i) {
        text += defined(bit_name(system_.values[v].first_bit + i, mark),
                        fmt::format("(= ((_ extract {} {}) {}) #b1)", i, i, name(v, mark)));
      }
    }
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      text += fmt::format("(declare-const |choice {}{}| Bool)\n", i, mark);
    }
    return text;
  }

  // All gates below, those first that the others need.
  std::string gates(std::span<const Lit> lits, std::string_view mark) const {
    const Circuit& circuit = system_.circuit;
    std::vector<bool> is_below(circuit.node_count(), false);
    for (const Lit lit : lits) is_below[node_of(lit)] = true;
    for (std::uint32_t node = circuit.node_count(); node-- > 0;) {
      const Gate& gate = circuit.gate(node);
      if (!is_below[node] || gate.operand_count() == 0) continue;
      is_below[node_of(gate.a)] = true;
      is_below[node_of(gate.b)] = true;
      if (gate.operand_count() == 3) is_below[node_of(gate.c)] = true;
    }
    std::string text;
    for (std::uint32_t node = 0; node < circuit.node_count(); ++node) {
      const Gate& gate = circuit.gate(node);
      if (!is_below[node] || gate.operand_count() == 0) continue;
      const std::string_view op = gate.kind == Gate::Kind::And   ? "and"
                                  : gate.kind == Gate::Kind::Xor ? "xor"
                                                                 : "ite";
      std::string body = fmt::format("({} {} {}", op, of(gate.a, mark), of(gate.b, mark));
      if (gate.operand_count() == 3) body += " " + of(gate.c, mark);
      text += defined(of(lit_of(node), mark), body + ")");
    }
    return text;
  }

  // Names of ours have a blank, which no name in a model has.
  static std::string called(std::string_view what, std::string_view mark) {
    return fmt::format("|{}{}|", what, mark);
  }

  std::string invariant_defined(std::string_view mark) const {
    std::string body = "(and true " + of(system_.valid, mark) + "\n";
    for (const StateCube& cube : certificate_.excluded) {
      if (cube.empty()) body += "  false\n";  // there is no initial state
      if (cube.empty()) continue;
      body += "  (or false";
      for (const BitValue value : cube) {
        body += " " + of(negated_if(system_.bits[bit_of(value)], is_set(value)), mark);
      }
      body += ")\n";
    }
    return defined(called("the invariant", mark), body + ")");
  }

  std::string move_text(const SymbolicMove& move, std::string_view from,
                        std::string_view to) const {
    std::vector<Lit> behind = system_.bits;
    for (const SymbolicMove::Update& update : move.updates) behind[update.bit] = update.value;
    std::string text = "  (and true " + of(move.enabled, from);
    for (std::size_t v = 0; v < names_.size(); ++v) {
      const SymbolicValue& value = system_.values[v];
      const auto first = static_cast<std::ptrdiff_t>(value.first_bit);
      const auto end = first + static_cast<std::ptrdiff_t>(value.width);
      if (std::equal(behind.begin() + first, behind.begin() + end, system_.bits.begin() + first)) {
        if (is_there(v)) text += fmt::format(" (= {} {})", name(v, to), name(v, from));
        continue;
      }
      for (std::uint32_t bit = value.first_bit; bit < value.first_bit + value.width; ++bit) {
        text += fmt::format(" (= {} {})", bit_name(bit, to), of(behind[bit], from));
      }
    }
    return text + ")\n";
  }

  std::string transition_defined(std::string_view from, std::string_view to) const {
    std::string body = "(or false false\n";
    for (const std::uint32_t number : question_.moves) {
      body += move_text(system_.moves[number], from, to);
    }
    return defined(called("a transition", from), body + ")");
  }

  // All that can be said about one state and what leads on from it.
  std::string state_defined(std::string_view mark) const {
    std::vector<Lit> lits{system_.initial, system_.valid, question_.by_state, question_.by_move,
                          question_.fails};
    for (const std::uint32_t number : question_.moves) {
      const SymbolicMove& move = system_.moves[number];
      lits.push_back(move.enabled);
      for (const SymbolicMove::Update& update : move.updates) lits.push_back(update.value);
    }
    return declared(mark) + gates(lits, mark) +
           defined(called("is initial", mark), of(system_.initial, mark)) +
           defined(called("in range", mark), of(system_.valid, mark)) +
           defined(called("it decides", mark),
                   fmt::format("(or {} {} {})", of(question_.by_state, mark),
                               of(question_.by_move, mark), of(question_.fails, mark)));
  }

  // --- queries; `and` and `or` have a constant in front, because the standard wants two operands

  static std::string query(std::string_view title, const std::string& assertions) {
    return fmt::format("; {}\n(push 1)\n{}(check-sat)\n(pop 1)\n", title, assertions);
  }
  static std::string asserted(const std::string& what) {
    return fmt::format("(assert {})\n", what);
  }
  static std::string refused(const std::string& what) {
    return fmt::format("(assert (not {}))\n", what);
  }

  std::string invariant_queries() const {
    const std::string invariant = called("the invariant", "");
    const std::string behind = called("the invariant", "'");
    return state_defined("") + declared("'") + gates({{system_.valid}}, "'") +
           invariant_defined("") + invariant_defined("'") + transition_defined("", "'") +
           query("initiation: every initial state is in the invariant",
                 asserted(called("is initial", "")) + refused(invariant)) +
           query("consecution: no transition leaves the invariant",
                 asserted(invariant) + asserted(called("a transition", "")) + refused(behind)) +
           query("safety: no state of the invariant decides",
                 asserted(invariant) + asserted(called("it decides", "")));
  }

  // The first moves of a run, so many.
  static std::string transitions(std::uint64_t length) {
    std::string text;
    for (std::uint64_t i = 0; i < length; ++i) {
      text += asserted(called("a transition", mark_of(i)));
    }
    return text;
  }

  static std::string mark_of(std::uint64_t number) { return fmt::format("@{}", number); }

  // Two states have the same values.
  std::string same(std::string_view a, std::string_view b) const {
    std::string text = "(and true true";
    for (std::size_t v = 0; v < names_.size(); ++v) {
      if (is_there(v)) text += fmt::format(" (= {} {})", name(v, a), name(v, b));
    }
    return text + ")";
  }

  std::string induction_queries() const {
    const std::uint64_t length = certificate_.length;
    std::string text;
    for (std::uint64_t i = 0; i <= length; ++i) text += state_defined(mark_of(i));
    for (std::uint64_t i = 0; i < length; ++i) {
      text += transition_defined(mark_of(i), mark_of(i + 1));
    }
    std::string path = "true";
    std::string any = "(or false";
    for (std::uint64_t i = 0; i < length; ++i) {
      if (i > 0) path += " " + called("a transition", mark_of(i - 1));
      any += fmt::format(" (and {} {})", path, called("it decides", mark_of(i)));
    }
    text += query("initiation: no run of fewer moves than the length decides",
                  asserted(called("is initial", "@0")) + asserted(any + ")"));
    if (certificate_.runs_end) {
      return text + query("safety: no run has as many moves as the length",
                          asserted(called("is initial", "@0")) + transitions(length));
    }
    text += query("consecution of ranges: values are in their ranges, and stay there",
                  fmt::format("(assert (or (and {0} (not {1})) (and {1} {2} (not {3}))))\n",
                              called("is initial", "@0"), called("in range", "@0"),
                              called("a transition", "@0"), called("in range", "@1")));
    std::string step;
    for (std::uint64_t i = 0; i < length; ++i) {
      step += asserted(called("in range", mark_of(i))) + refused(called("it decides", mark_of(i))) +
              asserted(called("a transition", mark_of(i)));
      for (std::uint64_t j = 0; j <= i; ++j) step += refused(same(mark_of(j), mark_of(i + 1)));
    }
    return text +
           query("safety: different states that do not decide are not followed by one that does",
                 step + asserted(called("it decides", mark_of(length))));
  }

  const Certificate& certificate_;
  const SymbolicModel& system_;
  const SymbolicQuestion& question_;
  std::vector<std::string> names_;     // by SymbolicModel::values
  std::vector<std::size_t> value_of_;  // by bit
  std::unordered_map<std::uint32_t, std::uint32_t> bit_of_node_;
  std::unordered_map<std::uint32_t, std::size_t> choice_of_node_;
};

}  // namespace

std::string text_of(const Certificate& certificate, const Model& model, const Property& property,
                    const SymbolicQuestion& question) {
  const std::string kind =
      certificate.length == 0
          ? fmt::format("an invariant with {}", counted(certificate.excluded.size(), "clause"))
      : certificate.runs_end
          ? fmt::format("no run has {}", counted(certificate.length, "move"))
          : fmt::format("induction over {}", counted(certificate.length, "move"));
  std::string text = fmt::format(
      "; A certificate of Clew: {}\n; model: {}\n; property: {} ({})\n"
      "; No reachable state decides the property, if each of the {} answers is unsat.\n",
      kind, one_line(model.file), one_line(property.name), one_line(property.text),
      certificate.runs_end ? "two" : "three");
  text += "(set-logic QF_BV)\n";
  return text + CertificateText(certificate, question, names_in(model, question)).text();
}

}  // namespace clew
