#include "clew/engine/outside/nusmv_output.hpp"

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

NusmvOutput read_nusmv_output(std::string_view text) {
  NusmvOutput result;
  std::map<std::string, Value> state;  // only what changes is printed
  bool in_state = false;
  bool loops = false;
  for_each_line(text, [&](std::string_view line) {
    const bool is_verdict =
        line.starts_with("-- specification") || line.starts_with("-- invariant");
    if (is_verdict && !result.answer) {
      if (line.ends_with("is true")) result.answer = true;
      if (line.ends_with("is false")) result.answer = false;
    } else if (line.starts_with("-- Loop starts here")) {
      loops = true;
    } else if (line.starts_with("-> State:")) {
      if (loops && !result.loop_start) result.loop_start = result.states.size();
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

std::optional<bool> read_verifyta_output(std::string_view text) {
  std::optional<bool> answer;
  for_each_line(text, [&](std::string_view line) {
    if (line.find("is NOT satisfied") != std::string_view::npos) {
      answer = false;
    } else if (line.find("is satisfied") != std::string_view::npos && !answer) {
      answer = true;
    }
  });
  return answer;
}

}  // namespace clew
