#include "clew/lang/dve/instances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "clew/base/text.hpp"

namespace clew::dve {

namespace {

// Longer loops are taken for a mistake: nobody checks a model of so many processes.
constexpr std::size_t turns_max = 10'000;

class Lister {
 public:
  Lister(const FileSyntax& file, Model& model, const Macros& macros, Diagnostics& diagnostics)
      : file_(file), model_(model), macros_(macros), diagnostics_(diagnostics) {}

  std::vector<Instance> run() {
    list(file_.instantiations, {});
    return std::move(instances_);
  }

 private:
  void list(const std::vector<InstantiationSyntax>& all, const Parameters& known) {
    for (const InstantiationSyntax& each : all) {
      switch (each.kind) {
        case InstantiationSyntax::Kind::Process: {
          const ProcessSyntax& process = file_.processes[each.process];
          instances_.push_back({&process, process.name});
          break;
        }
        case InstantiationSyntax::Kind::Instance: add(each, known); break;
        case InstantiationSyntax::Kind::Loop: loop(each, known); break;
        case InstantiationSyntax::Kind::Choice: choice(each, known); break;
      }
    }
  }

  std::optional<Value> value(SyntaxId id, const Parameters& known, const std::string& what) {
    ExprBuilder builder(model_, file_.nodes, diagnostics_, {no_id<ProcessTypeId>, &known, &macros_});
    return builder.constant(id, what);
  }

  const ProcessSyntax* template_named(const Name& name) {
    const auto is_it = [&](const ProcessSyntax& each) { return each.name.text == name.text; };
    const auto found = std::find_if(file_.templates.begin(), file_.templates.end(), is_it);
    if (found != file_.templates.end()) return &*found;
    std::vector<std::string> names;
    for (const ProcessSyntax& each : file_.templates) names.push_back(each.name.text);
    const std::string nearest = nearest_name(name.text, names);
    if (std::any_of(file_.processes.begin(), file_.processes.end(), is_it)) {
      diagnostics_.error(name.span, fmt::format("process '{}' is no template", name.text),
                         "a template has parameters: 'process NAME(key i) { ... }'");
    } else {
      diagnostics_.error(name.span, fmt::format("unknown template '{}'", name.text),
                         nearest.empty() ? "" : fmt::format("there is a template '{}'", nearest));
    }
    return nullptr;
  }

  void add(const InstantiationSyntax& each, const Parameters& known) {
    const ProcessSyntax* const body = template_named(each.name);
    if (body == nullptr) return;
    if (each.arguments.size() != body->parameters.size()) {
      return diagnostics_.error(
          each.span,
          fmt::format("template '{}' has {}, found {}", each.name.text,
                      counted(body->parameters.size(), "parameter"), each.arguments.size()));
    }
    Instance instance{body, each.name};
    std::vector<Value> keys;
    for (std::size_t i = 0; i < each.arguments.size(); ++i) {
      const ParameterSyntax& parameter = body->parameters[i];
      const auto given = value(each.arguments[i], known,
                               fmt::format("the parameter '{}'", parameter.name.text));
      if (!given) return;
      if (parameter.is_key) keys.push_back(*given);
      instance.parameters.insert_or_assign(parameter.name.text, *given);
    }
    instance.name.text = instance_name(each.name.text, keys);
    instances_.push_back(std::move(instance));
  }

  void loop(const InstantiationSyntax& each, const Parameters& known) {
    const auto first = value(each.arguments[0], known, "the first value of a loop");
    const auto last = value(each.arguments[1], known, "the last value of a loop");
    if (!first || !last) return;
    Parameters inner = known;
    for (std::int64_t turn = *first; turn <= *last; ++turn) {
      if (++turns_ > turns_max) {
        if (turns_ == turns_max + 1) {
          diagnostics_.error(each.span, fmt::format("the loops of the file have more than {} turns",
                                                    with_commas(turns_max)));
        }
        return;
      }
      inner.insert_or_assign(each.name.text, static_cast<Value>(turn));
      list(each.body, inner);
    }
  }

  void choice(const InstantiationSyntax& each, const Parameters& known) {
    const auto condition = value(each.arguments[0], known, "the condition");
    if (condition) list(*condition != 0 ? each.body : each.other, known);
  }

  const FileSyntax& file_;
  Model& model_;
  const Macros& macros_;
  Diagnostics& diagnostics_;
  std::vector<Instance> instances_;
  std::size_t turns_ = 0;
};

}  // namespace

std::vector<Instance> instances_of(const FileSyntax& file, Model& model, const Macros& macros,
                                   Diagnostics& diagnostics) {
  return Lister(file, model, macros, diagnostics).run();
}

}  // namespace clew::dve
