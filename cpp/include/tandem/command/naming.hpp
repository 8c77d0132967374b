#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * What a symbol or a currency is called, and the decimals in which its numbers are written.
 *
 * A price of p ticks is written as p / 10^decimals, q lots as q / 10^quantityDecimals, and a units
 * of a currency as a / 10^decimals. A name is 1 to 24 of A to Z, 0 to 9, . - / _, at least one of
 * them a letter; a symbol may have none, and then no decimals either.
 */
struct Naming {
  static constexpr std::size_t kNameWords = 3;
  static constexpr std::size_t kWords = kNameWords + 1;
  static constexpr i32 kMaxDecimals = 18;

  /** Eight characters a word, the first lowest, zeros behind the last. */
  std::array<u64, kNameWords> name{};
  /** Of a price, or of an amount of the currency, 0 to 18. */
  i32 decimals = 0;
  /** Of a quantity, 0 to 18; 0 for a currency. */
  i32 quantityDecimals = 0;

  /** The name as text. */
  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < kNameWords * sizeof(u64); i++) {
      text.push_back(at(i));
    }
    text.erase(text.find_last_not_of('\0') + 1);
    return text;
  }

  constexpr bool isNamed() const { return (name[0] | name[1] | name[2]) != 0; }

  /** Whether it says nothing. */
  constexpr bool isNone() const { return !isNamed() && (decimals | quantityDecimals) == 0; }

  /** Whether a symbol may have it. */
  constexpr bool isOfSymbol() const {
    return isNamed() ? isName() && isWithin(decimals) && isWithin(quantityDecimals) : isNone();
  }

  /** Whether a currency may have it. */
  constexpr bool isOfCurrency() const {
    return isName() && isWithin(decimals) && quantityDecimals == 0;
  }

  /** As written: the name, then decimals (low half) and quantity decimals (high). */
  constexpr std::array<u64, kWords> words() const {
    return {name[0], name[1], name[2],
            u64{static_cast<u32>(decimals)} | bitsOf(quantityDecimals) << 32};
  }

  constexpr bool operator==(const Naming&) const = default;

 private:
  static constexpr bool isWithin(i32 decimals) { return decimals >= 0 && decimals <= kMaxDecimals; }

  constexpr char at(std::size_t i) const {
    return static_cast<char>(name[i / sizeof(u64)] >> i % sizeof(u64) * 8);
  }

  constexpr bool isName() const {
    bool letters = false;
    bool ended = false;
    for (std::size_t i = 0; i < kNameWords * sizeof(u64); i++) {
      const char c = at(i);
      const bool letter = c >= 'A' && c <= 'Z';
      const bool other = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '/' || c == '_';
      if (c == 0) {
        ended = true;
      } else if (ended || (!letter && !other)) {
        return false;
      }
      letters = letters || letter;
    }
    return letters;
  }
};

}  // namespace tandem::command
