#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace tandem::tool {

/** The number that a text is as a whole: without spaces, and without a sign if there is none. */
template <typename Number>
std::optional<Number> wholeNumber(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, value);
  return failed == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace tandem::tool
