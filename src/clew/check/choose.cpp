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

std::vector<EngineInfo> named(const std::vector<std::string>& names,
                              const std::vector<EngineInfo>& added) {
  std::vector<EngineInfo> found;
  for (const std::string& name : names) {
    const EngineInfo* const engine = engine_named(name, added);
    if (!engine) throw ContractError(fmt::format("check: there is no engine '{}'", name));
    found.push_back(*engine);
  }
  return found;
}

// Looks at single states, in our own process.
bool is_walker(const EngineInfo& engine) {
  return engine.abilities.walks_states && engine.abilities.runs_at_home;
}

// Those that `auto` asks.
std::vector<std::string> automatic_names(bool walkers_alone) {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    const bool is_one = engine.abilities.is_asked_by_auto && (!walkers_alone || is_walker(engine));
    if (is_one) names.emplace_back(engine.name);
  }
  return names;
}

// Numbers up to which a search through single states is likely to see every state before another has begun.
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

// Why a search through single states should not be the first to be asked; empty if it should.
std::string reason_against_walking_first(const Features& features) {
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
  bool walker_is_first = true;  // the others begin when it has not answered at once
  bool walker_counts = false;   // it is likely to win later, too: the others take what it leaves
};

// Half of it goes to the search through single states, which lives on memory.
double memory_share(bool walks, bool has_walker, std::size_t count) {
  const auto all = static_cast<double>(count);
  if (!has_walker) return 1 / all;
  return walks ? 0.5 : 0.5 / (all - 1);
}

std::vector<Member> members_of(std::vector<EngineInfo> asked, const Division& division,
                               const CheckOptions& options) {
  const std::uint64_t cores =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  // The first answer counts for those that come at the same time, too: the quick ones first.
  std::stable_partition(asked.begin(), asked.end(),
                        [](const EngineInfo& engine) { return is_walker(engine); });
  const bool has_walker = is_walker(asked.front());
  std::vector<Member> members;
  for (const EngineInfo& engine : asked) {
    Member member;
    member.engine = engine;
    // The first of them; another one beside it is one of the others.
    const bool walks = has_walker && members.empty();
    if (asked.size() > 1)
      member.memory_share = memory_share(walks, has_walker, asked.size());
    if (has_walker && division.walker_is_first) {
      constexpr std::chrono::milliseconds head_start(40);
      constexpr int nice_behind = 10;
      member.is_at_home = walks;
      member.threads = walks ? cores : 1;
      if (!walks) member.delay = head_start;
      if (!walks && division.walker_counts) member.nice = nice_behind;
    } else if (walks && asked.size() > 1) {
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
  const std::vector<EngineInfo> asked = named(names, options.added);
  // Where nothing can blow up nobody needs a worker.
  const bool is_plain = asked.size() == 1 && asked.front().abilities.runs_at_home;
  return {is_plain ? asked.front() : portfolio_of(members_of(asked, division, options)), names,
          std::move(because)};
}

// Options that only a search through single states has.
bool asks_for_walker(const CheckOptions& options) {
  return options.order != Order::BreadthFirst || options.store != "auto" ||
         options.reduction != Reduction::None || options.algorithm != CycleAlgorithm::Auto ||
         options.all_violations || options.violations_kept_max > 1;
}

Choice automatic(const Model& model, const CheckOptions& options) {
  const std::vector<std::string> alone = automatic_names(true);
  if (asks_for_walker(options)) {
    return choice_of(alone, {}, options, "the options are about a search through single states");
  }
  const Features features = features_of(model);
  const std::string obstacle = reason_against_walking_first(features);
  if (features.is_of_processes && obstacle.empty()) {
    return choice_of(alone, {}, options, "processes, and few initial states");
  }
  const Division division{obstacle.empty(), false};
  return choice_of(
      automatic_names(false), division, options,
      obstacle.empty() ? "a script: explicit alone at first, then the others beside it" : obstacle);
}

}  // namespace

Choice choose_engines(const Model& model, const CheckOptions& options) {
  if (options.engine == "auto") return automatic(model, options);
  const bool is_open = options.engine == "portfolio";
  const std::vector<std::string> names = is_open ? own_names() : split(options.engine);
  if (names.size() == 1) return choice_of(names, {}, options, "");
  const Features features = features_of(model);
  return choice_of(names, {reason_against_walking_first(features).empty(), features.is_of_processes},
                   options, "");
}

Choice choose_explorer(const CheckOptions& options) {
  const bool is_open = options.engine == "auto" || options.engine == "portfolio";
  return choice_of(is_open ? automatic_names(true) : split(options.engine), {},
                   options, "");
}

std::vector<EngineInfo> engines_to_compare(const CheckOptions& options) {
  const bool is_open = options.engine == "auto" || options.engine == "portfolio";
  return named(is_open ? own_names() : split(options.engine), options.added);
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
      std::vector<std::string> known = all_names();
      known.insert(known.end(), {"auto", "portfolio"});
      const std::string nearest = nearest_name(*name, known);
      if (!nearest.empty()) {
        return fmt::format("there is no engine '{}', but an engine '{}'", *name, nearest);
      }
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
