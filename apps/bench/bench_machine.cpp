#include "apps/bench/bench_machine.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "clew/base/process.hpp"

namespace clew::cli {

namespace {

// The kernel's files have no size, so they are read to their end.
std::string system_text(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// "model name : AMD EPYC" -> "AMD EPYC"
std::string value_of(const std::string& text, const std::string& name) {
  std::size_t at = text.find(name);
  if (at == std::string::npos) return {};
  at = text.find(':', at);
  if (at == std::string::npos) return {};
  const std::string line = first_line(text.substr(at + 1));
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string() : line.substr(begin);
}

// "L1 32K, L2 1024K, L3 32768K (shared by 0-1)"
std::string caches() {
  std::string out;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", index);
    const auto read = [&](const char* name) { return first_line(system_text(folder + name)); };
    if (read("size").empty() || read("type") == "Instruction") continue;
    out += fmt::format("{}L{} {}", out.empty() ? "caches: " : ", ", read("level"), read("size"));
    const std::string shared = read("shared_cpu_list");
    if (shared != "0") out += fmt::format(" (shared by {})", shared);
  }
  return out.empty() ? "caches: not known" : out;
}

// "always [madvise] never" -> "madvise"
std::string huge_pages() {
  const std::string text = system_text("/sys/kernel/mm/transparent_hugepage/enabled");
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find(']');
  if (begin == std::string::npos || end == std::string::npos) return "not known";
  return text.substr(begin + 1, end - begin - 1);
}

}  // namespace

BenchMachine describe_machine(const std::vector<std::vector<std::string>>& version_commands) {
  BenchMachine machine;
  const std::string processor = system_text("/proc/cpuinfo");
  machine.processor = value_of(processor, "model name");
  if (machine.processor.empty()) machine.processor = "unknown processor";
  const std::string speed = value_of(processor, "cpu MHz");
  if (!speed.empty()) machine.processor += fmt::format(" at {:.0f} MHz", std::atof(speed.c_str()));
  machine.cores = static_cast<unsigned>(::sysconf(_SC_NPROCESSORS_ONLN));
  machine.caches = caches();
  machine.memory_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  machine.huge_pages = huge_pages();
  utsname system{};
  if (::uname(&system) == 0) {
    machine.system = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  }
  for (const auto& command : version_commands) {
    if (program_path(command.front()).empty()) continue;
    const ProgramResult result = run_program(command, "", {});
    const std::string said = first_line(result.output + result.errors);
    machine.programs.push_back(fmt::format("{}: {}", command.front(), said));
  }
  machine.load = std::atof(system_text("/proc/loadavg").c_str());
  return machine;
}

}  // namespace clew::cli
