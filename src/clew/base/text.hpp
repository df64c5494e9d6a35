// Small helpers for texts that people read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// The candidate that `wanted` was probably meant to be: at most two letters away (one, if it is
// short); empty if there is none.
std::string nearest_name(std::string_view wanted, const std::vector<std::string>& candidates);

// 1234567 -> "1,234,567"
std::string with_commas(std::uint64_t number);
std::string with_commas(std::string digits);  // the same of a number in decimal

// 3221225472 -> "3.0 GiB"
std::string bytes_text(std::uint64_t bytes);

// "1 state", "2 states"
std::string counted(std::uint64_t count, std::string_view noun);
std::string counted(const std::string& digits, std::string_view noun);

// Fit for a comment of a generated text: one line, and nothing that ends a comment.
std::string one_line(std::string_view text);

}  // namespace clew
