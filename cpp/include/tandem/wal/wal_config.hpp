#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

#include "tandem/wal/durability.hpp"
#include "tandem/wal/read_mode.hpp"
#include "tandem/wal/storage/log_files.hpp"

namespace tandem::wal {

/** What an append does when all buffers are full, or the next segment is not ready. */
enum class BackpressurePolicy {
  /** It waits for the writer. */
  BLOCK,
  /** An append that finds no room is refused. */
  FAIL,
  /** As BLOCK, once further buffers have been made, up to a bound. */
  SPILL
};

/**
 * How a log works. Every value has a default that suits most uses; Wal::open refuses a value out of
 * its bounds by std::invalid_argument.
 */
struct WalConfig {
  static constexpr std::int64_t MIN_SEGMENT_BYTES = 4 << 10;
  static constexpr std::int64_t MAX_SEGMENT_BYTES = 1 << 30;
  static constexpr std::int64_t MIN_BUFFER_BYTES = 1 << 10;
  static constexpr std::int64_t MAX_BUFFER_BYTES = 64 << 20;

  /** Size of a segment file in bytes, rounded down to a multiple of 8. */
  std::int64_t segmentBytes = 64 << 20;

  /** Segments kept zero-filled ahead of the one in use, 1 to 1,024. */
  int segmentsAhead = 2;

  /**
   * How many of the segments ahead are used only when the disk has no room for another, so that so
   * much can still be appended after Wal::hasRoom has turned false; less than segmentsAhead. -1
   * takes 1, or 0 if one is ahead: then appends may be refused without warning.
   */
  int segmentsInReserve = -1;

  /** Size of one batch buffer in bytes, rounded down to a multiple of 8. */
  std::int64_t bufferBytes = 8 << 20;

  /** Batch buffers, 2 to 64. */
  int buffers = 3;

  /** Bound on the bytes of one sync, kept to whole buffers; by default there is none. */
  std::int64_t maxBatchBytes = std::numeric_limits<std::int64_t>::max();

  BackpressurePolicy backpressure = BackpressurePolicy::BLOCK;

  /** Bound on the further buffers of SPILL, in bytes. */
  std::int64_t spillBytes = 64LL << 20;

  /**
   * What the log does by itself: with SYNCED it syncs every batch; otherwise it only writes, and
   * syncs when an urgent append or a wait for SYNCED requests it, and when it is closed.
   */
  Durability durability = Durability::SYNCED;

  /** What damage is tolerated when the log is opened; READ_ONLY is refused: see WalReader. */
  ReadMode mode = ReadMode::STRICT;

  /** How long a wait for a confirmation lasts at most, unless it says so itself. */
  std::chrono::nanoseconds confirmLimit = std::chrono::seconds(30);

  /** Threads that may look for a confirmation again and again at once, 0 to 1,024; see
   * ParkedWaiters. */
  int spinningWaiters = 8;

  /**
   * Segments that are not needed any more (Wal::retainFrom) are kept while all segments together
   * are no larger than this, in bytes; -1 keeps none.
   */
  std::int64_t retentionBytes = -1;

  /** Bytes of the disk that are left free for others. */
  std::int64_t reserveBytes = 0;

  /** Gives ns since 1970 to every appending thread at once; empty takes the system's, never back.
   */
  std::function<std::int64_t()> clock;

  /** What the files are written through; it must outlive the log. */
  LogFiles* files = &LogFiles::system();

  /** The same, rounded and with what depends on other values filled in. */
  WalConfig checked() const;

  /** Largest body that an append takes, in bytes; of a checked configuration. */
  std::int64_t maxBodyBytes() const;
};

}  // namespace tandem::wal
