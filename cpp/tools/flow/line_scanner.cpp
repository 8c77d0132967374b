#include "line_scanner.hpp"

#include <algorithm>
#include <limits>

#include "../wal/arguments.hpp"

namespace tandem::tool {
namespace {

std::string expectedNumber(i64 min, i64 max) {
  if (max == std::numeric_limits<i64>::max()) {
    return min == std::numeric_limits<i64>::min()
               ? "a whole number of 64 bits"
               : "a whole number, at least " + std::to_string(min);
  }
  return "a whole number from " + std::to_string(min) + " to " + std::to_string(max);
}

}  // namespace

bool LineScanner::next() {
  constexpr std::size_t kLongest = 1 << 12;
  /** Characters of a line that is too long, in the message. */
  constexpr std::size_t kShown = 40;
  if (rest_.empty()) {
    return false;
  }
  lineNumber_++;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  if (end > kLongest) {
    badInput(place(), "line", line_.substr(0, kShown),
             "at most " + std::to_string(kLongest) + " characters");
  }
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (line_.ends_with('\r')) {
    line_.remove_suffix(1);
  }
  split();
  return true;
}

void LineScanner::split() {
  count_ = 0;
  std::string_view left = line_;
  while (true) {
    const std::size_t comma = left.find(',');
    fields_[count_++] = left.substr(0, comma);
    if (comma == std::string_view::npos) {
      return;
    }
    if (count_ == kMostFields) {
      throw BadInputException(place() + ": more than " + std::to_string(kMostFields) + " fields");
    }
    left.remove_prefix(comma + 1);
  }
}

void LineScanner::expectFields(std::size_t count, std::string_view header) const {
  if (count_ != count) {
    badInput(place(), "line", line_,
             std::to_string(count) + " fields (" + std::string(header) + ") but it has " +
                 std::to_string(count_));
  }
}

i64 LineScanner::number(std::size_t field, std::string_view name, i64 min, i64 max) const {
  std::string_view digits = fields_[field];
  const bool negative = digits.starts_with('-');
  digits.remove_prefix(negative ? 1 : 0);
  // Summed on the negative side, which holds one number more.
  i64 value = 0;
  bool whole = !digits.empty();
  for (const char each : digits) {
    const int digit = each - '0';
    whole = whole && digit >= 0 && digit <= 9 && !__builtin_mul_overflow(value, i64{10}, &value) &&
            !__builtin_sub_overflow(value, i64{digit}, &value);
  }
  if (!whole || (!negative && value == std::numeric_limits<i64>::min())) {
    bad(field, name, expectedNumber(min, max));
  }
  value = negative ? value : -value;
  if (value < min || value > max) {
    bad(field, name, expectedNumber(min, max));
  }
  return value;
}

}  // namespace tandem::tool
