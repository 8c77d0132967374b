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
 *          | with flag 32: Naming | with flag 16: Instructions | with flag 8: refusal |
 *
 * The specification is SymbolSpec::words(). The refusal is the last word: a code in its lowest
 * byte.
 */
namespace tandem::command::command_codec {

inline constexpr u8 kWithAccount = 2;
inline constexpr u8 kWithSymbol = 4;
inline constexpr u8 kWithRefusal = 8;
inline constexpr u8 kWithInstructions = 16;
inline constexpr u8 kWithNaming = 32;
/** All flags there are. */
inline constexpr u8 kFlags =
    kWithAccount | kWithSymbol | kWithRefusal | kWithInstructions | kWithNaming;
inline constexpr std::size_t kFixedBytes = 64;
inline constexpr std::size_t kAccountBytes = 24;
inline constexpr std::size_t kSymbolBytes = SymbolSpec::kWords * sizeof(u64);
inline constexpr std::size_t kNamingBytes = Naming::kWords * sizeof(u64);
inline constexpr std::size_t kInstructionsBytes = sizeof(Instructions);
inline constexpr std::size_t kRefusalBytes = 8;
/** Bytes of the longest command. */
inline constexpr std::size_t kMaxBytes =
    kFixedBytes + kAccountBytes + kSymbolBytes + kNamingBytes + kInstructionsBytes + kRefusalBytes;
/** The highest refusal that has bytes: a higher one, which is of no door either, becomes it. */
inline constexpr u8 kMaxRefusal = 127;

/** Bytes of a command with these flags. */
constexpr std::size_t bytesWith(u8 flags) {
  return kFixedBytes + ((flags & kWithAccount) != 0 ? kAccountBytes : 0) +
         ((flags & kWithSymbol) != 0 ? kSymbolBytes : 0) +
         ((flags & kWithNaming) != 0 ? kNamingBytes : 0) +
         ((flags & kWithInstructions) != 0 ? kInstructionsBytes : 0) +
         ((flags & kWithRefusal) != 0 ? kRefusalBytes : 0);
}

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
