#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "tandem/logger/format/argument_type.hpp"

namespace tandem::logger {

/**
 * One argument of a call: a number or the like as it is, or a view of a text. It is valid as long
 * as what it was made of, and allocates nothing.
 */
class Argument {
 public:
  Argument(bool value) : Argument(ArgumentType::BOOLEAN, value ? 1 : 0) {}
  /** A code unit of UTF-16. */
  Argument(char16_t value) : Argument(ArgumentType::CHAR, value) {}
  /** Taken for a character of ISO 8859-1. */
  Argument(char value) : Argument(ArgumentType::CHAR, static_cast<unsigned char>(value)) {}
  Argument(double value) : Argument(ArgumentType::DOUBLE, std::bit_cast<std::uint64_t>(value)) {}
  Argument(float value)
      : Argument(ArgumentType::FLOAT, static_cast<std::uint64_t>(static_cast<std::int64_t>(
                                          std::bit_cast<std::int32_t>(value)))) {}
  Argument(std::nullptr_t) : Argument(ArgumentType::NULL_VALUE, 0) {}
  /** In UTF-8. */
  Argument(std::string_view text) : Argument(ArgumentType::STRING, 0) { text_ = text; }
  Argument(const std::string& text) : Argument(std::string_view(text)) {}
  /** A text; a null pointer is logged as null. */
  Argument(const char* text)
      : Argument(text == nullptr ? ArgumentType::NULL_VALUE : ArgumentType::STRING, 0) {
    text_ = text == nullptr ? std::string_view() : std::string_view(text);
  }

  /**
   * A whole number is kept as the smallest type of a file that has its values; one of 64 bits
   * without a sign that no signed one holds, as its digits.
   */
  template <std::integral Number>
  requires(!std::same_as<Number, bool> && !std::same_as<Number, char> &&
           !std::same_as<Number, char16_t> && !std::same_as<Number, char8_t> &&
           !std::same_as<Number, char32_t> && !std::same_as<Number, wchar_t>) Argument(Number value)
      : Argument(typeOf<Number>(), static_cast<std::uint64_t>(value)) {
    if constexpr (std::same_as<std::make_unsigned_t<Number>, Number> && sizeof(Number) == 8) {
      if (value > static_cast<Number>(std::numeric_limits<std::int64_t>::max())) {
        type_ = ArgumentType::STRING;
        isUnsigned_ = true;
      }
    }
  }

  int type() const { return type_; }
  std::uint64_t bits() const { return bits_; }
  std::string_view text() const { return text_; }
  /** Whether the text is the digits of the bits. */
  bool isUnsigned() const { return isUnsigned_; }

  /** The types of several, at most ArgumentType::MOST. */
  static std::uint64_t signatureOf(std::span<const Argument> arguments) {
    std::uint64_t signature = 0;
    for (std::size_t i = 0; i < arguments.size(); i++) {
      signature |= static_cast<std::uint64_t>(arguments[i].type_) << (4 * i);
    }
    return signature;
  }

 private:
  Argument(int type, std::uint64_t bits) : bits_(bits), type_(type) {}

  template <typename Number>
  static constexpr int typeOf() {
    constexpr std::size_t kBytes = sizeof(Number) + (std::is_unsigned_v<Number> ? 1 : 0);
    return kBytes <= 1   ? ArgumentType::BYTE
           : kBytes <= 2 ? ArgumentType::SHORT
           : kBytes <= 4 ? ArgumentType::INT
                         : ArgumentType::LONG;
  }

  std::uint64_t bits_;
  std::string_view text_;
  int type_;
  bool isUnsigned_ = false;
};

}  // namespace tandem::logger
