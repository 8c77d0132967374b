#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "tandem/logger/format/record_buffer.hpp"
#include "tandem/logger/storage/active_segment.hpp"

namespace tandem::logger {

/** What a thread keeps for one store. Used by its thread, but for hold and gone. */
struct ThreadContext {
  /** Made by its thread. */
  explicit ThreadContext(std::int64_t maxRecord);

  /** The name of this thread, which must be the current one, at the moment. */
  std::string name() const;

  /** The system's id of the thread; a file names those that it has. */
  const std::int32_t thread;
  RecordBuffer buffer;
  SegmentHold hold;
  /** Number of the segment that has this thread's name. */
  std::int64_t named = 0;
  /** Its thread has ended. */
  std::atomic<bool> gone{false};
};

}  // namespace tandem::logger
