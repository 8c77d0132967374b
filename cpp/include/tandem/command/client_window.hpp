#pragma once

#include "tandem/command/integers.hpp"

/**
 * The rule by which a client's commands are applied at most once.
 *
 * Of each client key the 256 sequences up to the highest one seen are known. A sequence above the
 * highest is new, and moves the window. One in the window is new if it was not seen; if it was, the
 * command is a duplicate. What is below the window is stale: nobody knows any more. What is known
 * of a sequence has its place at the sequence modulo 256.
 */
namespace tandem::command::client_window {

/** Sequences of a client that are known: the highest seen, and those right below it. */
inline constexpr u32 kSize = 256;

/** Whether a sequence, which is not above the highest, is below the window. */
constexpr bool isStale(i64 sequence, i64 highest) {
  // The difference of two signed words may need 64 bits, so it is unsigned.
  return bitsOf(highest) - bitsOf(sequence) >= kSize;
}

/** The place of a sequence. */
constexpr u32 place(i64 sequence) { return static_cast<u32>(bitsOf(sequence)) % kSize; }

/** How many places below a new highest sequence are of sequences that nobody has sent yet. */
constexpr u32 skipped(i64 highest, i64 newHighest) {
  const u64 risen = bitsOf(newHighest) - bitsOf(highest);
  return risen >= kSize ? kSize - 1 : static_cast<u32>(risen) - 1;
}

}  // namespace tandem::command::client_window
