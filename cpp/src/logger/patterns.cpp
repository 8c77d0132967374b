#include "tandem/logger/patterns.hpp"

#include <bit>
#include <charconv>
#include <cmath>

namespace tandem::logger {
namespace {

/** The digits of a finite number that is not 0, and the power of ten of the first of them. */
template <typename Number>
std::pair<std::string, int> digitsOf(Number value) {
  char text[64];
  auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  if (text[1] == 'e') {
    // Java takes the closest one of two digits where one digit would do.
    end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 1).ptr;
  }
  const std::string_view all(text, static_cast<std::size_t>(end - text));
  const std::size_t power = all.find('e');
  std::string digits;
  for (const char each : all.substr(0, power)) {
    if (each != '.') {
      digits += each;
    }
  }
  while (digits.size() > 1 && digits.ends_with('0')) {
    digits.pop_back();
  }
  int exponent = 0;
  const char* from = text + power + (all[power + 1] == '+' ? 2 : 1);
  std::from_chars(from, end, exponent);
  return {digits, exponent};
}

/** As Double.toString and Float.toString. */
template <typename Number>
std::string decimal(Number value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) {
    return sign + "Infinity";
  }
  if (value == 0) {
    return sign + "0.0";
  }
  auto [digits, exponent] = digitsOf(std::abs(value));
  if (exponent < -3 || exponent >= 7) {
    const std::string behind = digits.size() == 1 ? "0" : digits.substr(1);
    return sign + digits[0] + "." + behind + "E" + std::to_string(exponent);
  }
  if (exponent < 0) {
    return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) {
    digits.resize(whole + 1, '0');
  }
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

/** The bytes of a code unit of UTF-16, also of half a pair. */
std::string unit(std::uint16_t code) {
  const auto byte = [](unsigned bits) { return static_cast<char>(bits); };
  if (code < 0x80) {
    return {byte(code)};
  }
  if (code < 0x800) {
    return {byte(0xC0U | (code >> 6)), byte(0x80U | (code & 0x3FU))};
  }
  return {byte(0xE0U | (code >> 12)), byte(0x80U | ((code >> 6) & 0x3FU)),
          byte(0x80U | (code & 0x3FU))};
}

}  // namespace

std::string LogValue::text() const {
  switch (type) {
    case ArgumentType::LONG:
      return std::to_string(static_cast<std::int64_t>(bits));
    case ArgumentType::INT:
      return std::to_string(static_cast<std::int32_t>(bits));
    case ArgumentType::SHORT:
      return std::to_string(static_cast<std::int16_t>(bits));
    case ArgumentType::BYTE:
      return std::to_string(static_cast<std::int8_t>(bits));
    case ArgumentType::DOUBLE:
      return decimal(std::bit_cast<double>(bits));
    case ArgumentType::FLOAT:
      return decimal(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case ArgumentType::BOOLEAN:
      return bits != 0 ? "true" : "false";
    case ArgumentType::CHAR:
      return unit(static_cast<std::uint16_t>(bits));
    case ArgumentType::STRING:
      return chars;
    default:
      return "null";
  }
}

std::string Patterns::format(std::string_view pattern, std::span<const LogValue> arguments) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t argument = 0; argument < arguments.size();) {
    const std::size_t place = pattern.find("{}", at);
    if (place == std::string_view::npos) {
      break;
    }
    const bool escaped = place > 0 && pattern[place - 1] == '\\';
    const bool twice = escaped && place > 1 && pattern[place - 2] == '\\';
    if (escaped && !twice) {
      out.append(pattern.substr(at, place - 1 - at)).append("{");
      at = place + 1;
    } else {
      out.append(pattern.substr(at, place - (twice ? 1 : 0) - at));
      out.append(arguments[argument++].text());
      at = place + 2;
    }
  }
  return out.append(pattern.substr(at));
}

}  // namespace tandem::logger
