#include "clew/render/json_text.hpp"

#include <cstddef>

#include "clew/render/layout.hpp"

namespace clew {

namespace {

using Json = nlohmann::ordered_json;

std::string scalar_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string key_text(const std::string& key) { return scalar_text(Json(key)) + ": "; }

// On one line: {"states": 20, "levels": [1, 2]}.  Gives up, with an incomplete text, as soon as the
// text is longer than `columns`; so a large value costs no more than a line.
void append_flat(const Json& value, std::size_t columns, std::string& out) {
  if (!value.is_structured()) {
    out += scalar_text(value);
    return;
  }
  out += value.is_object() ? '{' : '[';
  bool is_first = true;
  for (const auto& item : value.items()) {
    if (out.size() > columns) return;
    if (!is_first) out += ", ";
    is_first = false;
    if (value.is_object()) out += key_text(item.key());
    append_flat(item.value(), columns, out);
  }
  out += value.is_object() ? '}' : ']';
}

// `used` columns of the line are taken already; one more is kept for a comma.
void append(const Json& value, std::size_t indent, std::size_t used, std::string& out) {
  std::string flat;
  const std::size_t columns = used + 1 < text_columns ? text_columns - used - 1 : 0;
  append_flat(value, columns, flat);
  if (!value.is_structured() || value.empty() || flat.size() <= columns) {
    out += flat;
    return;
  }
  out += value.is_object() ? '{' : '[';
  bool is_first = true;
  bool was_flat_number = false;
  std::size_t line_width = 0;
  for (const auto& item : value.items()) {
    // Numbers of a long list share lines.
    const bool is_number = value.is_array() && item.value().is_number();
    const std::string number = is_number ? scalar_text(item.value()) : "";
    if (!is_first) out += ',';
    if (was_flat_number && is_number && line_width + number.size() + 3 <= text_columns) {
      out += ' ' + number;
      line_width += number.size() + 2;
      continue;
    }
    out += '\n' + std::string(indent + 2, ' ');
    const std::string key = value.is_object() ? key_text(item.key()) : "";
    out += key;
    append(item.value(), indent + 2, indent + 2 + key.size(), out);
    is_first = false;
    was_flat_number = is_number;
    line_width = indent + 2 + number.size();
  }
  out += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string json_text(const Json& value) {
  std::string out;
  append(value, 0, 0, out);
  return out + '\n';
}

}  // namespace clew
