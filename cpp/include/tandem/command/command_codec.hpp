#pragma once

#include <cstddef>
#include <span>

#include "tandem/command/command.hpp"

/**
 * The bytes of a command in the log and on the C interface, little-endian:
 *
 *     0                64                                           88 or 64
 *     | CommandRecord  | with flag 2: amount, transaction, currency | with flag 4: specification |
 *
 * The specification is six words: symbol, base (low half) and quote currency (high half), lot
 * scale, tick scale, maker fee, taker fee.
 */
namespace tandem::command::command_codec {

inline constexpr u8 kWithAccount = 2;
inline constexpr u8 kWithSymbol = 4;
inline constexpr std::size_t kFixedBytes = 64;
inline constexpr std::size_t kAccountBytes = 24;
inline constexpr std::size_t kSymbolBytes = 48;
/** Bytes of the longest command. */
inline constexpr std::size_t kMaxBytes = kFixedBytes + kAccountBytes + kSymbolBytes;

/**
 * Reads the command that bytes begin with, at any alignment: all its inputs but a query.
 *
 * Returns the bytes it takes; 0 if they are not a command, or not a whole one: then nothing is
 * written.
 */
std::size_t decode(std::span<const std::byte> from, CommandInput& into);

/** Writes a command without its query; returns the bytes written. */
std::size_t encode(const CommandInput& from, std::span<std::byte, kMaxBytes> into);

}  // namespace tandem::command::command_codec
