#include "number_text.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "wal/arguments.hpp"

namespace tandem::tool {

std::int64_t countOf(const std::string& text) {
  std::string digits;
  for (const char each : text) {
    if (each != '_' && each != ',') {
      digits += each;
    }
  }
  const char last = digits.empty() ? ' ' : digits.back();
  const int unit = last == 'k' || last == 'K' ? 1'000 : last == 'm' || last == 'M' ? 1'000'000 : 1;
  if (unit == 1) {
    if (const auto value = wholeNumber<std::int64_t>(digits)) {
      return *value;
    }
  } else if (const auto value =
                 wholeNumber<double>(std::string_view(digits).substr(0, digits.size() - 1))) {
    const double all = *value * unit;
    if (all == std::rint(all) && std::abs(all) < 9e18) {
      return static_cast<std::int64_t>(all);
    }
  }
  throw UsageException("'" + text +
                       "' is not a number: expected one like 250000, 250_000, 250k or 1.5M");
}

std::int64_t sizeOf(const std::string& text) {
  std::string_view digits = text;
  int shift = 0;
  for (const auto& [unit, bits] : {std::pair("kK", 10), {"mM", 20}, {"gG", 30}}) {
    if (!text.empty() && std::string_view(unit).find(text.back()) != std::string_view::npos) {
      shift = bits;
      digits.remove_suffix(1);
    }
  }
  const auto value = wholeNumber<std::uint64_t>(digits);
  if (!value || digits.size() > 12) {
    throw UsageException("found '" + text + "', expected a size such as 8m (k, m, g)");
  }
  if (*value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) >> shift) {
    throw UsageException("found '" + text + "', expected less than 2^63 bytes");
  }
  return static_cast<std::int64_t>(*value << shift);
}

}  // namespace tandem::tool
