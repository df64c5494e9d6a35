#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "clew/base/text.hpp"
#include "clew/base/version.hpp"
#include "clew/engine/certificate.hpp"
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

// --- expressions

// Gates as text.  A literal is written in terms of others that were given a name before.
class GateText {
 public:
  explicit GateText(const Circuit& circuit) : circuit_(circuit) {}

  void set_name(Lit input, std::string name) { names_[node_of(input)] = std::move(name); }

  std::string of(Lit lit) const {
    if (is_constant(lit)) return lit == lit_true ? "true" : "false";
    const auto name = names_.find(node_of(lit));
    const std::string text = name == names_.end() ? fmt::format("g{}", node_of(lit)) : name->second;
    return is_negated(lit) ? fmt::format("(not {})", text) : text;
  }

  // `body` with all gates below `lits` bound to names.
  std::string bound(std::span<const Lit> lits, const std::string& body) const {
    std::string text;
    const std::vector<std::vector<std::uint32_t>> levels = levels_below(lits);
    for (const auto& level : levels) {
      text += "(let (";
      for (const std::uint32_t node : level) text += fmt::format("(g{} {})\n  ", node, gate(node));
      text += ")\n";
    }
    return text + body + std::string(levels.size(), ')');
  }

 private:
  std::string gate(std::uint32_t node) const {
    const Gate& gate = circuit_.gate(node);
    switch (gate.kind) {
      case Gate::Kind::And: return fmt::format("(and {} {})", of(gate.a), of(gate.b));
      case Gate::Kind::Xor: return fmt::format("(xor {} {})", of(gate.a), of(gate.b));
      default: return fmt::format("(ite {} {} {})", of(gate.a), of(gate.b), of(gate.c));
    }
  }

  // The gates below, those first that the others need.
  std::vector<std::vector<std::uint32_t>> levels_below(std::span<const Lit> lits) const {
    std::vector<bool> is_below(circuit_.node_count(), false);
    for (const Lit lit : lits) is_below[node_of(lit)] = true;
    for (std::uint32_t node = circuit_.node_count(); node-- > 0;) {
      const Gate& gate = circuit_.gate(node);
      if (!is_below[node] || gate.operand_count() == 0) continue;
      is_below[node_of(gate.a)] = true;
      is_below[node_of(gate.b)] = true;
      if (gate.operand_count() == 3) is_below[node_of(gate.c)] = true;
    }
    std::vector<std::vector<std::uint32_t>> levels;
    std::vector<std::size_t> level_of(circuit_.node_count(), 0);
    for (std::uint32_t node = 0; node < circuit_.node_count(); ++node) {
      const Gate& gate = circuit_.gate(node);
      if (!is_below[node] || gate.operand_count() == 0) continue;
      std::size_t level = std::max(level_of[node_of(gate.a)], level_of[node_of(gate.b)]);
      if (gate.operand_count() == 3) level = std::max(level, level_of[node_of(gate.c)]);
      level_of[node] = level + 1;
      if (levels.size() <= level) levels.resize(level + 1);
      levels[level].push_back(node);
    }
    return levels;
  }

  const Circuit& circuit_;
  std::unordered_map<std::uint32_t, std::string> names_;  // by node
};

// --- the certificate

class CertificateText {
 public:
  CertificateText(const Certificate& certificate, const SymbolicQuestion& question,
                  const std::vector<std::string>& names)
      : certificate_(certificate),
        system_(*question.symbolic.model),
        question_(question),
        gates_(system_.circuit) {
    std::set<std::string> used;
    for (std::string name : names) {
      std::replace(name.begin(), name.end(), '|', '_');
      std::replace(name.begin(), name.end(), '\\', '_');
      while (!used.insert(name).second) name += "_";
      names_.push_back(name);
    }
    for (std::size_t v = 0; v < names_.size(); ++v) {
      for (std::uint32_t i = 0; i < system_.values[v].width; ++i) {
        gates_.set_name(system_.bits[system_.values[v].first_bit + i], bit_name(v, i, ""));
      }
    }
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      gates_.set_name(system_.inputs[i], fmt::format("choice.{}", i));
    }
  }

  std::string text() const {
    return functions() + (certificate_.length == 0 ? invariant_queries() : induction_queries());
  }

 private:
  bool is_bool(std::size_t value) const { return system_.values[value].width == 1; }
  bool is_there(std::size_t value) const { return system_.values[value].width > 0; }
  std::string sort(std::size_t value) const {
    return is_bool(value) ? "Bool" : fmt::format("(_ BitVec {})", system_.values[value].width);
  }
  std::string name(std::size_t value, std::string_view mark) const {
    return fmt::format("|{}{}|", names_[value], mark);
  }
  std::string bit_name(std::size_t value, std::uint32_t bit, std::string_view mark) const {
    if (is_bool(value)) return name(value, mark);
    return fmt::format("|{}{} bit {}|", names_[value], mark, bit);
  }

  // A list with one entry for every value that changes.
  template <class Entry>
  std::string for_values(const Entry& entry) const {
    std::string list;
    for (std::size_t v = 0; v < names_.size(); ++v) {
      if (is_there(v)) list += " " + entry(v);
    }
    return list;
  }
  std::string state_parameters(std::string_view mark) const {
    return for_values(
        [&](std::size_t v) { return fmt::format("({} {})", name(v, mark), sort(v)); });
  }
  std::string state(std::string_view mark) const {
    return for_values([&](std::size_t v) { return name(v, mark); });
  }
  std::string input_parameters() const {
    std::string list;
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      list += fmt::format(" (choice.{} Bool)", i);
    return list;
  }
  std::string inputs(std::string_view mark) const {
    std::string list;
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      list += fmt::format(" |choice.{}{}|", i, mark);
    }
    return list;
  }
  std::string call(std::string_view function, const std::string& arguments) const {
    return arguments.empty() ? std::string(function) : fmt::format("({}{})", function, arguments);
  }

  // `body` with the bits of wide values bound to names.
  std::string with_bits(const std::string& body, std::string_view mark = "") const {
    std::string bits;
    for (std::size_t v = 0; v < names_.size(); ++v) {
      if (!is_there(v) || is_bool(v)) continue;
      for (std::uint32_t i = 0; i < system_.values[v].width; ++i) {
        bits += fmt::format("({} (= ((_ extract {} {}) {}) #b1))\n  ", bit_name(v, i, mark), i, i,
                            name(v, mark));
      }
    }
    return bits.empty() ? body : fmt::format("(let ({})\n{})", bits, body);
  }

  std::string function_of(std::string_view title, const std::string& parameters, Lit lit) const {
    return fmt::format("(define-fun {} ({}) Bool\n{})\n", title, parameters,
                       with_bits(gates_.bound({{lit}}, gates_.of(lit))));
  }

  std::string excluded() const {
    std::string text;
    for (const Cube& cube : certificate_.excluded) {
      text += "  (or";
      for (const BitValue value : cube) {
        text += " " + gates_.of(negated_if(system_.bits[bit_of(value)], is_set(value)));
      }
      text += ")\n";
    }
    return text;
  }

  std::string move_text(const SymbolicMove& move) const {
    std::vector<Lit> behind = system_.bits;
    for (const SymbolicMove::Update& update : move.updates) behind[update.bit] = update.value;
    std::string text = "  (and " + gates_.of(move.enabled);
    for (std::size_t v = 0; v < names_.size(); ++v) {
      const SymbolicValue& value = system_.values[v];
      const auto first = static_cast<std::ptrdiff_t>(value.first_bit);
      const auto end = first + static_cast<std::ptrdiff_t>(value.width);
      if (std::equal(behind.begin() + first, behind.begin() + end, system_.bits.begin() + first)) {
        if (is_there(v)) text += fmt::format(" (= {} {})", name(v, "'"), name(v, ""));
        continue;
      }
      for (std::uint32_t i = 0; i < value.width; ++i) {
        text +=
            fmt::format(" (= {} {})", bit_name(v, i, "'"), gates_.of(behind[value.first_bit + i]));
      }
    }
    return text + ")\n";
  }

  std::string transition() const {
    std::vector<Lit> lits;
    std::string body = "(or false\n";
    for (const std::uint32_t number : question_.moves) {
      const SymbolicMove& move = system_.moves[number];
      lits.push_back(move.enabled);
      for (const SymbolicMove::Update& update : move.updates) lits.push_back(update.value);
      body += move_text(move);
    }
    return fmt::format("(define-fun transition ({}{}{}) Bool\n{})\n", state_parameters(""),
                       input_parameters(), state_parameters("'"),
                       with_bits(with_bits(gates_.bound(lits, body + ")"), "'")));
  }

  std::string functions() const {
    const std::string now = state_parameters("");
    std::string text = function_of("initial", now, system_.initial);
    text += function_of("in-range", now, system_.valid);
    text += transition();
    const std::vector<Lit> lits{question_.by_state, question_.by_move, question_.fails};
    std::string any = "(or";
    for (const Lit lit : lits) any += " " + gates_.of(lit);
    text += fmt::format("(define-fun decides ({}{}) Bool\n{})\n", now, input_parameters(),
                        with_bits(gates_.bound(lits, any + ")")));
    if (certificate_.length == 0) {
      text += fmt::format(
          "(define-fun invariant ({}) Bool\n{})\n", now,
          with_bits(fmt::format("(and {}\n{})", call("in-range", state("")), excluded())));
    }
    return text;
  }

  std::string declared(std::string_view mark) const {
    std::string text;
    for (std::size_t v = 0; v < names_.size(); ++v) {
      if (is_there(v)) text += fmt::format("(declare-const {} {})\n", name(v, mark), sort(v));
    }
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      text += fmt::format("(declare-const |choice.{}{}| Bool)\n", i, mark);
    }
    return text;
  }

  static std::string query(std::string_view title, const std::string& assertions) {
    return fmt::format("; {}\n(push 1)\n{}(check-sat)\n(pop 1)\n", title, assertions);
  }
  static std::string asserted(const std::string& what) {
    return fmt::format("(assert {})\n", what);
  }
  static std::string refused(const std::string& what) {
    return fmt::format("(assert (not {}))\n", what);
  }

  std::string initial(std::string_view mark) const { return call("initial", state(mark)); }
  std::string in_range(std::string_view mark) const { return call("in-range", state(mark)); }
  std::string invariant(std::string_view mark) const { return call("invariant", state(mark)); }
  std::string decides(std::string_view mark) const {
    return call("decides", state(mark) + inputs(mark));
  }
  std::string transition(std::string_view from, std::string_view to) const {
    return call("transition", state(from) + inputs(from) + state(to));
  }

  std::string invariant_queries() const {
    return declared("") + declared("'") +
           query("initiation: every initial state is in the invariant",
                 asserted(initial("")) + refused(invariant(""))) +
           query(
               "consecution: no transition leaves the invariant",
               asserted(invariant("")) + asserted(transition("", "'")) + refused(invariant("'"))) +
           query("safety: no state of the invariant decides",
                 asserted(invariant("")) + asserted(decides("")));
  }

  std::string induction_queries() const {
    const std::uint64_t length = certificate_.length;
    const auto mark = [](std::uint64_t i) { return fmt::format("@{}", i); };
    std::string text;
    for (std::uint64_t i = 0; i <= length; ++i) text += declared(mark(i));
    std::string base = asserted(initial("@0"));
    std::string path;
    std::string any = "(or";
    for (std::uint64_t i = 0; i < length; ++i) {
      if (i > 0) path += " " + transition(mark(i - 1), mark(i));
      any += fmt::format(" (and true{} {})", path, decides(mark(i)));
    }
    text += query("initiation: no run of fewer moves than the length decides",
                  base + asserted(any + ")"));
    text +=
        query("consecution of ranges: values are in their ranges, and stay there",
              fmt::format("(assert (or (and {} (not {})) (and {} {} (not {}))))\n", initial("@0"),
                          in_range("@0"), in_range("@0"), transition("@0", "@1"), in_range("@1")));
    std::string step;
    for (std::uint64_t i = 0; i < length; ++i) {
      step += asserted(in_range(mark(i))) + refused(decides(mark(i))) +
              asserted(transition(mark(i), mark(i + 1)));
      for (std::uint64_t j = 0; j <= i; ++j) {
        step += refused("(and true" + for_values([&](std::size_t v) {
                          return fmt::format("(= {} {})", name(v, mark(j)), name(v, mark(i + 1)));
                        }) +
                        ")");
      }
    }
    return text +
           query("safety: different states that do not decide are not followed by one that does",
                 step + asserted(decides(mark(length))));
  }

  const Certificate& certificate_;
  const SymbolicModel& system_;
  const SymbolicQuestion& question_;
  std::vector<std::string> names_;  // by SymbolicModel::values
  GateText gates_;
};

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::string text_of(const Certificate& certificate, const Model& model, const Property& property,
                    const SymbolicQuestion& question) {
  const std::string kind =
      certificate.length == 0
          ? fmt::format("an invariant with {}", counted(certificate.excluded.size(), "clause"))
          : fmt::format("induction over {}", counted(certificate.length, "move"));
  std::string text = fmt::format(
      "; A certificate of Clew: {}\n; model: {}\n; property: {} ({})\n"
      "; No reachable state decides the property, if each of the three answers is unsat.\n",
      kind, one_line(model.file), one_line(property.name), one_line(property.text));
  text += "(set-logic QF_BV)\n";
  return text + CertificateText(certificate, question, names_in(model, question)).text();
}

}  // namespace clew
