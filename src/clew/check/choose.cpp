#include "clew/check/choose.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "clew/base/contract.hpp"
#include "clew/base/text.hpp"
#include "clew/check/portfolio.hpp"
#include "clew/model/choices.hpp"
#include "clew/model/initial_states.hpp"

namespace clew {

namespace {

std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = names.find(',', begin);
    out.push_back(names.substr(begin, end - begin));
    if (end == std::string::npos) return out;
    begin = end + 1;
  }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) names.emplace_back(engine.name);
  return names;
}

// Without those that are other programs.
std::vector<std::string> own_names() {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    if (engine.programs.empty()) names.emplace_back(engine.name);
  }
  return names;
}

std::vector<EngineInfo> named(const std::vector<std::string>& names) {
  std::vector<EngineInfo> found;
  for (const std::string& name : names) {
    const EngineInfo* const engine = engine_named(name);
    if (!engine) throw ContractError(fmt::format("check: there is no engine '{}'", name));
    found.push_back(*engine);
  }
  return found;
}

constexpr std::string_view explicit_name = "explicit";

// Numbers up to which the explicit engine is likely to see every state before another has begun.
constexpr std::uint64_t initial_states_many = 10'000;
constexpr std::uint64_t choices_many = 10'000;

// What can be told of a model in no time.
struct Features {
  bool is_of_processes = false;  // its language describes processes that run side by side
  bool has_many_starts = false;
  std::uint64_t choices_max = 0;  // of one action, in one state
};

bool has_many_starts(const Model& model) {
  if (has_fixed_start(model)) return false;
  std::uint64_t found = 0;
  std::uint64_t pauses = 0;
  bool is_many = false;
  Interpreter(model).initial_states(
      [&](const State&) {
        is_many = ++found == initial_states_many;
        return is_many ? Continue::No : Continue::Yes;
      },
      [&] {
        constexpr std::uint64_t pauses_max = 16;
        is_many = ++pauses == pauses_max;
        return is_many ? Continue::No : Continue::Yes;
      });
  return is_many;
}

Features features_of(const Model& model) {
  Features features;
  features.is_of_processes = model.has_control;
  features.has_many_starts = has_many_starts(model);
  for (const Action& action : model.actions) {
    features.choices_max = std::max(features.choices_max, combinations_of(model, action));
  }
  return features;
}

// Why the explicit engine should not be the first to be asked; empty if it should.
std::string reason_against_explicit(const Features& features) {
  if (features.has_many_starts) {
    return fmt::format("the model begins in {} states or more", with_commas(initial_states_many));
  }
  if (features.choices_max >= choices_many) {
    return fmt::format("an action can be taken in {} ways", with_commas(features.choices_max));
  }
  return {};
}

// How a portfolio divides the machine.
struct Division {
  bool explicit_is_first = true;  // the others begin when it has not answered at once
  bool explicit_counts = false;   // it is likely to win later, too: the others take what it leaves
};

// Half of it goes to the explicit engine, which lives on memory.
double memory_share(bool is_explicit, bool has_explicit, std::size_t count) {
  const auto all = static_cast<double>(count);
  if (!has_explicit) return 1 / all;
  return is_explicit ? 0.5 : 0.5 / (all - 1);
}

std::vector<Member> members_of(std::vector<EngineInfo> asked, const Division& division,
                               const CheckOptions& options) {
  const std::uint64_t cores =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  // The first answer counts for those that come at the same time, too: the quick ones first.
  std::stable_partition(asked.begin(), asked.end(),
                        [](const EngineInfo& engine) { return engine.name == explicit_name; });
  const bool has_explicit = asked.front().name == explicit_name;
  std::vector<Member> members;
  for (const EngineInfo& engine : asked) {
    Member member;
    member.engine = engine;
    const bool is_explicit = engine.name == explicit_name;
    if (asked.size() > 1)
      member.memory_share = memory_share(is_explicit, has_explicit, asked.size());
    if (has_explicit && division.explicit_is_first) {
      constexpr std::chrono::milliseconds head_start(40);
      constexpr int nice_behind = 10;
      member.is_at_home = is_explicit;
      member.threads = is_explicit ? cores : 1;
      if (!is_explicit) member.delay = head_start;
      if (!is_explicit && division.explicit_counts) member.nice = nice_behind;
    } else if (is_explicit && asked.size() > 1) {
      constexpr int nice_last = 10;
      member.nice = nice_last;
    } else {
      member.threads = cores;
    }
    members.push_back(std::move(member));
  }
  return members;
}

Choice choice_of(const std::vector<std::string>& names, const Division& division,
                 const CheckOptions& options, std::string because) {
  const std::vector<EngineInfo> asked = named(names);
  // Where nothing can blow up nobody needs a worker.
  const bool is_plain = asked.size() == 1 && asked.front().name == explicit_name;
  return {is_plain ? asked.front() : portfolio_of(members_of(asked, division, options)), names,
          std::move(because)};
}

// Options that only the explicit engine has.
bool asks_for_explicit(const CheckOptions& options) {
  return options.order != Order::BreadthFirst || options.store != StoreKind::Auto ||
         options.reduction != Reduction::None || options.algorithm != CycleAlgorithm::Auto ||
         options.all_violations || options.violations_kept_max > 1;
}

Choice automatic(const Model& model, const CheckOptions& options) {
  const std::vector<std::string> alone = {std::string(explicit_name)};
  if (asks_for_explicit(options)) {
    return choice_of(alone, {}, options, "the options are about a search through single states");
  }
  const Features features = features_of(model);
  const std::string obstacle = reason_against_explicit(features);
  if (features.is_of_processes && obstacle.empty()) {
    return choice_of(alone, {}, options, "processes, and few initial states");
  }
  const Division division{obstacle.empty(), false};
  return choice_of(
      {"explicit", "bdd", "bmc", "pdr"}, division, options,
      obstacle.empty() ? "a script: explicit alone at first, then the others beside it" : obstacle);
}

}  // namespace

Choice choose_engines(const Model& model, const CheckOptions& options) {
  if (options.engine == "auto") return automatic(model, options);
  const bool is_open = options.engine == "portfolio";
  const std::vector<std::string> names = is_open ? own_names() : split(options.engine);
  if (names.size() == 1) return choice_of(names, {}, options, "");
  const Features features = features_of(model);
  return choice_of(names, {reason_against_explicit(features).empty(), features.is_of_processes},
                   options, "");
}

Choice choose_explorer(const CheckOptions& options) {
  const bool is_open = options.engine == "auto" || options.engine == "portfolio";
  return choice_of(is_open ? std::vector<std::string>{"explicit"} : split(options.engine), {},
                   options, "");
}

std::vector<EngineInfo> engines_to_compare(const std::string& wish) {
  const bool is_open = wish == "auto" || wish == "portfolio";
  return named(is_open ? own_names() : split(wish));
}

std::string reason_against_engines(const std::string& wish) {
  if (wish == "auto" || wish == "portfolio") return {};
  const std::vector<std::string> names = split(wish);
  for (auto name = names.begin(); name != names.end(); ++name) {
    const EngineInfo* const engine = engine_named(*name);
    if (*name == "auto" || *name == "portfolio") {
      return fmt::format("'{}' chooses among the engines and is named alone", *name);
    }
    if (!engine) {
      return fmt::format("engine '{}' is not part of this version, there are: auto, {}, portfolio",
                         *name, fmt::join(all_names(), ", "));
    }
    const std::string obstacle = obstacle_to(*engine);
    if (!obstacle.empty()) return obstacle;
    if (std::find(names.begin(), name, *name) != name) {
      return fmt::format("engine '{}' is named twice", *name);
    }
  }
  return {};
}

}  // namespace clew
