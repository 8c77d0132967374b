#pragma once

#include <span>
#include <stdexcept>

#include "tandem/command/integers.hpp"
#include "tandem/command/release_reason.hpp"
#include "tandem/hash/xxh64_records.hpp"

namespace tandem::event {

/** An event record, 64 bytes: eight words, as FORMATS.md gives them. */
using EventRecord = hash::Xxh64Records::Record;

/** Why the lots of a RELEASE left their order; throws std::invalid_argument of another kind. */
inline command::ReleaseReason releaseReasonOf(const EventRecord& record) {
  const auto head = static_cast<u64>(record[0]);
  if ((head & 0xff) != command::Outcome::kRelease) {
    throw std::invalid_argument("an event record that is no RELEASE has no reason");
  }
  return command::releaseReasonOf(static_cast<u8>(head >> 16));
}

/** The event records of one command, numbered from firstEvent in the event stream. */
struct EventBatch {
  /** Number of the command among those that leave records, from 0. */
  i64 command;
  i64 firstEvent;
  std::span<const EventRecord> records;
};

}  // namespace tandem::event
