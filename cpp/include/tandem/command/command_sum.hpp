#pragma once

#include <array>
#include <cstddef>

#include "tandem/command/command.hpp"

/**
 * Distinguishes a command from another one with the same client key and sequence: a sum over what
 * it does. Its time, its key and sequence, and whether a door refused it are not part of it.
 *
 *     sum = word[0] * K + word[1] * K^2 + word[2] * K^3 + ...  modulo 2^64
 *
 *     0       type, side << 16, terms << 24, symbol << 32
 *     1 to 4  user, order, price, quantity
 *     5 to 7  amount, transaction id, currency
 *     8       the words of the specification, if it is an ADD_SYMBOL or UPDATE_SYMBOL that has one
 *
 *     19      the words of the instructions
 *     27      the words of the naming, of one of them or an ADD_CURRENCY
 *
 * A QUERY counts as a NOP, because the log keeps it as one. A word changed alone always changes the
 * sum, for K is odd.
 */
namespace tandem::command::command_sum {

inline constexpr u64 kFactor = 0x9E3779B97F4A7C15;
inline constexpr std::size_t kPlainWords = 8;
inline constexpr std::size_t kInstructionsAt = kPlainWords + SymbolSpec::kWords;
inline constexpr std::size_t kNamingAt = kInstructionsAt + Instructions::kWords;
inline constexpr std::size_t kWords = kNamingAt + Naming::kWords;

/** The powers of the factor, from the first on. */
inline constexpr std::array<u64, kWords> kPowers = [] {
  std::array<u64, kWords> powers{};
  u64 power = 1;
  for (u64& p : powers) {
    p = power *= kFactor;
  }
  return powers;
}();

/** The sum of a command. */
inline u64 of(const CommandInput& c) {
  const u64 type = c.type == type::kQuery ? type::kNop : c.type;
  u64 sum = (type | u64{c.side} << 16 | u64{c.terms} << 24 | bitsOf(c.symbol) << 32) * kPowers[0] +
            bitsOf(c.userId) * kPowers[1] + bitsOf(c.orderId) * kPowers[2] +
            bitsOf(c.price) * kPowers[3] + bitsOf(c.quantity) * kPowers[4] +
            bitsOf(c.amount) * kPowers[5] + bitsOf(c.transactionId) * kPowers[6] +
            bitsOf(c.currency) * kPowers[7];
  if (type::specifies(c.type) && c.spec != nullptr) {
    std::size_t at = kPlainWords;
    for (const u64 word : c.spec->words()) {
      sum += word * kPowers[at++];
    }
  }
  if (type::hasNaming(c.type) && c.spec != nullptr) {
    std::size_t at = kNamingAt;
    for (const u64 word : c.spec->naming.words()) {
      sum += word * kPowers[at++];
    }
  }
  if (const Instructions* instructions = c.instructions.get(); instructions != nullptr) {
    std::size_t at = kInstructionsAt;
    for (const i64 word : instructions->words) {
      sum += bitsOf(word) * kPowers[at++];
    }
  }
  return sum;
}

}  // namespace tandem::command::command_sum
