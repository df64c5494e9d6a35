#include "clew/engine/solver/outside/checker_output.hpp"

#include <algorithm>
#include <charconv>

namespace clew {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::optional<Value> value_of(std::string_view text) {
  if (text == "TRUE") return 1;
  if (text == "FALSE") return 0;
  Value value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class Use>
void for_each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    use(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

CheckerOutput read_nusmv_output(std::string_view text) {
  CheckerOutput result;
  std::map<std::string, Value> state;  // only what changes is printed
  bool in_state = false;
  bool in_verdict = false;  // a formula with `case` in it takes several lines
  bool loops = false;
  for_each_line(text, [&](std::string_view line) {
    in_verdict =
        in_verdict || line.starts_with("-- specification") || line.starts_with("-- invariant");
    if (in_verdict && !result.answer) {
      if (line.ends_with("is true")) result.answer = true;
      if (line.ends_with("is false")) result.answer = false;
    } else if (line.starts_with("-- Loop starts here")) {
      loops = true;
    } else if (line.starts_with("-> State:")) {
      // Every state is marked that equals the last one; the loop of the formula begins at one of them.
      if (loops) result.loop_starts.push_back(result.states.size());
      loops = false;
      in_state = true;
      result.states.push_back(state);
    } else if (line.starts_with("-> Input:")) {
      in_state = false;
    } else if (in_state && line.find(" = ") != std::string_view::npos) {
      const std::size_t sign = line.find(" = ");
      if (const auto value = value_of(trimmed(line.substr(sign + 3)))) {
        state[std::string(trimmed(line.substr(0, sign)))] = *value;
        result.states.back() = state;
      }
    } else if (result.complaint.empty() && !line.starts_with("***") &&
               (line.find("rror") != std::string_view::npos ||
                line.find("undefined") != std::string_view::npos)) {
      result.complaint = line;
    }
  });
  return result;
}

namespace {

// "x=0 y=-3 #depth=2": what has no number is about clocks.
void add_values(std::string_view line, std::map<std::string, Value>& values) {
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    const std::size_t sign = word.find('=');
    if (sign != std::string_view::npos) {
      if (const auto value = value_of(word.substr(sign + 1))) {
        values[std::string(word.substr(0, sign))] = *value;
      }
    }
    line = trimmed(line.substr(end));
  }
}

void find_loop(CheckerOutput& said) {
  if (said.states.size() < 2) return;
  const auto first = std::find(said.states.begin(), said.states.end() - 1, said.states.back());
  if (first != said.states.end() - 1) {
    said.loop_starts.push_back(static_cast<std::size_t>(first - said.states.begin()));
  }
}

}  // namespace

CheckerOutput read_verifyta_output(std::string_view text, std::string_view location) {
  CheckerOutput said;
  enum class Part : std::uint8_t { Other, Locations, Values } part = Part::Other;
  for_each_line(text, [&](std::string_view line) {
    if (line.find("is NOT satisfied") != std::string_view::npos) {
      said.answer = false;
    } else if (line.find("is satisfied") != std::string_view::npos && !said.answer) {
      said.answer = true;
    } else if (line.starts_with("State")) {
      part = Part::Locations;
    } else if (line.empty() || line.starts_with("Transition") || line.starts_with("Delay")) {
      part = Part::Other;
    } else if (part == Part::Locations) {
      const bool is_there = line.find(location) != std::string_view::npos;
      if (is_there) said.states.emplace_back();
      part = is_there ? Part::Values : Part::Other;
    } else if (part == Part::Values) {
      add_values(line, said.states.back());
    }
    if (said.complaint.empty() && line.find("rror") != std::string_view::npos) {
      said.complaint = line;
    }
  });
  for (auto& state : said.states) state.erase("#depth");
  find_loop(said);
  return said;
}

}  // namespace clew
