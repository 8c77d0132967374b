#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
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

/** Reads a number like 250000, 250_000, 250k or 1.5M. Throws UsageException. */
std::int64_t countOf(const std::string& text);

/** Reads bytes such as 8m; the units are powers of 1024. Throws UsageException. */
std::int64_t sizeOf(const std::string& text);

}  // namespace tandem::tool
