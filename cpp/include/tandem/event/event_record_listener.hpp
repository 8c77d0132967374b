#pragma once

#include "tandem/event/event_batch.hpp"

namespace tandem::event {

/**
 * Gets the event records of each command that has any, in order, before its answer and after its
 * trades are settled. Called on the results thread, one command at a time; what it throws poisons
 * the kernel.
 */
class EventRecordListener {
 public:
  virtual ~EventRecordListener() = default;
  /** The records are overwritten after this returns. */
  virtual void onEvents(const EventBatch& events) = 0;
};

}  // namespace tandem::event
