#include "clew/lang/uts/lower.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "clew/base/text.hpp"
#include "clew/lang/uts/declarations.hpp"
#include "clew/lang/uts/goals.hpp"
#include "clew/lang/uts/items.hpp"

namespace clew::uts {

namespace {

// The one process of a script without processes.
constexpr const char* system_name = "system";
constexpr const char* location_name = "running";

constexpr std::size_t processes_max = 10'000;

Surroundings constants_alone() {
  Surroundings surroundings;
  surroundings.where = Where::Constant;
  return surroundings;
}

// A process that `proc` declares; most of them are part of the program.
struct Instance {
  std::string name;  // "p", "cell[3]"
  Name family;       // "p", "cell"
  const ProcSyntax* syntax = nullptr;
  std::vector<Value> arguments;
};

class Lowerer {
 public:
  Lowerer(const FileSyntax& file, std::shared_ptr<const SourceText> source,
          const std::map<std::string, std::string>& constants, Diagnostics& diagnostics)
      : file_(file),
        source_(std::move(source)),
        reporter_(diagnostics),
        lowering_{file.nodes, source_->text(), model_, reporter_},
        declarations_(lowering_, constants) {}

  Model run() {
    model_.file = source_->name();
    model_.language = "uts";
    model_.local_mark = ".";
    model_.has_control = false;
    if (file_.moves_max != no_syntax) model_.moves_max = 0;  // `steps` has a meaning
    for (const ProcSyntax& proc : file_.globals.procs) {
      declarations_.declare(declarations_.globals(), proc.name, "a process");
      lowering_.process_names.insert(proc.name.text);
    }
    declarations_.declare_globals(file_.globals.variables);
    declare_bound();
    if (file_.program_span.is_known()) {
      declare_instances();
      compose();
    } else {
      plain_system();
    }
    const bool names_are_known = reporter_.count() == 0;
    add_rules();
    initialise();
    add_goals(file_, source_, names_are_known, lowering_);
    return std::move(model_);
  }

 private:
  // --- the bound

  void declare_bound() {
    if (file_.moves_max == no_syntax) return;
    ExprBuilder builder(lowering_, constants_alone());
    const SourceSpan span = file_.nodes[file_.moves_max].span;
    const auto most = builder.constant(file_.moves_max, Type::Int, "the number of steps");
    if (!most) return;
    if (*most < 1) {
      reporter_.error(span, fmt::format("the number of steps is at least 1, found {}", *most));
      return;
    }
    model_.moves_max = static_cast<std::uint64_t>(*most);
    const bool is_read = std::any_of(file_.nodes.begin(), file_.nodes.end(), [](const Node& node) {
      return node.kind == Node::Kind::Variable && node.process.text.empty() &&
             node.name.text == "steps";
    });
    if (!is_read) return;
    if (*most > full_range.high - 1) {
      reporter_.error(span, "so many steps cannot be counted by 'steps'");
      return;
    }
    declarations_.declare_steps(*most);
  }

  // --- one system

  ProcessTypeId add_type(const std::string& name, SourceSpan span) {
    ProcessType type;
    type.name = name;
    type.span = span;
    Location location;
    location.name = location_name;
    location.span = span;
    type.initial = type.locations.add(std::move(location));
    return model_.process_types.add(std::move(type));
  }

  void plain_system() {
    for (const ProcSyntax& proc : file_.globals.procs) {
      reporter_.error(proc.name.span, "a script without 'PROGRAM' has no processes");
    }
    const ProcessTypeId type = add_type(system_name, file_.globals.rules_span);
    model_.processes.add({system_name, type, file_.globals.rules_span});
  }

  // --- rules and initial states

  // Null for the one process of a script without processes.
  const ProcessSyntax* syntax_of(ProcessTypeId type) const {
    return syntax_of_.empty() ? nullptr : syntax_of_[to_index(type)];
  }

  void add_rules() {
    std::map<const ProcessSyntax*, std::size_t> rules;
    for (std::size_t i = 0; i < model_.process_types.size(); ++i) {
      const auto type = to_id<ProcessTypeId>(i);
      const ProcessSyntax* const process = syntax_of(type);
      const BlockSyntax& block = process ? process->block : file_.globals;
      if (!lowering_.has_room(file_.program_span)) return;
      const std::size_t actions_before = model_.actions.size();
      lower_rules(lowering_, type, process && !process->parameters.empty(), block.rules);
      rules[process] += model_.actions.size() - actions_before;
    }
    // A family may have processes that never move; that none of them does is a mistake.
    for (const auto& [process, count] : rules) {
      if (count > 0) continue;
      reporter_.warning(
          (process ? process->block : file_.globals).rules_span,
          fmt::format("{} has no rule: its loops are empty, or its guards are false",
                      process ? fmt::format("process '{}'", process->name.text) : "the script"));
    }
  }

  void initialise() {
    InitialValues values =
        lower_init(lowering_, no_id<ProcessTypeId>, no_id<ProcessId>, file_.globals.init);
    apply_initial(lowering_, model_.globals, no_id<ProcessId>, values);
    add_conditions(values);
    for (std::size_t i = 0; i < model_.processes.size(); ++i) initialise(to_id<ProcessId>(i));
    set_condition();
  }

  void initialise(ProcessId process) {
    const ProcessTypeId type = model_.processes[process].type;
    const ProcessSyntax* const syntax = syntax_of(type);
    if (!syntax || !lowering_.has_room(file_.program_span)) return;
    InitialValues values = lower_init(lowering_, type, process, syntax->block.init);
    apply_initial(lowering_, model_.process_types[type].frame, process, values);
    add_conditions(values);
  }

  void add_conditions(const InitialValues& values) {
    conditions_.insert(conditions_.end(), values.conditions.begin(), values.conditions.end());
  }

  void set_condition() {
    if (conditions_.empty() || reporter_.count() > 0) return;
    ExprBuilder builder(lowering_, {});
    model_.initial_condition =
        builder.joined(Op::And, std::move(conditions_), file_.globals.init_span).expr;
  }

  // --- processes

  const ProcessSyntax* template_named(const std::string& name) const {
    for (const ProcessSyntax& process : file_.processes) {
      if (process.name.text == name) return &process;
    }
    return nullptr;
  }

  void declare_instances() {
    Names names;
    for (const ProcessSyntax& process : file_.processes) {
      const auto [entry, is_new] = names.emplace(process.name.text, Symbol{"", process.name.span});
      if (is_new) continue;
      reporter_.error(process.name.span,
                      fmt::format("process '{}' is declared twice", process.name.text),
                      fmt::format("the first is at {}", reporter_.place(entry->second.span)));
    }
    ExprBuilder builder(lowering_, constants_alone());
    for (const ProcSyntax& proc : file_.globals.procs) {
      const ProcessSyntax* const used = check_proc(proc);
      if (!used) continue;
      used_.insert(used);
      if (!proc.loop) {
        add_instance(proc, *used, proc.name.text);
        continue;
      }
      builder.for_each_index(*proc.loop, [&] {
        const Value index = lowering_.bindings.back().value;
        return add_instance(proc, *used, fmt::format("{}[{}]", proc.name.text, index));
      });
    }
  }

  const ProcessSyntax* check_proc(const ProcSyntax& proc) {
    const ProcessSyntax* const used = template_named(proc.process.text);
    if (!used) {
      std::vector<std::string> known;
      for (const ProcessSyntax& process : file_.processes) known.push_back(process.name.text);
      const std::string nearest = nearest_name(proc.process.text, known);
      reporter_.error(proc.process.span,
                      fmt::format("there is no 'PROCESS {}:'", proc.process.text),
                      nearest.empty() ? "" : fmt::format("there is a process '{}'", nearest));
      return nullptr;
    }
    if (used->parameters.size() == proc.arguments.size()) return used;
    reporter_.error(proc.process.span, fmt::format("process '{}' has {}, found {}", used->name.text,
                                                   counted(used->parameters.size(), "parameter"),
                                                   counted(proc.arguments.size(), "argument")));
    return nullptr;
  }

  bool add_instance(const ProcSyntax& proc, const ProcessSyntax& used, std::string name) {
    if (instances_.size() >= processes_max) {
      reporter_.error(proc.name.span,
                      fmt::format("the script has more than {} processes", processes_max));
      return false;
    }
    Instance instance{std::move(name), proc.name, &proc, {}};
    ExprBuilder builder(lowering_, constants_alone());
    for (std::size_t i = 0; i < proc.arguments.size(); ++i) {
      const Type type = used.parameters[i].is_bool ? Type::Bool : Type::Int;
      const auto value = builder.constant(proc.arguments[i], type, "an argument");
      if (!value) return false;
      instance.arguments.push_back(*value);
    }
    instances_.push_back(std::move(instance));
    return true;
  }

  // --- the program

  void compose() {
    std::set<std::string> members;
    for (const MemberSyntax& member : file_.program) {
      add_members(member, members);
    }
    for (const Instance& instance : instances_) {
      if (members.contains(instance.name) || reporter_.count() > 0) continue;
      reporter_.warning(instance.family.span,
                        fmt::format("process '{}' is not part of 'PROGRAM'", instance.name));
    }
    for (const ProcessSyntax& process : file_.processes) {
      if (used_.contains(&process)) continue;
      reporter_.warning(process.name.span,
                        fmt::format("process '{}' is never used", process.name.text));
    }
  }

  void add_members(const MemberSyntax& member, std::set<std::string>& members) {
    std::string name = member.name.text;
    if (member.index != no_syntax) {
      ExprBuilder builder(lowering_, constants_alone());
      const auto index = builder.constant(member.index, Type::Int, "the index of a process");
      if (!index) return;
      name += fmt::format("[{}]", *index);
    }
    bool is_known = false;
    for (const Instance& instance : instances_) {
      const bool is_meant =
          instance.name == name || (member.index == no_syntax && instance.family.text == name);
      if (!is_meant) continue;
      is_known = true;
      if (!members.insert(instance.name).second) {
        reporter_.error(member.name.span,
                        fmt::format("process '{}' is part of the program twice", instance.name));
        return;
      }
      add_process(instance);
    }
    if (!is_known) unknown_member(member, name);
  }

  void unknown_member(const MemberSyntax& member, const std::string& name) {
    for (const ProcSyntax& proc : file_.globals.procs) {
      // What is wrong with its declaration has been said.
      if (proc.name.text != member.name.text) continue;
      if (member.index != no_syntax && !proc.loop) {
        reporter_.error(member.name.span,
                        fmt::format("'{}' is no array of processes", proc.name.text));
        return;
      }
      if (reporter_.count() > 0 || member.index == no_syntax) return;
    }
    const auto symbol = declarations_.globals().find(name);
    if (symbol != declarations_.globals().end()) {
      reporter_.error(member.name.span,
                      fmt::format("'{}' is {}, expected a process", name, symbol->second.kind));
      return;
    }
    const bool is_template = template_named(name) != nullptr;
    std::vector<std::string> known;
    for (const Instance& instance : instances_) known.push_back(instance.name);
    const std::string nearest = nearest_name(name, known);
    reporter_.error(member.name.span, fmt::format("unknown process '{}'", name),
                    is_template
                        ? fmt::format("declare one in 'VARS': proc p = {};", name)
                        : (nearest.empty() ? "" : fmt::format("there is a process '{}'", nearest)));
  }

  void add_process(const Instance& instance) {
    const ProcessTypeId type = type_for(instance);
    model_.processes.add({instance.name, type, instance.family.span});
  }

  // Processes with equal arguments share a type; parameters are constants of it.
  ProcessTypeId type_for(const Instance& instance) {
    const ProcessSyntax& syntax = *template_named(instance.syntax->process.text);
    std::string name = syntax.name.text;
    for (const Value argument : instance.arguments) {
      name += fmt::format("_{}{}", argument < 0 ? "m" : "", std::abs(std::int64_t{argument}));
    }
    const auto key = std::pair{&syntax, instance.arguments};
    const auto found = types_.find(key);
    if (found != types_.end()) return found->second;
    while (taken_.contains(name) || (name != syntax.name.text && template_named(name))) name += '_';
    taken_.insert(name);
    const ProcessTypeId type = add_type(name, syntax.name.span);
    types_[key] = type;
    syntax_of_.push_back(&syntax);
    for (std::size_t i = 0; i < syntax.parameters.size(); ++i) {
      const ParameterSyntax& parameter = syntax.parameters[i];
      Slot slot;
      slot.name = local_name(name, parameter.name.text);
      slot.type = parameter.is_bool ? declarations_.bool_type() : ValueType{"int", full_range};
      slot.initial = {instance.arguments[i]};
      slot.span = parameter.name.span;
      model_.constants.add(std::move(slot));
    }
    declarations_.declare_locals(type, syntax);
    return type;
  }

  const FileSyntax& file_;
  std::shared_ptr<const SourceText> source_;
  Reporter reporter_;
  Model model_;
  Lowering lowering_;
  Declarations declarations_;
  std::vector<Instance> instances_;
  std::set<const ProcessSyntax*> used_;
  std::map<std::pair<const ProcessSyntax*, std::vector<Value>>, ProcessTypeId> types_;
  std::vector<const ProcessSyntax*> syntax_of_;  // by process type
  std::set<std::string> taken_;
  std::vector<Typed> conditions_;
};

}  // namespace

Model lower(const FileSyntax& file, std::shared_ptr<const SourceText> source,
            const std::map<std::string, std::string>& constants, Diagnostics& diagnostics) {
  return Lowerer(file, std::move(source), constants, diagnostics).run();
}

}  // namespace clew::uts
