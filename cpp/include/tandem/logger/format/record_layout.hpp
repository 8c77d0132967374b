#pragma once

#include <cstdint>

namespace tandem::logger {

/**
 * Where things are in a record, and the codes of its kinds and blocks.
 *
 *   0 length, 0 until committed   4 checksum   8 time, ns
 *  16 thread  20 logger  24 kind  25 level  26 flags (2 bytes)  28 aux
 *  32 text or arguments, then blocks
 */
struct RecordLayout {
  static constexpr std::int64_t CHECKSUM_AT = 4;
  static constexpr std::int64_t TIME_AT = 8;
  static constexpr std::int64_t THREAD_AT = 16;
  static constexpr std::int64_t LOGGER_AT = 20;
  static constexpr std::int64_t KIND_AT = 24;
  static constexpr std::int64_t LEVEL_AT = 25;
  static constexpr std::int64_t FLAGS_AT = 26;

  /** Bytes of the text; id of what is defined or used; number of dropped records. */
  static constexpr std::int64_t AUX_AT = 28;
  static constexpr std::int64_t HEADER_BYTES = 32;

  /** Length and checksum are outside of what is summed. */
  static constexpr std::int64_t BODY_AT = 8;

  static constexpr int TEXT = 1;
  static constexpr int STRUCTURED = 2;
  static constexpr int THREAD_NAME = 3;
  static constexpr int LOGGER_NAME = 4;
  static constexpr int DESCRIPTOR = 5;
  static constexpr int DROPS = 6;

  /** The place of a record whose writer failed after it had claimed it; only Java has such. */
  static constexpr int ABANDONED = 7;

  /** Blocks follow the message. */
  static constexpr int HAS_BLOCKS = 1;

  /** The text, or one of its arguments or blocks, was longer than a record may be. */
  static constexpr int CUT = 2;

  static constexpr int BLOCK_THROWABLE = 1;
  static constexpr int BLOCK_CONTEXT = 2;
  static constexpr int BLOCK_MARKERS = 3;
  static constexpr int BLOCK_KEY_VALUES = 4;

  /** Keys and values of which each has its type before it. */
  static constexpr int BLOCK_TYPED_KEY_VALUES = 5;
};

}  // namespace tandem::logger
