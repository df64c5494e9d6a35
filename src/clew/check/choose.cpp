#include "clew/check/choose.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>

#include "clew/base/contract.hpp"
#include "clew/check/portfolio.hpp"

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

// The explicit engine uses threads and most memory; the others have one thread each.
EngineInfo side_by_side(const std::vector<EngineInfo>& asked, const CheckOptions& options) {
  const std::uint64_t cores =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<Member> members;
  for (const EngineInfo& engine : asked) {
    Member member{engine};
    const auto others = static_cast<std::uint64_t>(asked.size()) - 1;
    if (engine.name == explicit_name && cores > others) member.threads = cores - others;
    if (asked.size() > 1) member.memory_share = 1.0 / static_cast<double>(asked.size());
    members.push_back(std::move(member));
  }
  return portfolio_of(std::move(members));
}

Choice choice_of(const std::vector<std::string>& names, const CheckOptions& options,
                 std::string because) {
  const std::vector<EngineInfo> asked = named(names);
  // Where nothing can blow up nobody needs a worker.
  const bool is_plain = asked.size() == 1 && asked.front().name == explicit_name;
  return {is_plain ? asked.front() : side_by_side(asked, options), names, std::move(because)};
}

}  // namespace

Choice choose_engines(const Model& model, const CheckOptions& options) {
  (void)model;
  if (options.engine == "auto") return choice_of({"explicit"}, options, "all states");
  if (options.engine == "portfolio") return choice_of(all_names(), options, "");
  return choice_of(split(options.engine), options, "");
}

Choice choose_explorer(const CheckOptions& options) {
  const bool is_open = options.engine == "auto" || options.engine == "portfolio";
  return choice_of(is_open ? std::vector<std::string>{"explicit"} : split(options.engine), options,
                   "");
}

std::vector<EngineInfo> engines_to_compare(const std::string& wish) {
  const bool is_open = wish == "auto" || wish == "portfolio";
  return named(is_open ? all_names() : split(wish));
}

std::string reason_against_engines(const std::string& wish) {
  if (wish == "auto" || wish == "portfolio") return {};
  const std::vector<std::string> names = split(wish);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!engine_named(names[i])) {
      return fmt::format("engine '{}' is not part of this version, there are: auto, {}, portfolio",
                         names[i], fmt::join(all_names(), ", "));
    }
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      return fmt::format("engine '{}' is named twice", names[i]);
    }
  }
  return {};
}

}  // namespace clew
