#include "log_moment.hpp"

#include <chrono>
#include <optional>
#include <string_view>

#include "arguments.hpp"
#include "number_text.hpp"

namespace tandem::tool {
namespace {

bool isDigits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/** ns since 1970 of "2026-11-21T12:00:00Z"; nothing if it is none, or out of the range of ns. */
std::optional<std::int64_t> instant(const std::string& text) {
  using namespace std::chrono;
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd";
  if (text.size() <= kShape.size() || !text.ends_with('Z')) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < kShape.size(); i++) {
    const bool isDigit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == 'd' ? !isDigit : text[i] != kShape[i]) {
      return std::nullopt;
    }
  }
  const auto part = [&text](std::size_t at, std::size_t digits) {
    return *wholeNumber<int>(std::string_view(text).substr(at, digits));
  };
  const int year = part(0, 4);
  const int hour = part(11, 2);
  const int minute = part(14, 2);
  const int second = part(17, 2);
  std::string fraction = text.substr(kShape.size(), text.size() - kShape.size() - 1);
  if (!fraction.empty()) {
    if (fraction[0] != '.' || fraction.size() > 10 || !isDigits(fraction.substr(1))) {
      return std::nullopt;
    }
    fraction = fraction.substr(1);
  }
  fraction.resize(9, '0');
  const year_month_day date{std::chrono::year(year),
                            std::chrono::month(static_cast<unsigned>(part(5, 2))),
                            std::chrono::day(static_cast<unsigned>(part(8, 2)))};
  const bool inRange = year > 1677 && year < 2262;
  if (!date.ok() || !inRange || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  const auto whole =
      sys_days(date).time_since_epoch() + hours(hour) + minutes(minute) + seconds(second);
  return duration_cast<nanoseconds>(whole).count() + *wholeNumber<std::int64_t>(fraction);
}

}  // namespace

LogMoment LogMoment::parse(const std::string& text) {
  if (isDigits(text)) {
    if (const auto sequence = wholeNumber<std::int64_t>(text)) {
      return {*sequence, 0};
    }
  } else if (const auto time = instant(text)) {
    return {-1, *time};
  }
  throw UsageException(
      "found '" + text +
      "', expected a sequence such as 1234 or a time such as 2026-11-21T12:00:00Z");
}

}  // namespace tandem::tool
