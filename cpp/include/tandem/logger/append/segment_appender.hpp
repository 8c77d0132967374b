#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "tandem/logger/append/defined_name.hpp"
#include "tandem/logger/append/descriptor_table.hpp"
#include "tandem/logger/append/thread_context.hpp"
#include "tandem/logger/storage/active_segment.hpp"

namespace tandem::logger {

/**
 * Puts a complete record into the segment in use: claims, writes, commits, and changes the segment
 * where one is over. Before a thread's first record in a segment it writes the names and the
 * descriptor that the record refers to.
 */
class SegmentAppender {
 public:
  /**
   * @param blocking whether to wait while no segment is ready
   * @param bound the longest wait of a call
   */
  SegmentAppender(ActiveSegment& active, bool blocking, std::chrono::nanoseconds bound)
      : active_(active), blocking_(blocking), bound_(bound) {}

  /**
   * Writes what the context's buffer holds.
   *
   * @param descriptor null if the record needs none
   * @return false if there was no room within the bound
   */
  bool append(DefinedName& logger, ThreadContext& context, Descriptor* descriptor) {
    return append(logger, context, descriptor, bound_);
  }

  /** The same without any wait: making room may be the own work of a thread of the store. */
  bool tryAppend(DefinedName& logger, ThreadContext& context) {
    return append(logger, context, nullptr, std::chrono::nanoseconds(0));
  }

  /** One more record was written that is no caller's. */
  void countDefinition() { definitions_.fetch_add(1, std::memory_order_relaxed); }

  /** How many records were written that are no caller's. */
  std::int64_t definitions() const { return definitions_.load(std::memory_order_relaxed); }

 private:
  bool append(DefinedName& logger, ThreadContext& context, Descriptor* descriptor,
              std::chrono::nanoseconds bound);
  LogSegment* next(ThreadContext& context, std::int64_t old, bool waits,
                   std::chrono::nanoseconds left);
  void define(LogSegment* segment, DefinedName& logger, ThreadContext& context,
              Descriptor* descriptor);
  bool put(LogSegment* segment, RecordBuffer& buffer);
  bool claimAndWrite(LogSegment* segment, const RecordBuffer& buffer, std::int32_t length);

  ActiveSegment& active_;
  const bool blocking_;
  const std::chrono::nanoseconds bound_;
  std::atomic<std::int64_t> definitions_{0};
};

}  // namespace tandem::logger
